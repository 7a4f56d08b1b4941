"""Formats by extension, and from each to each."""

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pyarrow.parquet as pq
import pytest

from hand_files import HANDS, RANKS, TEXTS, ranked, write_csv
from handrank.files.file_errors import FileError
from handrank.files.formats import FORMATS, format_of, get_format, open_source, require_table
from handrank.files.hand_tables import HandTable


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
        HandTable(tmp_path / "h.npy", columns=["a"])


def test_capital_letters_in_endings() -> None:
    assert format_of(Path("hands.CSV")) == ".csv"


@pytest.mark.parametrize("ending", FORMATS)
def test_each_format_is_registered_under_its_name(ending: str) -> None:
    found = get_format(ending)
    assert FORMATS[ending] in ending
    assert FORMATS[ending].title() in repr(found.open_source)
    assert FORMATS[ending].title() in repr(found.open_target)


def test_a_further_format_is_a_module_and_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("handrank.files.lines")
    module.FORMAT = get_format(".csv")._replace(is_table=False)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(FORMATS, ".txt", "lines")
    path = write_csv(tmp_path / "h.txt", *TEXTS)
    assert np.load(ranked(path)).tolist() == RANKS.tolist()
    with pytest.raises(
        FileError, match=r"a \.txt file cannot hold a table of deals; \.csv, \.parquet"
    ):
        require_table(path)
