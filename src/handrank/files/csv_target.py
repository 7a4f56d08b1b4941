"""Write CSV files."""

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from handrank.files.card_text import write_hands
from handrank.files.streams import Columns


class CsvTarget:
    """A CSV file, or a text stream such as standard output.

    Parameters
    ----------
    file : Path or text stream
        What to write to; a stream stays open.
    header : bool
        Whether to begin with the names of the columns.
    """

    def __init__(self, file: Path | IO[str], *, header: bool = True) -> None:
        self._stays_open = not isinstance(file, Path)
        self._file: IO[str] = (
            file.open("w", encoding="utf-8", errors="surrogateescape", newline="")
            if isinstance(file, Path)
            else file
        )
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._header = header

    def write(self, array: NDArray[Any], columns: Callable[[], Columns]) -> None:
        """Add the rows of `columns`."""
        named = columns()
        if self._header:
            self._writer.writerow([name for name, _ in named])
            self._header = False
        self._writer.writerows(zip(*(_as_cells(values) for _, values in named), strict=True))

    def close(self) -> None:
        """Write what is left."""
        if self._stays_open:
            self._file.flush()
        else:
            self._file.close()


def _as_cells(values: Any) -> Sequence[Any]:
    """Return a column's values as csv writes them; None becomes an empty cell."""
    if isinstance(values, np.ndarray):
        return write_hands(values) if values.ndim == 2 else values.tolist()
    if hasattr(values, "to_pylist"):
        values = values.to_pylist()
        if any(isinstance(value, bytes | list) for value in values):
            # Ids with spaces between, which CsvSource reads.
            return [
                " ".join(map(str, value)) if isinstance(value, bytes | list) else value
                for value in values
            ]
    return values  # type: ignore[no-any-return]
