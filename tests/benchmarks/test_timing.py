"""Rounds, turns and ratios."""

from typing import Any

import pytest

from timing import CALLS_OF_A_SHORT_RUN, Entrant, Turn, ratio, time_rounds


def test_entrants_take_turns_at_being_first() -> None:
    order: list[tuple[int, str]] = []

    def entrant(name: str) -> Entrant:
        return lambda number: Turn(lambda: order.append((number, name)))

    timings = time_rounds({name: entrant(name) for name in "abc"}, rounds=3)
    assert {name: len(seconds) for name, seconds in timings.items()} == {"a": 3, "b": 3, "c": 3}
    assert [number for number, _ in order] == [-1] * 3 + [0] * 3 + [1] * 3 + [2] * 3
    assert len({name for _, name in order[::3]}) > 1


def test_a_short_run_is_called_twenty_times_where_it_may_be() -> None:
    calls = []
    Turn(lambda: calls.append(0)).seconds()
    assert len(calls) == 1
    Turn(lambda: calls.append(0), repeatable=True).seconds()
    assert len(calls) == 1 + CALLS_OF_A_SHORT_RUN
    assert CALLS_OF_A_SHORT_RUN >= 20


def test_seconds_are_for_a_unit() -> None:
    clock = iter(range(0, 10_000, 500))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("timing.time.perf_counter_ns", lambda: next(clock))
        assert Turn(lambda: 4, units=lambda result: result).seconds()[0] == pytest.approx(125e-9)
        assert Turn(lambda: 4, units=10).seconds()[0] == pytest.approx(50e-9)


def test_results_are_checked_in_each_round() -> None:
    seen: list[dict[str, Any]] = []
    time_rounds({"a": lambda number: Turn(lambda: number)}, rounds=2, check=seen.append)
    assert seen == [{"a": -1}, {"a": 0}, {"a": 1}]


def test_a_ratio_is_the_median_of_the_rounds_ratios() -> None:
    assert ratio({"a": [1, 2, 9], "b": [1, 4, 3]}, "a", "b") == 1
