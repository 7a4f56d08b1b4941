"""The search for input that breaks the package: it finds nothing, and would tell."""

import random
from pathlib import Path

import pytest

import fuzz
import fuzz_functions
from handrank.rulebook.errors import value_error


@pytest.mark.parametrize("kind", ["sound", "wild"])
def test_random_arguments(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = fuzz.main(["--only", kind, "--seconds", "5", "--seed", "3"])
    report = capsys.readouterr().out
    assert code == 0, report
    assert " cases, 0 failed:" in report


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sound", "wild"])
def test_more_random_arguments(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--only", kind, "--seconds", "60", "--seed", "4"]) == 0, capsys.readouterr()


@pytest.mark.slow
def test_damaged_files(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    assert fuzz.main(["--only", "files", "--seconds", "60"]) == 0, capsys.readouterr()


def test_a_failure_is_told_with_what_repeats_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = []

    def fails(rng: random.Random, folder: Path) -> str:
        seen.append(rng.random())
        if seen[-1] < 0.9:
            return "fine"
        raise fuzz_functions.Failure("too large")

    monkeypatch.setitem(fuzz.KINDS, "wild", fails)
    assert fuzz.main(["--only", "wild", "--cases", "200", "--failures", "1"]) == 1
    told = capsys.readouterr().out.splitlines()[0]
    failed = seen[-1]
    assert told.startswith("FAILED: --only wild --seed 1 --first ")
    assert fuzz.main(told.split()[1:]) == 1
    assert seen[-1] == failed


@pytest.mark.parametrize(
    "error",
    [
        ValueError("of another's"),
        KeyError("x"),
        IndexError(value_error("{x}", x=1).args[0]),
        AssertionError(),
    ],
)
def test_errors_that_are_not_ours_are_failures(error: Exception) -> None:
    with pytest.raises(fuzz_functions.Failure):
        fuzz_functions.check_error(error, "case")


def test_fields_of_messages_are_short_and_can_be_shown() -> None:
    for value in ("a\x1b[2J\nb", "x" * 9999, ["y\u202e"] * 999, object(), "\udcff"):
        error = value_error("{field} and {field!r}", field=value)
        fuzz_functions.check_error(error, "case")
