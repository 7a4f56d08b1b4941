"""The rates of the readers of histories: the report runs."""

import pytest

import history_rate


def test_the_rates_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    history_rate.main(["--hands", "20"])
    printed = capsys.readouterr().out
    assert "| PHH | 20 | " in printed
    assert "| ACPC | 20 | " in printed
    assert "MiB of memory at most" in printed
