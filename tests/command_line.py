"""Runs the command line, in this process or in one of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from handrank.cli import main

COMMAND = [sys.executable, "-m", "handrank"]


def run(*arguments: str | Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, input=stdin, check=False
    )


def call(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()
