"""The registry of families of kernels, and the switch that chooses among them."""

import os
import subprocess
import sys

import pytest

from handrank import evaluate
from handrank.kernels.families import FAMILIES, family_in_use
from handrank.kernels.portable.family import PORTABLE


@pytest.mark.parametrize("word", [None, "", "on", "auto", "1", "TRUE", "yes"])
def test_the_best_family_serves(word: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HANDRANK_SIMD", raising=False)
    if word is not None:
        monkeypatch.setenv("HANDRANK_SIMD", word)
    assert family_in_use() is next(family for family in FAMILIES if family.available)


@pytest.mark.parametrize("word", ["off", "OFF", "0", "false", "no"])
def test_switched_off(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRANK_SIMD", word)
    assert family_in_use() is PORTABLE


def test_other_words_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRANK_SIMD", "maybe")
    with pytest.raises(ValueError, match="HANDRANK_SIMD must be on or off, got 'maybe'"):
        evaluate([[1, 2, 3, 4, 5]])


def test_families_are_told_apart() -> None:
    names = [family.name for family in FAMILIES]
    assert len(set(names)) == len(names)
    assert FAMILIES[-1] is PORTABLE
    assert PORTABLE.available
    for family in FAMILIES:
        assert (family.rivers is None) == (not family.river_players)
        assert max(family.river_players, default=0) <= family.lanes


@pytest.mark.parametrize(
    "variables",
    [
        {"NUMBA_CPU_NAME": "generic"},
        {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2,+bmi2"},
    ],
)
def test_what_numba_compiles_for_decides(variables: dict[str, str]) -> None:
    code = (
        "import handrank\n"
        "from handrank.kernels.families import family_in_use\n"
        "assert family_in_use().name == 'portable'\n"
        "print(handrank.evaluate(['AsKsQsJsTs2c3d', '2s2d7h8c9dJhKs']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **variables, "HANDRANK_CACHE": "off"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "[36865  4251]", done.stderr
