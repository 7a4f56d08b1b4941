"""Standard streams that are closed, full, or cannot show every sign."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import COMMAND


def test_a_broken_pipe_is_quiet() -> None:
    process = subprocess.Popen(
        [*COMMAND, "deal", "1e9", "--seed", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"cards\n"
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 0


def test_full_standard_output() -> None:
    with Path("/dev/full").open("w") as full:
        for arguments in (["evaluate", "AsKsQsJsTs"], ["deal", "1000"]):
            done = subprocess.run(
                [*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
            assert done.returncode == 1
            assert done.stderr == "handrank: cannot use standard output: No space left on device\n"


def test_closed_standard_streams() -> None:
    def shell(command: str) -> tuple[int, str]:
        line = f'"{sys.executable}" -m handrank {command}'
        done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    assert shell("evaluate - <&-") == (2, "handrank: cannot read standard input: it is closed\n")
    closed = (1, "handrank: cannot use standard output: Bad file descriptor\n")
    assert shell("survey 1000 <&- >&-") == closed
    assert shell("evaluate AsKsQsJsTs >&-") == closed
    assert shell("deal 10 2>&-") == (0, "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_that_cannot_show_suits_has_letters(encoding: str) -> None:
    hands = ["AhKh", "TcTd", "--board", "Th 7d 2c 2s Kd", "--lang", "fr"]
    done = subprocess.run(
        [*COMMAND, "showdown", *hands],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert ("A♥ R♥" if encoding == "utf-8" else "Ah Rh") in done.stdout.decode(encoding)


def test_a_table_on_standard_output_is_utf_8_as_in_a_file() -> None:
    done = subprocess.run(
        [*COMMAND, "evaluate", "-"],
        input="é,hand\n♥,AsKsQsJsTs\n".encode(),
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert done.stdout.decode().splitlines()[1] == "♥,AsKsQsJsTs,36865,royal flush"
