"""Bars on a terminal."""

import os
import pty
import subprocess
import termios
from pathlib import Path

from command_line import COMMAND, run


def test_a_bar_on_a_terminal_only(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        process = subprocess.Popen(
            [*COMMAND, "deal", "1e6", "-o", tmp_path / "h.npy"], stderr=theirs
        )
        os.close(theirs)
        shown = b""
        try:
            while part := terminal.read(1024):
                shown += part
        except OSError:
            pass  # The terminal is gone with its last user.
        assert process.wait(timeout=60) == 0
    assert b"%|" in shown
    assert shown.strip().splitlines()[-1].strip().split(b"\r")[-1].startswith(b"dealt 1,000,000")
    assert b"%|" not in run("deal", "1e5", "-o", tmp_path / "h.npy").stderr.encode()
