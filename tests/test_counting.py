"""Every hand of the deck, through the kernels."""

import math
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from figures import (
    CLASS_NUMBER_SUMS,
    CLASSES,
    HANDS,
    HANDS_NO_WHEEL,
    TOTAL_CLASSES,
    TOTAL_HANDS,
)
from handrank import class_number, deal, evaluate, hand_category
from handrank.kernels.counting import COUNT_RANKS
from handrank.tables import load_tables


def counts_of(n_cards: int, rules: str) -> NDArray[np.int64]:
    """Return how many of all hands of so many cards have each rank."""
    tables = load_tables(rules)
    counts: NDArray[np.int64] = COUNT_RANKS[n_cards](
        tables.card_keys, tables.displacements[n_cards], tables.ranks[n_cards], tables.suited
    )
    return counts


def by_category(counts: NDArray[np.int64], rules: str) -> tuple[list[int], list[int]]:
    """Return how many hands and how many classes there are of each category."""
    ranks = np.flatnonzero(counts)
    categories = hand_category(ranks, rules=rules)
    hands = np.zeros(10, dtype=np.int64)
    np.add.at(hands, categories, counts[ranks])
    return hands.tolist(), np.bincount(categories, minlength=10).tolist()


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_all_hands_under_high(n_cards: int) -> None:
    counts = counts_of(n_cards, "high")
    assert counts.sum() == TOTAL_HANDS[n_cards] == math.comb(52, n_cards)
    assert by_category(counts, "high") == (HANDS[n_cards], CLASSES[n_cards])
    ranks = np.flatnonzero(counts)
    assert len(ranks) == TOTAL_CLASSES[n_cards]
    numbers = class_number(ranks).astype(np.int64)
    assert (numbers * counts[ranks]).sum() == CLASS_NUMBER_SUMS[n_cards]


def test_all_five_card_hands_without_the_wheel() -> None:
    counts = counts_of(5, "high-no-wheel")
    hands, classes = by_category(counts, "high-no-wheel")
    assert hands == HANDS_NO_WHEEL
    assert sum(classes) == TOTAL_CLASSES[5]


@pytest.mark.parametrize("n_cards", [6, 7])
def test_without_the_wheel_straights_are_fewer_and_nothing_else_moves(n_cards: int) -> None:
    hands, classes = by_category(counts_of(n_cards, "high-no-wheel"), "high-no-wheel")
    assert sum(hands) == TOTAL_HANDS[n_cards]
    assert (classes[4], classes[8], classes[9]) == (9, 8, 1)
    # Full houses, quads and royal flushes never held a wheel as their best five.
    assert [hands[i] for i in (6, 7, 9)] == [HANDS[n_cards][i] for i in (6, 7, 9)]
    lost = [HANDS[n_cards][i] - hands[i] for i in (4, 8)]
    gained = [hands[i] - HANDS[n_cards][i] for i in (0, 1, 2, 3, 5)]
    assert min(lost) > 0
    assert min(gained) >= 0
    assert sum(lost) == sum(gained)


@pytest.mark.parametrize("rules", ["high", "high-no-wheel"])
def test_evaluate_counts_the_same_five_card_hands(rules: str, all_fives: NDArray[np.uint8]) -> None:
    ranks = evaluate(all_fives, rules=rules)
    np.testing.assert_array_equal(np.bincount(ranks, minlength=1 << 16), counts_of(5, rules))


@pytest.mark.slow
@pytest.mark.parametrize("n_cards", [6, 7])
def test_evaluate_counts_the_same_hands(n_cards: int) -> None:
    found = np.zeros(1 << 16, dtype=np.int64)
    rows = 0
    for block in _all_hands(n_cards):
        rows += len(block)
        found += np.bincount(evaluate(block), minlength=1 << 16)
    assert rows == TOTAL_HANDS[n_cards]
    np.testing.assert_array_equal(found, counts_of(n_cards, "high"))


def _all_hands(n_cards: int) -> Iterator[NDArray[np.uint8]]:
    """Yield all hands of the deck, by their two highest cards."""
    smaller = np.array(list(combinations(range(52), n_cards - 2)), dtype=np.uint8)
    smaller = smaller[np.argsort(smaller[:, -1], kind="stable")]
    last = smaller[:, -1]
    for first in range(n_cards - 2, 51):
        lower = smaller[: np.searchsorted(last, first)]
        for second in range(first + 1, 52):
            block = np.empty((len(lower), n_cards), dtype=np.uint8)
            block[:, :-2] = lower
            block[:, -2:] = first, second
            yield block


def test_random_hands_are_hands_that_were_counted() -> None:
    counts = counts_of(7, "high")
    assert counts[evaluate(deal(10_000, rng=np.random.default_rng(1)))].all()
