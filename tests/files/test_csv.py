"""CSV files: layouts, lines, headers, and what is wrong with a row named."""

import io
import os
import threading
from pathlib import Path

import numpy as np
import pytest

import handrank
from hand_files import HANDS, LAYOUTS, RANKS, TEXTS, ranked, write_csv
from handrank.files import csv, sources
from handrank.files.csv import CsvTarget
from handrank.files.deal_tables import DealTable
from handrank.files.file_errors import FileError
from handrank.files.formats import open_source
from handrank.rulebook.games import get_game


def test_csv_of_text_keeps_its_columns(tmp_path: Path) -> None:
    path = write_csv(
        tmp_path / "h.csv", "id,hand,note", '1,AsKsQsJsTs2c3d,"a, b"', "2,10h T♣ 2c 2d 3c 4c 9s,é"
    )
    assert ranked(path, ".csv").read_text(encoding="utf-8").splitlines() == [
        "id,hand,note,rank,category",
        '1,AsKsQsJsTs2c3d,"a, b",36865,royal flush',
        f"2,10h T♣ 2c 2d 3c 4c 9s,é,{handrank.evaluate('10h T♣ 2c 2d 3c 4c 9s')},two pair",
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_csv_layouts(
    tmp_path: Path, layout: str, end: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "TABLE_BLOCK", 8)
    path = write_csv(tmp_path / "h.csv", *LAYOUTS[layout], end=end, encoding=encoding)
    assert np.array_equal(np.load(ranked(path)), RANKS)


def test_csv_without_a_last_line_end(tmp_path: Path) -> None:
    path = tmp_path / "h.csv"
    path.write_text("\n".join(TEXTS))
    assert np.array_equal(np.load(ranked(path)), RANKS)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["XxKsQsJsTs2c3d", *TEXTS], "line 1: 'Xx' is not a card"),
        (["Xx,Ks,Qs,Js,Ts,2c,3d", *LAYOUTS["a column a card"]], "line 1: 'Xx' is not a card"),
        (["99,1,2,3,4,5,6", *LAYOUTS["a column an id"]], "line 1: card id 99 is outside"),
        ([*LAYOUTS["a column an id"], "-1,1,2,3,4,5,6"], "line 51: card id -1 is outside"),
        (
            [*LAYOUTS["a column an id"], "As,1,2,3,4,5,6"],
            "line 51: card ids and card text in one hand",
        ),
        ([*LAYOUTS["a column an id"], "1,1.5,2,3,4,5,6"], "line 51: '1.5' is not a card"),
        ([*LAYOUTS["a column an id"], f"{'9' * 9000},1,2,3,4,5,6"], "line 51: card id 9999"),
        (["hand", TEXTS[0], "AsKs"], "line 3: 2 cards where the file has hands of 7: 'AsKs'"),
        (["hand", TEXTS[0], '""'], "line 3: no cards"),
        (["AsKs", *TEXTS], "line 1: 2 cards where the file has hands of 7"),
        (["a,hand", f"1,{TEXTS[0]}", "2"], "line 3: 1 column where the first row has 2"),
        (["a,hand", f"1,{TEXTS[0]}", f"2,{TEXTS[0]},x"], "line 3: 3 columns where the first"),
        (["a,hand", "", f'"x\ny\n",{TEXTS[0]}', "", "2,Xx"], "line 7: 'Xx' is not a card"),
        (["hand", TEXTS[0], f'"{TEXTS[0]}'], "line 3: unexpected end of data"),
        (["hand", "AsKsQsJs"], "hands of 4 cards; a hand has 5, 6 or 7"),
        (["a,b,c", "1,2,3", "x,y,z"], "cannot tell which of its 3 columns hold the cards"),
        (["hand,rank", f"{TEXTS[0]},3"], "it has a column 'rank' already"),
        (["hand", "\0" * 20], "line 2: .* is not a card"),
        (['""', *TEXTS], "line 1: no cards"),
        ([], "is empty"),
        (["", "  ", ""], "holds no rows"),
    ],
)
def test_bad_csv_is_refused(tmp_path: Path, lines: list[str], message: str) -> None:
    path = write_csv(tmp_path / "h.csv", *lines)
    with pytest.raises(FileError, match=message) as caught:
        ranked(path, ".csv")
    assert str(path) in str(caught.value)
    assert list(tmp_path.iterdir()) == [path]


def test_lines_are_right_in_later_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "TABLE_BLOCK", 4)
    for position in range(len(TEXTS)):
        lines = ["hand", "", *TEXTS]
        lines[position + 2] = "As As 2c 3c 4c 5c 7d"
        path = write_csv(tmp_path / "h.csv", *lines)
        with pytest.raises(FileError, match=rf"line {position + 3}: As"):
            ranked(path)


def test_csv_rows_that_are_kept_though_bad(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", "a,hand", f"1,{TEXTS[0]}", "2", "3,AsAs")
    assert ranked(path, ".csv", keep_bad=True).read_text().splitlines()[2:] == [
        "2,,0,",
        "3,AsAs,0,",
    ]


def test_a_row_that_would_lose_cells_is_never_written(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", "a,hand", f"1,{TEXTS[0]}", f"4,{TEXTS[1]},y")
    for kind in (".csv", ".parquet"):
        with pytest.raises(FileError, match=r"h\.csv, line 3: more columns than the first row"):
            ranked(path, kind, keep_bad=True)
    assert list(tmp_path.iterdir()) == [path]
    assert np.load(ranked(path, keep_bad=True)).tolist() == [RANKS[0], 0]


def test_csv_with_only_a_header_has_no_hands(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", "id,hand")
    assert ranked(path, ".csv").read_text() == "id,hand,rank,category\n"
    assert np.load(ranked(path)).shape == (0,)


def test_csv_without_a_header_gets_none(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", "AsKsQsJsTs")
    assert ranked(path, ".csv").read_text() == "AsKsQsJsTs,36865,royal flush\n"


def test_bytes_that_are_no_utf_8_are_kept(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", "é,hand", f"ü,{TEXTS[0]}", encoding="latin-1")
    assert ranked(path, ".csv").read_bytes().startswith("é,hand".encode("latin-1"))
    with pytest.raises(FileError, match="UTF-16"):
        open_source(write_csv(tmp_path / "h.csv", "hand", encoding="utf-16"))


def test_a_line_without_end_is_not_read_into_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv, "_LINE_LIMIT", 100)
    path = write_csv(tmp_path / "h.csv", "hand", "x" * 100)
    with pytest.raises(FileError, match="line 2: longer than 100"):
        ranked(path)


def test_csv_target_on_a_stream_stays_open() -> None:
    stream = io.StringIO()
    target = CsvTarget(stream)
    target.write(RANKS[:1], lambda: [("cards", HANDS[:1]), ("rank", RANKS[:1])])
    target.close()
    assert stream.getvalue() == f"cards,rank\n{TEXTS[0]},{RANKS[0]}\n"


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "h.csv"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: write_csv(pipe, "cards", *TEXTS))
    writer.start()
    assert np.array_equal(np.load(ranked(pipe)), RANKS)
    writer.join()


@pytest.mark.parametrize("name", ["h.npy", "h.parquet"])
def test_pipes_of_formats_that_need_files_are_refused(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(FileError, match="it is a pipe; only CSV can come through one"):
        open_source(tmp_path / name)


def test_a_pipe_without_an_ending_is_csv(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "63")
    assert open_source(tmp_path / "63").unit == "B"


def test_blocks_hold_so_many_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv, "_BLOCK_CHARACTERS", 2000)
    wide = [",".join([text, *["x" * 9] * 50]) for text in TEXTS]
    path = write_csv(tmp_path / "h.csv", ",".join(["cards", *(f"n{i}" for i in range(50))]), *wide)
    blocks = [rows.n for rows in open_source(path).blocks()]
    assert sum(blocks) == len(TEXTS)
    assert max(blocks) <= 4
    assert np.array_equal(np.load(ranked(path)), RANKS)


def test_a_line_of_nothing_but_commas(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", *["," * 100_000] * 3)
    with pytest.raises(FileError, match="100,001 columns; a table has at most 16,384"):
        ranked(path)


def test_a_seat_number_of_thousands_of_digits(tmp_path: Path) -> None:
    names = ",".join(["board", "hole_1", "hole_2", "hole_" + "1" * 5000])
    path = write_csv(tmp_path / "d.csv", names, "2c3c4c5c9d,AhAd,KhKd,QhQd")
    table = DealTable(path, get_game("holdem"))
    next(iter(table.blocks()))
    assert table.found.seats == (1, 2)
