"""`describe` and `describe_rank`: hands in words, in English and French."""

from typing import Any, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.output import Ranks
from handrank.lookup.encoding import CATEGORY_SHIFT, SUIT_MASK
from handrank.ranking.classes import OneNumber, ranks_or_0
from handrank.ranking.fives import is_suited, ranked_best_five, significant_ranks
from handrank.ranking.hands import HandOptions, OneHand
from handrank.rulebook.cards import N_SUITS, Lang
from handrank.rulebook.games import Game, GameName, rules_and_game
from handrank.rulebook.rules import RANK_LETTERS, HandCategory, RulesName, get_rules
from handrank.words.languages import vocabulary_of

_NO_SUIT = N_SUITS
_WHEEL_TOP = RANK_LETTERS.index("5")


class _DescribeOptions(HandOptions, total=False):
    lang: Lang


@overload
def describe(  # type: ignore[overload-overlap]
    cards: OneHand, board: OneHand | None = None, **options: Unpack[_DescribeOptions]
) -> str: ...
@overload
def describe(
    cards: ArrayLike, board: ArrayLike | None = None, **options: Unpack[_DescribeOptions]
) -> NDArray[np.str_]: ...
def describe(
    cards: ArrayLike,
    board: ArrayLike | None = None,
    *,
    game: GameName | Game | None = None,
    rules: RulesName | None = None,
    lang: Lang = "en",
    threads: int | None = None,
) -> str | NDArray[np.str_]:
    """Say what hands are, as players do.

    Parameters
    ----------
    cards : array_like of int or str, shape (..., n)
        Hands of 5, 6 or 7 cards, or hole cards, as `evaluate` takes them.
    board : array_like of int or str, shape (..., 3..5), optional
        Board cards; the leading dimensions broadcast.
    game : GameName or Game, optional
        What is played, as in `evaluate`.
    rules : RulesName, optional
        The rule set, where no game is meant; ``"high"`` without either. Where the low hand wins,
        five different cards are read one by one.
    lang : {"en", "fr"}, optional
        English or French.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    str or ndarray of str, shape (...)
        A text for a single hand, else an array of them.

    Raises
    ------
    TypeError
        If a dtype is not allowed.
    ValueError
        As `evaluate` does, and if the language is unknown.

    Examples
    --------
    >>> describe("8d7d6d5d4d"), describe("8d7d6d5d4d", lang="fr")
    ('straight flush, eight high, in diamonds', 'quinte flush au huit à carreau')
    >>> describe("AsKsQsJsTs"), describe("AsKsQsJsTs", lang="fr")
    ('royal flush, in spades', 'quinte flush royale à pique')
    >>> describe("KsKhKdKc2s"), describe("KsKhKdKc2s", lang="fr")
    ('four of a kind, kings', 'carré de rois')
    >>> describe("KsKhKd3c3s"), describe("KsKhKd3c3s", lang="fr")
    ('full house, kings full of threes', 'full aux rois par les trois')
    >>> describe("KdTd7d4d2d"), describe("KdTd7d4d2d", lang="fr")
    ('flush, king high, in diamonds', 'couleur au roi à carreau')
    >>> describe("8s7d6d5d4d"), describe("8s7d6d5d4d", lang="fr")
    ('straight, eight high', 'suite au huit')
    >>> describe("As2d3d4d5d"), describe("As2d3d4d5d", lang="fr")
    ('straight, five high', 'suite blanche')
    >>> describe("KsKhKd4c3s"), describe("KsKhKd4c3s", lang="fr")
    ('three of a kind, kings', 'brelan de rois')
    >>> describe("KsKh8d8c3s"), describe("KsKh8d8c3s", lang="fr")
    ('two pair, kings and eights', 'double paire de rois par les huit')
    >>> describe("8s8h4d3c2s"), describe("8s8h4d3c2s", lang="fr")
    ('pair of eights', 'paire de huit')
    >>> describe("KsTh4d3c2s"), describe("KsTh4d3c2s", lang="fr")
    ('king high', 'hauteur roi')

    Hole cards with a board, and many hands at once:

    >>> describe(["AhAd", "KdQd"], board="2d7dJd Ac 3s")
    array(['three of a kind, aces', 'flush, king high, in diamonds'],
          dtype='<U29')

    Low hands:

    >>> low = "8s6d4c3hAsKdKh"
    >>> describe(low, rules="ace-to-five"), describe(low, rules="ace-to-five", lang="fr")
    ('8-6-4-3-A low', 'low 8-6-4-3-A')
    """
    vocabulary_of(lang)
    ordered_by, _ = rules_and_game(game, rules)
    ranks, fives = ranked_best_five(cards, board, game=game, rules=rules, threads=threads)
    return _text_or_array(describe_fives(ranks, fives, rules=ordered_by, lang=lang))


def describe_fives(
    ranks: Ranks, fives: NDArray[np.uint8], *, rules: RulesName, lang: Lang
) -> NDArray[np.str_]:
    """Say what hands are whose ranks (...) and best five cards (..., 5) are known."""
    suited = is_suited(rules)[ranks >> CATEGORY_SHIFT]
    suits = np.where(suited, fives[..., 0] & SUIT_MASK, _NO_SUIT)
    return _texts(ranks, suits, rules, lang)


@overload
def describe_rank(ranks: OneNumber, *, rules: RulesName = "high", lang: Lang = "en") -> str: ...
@overload
def describe_rank(
    ranks: ArrayLike, *, rules: RulesName = "high", lang: Lang = "en"
) -> NDArray[np.str_]: ...
def describe_rank(
    ranks: ArrayLike, *, rules: RulesName = "high", lang: Lang = "en"
) -> str | NDArray[np.str_]:
    """Say what hand ranks mean, without suits: a rank does not tell them.

    Parameters
    ----------
    ranks : array_like of int, shape (...)
        Hand ranks from `evaluate` under the same `rules`; 0 is "no hand", or "no low" where the low
        hand wins.
    rules : RulesName, optional
        The rule set.
    lang : {"en", "fr"}, optional
        English or French.

    Returns
    -------
    str or ndarray of str, shape (...)
        A text for a single rank, else an array of them.

    Raises
    ------
    TypeError
        If the ranks are not integers.
    ValueError
        If no hand can have such a rank, or the rules or the language are unknown.

    Examples
    --------
    >>> from handrank import evaluate, rank_of_class
    >>> describe_rank(evaluate("KdTd7d4d2d")), describe_rank(evaluate("KdTd7d4d2d"), lang="fr")
    ('flush, king high', 'couleur au roi')
    >>> describe_rank(rank_of_class([1, 11, 1609]), lang="fr")
    array(['quinte flush royale', "carré d'as", 'suite blanche'], dtype='<U19')
    >>> describe_rank(0, rules="ace-to-five"), describe_rank(0, rules="ace-to-five", lang="fr")
    ('no low', 'pas de low')
    """
    vocabulary_of(lang)
    numbers = ranks_or_0(ranks, rules)
    return _text_or_array(_texts(numbers, np.full(numbers.shape, _NO_SUIT), rules, lang))


def _text_or_array(texts: NDArray[np.str_]) -> str | NDArray[np.str_]:
    """Return what the user gets: a text for a single hand, else the array."""
    return texts if texts.ndim else str(texts)


def _texts(ranks: Ranks, suits: NDArray[Any], rules: RulesName, lang: Lang) -> NDArray[np.str_]:
    """Return the text of each hand rank and suit; each different one is put together once."""
    if not ranks.ndim:
        return np.asarray(_sentence(int(ranks), int(suits), rules, lang))
    suit_codes = _NO_SUIT + 1
    distinct, inverse = np.unique(ranks.astype(np.int64) * suit_codes + suits, return_inverse=True)
    texts = [
        _sentence(code // suit_codes, code % suit_codes, rules, lang) for code in distinct.tolist()
    ]
    return np.array(texts, dtype=np.str_)[inverse.reshape(ranks.shape)]


def _sentence(rank: int, suit: int, rules: RulesName, lang: Lang) -> str:
    rule_set, words = get_rules(rules), vocabulary_of(lang)
    if rank == 0:
        return words.no_low if rule_set.low else words.no_hand
    category = rule_set.categories[rank >> CATEGORY_SHIFT]
    cards = significant_ranks(rules)[rank].tolist()
    _, sentence = words.hands[category]
    if rule_set.low and category == HandCategory.HIGH_CARD:
        sentence = words.low
    elif category == HandCategory.STRAIGHT and cards[0] == _WHEEL_TOP:
        sentence = words.wheel
    elif category == HandCategory.STRAIGHT_FLUSH and cards[0] == _WHEEL_TOP:
        sentence = words.steel_wheel
    if suit != _NO_SUIT:
        sentence += words.in_suit
    names = [words.ranks[card] for card in cards]
    return sentence.format(*names, suit="" if suit == _NO_SUIT else words.suits[suit])
