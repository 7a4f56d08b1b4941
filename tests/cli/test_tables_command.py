"""``handrank tables``: where they are, and whether they are right."""

from pathlib import Path

import pytest

import handrank
from command_line import call


def test_tables_path(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "tables", "path")
    assert code == 0
    assert (Path(out.strip()) / "manifest.json").is_file()


def test_tables_verify_fails_when_a_figure_differs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from handrank.ranking import verification
    from handrank.rulebook import figures as exact_figures

    five = exact_figures.EXACT_FIGURES["high", 5]
    monkeypatch.setattr(verification, "EXACT_FIGURES", {("high", 5): five})
    code, out, _ = call(capsys, "tables", "verify")
    assert code == 0
    assert "all figures are exact" in out
    hands = five.hands | {handrank.HandCategory.FLUSH: 5_109}
    wrong = exact_figures.ExactFigures(hands=hands, n_classes=7462)
    monkeypatch.setattr(verification, "EXACT_FIGURES", {("high", 5): wrong})
    code, out, err = call(capsys, "tables", "verify")
    assert code == 1
    assert "WRONG" in err
    assert ["flush,", "hands", "5,108", "5,109"] in [line.split()[-4:] for line in out.splitlines()]
    code, out, err = call(capsys, "tables", "verify", "--lang", "fr")
    assert code == 1
    assert err == "high, 5 cartes\u00a0: FAUX\n"
    line = "high, 5 cartes  couleur, mains      5\u00a0108      5\u00a0109"
    assert line in out.splitlines()
    assert "2 chiffres diffèrent" in out


def test_damaged_tables_end_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from handrank.lookup import tables

    tables._load.cache_clear()
    monkeypatch.setattr(tables, "tables_path", lambda: tmp_path)
    code, _, err = call(capsys, "evaluate", "AsKsQsJsTs")
    tables._load.cache_clear()
    assert code == 1
    assert str(tmp_path / "manifest.json") in err
