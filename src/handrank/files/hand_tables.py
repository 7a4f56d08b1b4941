"""Tables of hands: which columns hold the cards, and the cards of each block of rows."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from handrank.files.cells import ReadCards, count_cards, require_hand_size
from handrank.files.columns import (
    column_asked_for,
    columns_by_content,
    columns_by_name,
    with_advice,
)
from handrank.files.file_errors import in_file, of_column
from handrank.files.formats import open_source
from handrank.files.sources import Column, Header, Rows, Table
from handrank.lookup.encoding import HAND_SIZES
from handrank.rulebook.cards import shortened
from handrank.rulebook.errors import Message

_SAMPLE = 100


class HandTable(Table[ReadCards]):
    """A table of hands, whose columns of cards may be given by name, or by place from 1."""

    noun = "hands"

    def __init__(
        self, path: Path | None, *, columns: Sequence[str] | None = None, header: Header = "auto"
    ) -> None:
        super().__init__(open_source(path, header=header, named_columns=columns is not None))
        self._wanted = columns
        self._cards: list[int] = []
        self._n_cards = HAND_SIZES[-1]

    def _find(self, rows: Rows) -> None:
        name, names = self.source.name, [column.name for column in rows.header]
        if self._wanted is not None:
            self._cards = [column_asked_for(names, wanted, name) for wanted in self._wanted]
        else:
            self._cards = columns_by_name(names)
        if self.source.header_guessed and not self._cards and not self.notes:
            # Nothing but its unlikeness to cards says that it is one.
            text = shortened(",".join(names))
            self.notes.append(Message("its first row, {text!r}, counts as a header", text=text))
        if not self._cards:
            self._cards = [i for i, column in enumerate(rows.header) if column.kind == "hand"]
        if not self._cards and (rows.n or len(names) == 1):
            # All columns count: one of floats, say, may be cards with nulls among them.
            everything = _first_rows(rows, range(len(names)))
            self._cards = columns_by_content(everything, names, name)
        if self._cards:
            self._require_cards([rows.header[i] for i in self._cards])
            self._n_cards = self._count_cards(rows)

    def _require_cards(self, columns: Sequence[Column]) -> None:
        """Refuse columns that cannot be joined, or that hold no cards by their type."""
        name = self.source.name
        kinds = {column.kind for column in columns}
        if (len(kinds) > 1 and kinds & {"text", "hand"}) or ("hand" in kinds and len(columns) > 1):
            names = ", ".join(column.name for column in columns)
            reason = Message("cannot join columns {names} to hands", names=names)
            raise in_file(name, with_advice(reason))
        for column in columns:
            if column.kind not in ("text", "integer", "hand"):
                reason = Message(
                    "cards are integers, text, lists or fixed-size binary, got {type}",
                    type=column.type_name,
                )
                raise in_file(of_column(name, column.name), with_advice(reason))

    def _count_cards(self, rows: Rows) -> int:
        """Return how many cards most hands of the first rows have."""
        n, first = len(self._cards), rows.header[self._cards[0]]
        where: str = self.source.name
        if n == 1 and first.kind != "integer" and self.source.has_header:
            where = of_column(where, first.name)
        if first.n_cards is not None:
            return require_hand_size(first.n_cards, where)
        if first.kind == "integer":
            return require_hand_size(n, where)
        texts = map(" ".join, _first_rows(rows, self._cards))
        counts = Counter(
            count_cards(text) if first.kind == "text" else len(text.split()) for text in texts
        )
        del counts[0]
        for usual, _ in counts.most_common():
            # As many columns as a hand has cards hold a card each, even if cells are empty in most
            # rows. They hold more only where they were asked for, such as a flop in one cell.
            size = usual
            if n in HAND_SIZES:
                size = n if self._wanted is None else max(n, usual)
            if size in HAND_SIZES:
                return size
        if counts:
            require_hand_size(counts.most_common()[0][0], where)
        return n if n in HAND_SIZES else HAND_SIZES[-1]

    def _read(self, rows: Rows) -> ReadCards:
        if not rows.n:
            return np.empty((0, self._n_cards), dtype=np.uint8), {}
        return rows.cards(self._cards, self._n_cards)


def _first_rows(rows: Rows, columns: Sequence[int]) -> list[tuple[str, ...]]:
    """Return the cells of the first good rows as text."""
    some = [row for row in range(min(rows.n, _SAMPLE)) if row not in rows.problems]
    texts = rows.texts(*columns)
    return [tuple(cells[row] for cells in texts) for row in some]
