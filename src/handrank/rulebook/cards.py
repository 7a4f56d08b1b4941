"""Card ids and card text.

A card id is ``4 * rank + suit``: rank 0..12 = 2..A, suit 0..3 = clubs, diamonds, hearts, spades.
So 0 is the two of clubs and 51 the ace of spades.
"""

import math
import re
from collections.abc import Sequence
from functools import cache
from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.rulebook.errors import CardError, Message, card_error, type_error, value_error
from handrank.rulebook.losses import refuse_losses
from handrank.rulebook.rules import N_RANKS, RANK_LETTERS, Rules

SUIT_LETTERS = "cdhs"
N_SUITS = len(SUIT_LETTERS)
N_CARDS = N_RANKS * N_SUITS

Lang = Literal["en", "fr"]

# How ranks are written in each language, where it is not the English letter. Letters of another
# language count only before a suit symbol: in "Rc" the c would be read as clubs, but a French
# writer means hearts ("cœur").
_RANK_SIGNS: dict[Lang, dict[str, str]] = {
    "en": {},
    # Roi, dame, valet. The ace ("as") has its A already.
    "fr": {"K": "R", "Q": "D", "J": "V", "T": "10"},
}
# Filled and white forms, as rule sheets and chat programs print them.
_SUIT_SYMBOLS = ("♣♧", "♦♢", "♥♡", "♠♤")
_SUITS = {
    sign: suit
    for suit, letter in enumerate(SUIT_LETTERS)
    for sign in (letter, letter.upper(), *_SUIT_SYMBOLS[suit])
}
_RANKS = {
    sign: rank for rank, letter in enumerate(RANK_LETTERS) for sign in letter + letter.lower()
}
_RANKS["10"] = _RANKS["T"]

_SYMBOLS = "".join(_SUIT_SYMBOLS)
_SEPARATOR = r"[\s,;|/_-]*"
_LEADING = re.compile(_SEPARATOR)
# What an error quotes of text that is not a card: a rank sign's width and one more.
_UNREADABLE = re.compile(r"10[^\s,;|/_-]?|[^\s,;|/_-]{1,2}")


def _own_letters(lang: Lang) -> dict[str, int]:
    """Return the ranks of a language's own letters, in either case."""
    return {
        sign: RANK_LETTERS.index(letter)
        for letter, own in _RANK_SIGNS[lang].items()
        if own.isalpha()
        for sign in (own, own.lower())
    }


def _card_pattern(lang: Lang) -> re.Pattern[str]:
    """Return the pattern of a card, its rank and its suit, and of what may follow it."""
    own = "".join(_own_letters(lang))
    rank = "10|[2-9TJQKAtjqka]" + (rf"|[{own}](?=[{_SYMBOLS}])" if own else "")
    # U+FE0E and U+FE0F after a suit symbol ask for its text or emoji form; they carry no meaning.
    suit = rf"[cdhsCDHS]|[{_SYMBOLS}][\ufe0e\ufe0f]?"
    return re.compile(rf"({rank})({suit}){_SEPARATOR}")


_READERS = {lang: (_card_pattern(lang), _RANKS | _own_letters(lang)) for lang in _RANK_SIGNS}
_OTHER_LETTERS = {sign: rank for lang in _RANK_SIGNS for sign, rank in _own_letters(lang).items()}
_OTHER_LETTER = re.compile(rf"[{''.join(_OTHER_LETTERS)}](?=[{_SYMBOLS}])")


class CardName(int):
    """A card id that messages show as a card: ``Kh``, and ``46`` where they say ``{card:d}``."""

    def __format__(self, spec: str) -> str:
        if spec:
            return super().__format__(spec)
        return RANK_LETTERS[self // N_SUITS] + SUIT_LETTERS[self % N_SUITS]


def lowest_card(rules: Rules) -> int:
    """Return the lowest card id of a rule set's deck: it and all above it are in the deck."""
    return N_SUITS * rules.lowest_rank


def with_english_letters(text: str) -> str:
    """Return a text that names cards, such as a range, without French letters."""
    return _OTHER_LETTER.sub(lambda match: RANK_LETTERS[_OTHER_LETTERS[match.group()]], text)


def check_lang(lang: Lang) -> None:
    """Refuse a language that the package does not speak."""
    if not isinstance(lang, str) or lang not in _RANK_SIGNS:
        known = ", ".join(map(repr, _RANK_SIGNS))
        raise value_error("unknown language {lang!r}; known: {known}", lang=lang, known=known)


def outside_card_ids(number: int) -> Message:
    """Return what is wrong with a number that is not a card id."""
    return Message("card id {number} is outside 0..{highest}", number=number, highest=N_CARDS - 1)


def parse_cards(text: str, *, lang: Lang = "en") -> NDArray[np.uint8]:
    """Read card text.

    Parameters
    ----------
    text : str
        Cards as rank and suit, with or without separators (white space or one of ``, ; | / - _``).
        Ranks are ``2``..``9``, ``T`` or ``10``, ``J``, ``Q``, ``K``, ``A`` in either case; suits
        ``c d h s`` in either case or ``♣ ♦ ♥ ♠``, filled or white.
    lang : {"en", "fr"}, optional
        With ``"fr"`` the letters ``R``, ``D`` and ``V`` (roi, dame, valet) are read as well, before
        a suit symbol.

    Returns
    -------
    ndarray of uint8, shape (n,)
        Card ids, 0..51.

    Raises
    ------
    TypeError
        If `text` is not a string.
    CardError
        If the text is empty or some of it is not a card, which the message quotes.
    ValueError
        If the language is unknown.

    Examples
    --------
    >>> parse_cards("AsKd 10h T♥")
    array([51, 45, 34, 34], dtype=uint8)
    >>> parse_cards("R♠ D♦", lang="fr")
    array([47, 41], dtype=uint8)
    """
    if not isinstance(text, str):
        raise type_error("card text must be a string, got {kind}", kind=type(text).__name__)
    check_lang(lang)
    pattern, ranks = _READERS[lang]
    position = _match_end(_LEADING, text, 0)
    cards = bytearray()
    while position < len(text):
        match = pattern.match(text, position)
        if match is None:
            raise CardError((), _unreadable(text, position))
        rank, suit = match.groups()
        cards.append(N_SUITS * ranks[rank] + _SUITS[suit[0]])
        position = match.end()
    if not cards:
        raise card_error("no cards: the text is empty")
    return np.frombuffer(cards, dtype=np.uint8)


def _match_end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return position if match is None else match.end()


def _unreadable(text: str, position: int) -> Message:
    """Return what is wrong with card text at a position."""
    bad = text[position : _match_end(_UNREADABLE, text, position)]
    problem = Message("{card!r} is not a card", card=bad)
    if bad != text:
        problem = Message(
            "{card!r} is not a card at position {position} of {text!r}",
            card=bad,
            position=position,
            text=shortened(text),
        )
    return Message(
        "{problem}; a card is a rank ({ranks} or 10) followed by a suit ({suits} or {symbols})",
        problem=problem,
        ranks=" ".join(RANK_LETTERS),
        suits=" ".join(SUIT_LETTERS),
        symbols=" ".join(symbols[0] for symbols in _SUIT_SYMBOLS),
    )


def shortened(text: str, longest: int = 60) -> str:
    """Return a text as messages and tables show it: cut off where it is too long."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


@overload
def format_cards(
    cards: int | Sequence[int], *, lang: Lang = "en", symbols: bool = False, sep: str = " "
) -> str: ...
@overload
def format_cards(
    cards: ArrayLike, *, lang: Lang = "en", symbols: bool = False, sep: str = " "
) -> str | NDArray[np.str_]: ...
def format_cards(
    cards: ArrayLike, *, lang: Lang = "en", symbols: bool = False, sep: str = " "
) -> str | NDArray[np.str_]:
    """Write cards as text that `parse_cards` reads.

    Parameters
    ----------
    cards : array_like of int, shape (..., n)
        Card ids, 0..51.
    lang : {"en", "fr"}, optional
        ``"fr"`` writes roi, dame and valet as ``R D V``, the ten as ``10`` and the suits as
        symbols.
    symbols : bool, optional
        Write suits as ``♣ ♦ ♥ ♠``.
    sep : str, optional
        What stands between two cards.

    Returns
    -------
    str or ndarray of str, shape (...)
        One text for one-dimensional input (or a single card), an array of texts otherwise.

    Raises
    ------
    TypeError
        If the ids are not integers, or an option is of a wrong kind.
    CardError
        If an id is outside 0..51.
    ValueError
        If the language is unknown.

    Examples
    --------
    >>> format_cards([51, 45, 34])
    'As Kd Th'
    >>> format_cards([[51, 45], [34, 0]], lang="fr")
    array(['A♠ R♦', '10♥ 2♣'], dtype='<U6')
    """
    check_lang(lang)
    if not isinstance(symbols, bool | np.bool_):
        raise type_error(
            "{name} must be True or False, got {value!r}", name="symbols", value=symbols
        )
    if not isinstance(sep, str):
        raise type_error("sep must be a text, got {kind}", kind=type(sep).__name__)
    refuse_losses(cards, "card ids")
    try:
        ids = np.asarray(cards)
    except ValueError:
        reason = Message("all rows must have the same length")
        raise value_error("{where}: {reason}", where="card ids", reason=reason) from None
    if ids.size and ids.dtype.kind not in "iu":
        raise type_error("card ids must be integers, got dtype {dtype}", dtype=ids.dtype)
    bad = ids[(ids < 0) | (ids >= N_CARDS)] if ids.size else ids
    if bad.size:
        raise CardError((), outside_card_ids(int(bad[0])))
    names = _card_names(lang, symbols)
    if ids.ndim <= 1:
        return sep.join(names[card] for card in ids.reshape(-1).tolist())
    rows = ids.reshape(math.prod(ids.shape[:-1]), ids.shape[-1]).tolist()
    texts = [sep.join(names[card] for card in row) for row in rows]
    return np.array(texts, dtype=np.str_).reshape(ids.shape[:-1])


@cache
def _card_names(lang: Lang, symbols: bool) -> list[str]:
    ranks = [_RANK_SIGNS[lang].get(letter, letter) for letter in RANK_LETTERS]
    suits = [s[0] for s in _SUIT_SYMBOLS] if symbols or lang != "en" else list(SUIT_LETTERS)
    return [rank + suit for rank in ranks for suit in suits]
