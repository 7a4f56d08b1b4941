"""Histories through the command line: settled, compared with the record, bad hands named."""

import csv
import tracemalloc
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from handrank.cli import main
from handrank.files import sources

HOLDEM = """\
variant = 'NT'
antes = [2.50, 2.50, 2.50]
blinds_or_straddles = [5, 10, 0]
starting_stacks = [1462.50, 2154.40, 300]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 7c7d', 'p3 cbr 35', 'p1 cc', 'p2 f',
  'd db 7s2d3h', 'p1 cc', 'p3 cbr 262.50', 'p1 cc', 'd db 5h', 'd db As', 'p3 sm 7c7d',
  'p1 sm AhKh']
winnings = [0, 0, 612.50]
"""
RAZZ = """\
variant = 'FR'
antes = [1, 1]
bring_in = 2
starting_stacks = [40, 40]
actions = ['d dh p1 ????Kc', 'd dh p2 ????2d', 'p1 pb', 'p2 cc', 'd dh p1 3c',
  'd dh p2 4s', 'p2 cbr 4', 'p1 f']
winnings = [0, 6]
"""


def settle(tmp_path: Path, text: str, *options: str, name: str = "h.phhs") -> list[dict[str, str]]:
    path, out = tmp_path / name, tmp_path / "out.csv"
    path.write_text(text, encoding="utf-8")
    assert main(["showdown", str(path), "-o", str(out), *options]) == 0
    with out.open(newline="") as file:
        return list(csv.DictReader(file))


def many(*hands: str) -> str:
    return "".join(f"[{number}]\n{hand}\n" for number, hand in enumerate(hands, 1))


def test_hands_of_different_games_are_settled_and_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = settle(tmp_path, many(HOLDEM, RAZZ, HOLDEM), "--compare")
    assert [row["game"] for row in rows] == ["holdem", "razz", "holdem"]
    assert [row["hand"] for row in rows] == ["1", "2", "3"]
    assert [row["payout_3"] for row in rows] == ["612.50", "0.00", "612.50"]
    assert (rows[1]["payout_2"], rows[1]["returned_2"]) == ("10.00", "4.00")
    assert [row["compared"] for row in rows] == ["agrees"] * 3
    assert rows[0]["recorded_3"] == "612.50"
    assert (rows[0]["hole_3"], rows[0]["board"], rows[0]["hole_2"]) == ("7c7d", "7s2d3h5hAs", "")
    assert "of 3 recorded results 3 agree, 0 but for odd chips, 0 differ" in capsys.readouterr().err


def test_differences_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = HOLDEM.replace("[0, 0, 612.50]", "[612.50, 0, 0]")
    raked = HOLDEM.replace("612.50]", "609.50]")
    rows = settle(tmp_path, many(wrong, raked, HOLDEM.partition("winnings")[0]), "--compare")
    assert [row["compared"] for row in rows] == ["differs", "agrees", ""]
    assert [row["rake"] for row in rows] == ["0.00", "3.00", "0.00"]
    err = capsys.readouterr().err
    assert "of 2 recorded results 1 agree, 0 but for odd chips, 1 differ" in err
    assert "it differs in hand 1 (1)" in err


def test_an_odd_chip_elsewhere_is_told_apart(tmp_path: Path) -> None:
    split = (
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\n"
        "starting_stacks = [50, 50, 50]\n"
        "actions = ['d dh p1 AhKh', 'd dh p2 AsKs', 'd dh p3 2c3c', 'p3 f', 'p1 f']\n"
    )
    played = "'p3 cbr 5', 'p1 cc', 'p2 cc', 'd db QdJcTd', 'p1 cc', 'p2 cc', 'p3 f', 'd db 4d5s'"
    split = split.replace("'p3 f', 'p1 f'", played)
    text = many(split + "winnings = [7, 8, 0]\n", split + "winnings = [8, 7, 0]\n")
    rows = settle(tmp_path, text, "--compare")
    assert [row["compared"] for row in rows] == ["odd chips", "agrees"]


def test_one_hand_and_logs(tmp_path: Path) -> None:
    (row,) = settle(tmp_path, HOLDEM, name="h.phh")
    assert row["payout_3"] == "612.50"
    assert "compared" not in row
    log = "STATE:0:cr300c/cc/cc/cr900c:AhAs|KdKc/2c7d9h/Js/3d:900|-900:Bill|Nick\n"
    (row,) = settle(tmp_path, log, "--compare", name="h.log")
    assert (row["payout_1"], row["compared"]) == ("1800", "agrees")


def test_bad_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twice = HOLDEM.replace("7c7d", "AhKh")
    text = many(HOLDEM, "variant = 'XX'\n", HOLDEM, twice)
    path = tmp_path / "h.phhs"
    path.write_text(text)
    assert main(["showdown", str(path), "-o", str(tmp_path / "out.csv")]) == 2
    assert f"{path}, hand 2 (counted from 1): no game is known" in capsys.readouterr().err
    assert not (tmp_path / "out.csv").exists()
    rows = settle(tmp_path, text, "--on-error=null")
    assert [row["payout_3"] for row in rows] == ["612.50", "", "612.50", ""]
    assert "2 bad rows without a result" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "\n\n", "hello\n" * 2000, "\x00\xff"])
def test_files_that_are_no_history(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "h.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["showdown", str(path)]) == 2
    assert "no hand history of a kind that is known" in capsys.readouterr().err
    assert main(["showdown", str(tmp_path / "none.phhs")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["showdown", "AhKh", "2c3c", "--board=4d5d6d", "--compare"]) == 2
    assert "--compare goes with a hand history" in capsys.readouterr().err


def test_amounts_and_sizes_that_do_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sources, "TABLE_BLOCK", 32)
    whole = HOLDEM.replace(".50", "").replace(".40", "").replace("[0, 0, 612]", "[0, 0, 0]")
    text = many(whole, HOLDEM)
    path = tmp_path / "h.phhs"
    path.write_text(text)
    assert main(["showdown", str(path)]) == 2
    assert "its amounts have more decimals" in capsys.readouterr().err
    rows = settle(tmp_path, text, "--unit=0.01")
    assert [row["payout_3"] for row in rows] == ["610.00", "612.50"]
    for old, new, reason in [
        ("'d db As'", "'d db AsAc'", "its board has 6 cards"),
        ("'d dh p3 7c7d'", "'d dh p3 7c7d7h'", "'7c7d7h' is not a hand of holdem"),
        ("'p2 f'", "'p2 f', 'p1 f', 'p3 f'", "everyone has folded; somebody must be left"),
    ]:
        path.write_text(many(HOLDEM.replace(old, new).replace("'p3 sm 7c7d', ", "")))
        assert main(["showdown", str(path)]) == 2
        assert reason in capsys.readouterr().err


def test_memory_does_not_grow_with_the_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "TABLE_BLOCK", 32 * 32)
    peaks = []
    for n in (100, 600):
        path = tmp_path / "h.phhs"
        path.write_text(many(*[RAZZ] * n))
        tracemalloc.start()
        try:
            assert main(["showdown", str(path), "-o", str(tmp_path / "out.parquet")]) == 0
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    result: dict[str, list[Any]] = pq.read_table(tmp_path / "out.parquet").to_pydict()
    assert len(result["payout_2"]) == 600
    assert peaks[1] < 1.5 * peaks[0] + 1_000_000
