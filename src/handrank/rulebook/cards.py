"""Card ids and card text.

A card id is ``4 * rank + suit``: rank 0..12 = 2..A, suit 0..3 = clubs, diamonds, hearts, spades.
So 0 is the two of clubs and 51 the ace of spades.
"""

import re
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.rulebook.rules import N_RANKS, RANK_LETTERS, Rules

SUIT_LETTERS = "cdhs"
N_SUITS = len(SUIT_LETTERS)
N_CARDS = N_RANKS * N_SUITS

Lang = Literal["en", "fr"]

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
# Roi, dame, valet. The ace ("as") has its A already. French letters count only before a suit
# symbol: in "Rc" the c would be a club to us and a heart ("coeur") to whoever wrote it.
_FRENCH_LETTERS = {"K": "R", "Q": "D", "J": "V"}
_FRENCH_RANKS = {
    sign: _RANKS[english]
    for english, french in _FRENCH_LETTERS.items()
    for sign in french + french.lower()
}

_SYMBOLS = "".join(_SUIT_SYMBOLS)
_SEPARATOR = r"[\s,;|/_-]*"
# U+FE0E and U+FE0F after a suit symbol ask for its text or emoji form; they carry no meaning.
_CARD = rf"(10|[2-9TJQKAtjqka])([cdhsCDHS]|[{_SYMBOLS}][\ufe0e\ufe0f]?)"
_FRENCH_CARD = rf"([RDVrdv])([{_SYMBOLS}])[\ufe0e\ufe0f]?"
_PATTERNS = {
    "en": re.compile(f"{_CARD}{_SEPARATOR}"),
    "fr": re.compile(f"(?:{_CARD}|{_FRENCH_CARD}){_SEPARATOR}"),
}
_LEADING = re.compile(_SEPARATOR)
_FRENCH_LETTER = re.compile(rf"[RDVrdv](?=[{_SYMBOLS}])")
# What an error quotes of text that is no card: a rank sign's width and one more.
_UNREADABLE = re.compile(r"10[^\s,;|/_-]?|[^\s,;|/_-]{1,2}")


class CardName(int):
    """A card id that messages show as a card.

    Examples
    --------
    >>> f"{CardName(46)} (card id {CardName(46):d})"
    'Kh (card id 46)'
    """

    def __format__(self, spec: str) -> str:
        if spec:
            return super().__format__(spec)
        return RANK_LETTERS[self // N_SUITS] + SUIT_LETTERS[self % N_SUITS]


def lowest_card(rules: Rules) -> int:
    """Return the lowest card id of a rule set's deck: it and all above it are in the deck.

    Examples
    --------
    >>> from handrank.rulebook.rules import get_rules
    >>> lowest_card(get_rules("short-deck"))  # the six of clubs
    16
    """
    return N_SUITS * rules.lowest_rank


def with_english_letters(text: str) -> str:
    """Return a text that names cards, such as a range, without French letters.

    Examples
    --------
    >>> with_english_letters("R♠D♠:0.5, AKs")
    'K♠Q♠:0.5, AKs'
    """
    return _FRENCH_LETTER.sub(lambda match: RANK_LETTERS[_FRENCH_RANKS[match.group()]], text)


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
        If `text` is no string.
    ValueError
        If the text is empty or some of it is no card; the message quotes it.

    Examples
    --------
    >>> parse_cards("AsKd 10h T♥")
    array([51, 45, 34, 34], dtype=uint8)
    >>> parse_cards("R♠ D♦", lang="fr")
    array([47, 41], dtype=uint8)
    """
    if not isinstance(text, str):
        raise TypeError(f"card text must be a string, got {type(text).__name__}")
    if lang not in _PATTERNS:
        raise ValueError(f"unknown language {lang!r}; known: 'en', 'fr'")
    pattern = _PATTERNS[lang]
    position = _match_end(_LEADING, text, 0)
    cards = bytearray()
    while position < len(text):
        match = pattern.match(text, position)
        if match is None:
            raise ValueError(_unreadable_message(text, position))
        rank, suit, *french = match.groups()
        if rank is None:
            cards.append(N_SUITS * _FRENCH_RANKS[french[0]] + _SUITS[french[1]])
        else:
            cards.append(N_SUITS * _RANKS[rank] + _SUITS[suit[0]])
        position = match.end()
    if not cards:
        raise ValueError("no cards: the text is empty")
    return np.frombuffer(cards, dtype=np.uint8)


def _match_end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return position if match is None else match.end()


def _unreadable_message(text: str, position: int) -> str:
    bad = text[position : _match_end(_UNREADABLE, text, position)]
    where = "" if bad == text else f" at position {position} of {_shortened(text)}"
    return (
        f"{bad!r} is not a card{where}; a card is a rank ({' '.join(RANK_LETTERS)} or 10) "
        f"followed by a suit ({' '.join(SUIT_LETTERS)} or {' '.join(s[0] for s in _SUIT_SYMBOLS)})"
    )


def _shortened(text: str, limit: int = 60) -> str:
    return repr(text if len(text) <= limit else text[:limit] + "…")


def format_cards(
    cards: ArrayLike, *, lang: Lang = "en", symbols: bool = False, sep: str = " "
) -> str | NDArray[np.str_]:
    """Write cards as text that `parse_cards` reads.

    Parameters
    ----------
    cards : array_like of int, shape (..., n)
        Card ids, 0..51.
    lang : {"en", "fr"}, optional
        ``"fr"`` writes roi, dame and valet as ``R D V`` and the suits as symbols.
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
        If the ids are not integers.
    ValueError
        If an id is outside 0..51.

    Examples
    --------
    >>> format_cards([51, 45, 34])
    'As Kd Th'
    >>> format_cards([[51, 45], [34, 0]], lang="fr")
    array(['A♠ R♦', 'T♥ 2♣'], dtype='<U5')
    """
    if lang not in _PATTERNS:
        raise ValueError(f"unknown language {lang!r}; known: 'en', 'fr'")
    ids = np.asarray(cards)
    if ids.size and ids.dtype.kind not in "iu":
        raise TypeError(f"card ids must be integers, got dtype {ids.dtype}")
    bad = ids[(ids < 0) | (ids >= N_CARDS)] if ids.size else ids
    if bad.size:
        raise ValueError(f"card id {bad[0]} is outside 0..{N_CARDS - 1}")
    names = _card_names(lang, symbols)
    if ids.ndim <= 1:
        return sep.join(names[card] for card in ids.reshape(-1).tolist())
    rows = ids.reshape(-1, ids.shape[-1]).tolist() if ids.size else []
    texts = [sep.join(names[card] for card in row) for row in rows]
    return np.array(texts, dtype=np.str_).reshape(ids.shape[:-1])


def _card_names(lang: Lang, symbols: bool) -> list[str]:
    ranks = [_FRENCH_LETTERS.get(r, r) if lang == "fr" else r for r in RANK_LETTERS]
    suits = [s[0] for s in _SUIT_SYMBOLS] if symbols or lang == "fr" else list(SUIT_LETTERS)
    return [rank + suit for rank in ranks for suit in suits]
