"""``handrank grid``: printed, coloured and drawn."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import COMMAND, call


def test_a_grid(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "grid", "QcQd", "--board", "Qh 7s 2d", "--dead", "As")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "equity against QcQd, board Qh 7s 2d, dead As"
    assert len(lines) == 16
    assert "\x1b" not in out


def shown_on_a_terminal(environment: dict[str, str]) -> bytes:
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        process = subprocess.Popen(
            [*COMMAND, "grid", "QcQd", "--board", "Qh 7s 2d 3c"],
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm-256color", **environment},
        )
        os.close(theirs)
        shown = b""
        try:
            while part := terminal.read(4096):
                shown += part
        except OSError:
            pass  # The terminal is gone with its last user.
        assert process.wait(timeout=60) == 0
    return shown


def test_colours_on_a_terminal_only_and_not_if_they_are_refused() -> None:
    assert shown_on_a_terminal({"NO_COLOR": ""}).count(b"\x1b[38;5;") == 169 + 11
    for refusal in ({"NO_COLOR": "1"}, {"TERM": "dumb", "NO_COLOR": ""}):
        assert b"\x1b[38;5;" not in shown_on_a_terminal(refusal)


@pytest.mark.parametrize("name", ["grid.png", "grid.SVG"])
def test_a_picture(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / name
    code, out, err = call(capsys, "grid", "AhKh", "--board", "2h 7h Jc 9s", "-o", path)
    assert (code, out, err) == (0, "", "")
    assert path.stat().st_size > 10_000
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["AhKh", "-o", "grid.jpg"], "a picture is a .png or .svg file"),
        (["AhKh", "--board", "Ah 2c 3c"], "opponent (AhKh): no hand is left"),
        (["KKx"], "opponent: 'KKx' is not an entry"),
    ],
)
def test_grids_that_cannot_be_drawn(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = call(capsys, "grid", *arguments)
    assert (code, out) == (2, "")
    assert complaint in err


def test_missing_matplotlib_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, _, err = call(capsys, "grid", "AhKh", "-o", tmp_path / "grid.png")
    assert code == 2
    assert "install handrank[plot]" in err
    assert list(tmp_path.iterdir()) == []
