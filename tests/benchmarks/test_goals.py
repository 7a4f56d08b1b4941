"""Goals beside what was measured."""

from goals import Goal, goals_table

TIMINGS = {"fast": [1e-9, 2e-9, 3e-9], "slow": [4e-9, 4e-9, 4e-9]}


def test_the_table() -> None:
    goals = [Goal("fast", 0.6, "slow"), Goal("slow", 3e-9), Goal("fast", 1, "not measured")]
    assert goals_table(goals, TIMINGS).splitlines()[2:] == [
        "| fast | 2.00 ns | 4.00 ns (slow) | 0.500 times | 0.600 times | yes |",
        "| slow | 4.00 ns | – | 4.00 ns | 3.00 ns | no |",
    ]


def test_without_goals_there_is_no_table() -> None:
    assert goals_table([Goal("other", 1)], TIMINGS) == ""
