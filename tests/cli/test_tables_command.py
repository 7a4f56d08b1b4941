"""``handrank tables``: where they are, and whether they are right."""

import json
import shutil
from pathlib import Path

import numpy as np
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


def test_two_ranks_exchanged_under_a_manifest_that_agrees(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from handrank.lookup import tables
    from handrank.ranking import verification

    folder = tmp_path / "tables"
    shutil.copytree(str(tables.tables_path()), folder)
    monkeypatch.setattr(tables, "tables_path", lambda: folder)
    monkeypatch.setattr(verification, "EXACT_FIGURES", {})
    assert call(capsys, "tables", "verify")[0] == 0
    name = "short-deck/ranks-7.npy"
    ranks = np.load(folder / name)
    first, second = np.flatnonzero(ranks > 1 << 12)[:2]
    ranks[[first, second]] = ranks[[second, first]]
    np.save(folder / name, ranks)
    manifest = tables.read_manifest(folder)
    manifest["arrays"][name]["sha256"] = tables.array_digest(ranks)
    (folder / tables.MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    # They load without a word.
    assert (tables.read_tables(folder, "short-deck").ranks[7] == ranks).all()
    code, out, _ = call(capsys, "tables", "verify")
    assert code == 1
    assert f"{folder / name} is not what the generator wrote" in out
    assert "exact" not in out


@pytest.mark.parametrize("kept", [slice(0), slice(1000), slice(1, None)])
def test_tables_without_a_digest_are_not_proven(
    kept: slice, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from handrank.lookup import tables
    from handrank.ranking import verification

    digests = tmp_path / "tables.sha256"
    digests.write_text(tables.DIGESTS.read_text(encoding="utf-8")[kept])
    monkeypatch.setattr(tables, "DIGESTS", digests)
    monkeypatch.setattr(verification, "EXACT_FIGURES", {})
    code, out, _ = call(capsys, "tables", "verify")
    assert code == 1
    assert "is not what the generator wrote" in out
    assert "exact" not in out


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
