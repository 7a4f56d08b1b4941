"""What several commands share: where the work is done."""

import sys

import pytest

from command_line import call


def test_missing_distributed_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, err = call(capsys, "equity", "AhKh", "QQ", "--dask", "tcp://127.0.0.1:1")
    assert code == 2
    assert "install handrank[dask]" in err
