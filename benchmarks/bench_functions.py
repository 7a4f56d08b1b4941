"""pytest-benchmark: handrank's part of the reports, a test for each line.

`pytest benchmarks --benchmark-enable` times it, to be stored and compared by pytest-benchmark;
without that option each line runs once, on a few hands. The reports are the fairer comparison:
there the contestants take turns.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import showdown_rate
from equity_questions import QUESTIONS, Question
from equity_report import question_entrants
from handrank.arrays.threads import set_threads
from own import ALL_HANDS, FLOOR, OWN
from report import hand_entrants
from timing import CALLS_OF_A_SHORT_RUN, Entrant, Turn


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    set_threads(1)
    yield
    set_threads(None)


def time_entrant(benchmark: BenchmarkFixture, entrant: Entrant) -> None:
    """Time an entrant's turns; what a turn prepares is not timed."""
    numbers = count(-1)

    def next_turn() -> tuple[tuple[Turn], dict[str, Any]]:
        return (entrant(next(numbers)),), {}

    benchmark.extra_info["units"] = benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda turn: turn.units_of(turn.run()),
        setup=next_turn,
        rounds=CALLS_OF_A_SHORT_RUN,
        warmup_rounds=1,
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one.name, marks=[pytest.mark.slow] if one is ALL_HANDS else [])
        for one in (FLOOR, *OWN)
    ],
)
def test_ranks_hands(benchmark: BenchmarkFixture, name: str) -> None:
    chosen = [one for one in (FLOOR, *OWN) if one.name == name]
    hands = 1_000_000 if benchmark.enabled else 2_000
    time_entrant(benchmark, hand_entrants(chosen, hands, np.random.default_rng(7))[name])


@pytest.mark.parametrize(
    "question",
    [
        # Millions of deals, whether they are timed or not.
        pytest.param(one, id=one.name, marks=[pytest.mark.slow] if one.each else [])
        for one in QUESTIONS
    ],
)
def test_answers_questions(benchmark: BenchmarkFixture, question: Question) -> None:
    time_entrant(benchmark, question_entrants([question])[question.name])


def test_plays_showdowns(benchmark: BenchmarkFixture) -> None:
    deals = 100_000 if benchmark.enabled else 500
    time_entrant(benchmark, showdown_rate.entrant(deals))
