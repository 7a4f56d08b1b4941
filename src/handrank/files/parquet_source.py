"""Read Parquet files: hands in one column (binary, list or text) or a column a card.

Needs pyarrow, which comes with the extra ``handrank[parquet]``.
"""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from handrank.files.card_text import read_card_cells, read_hands
from handrank.files.errors import FileError
from handrank.files.layout import (
    ADVICE,
    columns_by_content,
    count_cards,
    hand_size,
    named_columns,
)
from handrank.files.pyarrow import pa, pq
from handrank.files.streams import TABLE_BLOCK, Block, Columns, placeholder, require_hand_size
from handrank.lookup.encoding import HAND_SIZES

AnyBlock = TypeVar("AnyBlock")


class ParquetRows(ABC, Generic[AnyBlock]):
    """The rows of a Parquet file in blocks."""

    unit = "rows"
    has_header = True
    notes: Sequence[str] = ()
    # How many times fewer rows a block has than `TABLE_BLOCK`: more the more cells a row has.
    cut = 1

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        try:
            self._path, self._file = path, pq.ParquetFile(path)
        except (OSError, pa.ArrowException) as error:
            raise FileError(f"cannot read {path}: {error}") from error
        self.schema = self._file.schema_arrow
        self.total: int | None = self._file.metadata.num_rows
        try:
            self._find()
        except BaseException:
            self._file.close()
            raise

    @abstractmethod
    def _find(self) -> None:
        """Find the columns that matter."""

    @abstractmethod
    def _block(self, batch: Any, start: int) -> AnyBlock:
        """Read a batch whose first row is row number `start`."""

    def blocks(self) -> Iterator[AnyBlock]:
        """Yield the rows in order."""
        empty = pa.RecordBatch.from_arrays(
            [pa.array([], type=kind) for kind in self.schema.types], schema=self.schema
        )
        start = 0
        with self._file:
            batches = self._batches()
            for batch in itertools.chain([next(batches, empty)], batches):
                yield self._block(batch, start)
                start += batch.num_rows

    def _batches(self) -> Iterator[Any]:
        try:
            yield from self._file.iter_batches(batch_size=max(1, TABLE_BLOCK // self.cut))
        except (OSError, pa.ArrowException) as error:
            raise FileError(f"cannot read {self.name}: {error}") from error

    def _first_rows(self, columns: list[int]) -> list[tuple[Any, ...]]:
        try:
            batch = next(self._file.iter_batches(batch_size=100), None)
        except (OSError, pa.ArrowException) as error:
            raise FileError(f"cannot read {self.name}: {error}") from error
        if batch is None:
            return []
        return list(zip(*(batch.column(i).to_pylist() for i in columns), strict=True))


class ParquetSource(ParquetRows[Block]):
    """A Parquet file of hands; its other columns keep their types and the schema its metadata."""

    unit = "hands"

    def __init__(self, path: Path, columns: Sequence[str] | None = None) -> None:
        self._wanted = columns
        super().__init__(path)

    def _find(self) -> None:
        self._cards = self._find_cards(self._wanted)
        self._n_cards = self._count_cards()

    def _find_cards(self, wanted: Sequence[str] | None) -> list[int]:
        names, types = self.schema.names, self.schema.types
        found = named_columns(names, wanted, self.name)
        if not found:
            found = [i for i, kind in enumerate(types) if holds_hands(kind)]
        if not found:
            # All columns count: one of floats, say, may be cards with nulls among them.
            sample = [
                ["" if value is None else str(value) for value in row]
                for row in self._first_rows(list(range(len(names))))
            ]
            found = columns_by_content(sample, names, self.name)
        kinds = {"hand" if holds_hands(types[i]) else "card" for i in found}
        kinds |= {"text" if is_text(types[i]) else "id" for i in found}
        if len(kinds) > 2 or ("hand" in kinds and len(found) > 1):
            raise FileError(f"{self.name}: cannot join {[names[i] for i in found]}; {ADVICE}")
        for i in found:
            if not (holds_hands(types[i]) or is_integer(types[i]) or is_text(types[i])):
                raise FileError(
                    f"{self.name}, column {names[i]!r}: cards are integers, text, lists or "
                    f"fixed-size binary, got {types[i]}; {ADVICE}"
                )
        return found

    def _count_cards(self) -> int:
        kind = self.schema.types[self._cards[0]]
        where = f"{self.name}, column {self.schema.names[self._cards[0]]!r}"
        if pa.types.is_fixed_size_binary(kind):
            return require_hand_size(kind.byte_width, where)
        if pa.types.is_fixed_size_list(kind):
            return require_hand_size(kind.list_size, where)
        if is_integer(kind):
            return require_hand_size(len(self._cards), self.name)
        counts = []
        for row in self._first_rows(self._cards):
            values = [value for value in row if value is not None]
            count = count_cards(" ".join(values)) if is_text(kind) else sum(map(len, values))
            asked = self._wanted is not None
            counts.append(hand_size(self._cards, count, asked=asked) if count else 0)
        usual = [size for size in counts if size in HAND_SIZES]
        if usual:
            return max(set(usual), key=usual.count)
        if any(counts):
            require_hand_size(max(counts), where)
        return len(self._cards) if len(self._cards) in HAND_SIZES else HAND_SIZES[-1]

    def _block(self, batch: Any, start: int) -> Block:
        cards, problems = self._read(batch)
        return Block(
            cards=cards,
            columns=partial(batch_columns, batch),
            place=partial(place_from, start),
            problems=problems,
            done=start + batch.num_rows,
        )

    def _read(self, batch: Any) -> tuple[NDArray[np.integer[Any]], dict[int, str]]:
        arrays = [batch.column(i) for i in self._cards]
        arrays = [a.dictionary_decode() if pa.types.is_dictionary(a.type) else a for a in arrays]
        problems: dict[int, str] = {}
        for i, array in zip(self._cards, arrays, strict=True):
            if array.null_count:
                rows = np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False))
                why = f"column {self.schema.names[i]!r} is null"
                problems = dict.fromkeys(rows.tolist(), why) | problems
        if is_text(arrays[0].type):
            texts = [array.fill_null("").to_pylist() for array in arrays]
            if 1 < len(texts) == self._n_cards and batch.num_rows:
                cards, unread = read_card_cells(list(zip(*texts, strict=True)))
                return cards, unread | problems
            joined = texts[0] if len(texts) == 1 else list(map(" ".join, zip(*texts, strict=True)))
            cards, unread = read_hands(joined, self._n_cards)
            return cards, unread | problems
        if holds_hands(arrays[0].type):
            hands, unread = read_lists(arrays[0], self._n_cards)
        else:
            hands, unread = _join_columns(arrays), {}
        for row in problems.keys() | unread.keys():
            hands[row] = placeholder(self._n_cards)
        return hands, unread | problems


def read_lists(array: Any, n_cards: int) -> tuple[NDArray[np.integer[Any]], dict[int, str]]:
    """Read binary or list values; those of another length or with nulls inside are problems."""
    if pa.types.is_fixed_size_binary(array.type):
        if not array.null_count:
            flat = np.frombuffer(array.buffers()[1], dtype=np.uint8)
            hands = flat[array.offset * n_cards :][: len(array) * n_cards]
            return hands.reshape(-1, n_cards).copy(), {}
        filled = [value or bytes(n_cards) for value in array.to_pylist()]
        return np.frombuffer(bytearray(b"".join(filled)), np.uint8).reshape(-1, n_cards), {}
    if not array.null_count and not array.flatten().null_count:
        values = array.flatten().to_numpy(zero_copy_only=False)
        lengths = array.value_lengths().to_numpy(zero_copy_only=False) if len(array) else []
        if len(values) == len(array) * n_cards and np.all(np.asarray(lengths) == n_cards):
            return values.reshape(-1, n_cards).copy(), {}
    problems: dict[int, str] = {}
    rows: list[list[int]] = []
    for row, value in enumerate(array.to_pylist()):
        if value is not None and len(value) != n_cards:
            problems[row] = f"{len(value)} cards where the file has hands of {n_cards}"
        elif value is not None and None in value:
            problems[row] = f"card {value.index(None) + 1} is null"
        good = value is not None and row not in problems
        rows.append(list(value) if good else placeholder(n_cards).tolist())
    # The names are the same; pyarrow's own way imported pandas before version 17.
    kind = np.dtype(str(array.type.value_type))
    return np.array(rows, dtype=kind).reshape(-1, n_cards), problems


def _join_columns(arrays: list[Any]) -> NDArray[np.integer[Any]]:
    columns = [array.fill_null(0).to_numpy(zero_copy_only=False) for array in arrays]
    if len({column.dtype for column in columns}) > 1:
        # NumPy would join uint64 and int64 to floats. What is too large for int64 is no card in
        # either type.
        columns = [column.astype(np.int64) for column in columns]
    return np.stack(columns, axis=1)


def is_integer(kind: Any) -> bool:
    """Say whether a column holds integers."""
    return bool(pa.types.is_integer(kind))


def is_number(kind: Any) -> bool:
    """Say whether a column holds numbers, perhaps whole ones as floats."""
    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind))


def is_text(kind: Any) -> bool:
    """Say whether a column holds text."""
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def holds_hands(kind: Any) -> bool:
    """Say whether a column holds several card ids a row."""
    if pa.types.is_fixed_size_binary(kind):
        return True
    is_list = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)
    return any(test(kind) for test in is_list) and is_integer(kind.value_type)


def batch_columns(batch: Any) -> Columns:
    """Return the columns of a batch."""
    return list(zip(batch.schema.names, batch.columns, strict=True))


def place_from(start: int, row: int) -> str:
    """Name a row of a batch whose first row is row number `start`."""
    return f"row {start + row} (counted from 0)"
