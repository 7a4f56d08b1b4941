"""Parquet files, which need pyarrow; it comes with the extra ``handrank[parquet]``.

Hands stand in one column (binary, list or text) or in a column a card.
"""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.files.cells import placeholder, wrong_count
from handrank.files.errors import FileError, cannot_read
from handrank.files.sources import (
    TABLE_BLOCK,
    Column,
    Columns,
    Format,
    Header,
    Kind,
    NumberedRows,
    Source,
)
from handrank.rulebook.errors import Message

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as _error:
    raise FileError(
        Message(
            "parquet files need pyarrow ({reason}); install handrank[parquet]", reason=str(_error)
        )
    ) from _error


class ParquetRows(NumberedRows):
    """Rows of a Parquet file; its columns keep their types."""

    def __init__(self, header: tuple[Column, ...], batch: Any, start: int) -> None:
        self.header, self._batch, self.start = header, batch, start
        self.n, self.done = batch.num_rows, start + batch.num_rows
        self.problems: dict[int, str] = {}

    def _array(self, column: int) -> Any:
        array = self._batch.column(column)
        return array.dictionary_decode() if pa.types.is_dictionary(array.type) else array

    def texts(self, column: int) -> list[str]:
        """Return the cells as text: card ids with spaces between, nothing for a null."""
        array = self._array(column)
        if self.header[column].kind == "text":
            texts: list[str] = array.fill_null("").to_pylist()
            return texts
        values = array.to_pylist()
        if self.header[column].kind == "hand":
            return ["" if value is None else " ".join(map(str, value)) for value in values]
        return ["" if value is None else str(value) for value in values]

    def ids(self, column: int, n_cards: int) -> tuple[NDArray[np.integer[Any]], dict[int, str]]:
        """Return integers or lists of them; null is 0, or any hand."""
        array = self._array(column)
        if self.header[column].kind == "hand":
            return _read_lists(array, n_cards)
        values: NDArray[np.integer[Any]] = array.fill_null(0).to_numpy(zero_copy_only=False)
        return values[:, None], {}

    def nulls(self, column: int) -> list[int]:
        """Return the rows where the column is null."""
        array = self._array(column)
        if not array.null_count:
            return []
        rows: list[int] = np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False)).tolist()
        return rows

    def columns(self) -> Columns:
        """Return the columns as they are."""
        return list(zip(self._batch.schema.names, self._batch.columns, strict=True))


def _read_lists(array: Any, n_cards: int) -> tuple[NDArray[np.integer[Any]], dict[int, str]]:
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
            problems[row] = wrong_count(len(value), n_cards, " ".join(map(str, value)))
        elif value is not None and None in value:
            problems[row] = Message("card {i} is null", i=value.index(None) + 1)
        if value is None or row in problems:
            rows.append(placeholder(n_cards).tolist())
        else:
            rows.append(list(value))
    # The names are the same; pyarrow's own way imported pandas before version 17.
    kind = np.dtype(str(array.type.value_type))
    return np.array(rows, dtype=kind).reshape(-1, n_cards), problems


class ParquetSource:
    """A Parquet file; the metadata of its schema are kept in a Parquet file that is written."""

    unit = "rows"
    has_header = True
    header_guessed = False

    def __init__(self, path: Path, header: Header = "auto") -> None:
        self.name = str(path)
        try:
            self._file = pq.ParquetFile(path)
        except (OSError, pa.ArrowException) as error:
            raise cannot_read(path, str(error)) from error
        self._schema = self._file.schema_arrow
        self.total: int | None = self._file.metadata.num_rows
        self.metadata: dict[bytes, bytes] | None = self._schema.metadata

    def blocks(self, divisor: int = 1) -> Iterator[ParquetRows]:
        """Yield the rows in order."""
        schema = self._schema
        header = tuple(map(_column, schema.names, schema.types))
        empty = pa.RecordBatch.from_arrays(
            [pa.array([], type=kind) for kind in schema.types], schema=schema
        )
        start = 0
        with self._file:
            batches = self._batches(max(1, TABLE_BLOCK // divisor))
            for batch in itertools.chain([next(batches, empty)], batches):
                yield ParquetRows(header, batch, start)
                start += batch.num_rows

    def _batches(self, limit: int) -> Iterator[Any]:
        try:
            yield from self._file.iter_batches(batch_size=limit)
        except (OSError, pa.ArrowException) as error:
            raise cannot_read(self.name, error) from error


def _column(name: str, kind: Any) -> Column:
    width = None
    if pa.types.is_fixed_size_binary(kind):
        width = kind.byte_width
    elif pa.types.is_fixed_size_list(kind):
        width = kind.list_size
    return Column(name, _kind_of(kind), str(kind), width)


def _kind_of(kind: Any) -> Kind:
    """Return what the cells of a type are."""
    types = pa.types
    value = kind.value_type if types.is_dictionary(kind) else kind
    if types.is_string(value) or types.is_large_string(value):
        return "text"
    if types.is_integer(kind):
        return "integer"
    if types.is_floating(kind):
        return "number"
    lists = (types.is_list, types.is_large_list, types.is_fixed_size_list)
    if any(test(kind) for test in lists) and types.is_integer(kind.value_type):
        return "hand"
    return "hand" if types.is_fixed_size_binary(kind) else "other"


class ParquetTarget:
    """A Parquet file; its schema has the metadata of a Parquet file that the rows come from."""

    def __init__(self, path: Path, header: bool = True, source: Source | None = None) -> None:
        self._path = path
        self._metadata = source.metadata if isinstance(source, ParquetSource) else None
        self._writer: Any = None

    def write(self, array: NDArray[Any], columns: Callable[[], Columns]) -> None:
        """Add the rows of `columns` as a row group; a block of hands becomes a column a card."""
        fields: list[tuple[str, Any]] = []
        for name, values in columns():
            if isinstance(values, np.ndarray) and values.ndim == 2:
                stem = name.removesuffix("s")
                fields += [
                    (f"{stem}{j + 1}", pa.array(values[:, j])) for j in range(values.shape[1])
                ]
            else:
                fields.append((name, _to_arrow(values)))
        schema = pa.schema([(name, values.type) for name, values in fields], self._metadata)  # type: ignore[arg-type]
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._path, schema)
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
    if isinstance(values, np.ndarray):
        return pa.array(values)
    # Columns of Python objects are text here: CSV cells and category names. Bytes that are not
    # UTF-8 were read with surrogates, which Parquet text cannot hold.
    text = [
        value if value is None or value.isascii() else value.encode(errors="replace").decode()
        for value in values
    ]
    return pa.array(text, type=pa.string())


FORMAT = Format(
    name="parquet",
    reads=("hands", "deals"),
    writes=("hands", "deals", "ranks"),
    open_source=ParquetSource,
    open_target=ParquetTarget,
)
