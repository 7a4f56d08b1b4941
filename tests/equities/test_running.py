"""Tasks run alike on threads and executors."""

from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from handrank import equity, preflop_matrix


def executors() -> list[Callable[[], Executor]]:
    return [
        lambda: ThreadPoolExecutor(3),
        lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")),
    ]


@pytest.mark.parametrize("make", executors())
def test_executors_and_threads_change_nothing(make: Callable[[], Executor]) -> None:
    sampling: dict[str, Any] = {"method": "sampled", "trials": 1_300_000, "seed": 7}
    sampled = equity(["AKs, QQ+", "random"], threads=1, **sampling)
    exact = equity(["AA, AKs", "KK+, QJs"], threads=1)
    for threads in (2, 5):
        assert equity(["AKs, QQ+", "random"], threads=threads, **sampling) == sampled
        assert equity(["AA, AKs", "KK+, QJs"], threads=threads) == exact
    with make() as executor:
        assert equity(["AKs, QQ+", "random"], executor=executor, **sampling) == sampled
        assert equity(["AA, AKs", "KK+, QJs"], executor=executor) == exact
        # It is left running.
        assert executor.submit(abs, -1).result() == 1


def test_what_is_no_executor_and_no_list_of_players() -> None:
    nothing: Any = 5
    with pytest.raises(
        TypeError, match=r"executor must be a concurrent\.futures\.Executor, got int"
    ):
        equity(["AhAs", "KK"], board="2h7d8c", executor=nothing)
    with pytest.raises(TypeError, match=r"executor must be .*, got int"):
        preflop_matrix(executor=nothing)
    for players, kind in ((None, "NoneType"), (5, "int"), ({"AA", "KK"}, "set"), ({}, "dict")):
        wrong: Any = players
        with pytest.raises(TypeError, match=f"an entry for each player, got {kind}"):
            equity(wrong)


def test_progress_is_true_or_false() -> None:
    with pytest.raises(TypeError, match="progress must be True or False, got 'x'"):
        equity(["AA", "KK"], progress="x")  # type: ignore[arg-type]
