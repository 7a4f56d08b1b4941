"""``handrank equity``: tables, JSON and what Ctrl-C leaves."""

import json
import signal
import subprocess
import time

import pytest

from command_line import COMMAND, call
from handrank import equity


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
