"""The report on equities: its table, its command line, agreement of the answers."""

import pytest

import equity_report
from contestants import installed
from equity_questions import QUESTIONS, Answer


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    equity_report.main(["--rounds", "1", "--only", "v kdkc, exact", "--only", "omaha"])
    lines = capsys.readouterr().out.splitlines()
    command = "`python benchmarks/equity_report.py --rounds 1 --only 'v kdkc, exact' --only omaha`"
    assert command in lines
    rows = [line.split(" | ") for line in lines if line.startswith("| ") and "---" not in line]
    if installed("pokerfast") and installed("poker-equity"):
        assert [row[0] for row in rows] == [
            "| goal",
            "| AhAs v KdKc, exact",
            "| Omaha, AsAhKsKh v JdTd9c8c, exact",
        ]
    for row in rows[1:]:
        assert row[3].endswith(" times")
        assert row[-1] in ("yes |", "no |")


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--only", "no such question"]])
def test_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        equity_report.main(arguments)
    assert stopped.value.code == 2
    assert "error" in capsys.readouterr().err


def test_a_wrong_answer_is_noticed() -> None:
    question = next(one for one in QUESTIONS if one.rival_name)
    answers = {question.name: Answer(0.82, 1), str(question.rival_name): Answer(0.81, 1)}
    with pytest.raises(AssertionError):
        equity_report.check_agreement(answers)


def test_questions_have_names_of_their_own() -> None:
    assert len({question.name for question in QUESTIONS}) == len(QUESTIONS)
