"""Every hand of the deck, through the kernels."""

import math
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from figures import CLASS_NUMBER_SUMS, CLASSES, HANDS, HANDS_NO_WHEEL, TOTAL_CLASSES, TOTAL_HANDS
from handrank import (
    all_hands,
    class_number,
    count_ranks,
    deal,
    evaluate,
    evaluate_masks,
    hand_category,
)
from handrank.ranking.counting import count_one_by_one
from handrank.rulebook.rules import RulesName


def counts_of(n_cards: int, rules: RulesName) -> NDArray[np.int64]:
    """Return how many of all hands of so many cards have each rank."""
    return count_ranks(n_cards, rules=rules)


def by_category(counts: NDArray[np.int64], rules: RulesName) -> tuple[list[int], list[int]]:
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
def test_evaluate_counts_the_same_five_card_hands(
    rules: RulesName, all_fives: NDArray[np.uint8]
) -> None:
    ranks = evaluate(all_fives, rules=rules)
    np.testing.assert_array_equal(np.bincount(ranks, minlength=1 << 16), counts_of(5, rules))


@pytest.mark.parametrize("simd", ["on", "off"])
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_both_kernels_rank_every_hand_alike(
    n_cards: int, simd: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Against counts that were taken without either kernel.
    monkeypatch.setenv("HANDRANK_SIMD", simd)
    counts = count_one_by_one(n_cards, rules="high")
    np.testing.assert_array_equal(counts, counts_of(n_cards, "high"))


@pytest.mark.slow
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_both_kernels_give_every_hand_the_same_rank(
    n_cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = 0
    for hands in all_hands(n_cards):
        masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
        found = []
        for simd in ("on", "off"):
            monkeypatch.setenv("HANDRANK_SIMD", simd)
            found += [
                evaluate(hands),
                evaluate(hands, check=False),
                evaluate_masks(masks),
                evaluate(hands[:, :2], hands[:, 2:]),
            ]
        for ranks in found[1:]:
            np.testing.assert_array_equal(ranks, found[0])
        rows += len(hands)
    assert rows == TOTAL_HANDS[n_cards]


def test_all_hands_are_all_combinations_in_order() -> None:
    blocks = [block.copy() for block in all_hands(5)]
    np.testing.assert_array_equal(np.concatenate(blocks), list(combinations(range(52), 5)))
    short = np.concatenate([block.copy() for block in all_hands(5, rules="short-deck")])
    np.testing.assert_array_equal(short, list(combinations(range(16, 52), 5)))


@pytest.mark.parametrize("function", [count_ranks, all_hands])
def test_other_sizes_are_refused(function: Callable[..., Any]) -> None:
    for size in (4, 8, 0, -5):
        with pytest.raises(ValueError, match=f"n_cards must be 5, 6 or 7, got {size}"):
            list(function(size))
    with pytest.raises(TypeError, match="n_cards must be an integer, got float"):
        list(function(5.0))
    with pytest.raises(ValueError, match="unknown rules 'lowball'"):
        list(function(5, rules="lowball"))


def test_random_hands_are_hands_that_were_counted() -> None:
    counts = counts_of(7, "high")
    assert counts[evaluate(deal(10_000, rng=np.random.default_rng(1)))].all()
