"""The command line as a whole: help, versions, wrong arguments."""

import subprocess
import sys

import pytest

import handrank
from command_line import call, run
from handrank.cli import main

COMMANDS = ["evaluate", "equity", "grid", "showdown", "deal", "survey", "tables"]


@pytest.mark.parametrize("command", [[], *([command] for command in COMMANDS)])
def test_help_needs_neither_numba_nor_numpy(command: list[str]) -> None:
    code = (
        "import sys\nfrom handrank.cli import main\n"
        f"try:\n    main({[*command, '--help']!r})\n"
        "except SystemExit as end:\n    assert end.code == 0\n"
        "heavy = {'numba', 'numpy', 'llvmlite', 'pyarrow', 'tqdm'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "usage: handrank" in done.stdout


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"handrank {handrank.__version__}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["evaluate"],
        ["evaluate", "AsKsQsJsTs", "--stength"],
        ["evaluate", "AsKsQsJsTs", "--rules", "low"],
        ["evaluate", "AsKsQsJsTs", "--no-chec"],
        ["deal", "many"],
        ["deal", "1.5"],
        ["deal", "-1"],
        ["deal", "inf"],
        ["survey", "--cards", "4"],
        ["tables", "burn"],
        ["fold"],
    ],
)
def test_unknown_arguments_end_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("handrank")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["--bets", "x"], ["--folded", "x"]])
def test_usage_errors_are_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["showdown", "AhKh", "TcTd", *arguments])
    assert end.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith(f"handrank showdown: argument {arguments[0]}: {arguments[1]!r} is not")
    assert len(err.splitlines()) == 1


def test_more_hands_than_anything_holds(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "deal", "9" * 26)
    assert (code, out) == (2, "")
    assert err == f"handrank: {'9' * 26} hands are more than an array can hold\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["evaluate", "AhKhQhJhTh", "--rules=--"],
        ["showdown", "AhKh", "--button=--"],
        ["deal", "--seed=--"],
    ],
)
def test_two_dashes_are_no_value(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    err = capsys.readouterr().err
    assert err.endswith(f"argument {arguments[-1][:-3]}: '--' is no value\n")
    assert len(err.splitlines()) == 1


def test_a_wrong_number_of_threads_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HANDRANK_THREADS", "abc")
    code, out, err = call(capsys, "survey", "1000")
    assert (code, out) == (2, "")
    assert err == "handrank: HANDRANK_THREADS must be a positive integer, got 'abc'\n"


@pytest.mark.parametrize("variable", ["HANDRANK_CACHE", "HANDRANK_SIMD"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_wrong_word_in_a_switch_of_the_environment(
    variable: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, "maybe")
    code, out, err = call(capsys, "--lang", lang, "evaluate", "AsKsQsJsTs")
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("handrank: ")
    assert f"{variable} " in err
    assert "'maybe'" in err
    assert ("must be on or off" in err) == (lang == "en")
