"""Tables of hands: which columns hold the cards, and the cards of each block of rows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.files.cells import (
    count_cards,
    placeholder,
    read_hands,
    read_single_cards,
    require_hand_size,
)
from handrank.files.errors import in_column, in_file
from handrank.files.formats import open_source
from handrank.files.hand_columns import (
    column_asked_for,
    columns_by_content,
    columns_by_name,
    hand_size,
    with_advice,
)
from handrank.files.sources import Block, Column, Header, Rows, Source, Table
from handrank.lookup.encoding import HAND_SIZES
from handrank.rulebook.errors import Message

_SAMPLE = 100
_MOST_QUOTED = 60


@dataclass(frozen=True, kw_only=True)
class HandBlock(Block):
    """A block of rows and their hands (n, n_cards)."""

    cards: NDArray[np.integer[Any]]


class HandTable(Table[HandBlock]):
    """A table of hands.

    `columns` are the names of the columns of cards, or places counted from 1; they are found by
    names and content otherwise.
    """

    noun = "hands"

    def __init__(self, source: Source, columns: Sequence[str] | None = None) -> None:
        super().__init__(source)
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
            self.notes.append(
                Message(
                    "its first row, {text!r}, counts as a header",
                    text=",".join(names)[:_MOST_QUOTED],
                )
            )
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
                raise in_column(name, column.name, with_advice(reason))

    def _count_cards(self, rows: Rows) -> int:
        """Return how many cards most hands of the first rows have."""
        n, first = len(self._cards), rows.header[self._cards[0]]
        where: str = self.source.name
        if n == 1 and first.kind != "integer" and self.source.has_header:
            where = Message("{file}, column {name!r}", file=where, name=first.name)
        if first.n_cards is not None:
            return require_hand_size(first.n_cards, where)
        if first.kind == "integer":
            return require_hand_size(n, where)
        texts = map(" ".join, _first_rows(rows, self._cards))
        count = count_cards if first.kind == "text" else _count_items
        counts = Counter(map(count, texts))
        del counts[0]
        for usual, _ in counts.most_common():
            size = hand_size(n, usual, asked=self._wanted is not None)
            if size in HAND_SIZES:
                return size
        if counts:
            require_hand_size(counts.most_common()[0][0], where)
        return n if n in HAND_SIZES else HAND_SIZES[-1]

    def _read(self, rows: Rows) -> HandBlock:
        if not rows.n:
            nothing = np.empty((0, self._n_cards), dtype=np.uint8)
            return HandBlock(rows=rows, cards=nothing, problems={})
        problems: dict[int, str] = {}
        for i in self._cards:
            null = Message("column {name!r} is null", name=rows.header[i].name)
            problems = dict.fromkeys(rows.nulls(i), null) | problems
        problems |= rows.problems
        cards: NDArray[np.integer[Any]]
        if rows.header[self._cards[0]].kind == "text":
            texts = [rows.texts(i) for i in self._cards]
            if 1 < len(texts) == self._n_cards:
                cards, unread = read_single_cards(texts)
            else:
                joined = (
                    texts[0] if len(texts) == 1 else list(map(" ".join, zip(*texts, strict=True)))
                )
                cards, unread = read_hands(joined, self._n_cards)
        elif len(self._cards) == 1:
            cards, unread = rows.ids(self._cards[0], self._n_cards)
        else:
            cards, unread = _side_by_side([rows.ids(i, 1)[0] for i in self._cards]), {}
        for row in problems:
            cards[row] = placeholder(self._n_cards)
        return HandBlock(rows=rows, cards=cards, problems=unread | problems)


def _first_rows(rows: Rows, columns: Sequence[int]) -> list[tuple[str, ...]]:
    """Return the cells of the first good rows as text."""
    some = [row for row in range(min(rows.n, _SAMPLE)) if row not in rows.problems]
    texts = [rows.texts(column) for column in columns]
    return [tuple(cells[row] for cells in texts) for row in some]


def _count_items(text: str) -> int:
    return len(text.split())


def _side_by_side(columns: list[NDArray[np.integer[Any]]]) -> NDArray[np.integer[Any]]:
    if len({column.dtype for column in columns}) > 1:
        # NumPy would join uint64 and int64 to floats. What is too large for int64 is outside the
        # deck in either type.
        columns = [column.astype(np.int64) for column in columns]
    return np.concatenate(columns, axis=1)


def open_hands(
    path: Path | None, *, columns: Sequence[str] | None = None, header: Header = "auto"
) -> HandTable:
    """Open a file of hands, or standard input where `path` is None; see `HandTable`.

    `header` says whether the first row of a CSV file holds names.
    """
    source = open_source(path, "hands", header=header, named_columns=columns is not None)
    return HandTable(source, columns)
