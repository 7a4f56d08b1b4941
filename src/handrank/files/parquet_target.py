"""Write Parquet files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.files.pyarrow import pa, pq
from handrank.files.streams import Columns


class ParquetTarget:
    """A Parquet file.

    Parameters
    ----------
    path : Path
        What to write.
    metadata : dict, optional
        Metadata for its schema, as of the file that was read.
    """

    def __init__(self, path: Path, metadata: dict[bytes, bytes] | None = None) -> None:
        self._path, self._metadata = path, metadata
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
    # Columns of Python objects are text here: CSV cells and category names. Bytes that are no
    # UTF-8 were read with surrogates, which Parquet text cannot hold.
    text = [
        value if value is None or value.isascii() else value.encode(errors="replace").decode()
        for value in values
    ]
    return pa.array(text, type=pa.string())
