"""Tables of deals in Parquet files, which need pyarrow."""

from functools import partial
from pathlib import Path
from typing import Any

from handrank.files.deal_layout import DEAL_CUT, find_deal_columns
from handrank.files.deal_reading import DealBlock, DealReader
from handrank.files.errors import FileError
from handrank.files.parquet_source import (
    ParquetRows,
    batch_columns,
    holds_hands,
    is_integer,
    is_number,
    is_text,
    place_from,
)
from handrank.files.pyarrow import pa
from handrank.rulebook.games import Game


class ParquetDeals(ParquetRows[DealBlock]):
    """A Parquet file of deals: cards as text, lists or fixed-size binary; a null is nothing.

    Parameters
    ----------
    path : Path
        The file.
    game : Game
        What is played.
    """

    unit = "deals"
    cut = DEAL_CUT

    def __init__(self, path: Path, game: Game) -> None:
        self.game = game
        super().__init__(path)

    def _find(self) -> None:
        self.layout = layout = find_deal_columns(self.schema.names, self.name)
        self._reader = DealReader(layout, self.game)
        for column in (*layout.hole, *layout.board):
            self._require(column, "cards are text, lists or binary", is_text, holds_hands)
        for column in layout.bets:
            self._require(column, "bets are whole chips", is_number, is_text)

    def _require(self, column: int, what: str, *tests: Any) -> None:
        kind = self.schema.types[column]
        single = column in self.layout.board and len(self.layout.board) > 1
        if not any(test(kind) for test in tests) and not (single and is_integer(kind)):
            raise FileError(
                f"{self.name}, column {self.schema.names[column]!r}: {what}, got {kind}"
            )

    def _block(self, batch: Any, start: int) -> DealBlock:
        return self._reader.read(
            lambda column: _as_text(batch.column(column)),
            batch.num_rows,
            {},
            columns=partial(batch_columns, batch),
            place=partial(place_from, start),
            done=start + batch.num_rows,
        )


def _as_text(array: Any) -> list[str]:
    """Return a column's values as text: card ids with spaces between, nothing for a null."""
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if is_text(array.type):
        texts: list[str] = array.fill_null("").to_pylist()
        return texts
    values = array.to_pylist()
    if holds_hands(array.type):
        return ["" if value is None else " ".join(map(str, value)) for value in values]
    return ["" if value is None else str(value) for value in values]
