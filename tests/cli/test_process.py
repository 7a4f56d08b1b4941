"""Ctrl-C and signals that end the program; streams that are closed, full, or lack signs."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command_line import COMMAND
from handrank.cli import process
from handrank.cli.process import Interrupt, watch_interrupt


def wait_for(pattern: str, folder: Path, size: int) -> None:
    """Wait until a file of a folder has more than `size` bytes."""
    end = time.monotonic() + 60
    while not any(path.stat().st_size > size for path in folder.glob(pattern)):
        assert time.monotonic() < end, "nothing was written"
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("number", "code", "message"),
    [
        (signal.SIGINT, 130, "handrank: interrupted\n"),
        (signal.SIGTERM, 143, ""),
        (signal.SIGHUP, 129, ""),
    ],
)
def test_signals_leave_no_output(
    tmp_path: Path, number: signal.Signals, code: int, message: str
) -> None:
    out = tmp_path / "hands.npy"
    out.write_text("old")
    process = subprocess.Popen(
        [*COMMAND, "deal", "3e8", "-o", out],
        stderr=subprocess.PIPE,
        text=True,
        # A CI machine without a terminal may run us with hang-ups ignored.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    wait_for(".*.part", tmp_path, 1 << 20)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (code, message)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM])
def test_further_signals_change_nothing(tmp_path: Path, first: signal.Signals) -> None:
    for _ in range(5):
        process = subprocess.Popen(
            [*COMMAND, "deal", "3e8", "-o", tmp_path / "hands.csv"],
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        wait_for(".*.part", tmp_path, 1 << 20)
        process.send_signal(first)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
            process.send_signal(number)
        _, err = process.communicate(timeout=60)
        interrupted = process.returncode == 130
        assert interrupted or process.returncode == 143
        assert err == "handrank: interrupted\n" * interrupted
        assert not list(tmp_path.iterdir())


def test_ctrl_c_while_ranking_a_stream(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "evaluate", "-", "-o", tmp_path / "r.csv"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write("AsKsQsJsTs2c3d\n" * 200_000)
    process.stdin.flush()
    wait_for(".*.part", tmp_path, 1 << 20)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "handrank: interrupted\n")
    assert not list(tmp_path.iterdir())


def test_interrupts_in_a_row_never_crash_the_interpreter() -> None:
    # Numba trusts a Generator's Python code to raise nothing while it is handed to a kernel.
    code = (
        "import signal\nimport numpy as np\nfrom handrank import deal\n"
        "class Stop(Exception):\n    pass\n"
        "def stop(*_):\n    raise Stop\n"
        "rng = np.random.default_rng(1)\n"
        "deal(1, rng=rng)\n"
        "signal.signal(signal.SIGALRM, stop)\n"
        "stopped = 0\n"
        "for i in range(1000):\n"
        "    try:\n"
        "        signal.setitimer(signal.ITIMER_REAL, 1e-6 * (1 + i % 200))\n"
        "        for _ in range(100):\n"
        "            deal(1, rng=rng)\n"
        "    except Stop:\n"
        "        stopped += 1\n"
        "print(stopped)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100


def test_ctrl_c_while_the_command_line_is_imported() -> None:
    code = (
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'handrank.cli.parsing':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from handrank.__main__ import main\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "handrank: interrupted\n")


def test_an_interrupt_waits_only_for_what_is_worth_it() -> None:
    interrupt = Interrupt()
    with pytest.raises(KeyboardInterrupt):
        interrupt(signal.SIGINT, None)
    interrupt.deferred = True
    interrupt(signal.SIGINT, None)
    assert interrupt.came
    with pytest.raises(KeyboardInterrupt):
        interrupt(signal.SIGINT, None)
    before = signal.getsignal(signal.SIGINT)
    with watch_interrupt() as watched:
        watched.deferred = True
        os.kill(os.getpid(), signal.SIGINT)
        assert watched.came
    assert signal.getsignal(signal.SIGINT) is before


# --- standard streams


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


def test_a_lost_signal_can_be_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with process.ending_once():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        now[0] += 5
        with pytest.raises(SystemExit):
            signal.raise_signal(signal.SIGTERM)
