"""pytest-benchmark: every contestant ranks random hands, and all of them must agree.

Timed with `pytest benchmarks --benchmark-enable`; without it each runs once, on few hands, and only
the agreement counts. `report.py` is the fairer comparison: there the contestants take turns.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from contestants import Contestant, Meaning, Rows
from fresh_process import SCRIPTS, Script, time_script
from handrank import HandCategory, class_number, deal, evaluate, hand_category, parse_cards
from handrank.arrays.threads import set_threads
from own import ALL_HANDS, BOARD_CARDS, DEALS, FLOOR, OWN
from report import main as report
from rivals import RIVALS

SMOKE_HANDS = 2_000
TIMED_HANDS = 1_000_000
TIMED_ROUNDS = 5

# Random hands rarely hold the best categories, so each has one here.
ONE_OF_EACH_CATEGORY = [
    "2c 4d 6h 8s Tc Qd Ah",
    "2c 2d 6h 8s Tc Qd Ah",
    "2c 2d 6h 6s Tc Qd Ah",
    "2c 2d 2h 8s Tc Qd Ah",
    "Ac 2d 3h 4s 5c Qd Kh",
    "2c 4c 6c 8c Tc Qd Ah",
    "2c 2d 2h 8s 8c Qd Ah",
    "2c 2d 2h 2s Tc Qd Ah",
    "Ac 2c 3c 4c 5c Qd Kh",
    "Ac Kc Qc Jc Tc 2d 3h",
]

# How many of the 133,784,560 seven-card hands each category has: the reference figures, high hands.
SEVEN_CARD_COUNTS = [
    23_294_460,
    58_627_800,
    31_433_400,
    6_461_620,
    6_180_020,
    4_047_644,
    3_473_184,
    224_848,
    37_260,
    4_324,
]


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    set_threads(1)
    yield
    set_threads(None)


def smoke_rows(contestant: Contestant) -> Rows:
    n_rows = contestant.rows_for(SMOKE_HANDS)
    rows = deal(n_rows, contestant.n_cards, rng=np.random.default_rng(52))
    if contestant.n_cards == 7:
        rows[: len(ONE_OF_EACH_CATEGORY)] = [parse_cards(hand) for hand in ONE_OF_EACH_CATEGORY]
    return rows


def places(numbers: NDArray[Any]) -> NDArray[np.intp]:
    """Replace numbers by their places in order, equal numbers by equal places."""
    ordered: NDArray[np.intp] = np.unique(numbers, return_inverse=True)[1]
    return ordered


def check_agreement(contestant: Contestant, rows: Rows, result: NDArray[Any]) -> None:
    """Compare what a contestant returned with the hand ranks of `evaluate`."""
    if contestant.meaning is Meaning.CARDS:
        np.testing.assert_array_equal(result, rows)
        return
    if contestant.meaning is Meaning.RANK_COUNTS:
        held = np.flatnonzero(result)
        counts = np.bincount(hand_category(held), weights=result[held], minlength=10)
        np.testing.assert_array_equal(counts, SEVEN_CARD_COUNTS)
        return
    ranks = evaluate(seven_card_hands(contestant, rows))
    result = result.reshape(-1)
    if contestant.meaning is Meaning.HAND_RANKS:
        np.testing.assert_array_equal(result, ranks)
    elif contestant.meaning is Meaning.CLASS_NUMBERS:
        np.testing.assert_array_equal(result, class_number(ranks))
    else:
        assert contestant.meaning is Meaning.LARGER_WINS
        np.testing.assert_array_equal(places(result), places(ranks))


def seven_card_hands(contestant: Contestant, rows: Rows) -> Rows:
    """Return the hands that a contestant's rows make up, in the order it ranks them."""
    if contestant is not DEALS:
        return rows
    deals = ((row[:BOARD_CARDS], row[BOARD_CARDS:].reshape(-1, 2)) for row in rows)
    return np.array([[*board, *hole] for board, holes in deals for hole in holes])


@pytest.mark.parametrize(
    "contestant",
    [
        pytest.param(one, id=one.name, marks=[pytest.mark.slow] if one is ALL_HANDS else [])
        for one in (FLOOR, *OWN, *RIVALS)
    ],
)
def test_ranks_hands(benchmark: BenchmarkFixture, contestant: Contestant) -> None:
    rows = smoke_rows(contestant)
    check_agreement(contestant, rows, contestant.prepare(rows)())

    rng = np.random.default_rng(7)
    n_rows = contestant.rows_for(TIMED_HANDS if benchmark.enabled else SMOKE_HANDS)

    def fresh_run() -> tuple[tuple[Any], dict[str, Any]]:
        return (contestant.prepare(deal(n_rows, contestant.n_cards, rng=rng)),), {}

    # Only runs over as many hands are put beside each other.
    hands = contestant.hands_ranked(n_rows)
    benchmark.group = f"{hands:,} seven-card hands"
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda run: run(), setup=fresh_run, rounds=TIMED_ROUNDS, warmup_rounds=1
    )
    if benchmark.stats is not None:
        benchmark.extra_info["contestant"] = contestant.title
        benchmark.extra_info["hands"] = hands
        benchmark.extra_info["hands_per_second"] = hands / benchmark.stats.stats.median


def test_smoke_rows_hold_every_category() -> None:
    ranks = evaluate([parse_cards(hand) for hand in ONE_OF_EACH_CATEGORY])
    assert hand_category(ranks).tolist() == list(HandCategory)


def test_agreement_check_notices_a_wrong_order() -> None:
    contestant = next(one for one in RIVALS if one.meaning is Meaning.LARGER_WINS)
    rows = smoke_rows(contestant)
    result = contestant.prepare(rows)().copy()
    result[[0, 9]] = result[[9, 0]]
    with pytest.raises(AssertionError):
        check_agreement(contestant, rows, result)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_fresh_process(script: Script) -> None:
    assert time_script(script, rounds=1) > 0


def test_report_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    report(["--hands", "500", "--rounds", "2", "--only", "evaluate, check", "--only", "eval7"])
    printed = capsys.readouterr().out
    assert "| np.copyto | 500 |" in printed
    assert "| evaluate, check=False | 500 |" in printed
    assert "| evaluate, check=False: times np.copyto |" in printed
    assert "`python benchmarks/report.py --hands 500 --rounds 2" in printed
    assert "phevaluator" not in printed


@pytest.mark.parametrize("arguments", [["--hands", "0"], ["--only", "no such evaluator"]])
def test_report_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        report(arguments)
    assert stopped.value.code == 2
    assert "error" in capsys.readouterr().err
