"""Streams of hands: every format read and written, and what is wrong with a file named."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numpy.typing import NDArray

import handrank
from handrank.files import csv, npy, parquet
from handrank.files.cells import read_cell, read_hands, read_single_cards, write_hands
from handrank.files.csv import CsvTarget
from handrank.files.errors import FileError, WriteError
from handrank.files.formats import open_source, open_target
from handrank.files.hand_columns import columns_by_content, looks_like_header
from handrank.files.hand_tables import HandTable, open_hands
from handrank.files.jobs import Options, rank_hands
from handrank.files.saving import written_whole

HANDS = handrank.deal(50, rng=np.random.default_rng(5))
TEXTS = [str(text) for text in handrank.format_cards(HANDS)]
RANKS = handrank.evaluate(HANDS)


def ranked(path: Path, kind: str = ".npy", **options: Any) -> Path:
    """Rank a file and return the result's path."""
    out = path.with_name(f"out{kind}")
    table = open_hands(path)
    with written_whole(out, path) as part:
        rank_hands(
            table,
            lambda header: open_target(part, kind, header=header, source=table.source),
            Options(**options),
        )
    return out


def write_csv(path: Path, *lines: str, encoding: str = "utf-8", end: str = "\n") -> Path:
    path.write_bytes("".join(line + end for line in lines).encode(encoding))
    return path


def all_cards(table: HandTable) -> NDArray[Any]:
    return np.concatenate([block.cards for block in table.blocks()])


# --- .npy


@pytest.mark.parametrize("dtype", ["u1", "i1", "<i2", ">i4", "<u8", ">i8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npy_of_any_integer_dtype_and_order(tmp_path: Path, dtype: str, order: Any) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, np.asarray(HANDS.astype(dtype), order=order))
    assert np.array_equal(np.load(ranked(path)), RANKS)


@pytest.mark.parametrize("order", ["C", "F"])
def test_npy_blocks_join_without_a_seam(
    tmp_path: Path, order: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(npy, "ARRAY_BLOCK", 7)
    path = tmp_path / "hands.npy"
    np.save(path, np.asarray(HANDS, order=order))
    result = np.load(ranked(path))
    assert result.dtype == np.uint16
    assert np.array_equal(result, RANKS)


def test_npy_of_one_hand_and_of_none(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, HANDS[0])
    assert np.load(ranked(path)).tolist() == [RANKS[0]]
    np.save(path, HANDS[:0])
    assert np.load(ranked(path)).shape == (0,)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((3, 4), np.uint8), "hands of 4 cards; a hand has 5, 6 or 7"),
        (np.zeros((3, 8), np.uint8), "hands of 8 cards"),
        (np.zeros((2, 3, 7), np.uint8), r"shape \(2, 3, 7\)"),
        (np.zeros((), np.uint8), r"shape \(\)"),
        (np.zeros((3, 7)), "float64"),
        (np.zeros((3, 7), bool), "bool"),
        (np.array(TEXTS), "<U20"),
        (np.zeros(7, [("a", "u1")]), "must be integers"),
    ],
)
def test_npy_of_a_wrong_kind_is_refused(tmp_path: Path, array: Any, message: str) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, array)
    with pytest.raises(FileError, match=message) as caught:
        open_source(path)
    assert str(path) in str(caught.value)


def test_npy_with_pickled_objects_is_never_loaded(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, np.array([[{}] * 7], dtype=object), allow_pickle=True)
    with pytest.raises(FileError, match="pickled Python objects, which are never loaded"):
        open_source(path)


@pytest.mark.parametrize("cut", [0, 3, 8, 40, 128, 200])
def test_truncated_npy_is_refused(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, HANDS)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(FileError, match=r"hands\.npy is (truncated|not a \.npy file)"):
        open_source(path)


def test_npy_that_shrinks_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, HANDS)
    source = open_source(path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(FileError, match="became shorter"):
        list(source.blocks())


# --- what is bad in a row


@pytest.mark.parametrize("row", [0, 25, 49])
@pytest.mark.parametrize(
    ("cards", "message"),
    [([0, 1, 2, 3, 4, 5, 52], "card id 52 is outside"), ([9, 1, 2, 3, 4, 5, 9], r"4d .* twice")],
)
def test_bad_row_is_named_and_leaves_nothing(
    tmp_path: Path, row: int, cards: list[int], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(npy, "ARRAY_BLOCK", 7)
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


# --- CSV


def test_csv_of_text_keeps_its_columns(tmp_path: Path) -> None:
    path = write_csv(
        tmp_path / "h.csv",
        "id,hand,note",
        '1,AsKsQsJsTs2c3d,"a, b"',
        "2,10h T♣ 2c 2d 3c 4c 9s,é",
    )
    assert ranked(path, ".csv").read_text(encoding="utf-8").splitlines() == [
        "id,hand,note,rank,category",
        '1,AsKsQsJsTs2c3d,"a, b",36865,royal flush',
        f"2,10h T♣ 2c 2d 3c 4c 9s,é,{handrank.evaluate('10h T♣ 2c 2d 3c 4c 9s')},two pair",
    ]


LAYOUTS = {
    "text": TEXTS,
    "text without separators": [text.replace(" ", "") for text in TEXTS],
    "symbols": [str(t) for t in handrank.format_cards(HANDS, symbols=True, sep="")],
    "text, quoted": [f'"{text.replace(" ", ", ")}"' for text in TEXTS],
    "text with a header": ["hand", *TEXTS],
    "a column a card": [text.replace(" ", ",") for text in TEXTS],
    "a column a card, semicolons": [text.replace(" ", ";") for text in TEXTS],
    "a column a card, tabs": [text.replace(" ", "\t") for text in TEXTS],
    "a column an id": [",".join(map(str, hand)) for hand in HANDS.tolist()],
    "ids in one column": [" ".join(map(str, hand)) for hand in HANDS.tolist()],
    "named columns": [
        "a,card1,card2,card3,card4,card5,card6,card7,b",
        *(f"9,{','.join(map(str, hand))},9" for hand in HANDS.tolist()),
    ],
    "hole cards and board": [
        "deal,hole,board",
        *(f"{i},{text[:5]},{text[6:]}" for i, text in enumerate(TEXTS)),
    ],
    "ids of deals before, no header": [f"{i},{text}" for i, text in enumerate(TEXTS)],
    "blank lines": [line for text in TEXTS for line in (text, "", "  ")],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_csv_layouts(
    tmp_path: Path, layout: str, end: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv, "TABLE_BLOCK", 8)
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
    monkeypatch.setattr(csv, "TABLE_BLOCK", 4)
    for position in range(len(TEXTS)):
        lines = ["hand", "", *TEXTS]
        lines[position + 2] = "As As 2c 3c 4c 5c 7d"
        path = write_csv(tmp_path / "h.csv", *lines)
        with pytest.raises(FileError, match=rf"line {position + 3}: As"):
            ranked(path)


def test_csv_that_are_kept_though_bad(tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["300,1,2,3,4,5,6"], "line 1: card id 300 is outside"),
        (["0,1,2,3,4,5,52"], "line 1: card id 52 is outside"),
        (["-1,0,1,2,3,4"], "line 1: card id -1 is outside"),
        (["Xx,As,Ks,Qs,Js,Ts,9s"], "line 1: 'Xx' is not a card"),
        (["??,As,Ks,Qs,Js,Ts,9s"], r"line 1: '\?\?' is not a card"),
        (["a,b,c,d,e,f,g", "As,Ks,Qs,Js,Ts,2c,Xx"], "line 2: 'Xx' is not a card"),
        (["0,1,2,3,4,5,6", "0,1,2,3,4,5,300"], "line 2: card id 300 is outside"),
        (["As,Ks,Qs,Js,Ts,2c,"], "line 1: card 7 of 7 is missing"),
        (["0,1,2,3,4,5,"], "line 1: card 7 of 7 is missing"),
        (["card1,card2,card3,card4,card5,card6", "0,1,2,3,4,"], "line 2: card 6 of 6 is missing"),
        (["0,1,2,3,4,5,6.0"], r"line 1: '6\.0' is not a card"),
        (["As,Ks,Qs,Js,TsTh"], "line 1: 'TsTh' is 2 cards"),
        (
            ["0,1,2,3,4,5,6,99"],
            r"5, 6 or 7 cards, the table has 8 columns \(column1, .*column8\); .* --columns",
        ),
        (["As,Ks,Qs,Js"], r"the table has 4 columns \(column1, column2, column3, column4\)"),
        (["a,b,c,d,e,f,g,h", "0,1,2,3,4,5,6,7"], r"the table has 8 columns \(a, b, c"),
        (["id,p,q", "1,AsKs,QsJsTs2c3d"], r"cannot tell .* 3 columns hold the cards \(id, p, q\)"),
        (["p,q", "AsKsQsJsTs,2c"], "cannot tell which of its 2 columns"),
        (["p,q", "AsKsQsJsTs,AdKdQdJdTd"], "cannot tell which of its 2 columns"),
    ],
)
def test_a_bad_card_never_hides_its_column(tmp_path: Path, lines: list[str], message: str) -> None:
    path = write_csv(tmp_path / "h.csv", *lines)
    with pytest.raises(FileError, match=message):
        ranked(path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([6, 300]), "row 1 .*: card id 300"),
        (pa.array([300, 300]), "row 0 .*: card id 300"),
        (pa.array([6, None]), "row 1 .*: column 'g' is null"),
        (pa.array([None, None], pa.int64()), "row 0 .*: column 'g' is null"),
        (pa.array([6.0, None]), "column 'g': cards are integers, .* got double"),
        (pa.array(["6", "x"]), "cannot join"),
    ],
)
def test_a_bad_card_of_parquet_never_hides_its_column(
    tmp_path: Path, column: Any, message: str
) -> None:
    path = tmp_path / "h.parquet"
    pq.write_table(
        pa.table({name: [i, i + 7] for i, name in enumerate("abcdef")} | {"g": column}), path
    )
    with pytest.raises(FileError, match=message):
        ranked(path)
    texts = {name: [f"{rank}s"] * 2 for name, rank in zip("abcdef", "AKQJT9", strict=True)}
    pq.write_table(pa.table(texts | {"g": ["", ""]}), path)
    with pytest.raises(FileError, match=r"row 0 .*: card 7 of 7 is missing"):
        ranked(path)


def test_columns_are_asked_for_by_name_or_place(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", "0,1,2,3,4,5,6,99")
    assert all_cards(open_hands(path, columns=list("1234567"))).tolist() == [[0, 1, 2, 3, 4, 5, 6]]
    assert all_cards(open_hands(path, columns=["column1", *"2345"])).tolist() == [[0, 1, 2, 3, 4]]
    for wanted in ("0", "9", "x", "9" * 5000):
        with pytest.raises(FileError, match=r"no column .*; it has column1, .*places, 1 to 8"):
            all_cards(open_hands(path, columns=[wanted]))
    path = write_csv(tmp_path / "h.csv", "hole,hole,3", "AsKs,QsJs,2c3c4c")
    assert all_cards(open_hands(path, columns=["1", "3"], header="yes")).tolist() == [
        [51, 47, 0, 4, 8]
    ]
    with pytest.raises(FileError, match="it has 2 columns named 'hole'; give a place"):
        all_cards(open_hands(path, columns=["hole"], header="yes"))


def test_a_negative_shape_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, HANDS)
    path.write_bytes(path.read_bytes().replace(b"(50, 7)", b"(-5, 7)"))
    with pytest.raises(FileError, match=r"is not a \.npy file: its header has shape \(-5, 7\)"):
        open_source(path)


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


def test_csv_columns_and_header_can_be_told(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", "p,q", "AsKsQsJsTs,2c3c4c5c7d")
    assert all_cards(open_hands(path, columns=["q"])).tolist() == [[0, 4, 8, 12, 21]]
    with pytest.raises(FileError, match="no column 'r'; it has p, q"):
        list(open_hands(path, columns=["r"]).blocks())
    path = write_csv(tmp_path / "h.csv", "0,1,2,3,4", "51,50,49,48,47")
    assert len(all_cards(open_hands(path))) == 2
    assert all_cards(open_hands(path, header="yes")).tolist() == [[51, 50, 49, 48, 47]]


def test_a_line_without_end_is_not_read_into_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv, "_LINE_LIMIT", 100)
    path = write_csv(tmp_path / "h.csv", "hand", "x" * 100)
    with pytest.raises(FileError, match="line 2: longer than 100"):
        ranked(path)


def test_header_and_columns_are_told_from_cards() -> None:
    assert looks_like_header(["hand_id", "As dealt"])
    assert not looks_like_header(["1", "hand"])
    assert not looks_like_header(["As"])
    assert not looks_like_header([""])
    assert not looks_like_header(["?? ??"])
    sample = [["1", "AsKsQsJsTs"], ["2", "AdKdQdJdTd"], ["x", "bad"]]
    assert columns_by_content(sample, ["a", "b"], "f") == [1]


def test_card_text_in_bulk_equals_one_by_one() -> None:
    spellings = [*LAYOUTS["text"], *LAYOUTS["symbols"], *(t.upper() for t in TEXTS)]
    spellings += [text.replace("T", "10") for text in TEXTS]
    cards, problems = read_hands(spellings, 7)
    assert not problems
    assert cards.tolist() == [read_cell(text).tolist() for text in spellings]
    assert (
        read_single_cards(list(zip(*map(str.split, TEXTS), strict=True)))[0].tolist()
        == HANDS.tolist()
    )
    assert write_hands(HANDS) == TEXTS


# --- Parquet


def pyarrow_tables() -> dict[str, pa.Table]:
    hands = HANDS.tolist()
    by_card = {f"card{j + 1}": pa.array(HANDS[:, j]) for j in range(7)}
    wide = {f"c{j}": pa.array(HANDS[:, j].astype(np.int64)) for j in range(7)}
    return {
        "a column a card": pa.table(by_card | {"id": pa.array(range(50))}),
        "int64, unsure names": pa.table(wide),
        "uint64 beside int64": pa.table(wide | {"c3": pa.array(HANDS[:, 3].astype(np.uint64))}),
        "fixed-size binary": pa.table(
            {"id": range(50), "x": pa.array([bytes(hand) for hand in hands], pa.binary(7))}
        ),
        "list": pa.table({"x": pa.array(hands, pa.list_(pa.int32()))}),
        "large list": pa.table({"x": pa.array(hands, pa.large_list(pa.uint8()))}),
        "fixed-size list": pa.table({"x": pa.array(hands, pa.list_(pa.int8(), 7))}),
        "text": pa.table({"id": range(50), "x": TEXTS}),
        "dictionary text": pa.table({"x": pa.array(TEXTS).dictionary_encode()}),
        "a column a card, text": pa.table(
            {f"card{j + 1}": [text.split()[j] for text in TEXTS] for j in range(7)}
        ),
    }


@pytest.mark.parametrize("layout", pyarrow_tables())
def test_parquet_layouts(tmp_path: Path, layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "TABLE_BLOCK", 8)
    table = pyarrow_tables()[layout].replace_schema_metadata({"made by": "us"})
    path = tmp_path / "h.parquet"
    pq.write_table(table, path, row_group_size=20)
    assert np.array_equal(np.load(ranked(path)), RANKS)
    result = pq.read_table(ranked(path, ".parquet"))
    assert result.column_names == [*table.column_names, "rank", "category"]
    assert result.select(table.column_names).to_pydict() == table.to_pydict()
    assert result.schema.field("rank").type == pa.uint16()
    assert result.schema.metadata[b"made by"] == b"us"
    assert result["rank"].to_pylist() == RANKS.tolist()
    assert ranked(path, ".csv").read_text().count("\n") == 51


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([[1, 2, 3, 4, 5], None]), "row 1 .*: column 'x' is null"),
        (pa.array([[1, 2, 3, 4, 5], [1, 2, 3, 4]]), "row 1 .*: 4 cards where the file has hands"),
        (pa.array([[1, 2, 3, 4, 5], [1, 2, None, 4, 5]]), "row 1 .*: card 3 is null"),
        (pa.array([[1, 2, 3, 4, 5], [1, 2, 3, 4, 99]]), "row 1 .*: card id 99"),
        (pa.array([b"\1\2\3\4\5", None], pa.binary(5)), "row 1 .*: column 'x' is null"),
        (pa.array(["AsKsQsJsTs", None]), "row 1 .*: column 'x' is null"),
        (pa.array(["AsKsQsJsTs", "AsKs"]), "row 1 .*: 2 cards where the file has hands of 5"),
        (pa.array([b"\1\2\3\4"] * 2, pa.binary(4)), "column 'x': hands of 4 cards"),
        (pa.array([[1, 2]] * 2), "column 'x': hands of 2 cards"),
        (pa.array([1.5, 2.5]), "column 'x': cards are integers, text, lists"),
        (pa.array([3, 4]), "hands of 1 card; a hand has 5, 6 or 7 cards"),
    ],
)
def test_bad_parquet_is_refused(tmp_path: Path, column: Any, message: str) -> None:
    path = tmp_path / "h.parquet"
    pq.write_table(pa.table({"x": column}), path)
    with pytest.raises(FileError, match=message) as caught:
        ranked(path)
    assert str(path) in str(caught.value)
    assert list(tmp_path.iterdir()) == [path]


def test_null_cards_of_parquet_can_be_kept(tmp_path: Path) -> None:
    table = {f"card{j}": pa.array([51 - 4 * j, None, 4 * j + 1]) for j in range(5)}
    path = tmp_path / "h.parquet"
    pq.write_table(pa.table(table), path)
    result = pq.read_table(ranked(path, ".parquet", keep_bad=True))
    assert result["rank"].to_pylist()[:2] == [36865, 0]
    assert result["category"].to_pylist() == ["royal flush", None, "straight flush"]
    assert result["card0"].to_pylist() == [51, None, 1]


def test_parquet_without_rows_and_files_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "h.parquet"
    pq.write_table(pa.table({"cards": pa.array([], pa.string())}), path)
    assert pq.read_table(ranked(path, ".parquet")).column_names == ["cards", "rank", "category"]
    path.write_bytes(b"PAR1")
    with pytest.raises(FileError, match=r"cannot read .*h\.parquet"):
        open_source(path)


@pytest.mark.parametrize("kind", [".npy", ".csv", ".parquet"])
def test_every_format_goes_into_every_other(tmp_path: Path, kind: str) -> None:
    np.save(tmp_path / "hands.npy", HANDS)
    first = ranked(tmp_path / "hands.npy", ".csv").rename(tmp_path / "a.csv")
    csv_text = first.read_text().replace("rank", "old").replace("category", "kind")
    write_csv(tmp_path / "a.csv", csv_text.rstrip("\n"))
    second = ranked(tmp_path / "a.csv", kind)
    if kind == ".npy":
        assert np.array_equal(np.load(second), RANKS)
    elif kind == ".parquet":
        table = pq.read_table(second)
        assert table["cards"].to_pylist() == TEXTS
        assert table["rank"].to_pylist() == RANKS.tolist()
    else:
        assert second.read_text().splitlines()[0] == "cards,old,kind,rank,category"


# --- finding formats, writing aside


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"missing\.npy: no such file"):
        open_source(tmp_path / "missing.npy")
    with pytest.raises(FileError, match="it is a folder"):
        open_source(tmp_path)
    (tmp_path / "hands.xls").touch()
    with pytest.raises(FileError, match=r"unknown format '\.xls'; known: \.npy, \.csv"):
        open_source(tmp_path / "hands.xls")
    np.save(tmp_path / "h.npy", HANDS)
    with pytest.raises(FileError, match="no columns with names"):
        open_hands(tmp_path / "h.npy", columns=["a"])


def test_written_whole_keeps_the_old_file_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.npy"
    path.write_text("old")
    path.chmod(0o640)
    with pytest.raises(RuntimeError), written_whole(path) as part:  # noqa: PT012
        part.write_text("half")
        raise RuntimeError
    assert path.read_text() == "old"
    with pytest.raises(WriteError, match="No space"), written_whole(path):
        raise OSError(28, "No space left on device")
    with written_whole(path) as part:
        part.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_written_whole_through_a_link_and_never_over_the_source(tmp_path: Path) -> None:
    path, link = tmp_path / "out.npy", tmp_path / "link.npy"
    path.write_text("old")
    link.symlink_to(path)
    with written_whole(link) as part:
        part.write_text("new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    with pytest.raises(FileError, match="it is the file being read"), written_whole(link, path):
        pass
    with pytest.raises(FileError, match="not a regular file"), written_whole(Path("/dev/null")):
        pass
    with (
        pytest.raises(FileError, match=r"cannot write .*: No such file"),
        written_whole(tmp_path / "missing" / "out.npy"),
    ):
        pass


def test_csv_target_on_a_stream_stays_open() -> None:
    stream = io.StringIO()
    target = CsvTarget(stream)
    target.write(RANKS[:1], lambda: [("cards", HANDS[:1]), ("rank", RANKS[:1])])
    target.close()
    assert stream.getvalue() == f"cards,rank\n{TEXTS[0]},{RANKS[0]}\n"
