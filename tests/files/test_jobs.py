"""Ranking files: what is bad in a row, class numbers."""

import gc
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from hand_files import HANDS, RANKS, TEXTS, ranked, write_csv
from handrank.files import sources
from handrank.files.file_errors import FileError


@pytest.mark.parametrize("row", [0, 25, 49])
@pytest.mark.parametrize(
    ("cards", "message"),
    [([0, 1, 2, 3, 4, 5, 52], "card id 52 is outside"), ([9, 1, 2, 3, 4, 5, 9], r"4d .* twice")],
)
def test_bad_row_is_named_and_leaves_nothing(
    tmp_path: Path, row: int, cards: list[int], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "ARRAY_BLOCK", 7)
    hands = HANDS.copy()
    hands[row] = cards
    path = tmp_path / "hands.npy"
    np.save(path, hands)
    with pytest.raises(FileError, match=rf"hands\.npy, row {row} \(counted from 0\): {message}"):
        ranked(path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kind", [".npy", ".csv", ".parquet"])
def test_bad_rows_can_be_kept(tmp_path: Path, kind: str) -> None:
    hands = HANDS.astype(np.int16)
    hands[3, 2], hands[8, 0], hands[40] = 300, -1, 7
    path = tmp_path / "hands.npy"
    np.save(path, hands)
    expected = RANKS.copy()
    expected[[3, 8, 40]] = 0
    out = ranked(path, kind, keep_bad=True)
    if kind == ".npy":
        assert np.array_equal(np.load(out), expected)
        return
    if kind == ".parquet":
        table = pq.read_table(out).to_pydict()
    else:
        lines = [line.split(",") for line in out.read_text().splitlines()]
        table = dict(zip(lines[0], map(list, zip(*lines[1:], strict=True)), strict=True))
        table["rank"] = list(map(int, table["rank"]))
        table["category"] = [text or None for text in table["category"]]
        assert table["cards"][3].split()[2] == "300"
    assert table["rank"] == expected.tolist()
    assert [i for i, name in enumerate(table["category"]) if name is None] == [3, 8, 40]


def test_the_first_bad_row_counts_whether_unreadable_or_no_hand(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", TEXTS[0], "As As Ks Qs Js Ts 9s", "As Xx Ks Qs Js Ts 9s")
    with pytest.raises(FileError, match=r"h\.csv, line 2: As \(card id 51\) is given twice"):
        ranked(path)
    path = write_csv(tmp_path / "h.csv", TEXTS[0], "As Xx Ks Qs Js Ts 9s", "As As Ks Qs Js Ts 9s")
    with pytest.raises(FileError, match=r"h\.csv, line 2: 'Xx' is not a card"):
        ranked(path)


def test_unchecked_ids_are_trusted_but_text_must_be_readable(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, np.full((2, 7), 51, dtype=np.uint8))
    assert np.load(ranked(path, check=False)).shape == (2,)
    with pytest.raises(FileError, match="is not a card"):
        ranked(write_csv(tmp_path / "h.csv", TEXTS[0], "As Xx Ks Qs Js Ts 9s"), check=False)


def test_class_numbers(tmp_path: Path) -> None:
    # Royal flush 1, 7-5-4-3-2 last, AAAAK 11: the reference figures.
    path = write_csv(tmp_path / "h.csv", "AsKsQsJsTs", "7c5d4d3d2d", "AcAdAhAsKd")
    assert np.load(ranked(path, class_number=True)).tolist() == [1, 7462, 11]
    table = ranked(path, ".csv", class_number=True).read_text().splitlines()
    assert table[1].endswith(",high card,7462")
    path = write_csv(tmp_path / "h.csv", "AsKsQsJsTs", "AsAsQsJsTs")
    assert np.load(ranked(path, class_number=True, keep_bad=True)).tolist() == [1, 0]


def test_the_search_for_cycles_goes_on_after_a_file(tmp_path: Path) -> None:
    ranked(write_csv(tmp_path / "h.csv", TEXTS[0]))
    assert gc.isenabled()
    with pytest.raises(FileError):
        ranked(write_csv(tmp_path / "h.csv", TEXTS[0], "As"))
    assert gc.isenabled()
