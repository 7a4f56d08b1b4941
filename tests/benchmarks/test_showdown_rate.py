"""The rate of showdowns: the report runs, and no chip is lost."""

import pytest

import showdown_rate


def test_the_rate_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    showdown_rate.main(["--rounds", "2", "--deals", "2000"])
    printed = capsys.readouterr().out
    assert "| showdown, 9 players | 4,000 | " in printed
    assert "`python benchmarks/showdown_rate.py --rounds 2 --deals 2000`" in printed
