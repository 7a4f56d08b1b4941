"""Parquet files: every type that holds cards, and what is wrong with a row named."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hand_files import HANDS, RANKS, TEXTS, ranked, write_csv
from handrank import deal
from handrank.files import sources
from handrank.files.file_errors import FileError
from handrank.files.formats import open_source


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
    monkeypatch.setattr(sources, "TABLE_BLOCK", 8)
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


def test_a_wrong_bit_in_a_page_is_found(tmp_path: Path) -> None:
    path = tmp_path / "h.parquet"
    cards = deal(2000, seed=1)
    table = pa.table({f"card{i + 1}": cards[:, i] for i in range(7)})
    pq.write_table(table, path, write_page_checksum=True, compression="none", use_dictionary=False)
    whole = path.read_bytes()
    for place in range(500, 12_000, 997):
        damaged = bytearray(whole)
        damaged[place] ^= 4
        path.write_bytes(damaged)
        with pytest.raises(FileError):
            ranked(path)


def test_checksums_are_written(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "h.csv", "cards", *TEXTS)
    written = ranked(path, ".parquet")
    flipped = 0
    whole = written.read_bytes()
    for place in range(4, len(whole) // 3):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        written.write_bytes(damaged)
        try:
            found = pq.ParquetFile(written, page_checksum_verification=True).read()
        except Exception:
            flipped += 1
        else:
            assert found.column("rank").to_pylist() == RANKS.tolist()
    assert flipped > 20


def test_values_that_python_lacks(tmp_path: Path) -> None:
    path = tmp_path / "h.parquet"
    strange = {
        "cards": ["AsKsQsJsTs"],
        "at": pa.array([1_000_000_001], pa.time64("ns")),
        "on": pa.array([2**40], pa.timestamp("s")),
        "zone": pa.array([1], pa.timestamp("s", tz="Nowhere/Land")),
    }
    for names in (["at"], ["on"], ["at", "on"]):
        pq.write_table(pa.table({name: strange[name] for name in ["cards", *names]}), path)
        assert "royal flush" in ranked(path, ".csv").read_text(encoding="utf-8")
    assert "00:00:01.000000001" in ranked(path, ".csv").read_text(encoding="utf-8")
    pq.write_table(pa.table({name: strange[name] for name in ["cards", "zone"]}), path)
    with pytest.raises(FileError, match="column 'zone': its values cannot be shown"):
        ranked(path, ".csv")
    no_text = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"\xff\xfe")]
    )
    pq.write_table(pa.table({"cards": strange["cards"], "note": no_text}), path)
    with pytest.raises(FileError, match="column 'note': its values cannot be shown"):
        ranked(path, ".csv")
