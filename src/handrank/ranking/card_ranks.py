"""The card ranks behind a hand rank: what decides a showdown, the most significant first."""

import itertools
from functools import cache

import numpy as np
from numpy.typing import NDArray

from handrank.lookup.encoding import CATEGORY_SHIFT, FLUSH_SIZE
from handrank.ranking.hands import evaluate
from handrank.rulebook.cards import N_SUITS
from handrank.rulebook.rules import N_RANKS, RANK_LETTERS, HandCategory, Rules, get_rules

_ACE = RANK_LETTERS.index("A")
_KING = RANK_LETTERS.index("K")

# The categories of five cards of one suit.
SUITED_CATEGORIES = frozenset(
    (HandCategory.FLUSH, HandCategory.STRAIGHT_FLUSH, HandCategory.ROYAL_FLUSH)
)


@cache
def significant_ranks(rules: str) -> NDArray[np.uint8]:
    """Return the ranks of the five cards of each class of hands.

    Parameters
    ----------
    rules : str
        Name of the rule set.

    Returns
    -------
    ndarray of uint8, shape (65536, 5)
        By hand rank, the card ranks (0..12), the most significant first: the cards that come more
        often first, then the higher ones, an ace below the deuce coming last. Rows of numbers that
        are no hand rank hold zeros. Read-only.

    Examples
    --------
    >>> from handrank import evaluate
    >>> significant_ranks("high")[evaluate("As2d3d4d5dKhKs")]  # the wheel
    array([ 3,  2,  1,  0, 12], dtype=uint8)
    """
    rule_set = get_rules(rules)
    deck = range(rule_set.lowest_rank, N_RANKS)
    multisets = np.array(
        [
            combination
            for combination in itertools.combinations_with_replacement(deck, FLUSH_SIZE)
            if combination[0] != combination[-1]
        ],
        dtype=np.uint8,
    )
    # Sorted cards of these suits are five different cards without a flush.
    mixed = N_SUITS * multisets + np.array([0, 1, 2, 3, 0], dtype=np.uint8)
    distinct = multisets[(np.diff(multisets, axis=1) > 0).all(axis=1)]
    hands = np.concatenate((mixed, N_SUITS * distinct))
    table = np.zeros((1 << 16, FLUSH_SIZE), dtype=np.uint8)
    table[evaluate(hands, rules=rules, threads=1)] = _in_order(hands // N_SUITS, rule_set)
    table.flags.writeable = False
    return table


@cache
def is_suited(rules: str) -> NDArray[np.bool_]:
    """Return whether a hand is five cards of one suit, by the category's place: bits 12..15."""
    suited = np.zeros(1 << 16 - CATEGORY_SHIFT, dtype=np.bool_)
    for place, category in enumerate(get_rules(rules).categories):
        suited[place] = category in SUITED_CATEGORIES
    suited.flags.writeable = False
    return suited


def _in_order(card_ranks: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
    """Return the card ranks of each hand, the most significant first."""
    masks = np.bitwise_or.reduce(1 << card_ranks.astype(np.int64), axis=1)
    # A straight with an ace but no king has the ace at its foot.
    ace_is_low = np.isin(masks, rules.straights) & (masks >> _KING & 1 == 0) | rules.ace_low
    counts = (card_ranks[:, :, None] == card_ranks[:, None, :]).sum(axis=2)
    heights = card_ranks + 1
    heights[ace_is_low[:, None] & (card_ranks == _ACE)] = 0
    order = np.argsort(-(counts * (N_RANKS + 1) + heights), axis=1, kind="stable")
    return np.take_along_axis(card_ranks, order, axis=1)
