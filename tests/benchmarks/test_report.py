"""The report on ranking hands: its tables, its command line, new hands in each round."""

import numpy as np
import pytest

import own
from report import GOALS, hand_entrants, main


def test_tables(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--hands", "500", "--rounds", "2", "--only", "evaluate, check", "--only", "first"])
    printed = capsys.readouterr().out
    command = "`python benchmarks/report.py --hands 500 --rounds 2 --only 'evaluate, check'"
    assert command in printed
    assert "| np.copyto | 500 |" in printed
    assert "| evaluate, check=False | 500 |" in printed
    goals = [line.split(" | ") for line in printed.splitlines() if " times | " in line]
    assert goals[0][0] == "| evaluate, check=False"
    assert goals[0][2].endswith("(np.copyto)")
    assert goals[0][-1] in ("yes |", "no |")
    assert "| first evaluate in a fresh process, compiled code cached |" in printed
    assert "treys" not in printed


@pytest.mark.parametrize("arguments", [["--hands", "0"], ["--only", "no such evaluator"]])
def test_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "error" in capsys.readouterr().err


def test_each_round_has_new_hands_and_all_contestants_the_same() -> None:
    entrants = hand_entrants([own.FLOOR, own.UNCHECKED], 50, np.random.default_rng(1))
    copied = [entrants[own.FLOOR.name](number).run() for number in (0, 0, 1)]
    np.testing.assert_array_equal(copied[0], copied[1])
    assert (copied[0] != copied[2]).any()
    assert entrants[own.UNCHECKED.name](1).units == 50


def test_goals_are_about_different_things() -> None:
    assert len({(goal.of, goal.against) for goal in GOALS}) == len(GOALS)
