"""Parquet files, which need pyarrow; it comes with the extra ``handrank[parquet]``.

Hands stand in one column (binary, list or text) or in a column a card.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.files import sources
from handrank.files.cells import ReadCards, placeholder, set_aside, wrong_count
from handrank.files.file_errors import FileError, cannot_read, of_column
from handrank.files.money import Amounts
from handrank.rulebook.errors import Message

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as _error:
    raise FileError(
        "parquet files need pyarrow ({reason}); install handrank[parquet]", reason=str(_error)
    ) from _error


_USUAL_COLUMNS = 16
# So many digits hold every int64.
_DIGITS = 19


class ParquetRows(sources.NumberedRows):
    """Rows of a Parquet file; its columns keep their types."""

    def __init__(self, file: str, header: Sequence[sources.Column], batch: Any, start: int) -> None:
        super().__init__(header, batch.num_rows, start)
        self._file, self._batch = file, batch

    def _array(self, column: int) -> Any:
        array = self._batch.column(column)
        return array.dictionary_decode() if pa.types.is_dictionary(array.type) else array

    def texts(self, *columns: int) -> list[Sequence[str]]:
        """Return the cells as text: card ids with spaces between, nothing for a null."""
        return [self._texts(column) for column in columns]

    def _texts(self, column: int) -> Sequence[str]:
        array, kind = self._array(column), self.header[column].kind
        say = _spaced if kind == "hand" else str
        values = sources.as_objects(array, of_column(self._file, self.header[column].name))
        return ["" if value is None else say(value) for value in values]

    def cards(self, columns: Sequence[int], n_cards: int) -> ReadCards:
        """Return the hands; integers stand beside each other, a null is 0 or any hand."""
        kind = self.header[columns[0]].kind
        arrays = [self._array(column) for column in columns]
        cards: NDArray[np.integer[Any]]
        if kind == "text":
            cards, unread = super().cards(columns, n_cards)
        elif kind == "hand":
            cards, unread = _read_lists(arrays[0], n_cards)
        else:
            ids = [array.fill_null(0).to_numpy(zero_copy_only=False) for array in arrays]
            if len({column.dtype for column in ids}) > 1:
                # NumPy would join uint64 and int64 to floats. What is too large for int64 is
                # outside the deck in either type.
                ids = [column.astype(np.int64) for column in ids]
            cards, unread = np.stack(ids, axis=1), {}
        nulls: dict[int, str] = {}
        for column, array in zip(columns, arrays, strict=True):
            if array.null_count:
                rows = np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False)).tolist()
                null = Message("column {name!r} is null", name=self.header[column].name)
                nulls = dict.fromkeys(rows, null) | nulls
        return set_aside(cards, nulls, unread)

    def columns(self) -> sources.Columns:
        """Return the columns as they are."""
        return list(zip(self._batch.schema.names, self._batch.columns, strict=True))


def _spaced(ids: Sequence[int]) -> str:
    return " ".join(map(str, ids))


def _read_lists(array: Any, n_cards: int) -> ReadCards:
    """Read binary or list values; those of another length or with nulls inside are problems."""
    is_binary = pa.types.is_fixed_size_binary(array.type)
    if is_binary and not array.null_count:
        flat = np.frombuffer(array.buffers()[1], dtype=np.uint8)
        hands = flat[array.offset * n_cards :][: len(array) * n_cards]
        return hands.reshape(-1, n_cards).copy(), {}
    if not is_binary and not array.null_count and not array.flatten().null_count:
        values = array.flatten().to_numpy(zero_copy_only=False)
        lengths = array.value_lengths().to_numpy(zero_copy_only=False) if len(array) else []
        if len(values) == len(array) * n_cards and np.all(np.asarray(lengths) == n_cards):
            return values.reshape(-1, n_cards).copy(), {}
    problems: dict[int, str] = {}
    anything = placeholder(n_cards).tolist()
    rows = [anything if value is None else list(value) for value in array.to_pylist()]
    for row, ids in enumerate(rows):
        if len(ids) != n_cards:
            problems[row] = wrong_count(len(ids), n_cards, _spaced(ids))
        elif None in ids:
            problems[row] = Message("card {i} is null", i=ids.index(None) + 1)
        if row in problems:
            rows[row] = anything
    # The names are the same; pyarrow's own way imported pandas before version 17.
    kind = "uint8" if is_binary else str(array.type.value_type)
    return np.array(rows, dtype=kind).reshape(-1, n_cards), problems


class ParquetSource(sources.Source):
    """A Parquet file; the metadata of its schema are kept in a Parquet file that is written."""

    def __init__(self, path: Path, header: sources.Header = "auto") -> None:
        self.name = str(path)
        try:
            # One wrong bit in a page may be another card.
            self._file = pq.ParquetFile(path, page_checksum_verification=True)
            self._schema = self._file.schema_arrow
        except Exception as error:
            # What is damaged fails in any way it likes.
            raise cannot_read(path, str(error)) from error
        self.total = self._file.metadata.num_rows
        self.metadata: dict[bytes, bytes] | None = self._schema.metadata

    def blocks(self, divisor: int = 1) -> Iterator[ParquetRows]:
        """Yield the rows in order."""
        header = list(map(_column, self._schema.names, self._schema.types))
        # Wide tables have fewer rows a block.
        limit = sources.TABLE_BLOCK // divisor // max(1, len(header) // _USUAL_COLUMNS)
        start, limit = 0, max(1, limit)
        try:
            with self._file:
                for batch in self._file.iter_batches(limit):
                    yield ParquetRows(self.name, header, batch, start)
                    start += batch.num_rows
            if not start:
                yield ParquetRows(
                    self.name, header, pa.RecordBatch.from_pylist([], schema=self._schema), 0
                )
        except Exception as error:
            raise cannot_read(self.name, error) from error


def _column(name: str, kind: Any) -> sources.Column:
    """Return what the cells of a type are."""
    types = pa.types
    value = kind.value_type if types.is_dictionary(kind) else kind
    if types.is_string(value) or types.is_large_string(value):
        return sources.Column(name, "text", str(kind))
    if types.is_integer(kind):
        return sources.Column(name, "integer", str(kind))
    if types.is_floating(kind) or types.is_decimal(kind):
        return sources.Column(name, "number", str(kind))
    if types.is_fixed_size_binary(kind):
        return sources.Column(name, "hand", str(kind), kind.byte_width)
    width = kind.list_size if types.is_fixed_size_list(kind) else None
    lists = types.is_list(kind) or types.is_large_list(kind) or width is not None
    holds_ids = lists and types.is_integer(kind.value_type)
    return sources.Column(name, "hand" if holds_ids else "other", str(kind), width)


class ParquetTarget:
    """A Parquet file; its schema has the metadata of a Parquet file that the rows come from."""

    def __init__(
        self, path: Path, header: bool = True, source: sources.Source | None = None
    ) -> None:
        self._path = path
        self._metadata = source.metadata if isinstance(source, ParquetSource) else None
        self._writer: Any = None

    def write(self, array: NDArray[Any], columns: Callable[[], sources.Columns]) -> None:
        """Add the rows of `columns` as a row group; a block of hands becomes a column a card."""
        fields: list[tuple[str, Any]] = []
        for name, values in columns():
            name = _in_utf_8(name)
            if isinstance(values, np.ndarray) and values.ndim == 2:
                stem = name.removesuffix("s")
                fields += [
                    (f"{stem}{j + 1}", _to_arrow(values[:, j])) for j in range(values.shape[1])
                ]
            else:
                fields.append((name, _to_arrow(values)))
        schema = pa.schema([(name, values.type) for name, values in fields], self._metadata)  # type: ignore[arg-type]
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._path, schema, write_page_checksum=True)
        self._writer.write_batch(
            pa.RecordBatch.from_arrays([values for _, values in fields], schema=schema)
        )

    def close(self) -> None:
        """Write the file's end."""
        if self._writer is not None:
            self._writer.close()


def _to_arrow(values: Any) -> Any:
    if isinstance(values, pa.Array):
        return values
    if isinstance(values, Amounts):
        kind = pa.decimal128(_DIGITS, values.decimals)
        return pa.array(values.as_decimals(), type=kind)
    if isinstance(values, np.ndarray):
        # Arrow has no arrays in the other byte order.
        return pa.array(values.astype(values.dtype.newbyteorder("="), copy=False))
    # Columns of Python objects are text here: CSV cells and category names.
    text = [value if value is None else _in_utf_8(value) for value in values]
    return pa.array(text, type=pa.string())


def _in_utf_8(text: str) -> str:
    """Return a text that Parquet can hold: bytes that are not UTF-8 were read with surrogates."""
    return text if text.isascii() else text.encode(errors="replace").decode()


FORMAT = sources.Format(ParquetSource, ParquetTarget)
