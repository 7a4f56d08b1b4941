"""The commands `handrank equity` and `handrank grid`."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from handrank import equity
from handrank.cli import main
from handrank.cli.interrupts import Interrupt, watch_interrupt

COMMAND = [sys.executable, "-m", "handrank"]


def call(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


def test_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "equity", "AhKh", "QQ+", "--board", "2h 7h Jc", "--dead", "3c")
    assert (code, err) == (0, "")
    result = equity(["AhKh", "QQ+"], board="2h 7h Jc", dead="3c")
    assert out == result.to_text(first_player=1) + "\n"


def test_json_of_a_sample(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--method", "sampled", "--trials", "1e4", "--seed", "7", "--threads", "1"]
    code, out, _ = call(capsys, "equity", "AhKh", "random", "random", "--json", *arguments)
    assert code == 0
    result = equity(["AhKh", "random", "random"], method="sampled", trials=10_000, seed=7)
    assert json.loads(out) == result.to_dict()


def test_french_letters_are_read_in_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "equity", "R♠D♠:0.5,AKs", "v♥V♦", "--board", "R♥ 2c 3c", "--json")
    expected = equity(["K♠Q♠:0.5,AKs", "J♥J♦"], board="K♥ 2c 3c")
    assert json.loads(out) == expected.to_dict()
    _, in_french, _ = call(capsys, "grid", "R♠D♠", "--dead", "V♠ V♥", "--board", "2c3c4c")
    _, in_english, _ = call(capsys, "grid", "K♠Q♠", "--dead", "J♠ J♥", "--board", "2c3c4c")
    # As typed, in the title too.
    assert in_french.splitlines()[0] == "equity against R♠D♠, board 2c3c4c, dead V♠ V♥"
    assert in_french.splitlines()[1:] == in_english.splitlines()[1:]
    _, out, _ = call(capsys, "equity", "R♠D♠:0.5,AKs", "JhJd", "--board", "R♥ 2c 3c")
    assert [line.split()[1] for line in out.splitlines()[2:]] == ["R♠D♠:0.5,AKs", "JhJd"]
    _, in_french, _ = call(capsys, "deal", "5", "--seed", "1", "--dead", "R♠ D♠")
    assert in_french == call(capsys, "deal", "5", "--seed", "1", "--dead", "KsQs")[1]


def test_omaha_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["--game", "omaha-hilo", "--lang", "fr", "--board", "2s 7h 8d"]
    code, out, _ = call(capsys, "equity", "As3s4hKh", "QsQhJsTs", *game)
    assert code == 0
    assert out.startswith("omaha-hilo, tableau 2♠ 7♥ 8♦\u00a0: exact, 820 tableaux, pas de low sur")


def test_a_target(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--method", "sampled", "--target-stderr", "0.001", "--seed", "1", "--json"]
    code, out, _ = call(capsys, "equity", "AhKh", "QQ", *options)
    assert code == 0
    assert 0 < max(json.loads(out)["stderr"]) <= 0.001


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["AhKh", "QQx"], "player 2: 'QQx' is not an entry"),
        (["AhKh"], "2 to 10 players, got 1"),
        (["AhKh", "QQ", "--board", "Ah 2h 3h"], "Ah is on the board"),
        (["AhKh", "QQ", "--board", "Zz"], "board: 'Zz' is not a card"),
        (["AhKh", "QQ+", "--game", "omaha"], "hold'em ranges does not apply"),
        (["AhKh", "QQ", "--threads", "0"], "threads must be at least 1"),
        (["AhKh", "QQ", "--target-stderr", "2"], "between 0 and 1"),
        (["AhKh", "QQ", "--dask", "tcp://x:1", "--threads", "2"], "not both"),
    ],
)
def test_requests_that_cannot_be_met(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = call(capsys, "equity", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("handrank: ")
    assert complaint in err


def start(*arguments: str) -> "subprocess.Popen[str]":
    # A shell may have told its children to ignore Ctrl-C.
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def test_ctrl_c_in_a_sample_prints_the_result_so_far() -> None:
    # The kernels are compiled and cached here, so that the command finds them.
    equity(["AhKh", "random"], method="sampled", trials=1000)
    process = start("equity", "AhKh", "random", "--method", "sampled", "--trials", "1e12", "--json")
    time.sleep(8)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    if "so far" not in err:
        # On a very slow machine nothing was there to print yet.
        assert err == "handrank: interrupted\n"
        return
    result = json.loads(out)
    assert result["trials"] >= 1 << 19
    assert 0 < max(result["stderr"]) < 0.001
    assert 0.6 < result["equity"][0] < 0.7
    assert err == "handrank: interrupted; this is the result so far\n"


def test_ctrl_c_in_an_exact_count() -> None:
    process = start(
        "equity", "random", "random", "random", "--board", "2c 7d Jh", "--method", "exact"
    )
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "handrank: interrupted\n")


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


def test_missing_distributed_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, err = call(capsys, "equity", "AhKh", "QQ", "--dask", "tcp://127.0.0.1:1")
    assert code == 2
    assert "install handrank[dask]" in err
