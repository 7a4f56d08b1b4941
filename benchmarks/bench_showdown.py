"""Smoke test of the showdown rate: it runs, and no chip is lost."""

import pytest

import showdown_rate


def test_the_rate_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    showdown_rate.main(2_000)
    assert "2,000 deals of 9 players in " in capsys.readouterr().out
