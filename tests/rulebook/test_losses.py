"""Masks and truth values that NumPy would drop or turn into numbers, in every public function."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import handrank
from handrank import (
    Range,
    class_number,
    deal,
    decided_by,
    describe_rank,
    eight_or_better,
    equity,
    equity_grid,
    evaluate,
    evaluate_masks,
    format_cards,
    hand_category,
    pot_shares,
    range_grid,
    rank_of_class,
    set_threads,
    settle,
    showdown,
    side_pots,
    winners,
)

Call = Callable[[Any], object]
HOLE, BOARD = [[51, 50], [47, 46]], [0, 5, 10, 15, 33]
RANKS, BETS = [[28673, 4251]], [[10, 5]]

# By the argument: a good value of it and what takes it.
ARRAYS: dict[str, tuple[list[Any], Call]] = {
    "cards": ([0, 1, 4, 8, 12], evaluate),
    "hole": ([51, 50], lambda hole: evaluate(hole, BOARD)),
    "board": (BOARD, lambda board: evaluate(HOLE, board)),
    "masks": ([31, 62], evaluate_masks),
    "cards of best_five": ([0, 1, 4, 8, 12], handrank.best_five),
    "cards of describe": ([0, 1, 4, 8, 12], handrank.describe),
    "cards to format": ([0, 1], format_cards),
    "ranks of winners": ([28673, 4251], winners),
    "ranks of pot_shares": ([28673, 4251], pot_shares),
    "ranks of hand_category": ([28673, 4251], hand_category),
    "ranks of class_number": ([28673, 4251], class_number),
    "ranks of describe_rank": ([28673, 4251], describe_rank),
    "ranks of eight_or_better": ([0, 0], eight_or_better),
    "class numbers": ([1, 2], rank_of_class),
    "ranks of settle": ([28673, 4251], lambda ranks: settle(ranks, BETS)),
    "bets of settle": ([1, 5], lambda bets: settle(RANKS, bets)),
    "low ranks of settle": ([1, 0], lambda low: settle(RANKS, BETS, low_ranks=low)),
    "buttons": ([1, 0], lambda button: settle(RANKS * 2, BETS * 2, button=button)),
    "bets of side_pots": ([1, 5], side_pots),
    "hole of showdown": (HOLE, lambda hole: showdown(hole, BOARD)),
    "board of showdown": (BOARD, lambda board: showdown(HOLE, board)),
    "bets of showdown": ([1, 5], lambda bets: showdown(HOLE, BOARD, bets=bets)),
    "low ranks of showdown": ([1, 0], lambda low: showdown(HOLE, BOARD, low_ranks=low)),
    "ranks of decided_by": ([28673, 4251], decided_by),
    "hole of describe_showdown": (HOLE, lambda hole: handrank.describe_showdown(hole, BOARD)),
    "dead of deal": ([1, 2], lambda dead: deal(3, dead=dead)),
    "board of equity": ([1, 2, 3], lambda board: equity(["AsAh", "KsKh"], board)),
    "dead of equity": ([1, 2], lambda dead: equity(["AsAh", "KsKh"], [3, 6, 9], dead=dead)),
    "hole of equity": ([1, 2], lambda hole: equity([hole, "KsKh"], [3, 6, 9])),
    "hole of equity_grid": ([1, 2], lambda hole: equity_grid(hole, [3, 6, 9, 12, 20])),
    "combos": ([1, 2], lambda combo: Range.from_combos([combo])),
}
FLAGS: dict[str, tuple[list[Any], Call]] = {
    "folded of settle": ([True, False], lambda gone: settle(RANKS, BETS, folded=gone)),
    "folded of side_pots": ([True, False], lambda gone: side_pots(BETS, folded=gone)),
    "folded of showdown": ([True, False], lambda gone: showdown(HOLE, BOARD, folded=gone)),
}
NUMBERS: dict[str, tuple[list[Any], Call]] = {
    "weights": ([0.5, 1.0], lambda weights: Range.from_combos(HOLE, weights)),
    "values": ([0.5] * 169, range_grid),
}
ALL = {**ARRAYS, **FLAGS, **NUMBERS}
COUNTS: dict[str, Call] = {
    "n": deal,
    "n_cards": lambda n: deal(3, n),
    "n_cards of count_ranks": handrank.count_ranks,
    "seed": lambda seed: deal(3, seed=seed),
    "threads": lambda threads: evaluate([[0, 1, 4, 8, 12]], threads=threads),
    "set_threads": set_threads,
    "axis": lambda axis: evaluate([[0, 1, 4, 8, 12]] * 7, axis=axis),
    "axis of winners": lambda axis: winners(RANKS, axis=axis),
    "trials": lambda trials: equity(["AsAh", "KsKh"], method="sampled", trials=trials),
}


def masked(values: Any) -> Any:
    array = np.ma.MaskedArray(values)
    array[..., -1] = np.ma.masked
    return array


@pytest.mark.filterwarnings("ignore:Warning. converting a masked element to nan:UserWarning")
@pytest.mark.parametrize("name", ALL)
def test_masked_entries_are_refused(name: str) -> None:
    good, call = ALL[name]
    call(good)
    flat = np.ravel(good).tolist()
    hidden = [
        masked(good),
        [masked(good), masked(good)],
        [list(good), (masked(good),)],
        [*flat[:-1], np.ma.masked],
        (*flat[:-1], masked([flat[-1]])[0]),
    ]
    for given in hidden:
        with pytest.raises(ValueError, match="has masked entries; fill or drop them first"):
            call(given)


@pytest.mark.parametrize("name", ARRAYS)
def test_truth_values_are_refused_as_integers(name: str) -> None:
    good, call = ARRAYS[name]
    rest = np.ravel(good).tolist()[1:]
    hidden = [
        [True, *rest],
        [np.True_, *rest],
        [np.array(True), *rest],
        [[np.False_, *rest], [1, *rest]],
        [np.array([True, *rest[:-1], False], dtype=bool), np.array([1, *rest])],
        ([1, *rest], (True, *rest)),
    ]
    for given in hidden:
        with pytest.raises(TypeError, match=r"bool among|text, got bool|truth values among"):
            call(given)
    with pytest.raises(TypeError, match="bool"):
        call(np.array([True, *rest], dtype=bool))


@pytest.mark.parametrize("name", FLAGS)
def test_integers_are_refused_as_truth_values(name: str) -> None:
    _, call = FLAGS[name]
    call([np.True_, False])
    call(np.array([True, False]))
    for given in ([True, 0], [np.True_, 5], [True, None], [1, 0], [np.array(True), 0], ["", True]):
        with pytest.raises(TypeError, match=r"truth values among other things|True or False"):
            call(given)


def test_rows_of_truth_values_may_be_lists_and_arrays() -> None:
    expected = settle(RANKS * 2, BETS * 2, folded=[[True, False], [False, True]])
    folded: list[Any] = [[True, False], np.array([False, True])]
    np.testing.assert_array_equal(settle(RANKS * 2, BETS * 2, folded=folded), expected)


def test_weights_are_numbers_or_truth_values_and_not_both() -> None:
    assert Range.from_combos(HOLE, [True, False]) == Range.from_combos(HOLE, [1, 0])
    with pytest.raises(TypeError, match="weights has truth values among other things"):
        Range.from_combos(HOLE, [True, 0.5])


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str) -> None:
    masked_one = np.ma.MaskedArray(1, mask=True)
    for number in (True, np.True_, np.array(True), masked_one, np.ma.masked, np.array([1]), 1.0):
        with pytest.raises(TypeError, match=f"must be an integer, got {type(number).__name__}$"):
            COUNTS[name](number)
