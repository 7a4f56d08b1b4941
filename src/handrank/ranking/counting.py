"""Every hand of the deck: one by one, and counted by hand rank."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.counts import as_count
from handrank.kernels.portable.count_hands import add_to_counts, counting_kernel, fill_hands
from handrank.lookup.encoding import FLUSH_SIZE, HAND_SIZES
from handrank.lookup.tables import load_tables
from handrank.ranking.hands import evaluate
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.errors import value_error
from handrank.rulebook.rules import RulesName, get_rules

# Hands a block: with their ranks they stay in the L2 cache.
_BLOCK = 1 << 17


def count_ranks(n_cards: int = 7, *, rules: RulesName = "high") -> NDArray[np.int64]:
    """Count the hand ranks of all hands of the deck.

    Parameters
    ----------
    n_cards : int, optional
        Cards a hand: 5, 6 or 7.
    rules : RulesName, optional
        The rule set, whose deck the hands are from.

    Returns
    -------
    ndarray of int64, shape (65536,)
        How many of all hands have each hand rank.

    Raises
    ------
    TypeError
        If `n_cards` is not an integer.
    ValueError
        If `n_cards` is not 5, 6 or 7 or `rules` is unknown.

    Examples
    --------
    >>> counts = count_ranks(7)
    >>> int(counts.sum()), int(counts[evaluate("AsKsQsJsTs2c3d")])  # royal flushes
    (133784560, 4324)
    """
    tables = load_tables(rules)
    size = _as_hand_size(n_cards)
    if size > FLUSH_SIZE and not tables.rules.suited_decide:
        return count_one_by_one(size, rules=rules)
    return counting_kernel(size)(tables.for_hands(size), lowest_card(tables.rules))


def all_hands(n_cards: int = 7, *, rules: RulesName = "high") -> Iterator[NDArray[np.uint8]]:
    """Go through all hands of the deck, in lexicographic order of card ids.

    Parameters
    ----------
    n_cards : int, optional
        Cards a hand: 5, 6 or 7.
    rules : RulesName, optional
        The rule set, whose deck the hands are from.

    Yields
    ------
    ndarray of uint8, shape (n, n_cards)
        A block of hands, in an array that is used again for the next one.

    Raises
    ------
    TypeError
        If `n_cards` is not an integer.
    ValueError
        If `n_cards` is not 5, 6 or 7 or `rules` is unknown.

    Examples
    --------
    >>> next(all_hands(5))[0]
    array([0, 1, 2, 3, 4], dtype=uint8)
    """
    lowest = lowest_card(get_rules(rules))
    following = lowest + np.arange(_as_hand_size(n_cards))
    hands = np.empty((_BLOCK, len(following)), dtype=np.uint8)
    while n_rows := fill_hands(following, hands):
        yield hands[:n_rows]


def count_one_by_one(n_cards: int, *, rules: RulesName) -> NDArray[np.int64]:
    """Count as `count_ranks`, but rank each hand by itself as `evaluate` does."""
    counts = np.zeros(1 << 16, dtype=np.int64)
    ranks = np.empty(_BLOCK, dtype=np.uint16)
    for hands in all_hands(n_cards, rules=rules):
        add_to_counts(evaluate(hands, rules=rules, out=ranks[: len(hands)]), counts)
    return counts


def _as_hand_size(n_cards: int) -> int:
    size = as_count(n_cards, "n_cards", None)
    if size not in HAND_SIZES:
        raise value_error("n_cards must be 5, 6 or 7, got {n}", n=size)
    return size
