"""Tables of deals: CSV files and Parquet files."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from handrank.files.csv_rows import CsvRows, Rows
from handrank.files.deal_layout import DEAL_CUT, DealLayout, find_deal_columns
from handrank.files.deal_reading import DealBlock, DealReader
from handrank.files.errors import FileError
from handrank.files.formats import format_of
from handrank.rulebook.games import Game


class DealSource(Protocol):
    """A table of deals; see `handrank.files.streams.Source`."""

    name: str
    total: int | None
    unit: str
    notes: Sequence[str]
    game: Game
    layout: DealLayout

    def blocks(self) -> Iterator[DealBlock]:
        """Yield the rows in order, in one block at least, which may be empty."""
        ...


class CsvDeals(CsvRows[DealBlock]):
    """A CSV file of deals, or standard input where `path` is None.

    Parameters
    ----------
    path : Path or None
        The file.
    game : Game
        What is played.
    """

    cut = DEAL_CUT

    def __init__(self, path: Path | None, game: Game) -> None:
        # Columns are found by their names, so there must be a header.
        super().__init__(path, "yes")
        self.game = game

    def _find(self, rows: Rows, sample: Rows) -> None:
        self.layout = find_deal_columns(self._names, self.name)
        self._reader = DealReader(self.layout, self.game)

    def _block(self, rows: Rows, place: Callable[[int], str], done: int) -> DealBlock:
        problems, too_long = self._even_out(rows)

        def cells(column: int) -> list[str]:
            return [row[column] for row in rows]

        return self._reader.read(
            cells,
            len(rows),
            problems,
            columns=partial(self._columns, rows, too_long, place),
            place=place,
            done=done,
        )


def open_deals(path: Path | None, game: Game) -> DealSource:
    """Open a table of deals to read.

    Parameters
    ----------
    path : Path or None
        The file; None is standard input, which is CSV.
    game : Game
        What is played.

    Raises
    ------
    FileError
        If it is missing, damaged or of a format that holds no table.
    """
    if path is None:
        return CsvDeals(None, game)
    if path.is_dir():
        raise FileError(f"cannot read {path}: it is a folder")
    kind = format_of(path)
    if kind == ".npy":
        raise FileError(f"{path}: a table of deals is a .csv or .parquet file")
    if not path.exists():
        raise FileError(f"cannot read {path}: no such file")
    if kind == ".csv":
        return CsvDeals(path, game)
    from handrank.files.parquet_deals import ParquetDeals

    return ParquetDeals(path, game)
