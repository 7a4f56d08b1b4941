"""Which columns of a table hold the cards, and cards that cannot be read."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hand_files import all_cards, ranked, write_csv
from handrank.files.file_errors import FileError
from handrank.files.hand_tables import HandTable


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
    assert all_cards(HandTable(path, columns=list("1234567"))).tolist() == [[0, 1, 2, 3, 4, 5, 6]]
    assert all_cards(HandTable(path, columns=["column1", *"2345"])).tolist() == [[0, 1, 2, 3, 4]]
    for wanted in ("0", "9", "x", "9" * 5000):
        with pytest.raises(FileError, match=r"no column .*; it has column1, .*places, 1 to 8"):
            all_cards(HandTable(path, columns=[wanted]))
    path = write_csv(tmp_path / "h.csv", "hole,hole,3", "AsKs,QsJs,2c3c4c")
    assert all_cards(HandTable(path, columns=["1", "3"], header="yes")).tolist() == [
        [51, 47, 0, 4, 8]
    ]
    with pytest.raises(FileError, match="it has 2 columns named 'hole'; give a place"):
        all_cards(HandTable(path, columns=["hole"], header="yes"))


def test_csv_columns_and_header_can_be_told(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", "p,q", "AsKsQsJsTs,2c3c4c5c7d")
    assert all_cards(HandTable(path, columns=["q"])).tolist() == [[0, 4, 8, 12, 21]]
    with pytest.raises(FileError, match="no column 'r'; it has p, q"):
        list(HandTable(path, columns=["r"]).blocks())
    path = write_csv(tmp_path / "h.csv", "0,1,2,3,4", "51,50,49,48,47")
    assert len(all_cards(HandTable(path))) == 2
    assert all_cards(HandTable(path, header="yes")).tolist() == [[51, 50, 49, 48, 47]]
