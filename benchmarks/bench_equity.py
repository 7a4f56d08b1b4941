"""The report on equity runs, tells who is measured and refuses what it cannot measure."""

import pytest

from equity_report import GOALS, main


def test_report_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--rounds", "1", "--only", "v kdkc, exact", "--only", "omaha"])
    lines = capsys.readouterr().out.splitlines()
    assert (
        "`python benchmarks/equity_report.py --rounds 1 --only 'v kdkc, exact' --only omaha`"
        in lines
    )
    rows = [line.split(" | ") for line in lines if line.startswith("| ") and "---" not in line]
    assert [row[0] for row in rows] == [
        "| question",
        "| AhAs v KdKc, exact",
        "| Omaha, AsAhKsKh v JdTd9c8c, exact",
    ]
    for row in rows[1:]:
        assert row[-1] in ("yes |", "no |")
        assert row[3].endswith(" times")


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--only", "no such question"]])
def test_report_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "AhAs v KdKc, exact" in capsys.readouterr().err


def test_goals_have_names_of_their_own() -> None:
    assert len({goal.name for goal in GOALS}) == len(GOALS)
