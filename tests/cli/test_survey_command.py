"""``handrank survey``: random hands beside the exact frequencies."""

import pytest

from command_line import call
from handrank.cli import main


def test_survey(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "survey", "100_000", "--seed", "5")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "100,000 random hands of 7 cards, rules 'high', seed 5"
    assert "hands/s" in lines[2]
    rows = {line[:15].strip(): line[15:].split() for line in lines[5:15]}
    assert next(iter(rows)) == "royal flush"
    assert sum(int(row[0].replace(",", "")) for row in rows.values()) == 100_000
    # One pair: 58,627,800 of 133,784,560, the reference figures.
    assert rows["one pair"][2] == "43.82255%"
    assert all(abs(float(row[3])) < 5 for row in rows.values())
    assert call(capsys, "survey", "100_000", "--seed", "5")[1].splitlines()[5:] == lines[5:]


def test_survey_where_no_exact_figures_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "survey", "1000", "--cards", "6", "--rules", "high-no-wheel")
    assert code == 0
    assert "exact" not in out
    assert call(capsys, "survey", "0")[0] == 0


def test_survey_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["survey", "1000", "--lang", "fr"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1\u00a0000 mains de 7 cartes au hasard, règles 'high', graine 1\n")
    assert "\ndouble paire  " in out
    assert "catégorie" in out
    assert "écart\u00a0: à la fréquence exacte" in out
