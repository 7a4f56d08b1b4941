"""Categories and class numbers of hand ranks."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

import oracle
from figures import CLASS_NUMBERS, SINGLE_HANDS, TOTAL_CLASSES
from handrank import (
    HandCategory,
    class_number,
    eight_or_better,
    evaluate,
    hand_category,
    rank_of_class,
)
from handrank.rulebook.rules import RulesName

RULES = ["high", "high-no-wheel"]


@pytest.mark.parametrize(("hand", "number"), SINGLE_HANDS)
def test_single_hands(hand: str, number: int) -> None:
    assert class_number(evaluate(hand)) == number
    assert rank_of_class(number) == evaluate(hand)


@pytest.mark.parametrize("rules", RULES)
def test_class_numbers_go_from_the_best_to_the_worst(rules: RulesName) -> None:
    numbers = np.arange(1, TOTAL_CLASSES[5] + 1)
    ranks = rank_of_class(numbers, rules=rules)
    assert ranks.dtype == np.uint16
    assert (np.diff(ranks.astype(int)) < 0).all()
    back = class_number(ranks, rules=rules)
    assert back.dtype == np.uint16
    np.testing.assert_array_equal(back, numbers)


def test_category_of_every_class() -> None:
    for category, (best, worst) in zip(HandCategory, CLASS_NUMBERS, strict=True):
        found = hand_category(rank_of_class(np.arange(best, worst + 1)))
        assert found.dtype == np.uint8
        assert set(found.tolist()) == {category}


def test_no_wheel_moves_hands_but_not_the_number_of_classes() -> None:
    rank = partial(evaluate, rules="high-no-wheel")
    expected = {
        "2s3h4d5c6s": HandCategory.STRAIGHT,
        "2s3s4s5s6s": HandCategory.STRAIGHT_FLUSH,
        "As2s3s4s5s": HandCategory.FLUSH,
        "As2h3d4c5s": HandCategory.HIGH_CARD,
    }
    for hand, category in expected.items():
        assert hand_category(rank(hand), rules="high-no-wheel") is category
    # One straight flush fewer stands above them, and one straight fewer besides.
    for hand, fewer in [("2s3s4s5s6s", 0), ("2s2h2d2c3s", 1), ("2s3h4d5c6s", 0), ("2s2h2d4c3s", 1)]:
        high = class_number(evaluate(hand))
        assert class_number(rank(hand), rules="high-no-wheel") == high - fewer
    assert class_number(rank("7s5h4d3c2s"), rules="high-no-wheel") == TOTAL_CLASSES[5]


def test_scalars_and_shapes(make_hands: Callable[..., NDArray[np.uint8]]) -> None:
    rank = evaluate("KsKdKh3c3d9h2s")
    assert hand_category(rank) is HandCategory.FULL_HOUSE
    assert hand_category(int(rank)) is HandCategory.FULL_HOUSE
    assert type(class_number(rank)) is np.uint16
    assert type(rank_of_class(7462)) is np.uint16
    ranks = evaluate(make_hands(24).reshape(2, 3, 4, 7))
    for function in (hand_category, class_number):
        assert function(ranks).shape == (2, 3, 4)
        assert function(np.asfortranarray(ranks)).tolist() == function(ranks).tolist()
        assert function(ranks.astype("i8")).tolist() == function(ranks).tolist()
        assert function([]).shape == (0,)
        assert function(np.zeros((0, 3), dtype=np.uint16)).shape == (0, 3)
    assert rank_of_class(class_number(ranks)).tolist() == ranks.tolist()
    assert rank_of_class([]).shape == (0,)


def test_category_agrees_with_the_oracle_for_six_and_seven_cards(
    make_hands: Callable[..., NDArray[np.uint8]],
) -> None:
    for n_cards in (6, 7):
        cards = make_hands(300, n_cards, seed=9)
        for hand, number in zip(
            cards.tolist(), hand_category(evaluate(cards)).tolist(), strict=True
        ):
            assert HandCategory(number).name.lower().replace("_", " ") == oracle.category(hand)


@pytest.mark.parametrize(
    "rank", [0, 1278, 4096, 5 << 12, (4 << 12) + 11, (9 << 12) + 2, 10 << 12 | 1]
)
@pytest.mark.parametrize("function", [hand_category, class_number])
def test_numbers_that_are_no_rank(function: Callable[..., object], rank: int) -> None:
    with pytest.raises(ValueError, match=f"^no hand has rank {rank} under 'high'"):
        function(rank)
    with pytest.raises(ValueError, match=f"^index 2: no hand has rank {rank} under"):
        function([1, 2, rank, rank])
    with pytest.raises(ValueError, match=rf"^index \(1, 0\): no hand has rank {rank} under"):
        function([[1, 2], [rank, 3]])


@pytest.mark.parametrize("rank", [-1, 1 << 16, -(1 << 63), (1 << 63) - 1, (1 << 16) + 1])
@pytest.mark.parametrize("function", [hand_category, class_number])
def test_ranks_outside_sixteen_bits(function: Callable[..., object], rank: int) -> None:
    with pytest.raises(ValueError, match=rf"^hand rank {rank} is outside 0\.\.65535"):
        function(rank)
    with pytest.raises(ValueError, match=r"outside 0\.\.65535"):
        function(np.array([1, 2**64 - 1], dtype=np.uint64))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("number", [0, -1, 7463, 1 << 40])
def test_numbers_that_are_no_class(number: int, rules: RulesName) -> None:
    with pytest.raises(ValueError, match=rf"class number {number} is outside 1\.\.7462"):
        rank_of_class(number, rules=rules)


@pytest.mark.parametrize("function", [hand_category, class_number, rank_of_class])
@pytest.mark.parametrize(
    ("given", "dtype"), [(1.0, "float64"), (True, "bool"), ("1", "<U1"), (None, "object")]
)
def test_wrong_dtypes(function: Callable[..., object], given: object, dtype: str) -> None:
    with pytest.raises(TypeError, match=f"must be integers, got dtype {dtype}"):
        function(given)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint16", "uint64", ">i4"])
def test_any_integer_dtype_and_layout(dtype: str) -> None:
    numbers = np.arange(1, 121).reshape(30, 4).astype(dtype)
    ranks = numbers.astype(np.uint16)  # of the worst hands: those without a pair
    for layout in (numbers, np.asfortranarray(numbers), numbers[::-1].copy()[::-1]):
        np.testing.assert_array_equal(class_number(layout), 7463 - ranks.astype(int))
        np.testing.assert_array_equal(rank_of_class(layout), rank_of_class(ranks))
        np.testing.assert_array_equal(hand_category(layout), HandCategory.HIGH_CARD)
        np.testing.assert_array_equal(eight_or_better(layout), 0)
