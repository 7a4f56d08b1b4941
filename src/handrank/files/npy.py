"""NumPy's own files, read and written a block at a time.

Plain reads instead of a memory map: a file that shrinks meanwhile gives an error, not a bus error.
"""

import os
from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from handrank.files.cells import require_hand_size, write_hands
from handrank.files.errors import FileError, cannot_read, in_file
from handrank.files.sources import (
    ARRAY_BLOCK,
    Column,
    Columns,
    Format,
    Header,
    NumberedRows,
    Source,
)
from handrank.rulebook.errors import Message


class NpyRows(NumberedRows):
    """Rows of an array of card ids."""

    def __init__(self, cards: NDArray[np.integer[Any]], start: int) -> None:
        self._cards, self.start = cards, start
        self.header = (Column("cards", "hand", str(cards.dtype), cards.shape[1]),)
        self.n, self.done = len(cards), start + len(cards)
        self.problems: dict[int, str] = {}

    def texts(self, column: int) -> list[str]:
        """Return the hands as text."""
        return write_hands(self._cards)

    def ids(self, column: int, n_cards: int) -> tuple[NDArray[np.integer[Any]], dict[int, str]]:
        """Return the hands."""
        return self._cards, {}

    def columns(self) -> Columns:
        """Return the hands as the one column that there is."""
        return [("cards", self._cards)]


class NpySource:
    """Card ids (N, 5..7) of any integer dtype and order, or a single hand (5..7,)."""

    unit = "rows"
    has_header = True
    header_guessed = False

    def __init__(self, path: Path, header: Header = "auto") -> None:
        self.name = str(path)
        self._path = path
        with self._open() as file:
            self._shape, self._fortran, self._dtype = self._read_header(file)
            self._offset = file.tell()
            size = os.fstat(file.fileno()).st_size
        self.total: int | None = self._shape[0]
        expected = self._offset + self._shape[0] * self._shape[1] * self._dtype.itemsize
        if size < expected:
            raise self._truncated(
                Message(
                    "{size} bytes where its header says {expected}", size=size, expected=expected
                )
            )

    def _truncated(self, reason: Message) -> FileError:
        return FileError(Message("{file} is truncated: {reason}", file=self.name, reason=reason))

    def _open(self) -> BufferedReader:
        try:
            return self._path.open("rb")
        except OSError as error:
            raise cannot_read(self._path, error) from error

    def _read_header(self, file: BufferedReader) -> tuple[tuple[int, int], bool, np.dtype[Any]]:
        name = self.name
        try:
            version = npy_format.read_magic(file)
            read = {
                (1, 0): npy_format.read_array_header_1_0,
                (2, 0): npy_format.read_array_header_2_0,
            }[version]
            shape, fortran, dtype = read(file)
        except OSError as error:
            raise cannot_read(self._path, error) from error
        except KeyError:
            raise in_file(name, Message("its version of the .npy format is unknown")) from None
        except ValueError as error:
            raise FileError(
                Message("{file} is not a .npy file: {reason}", file=name, reason=str(error))
            ) from error
        shown = str(shape)
        if dtype.hasobject:
            raise in_file(name, Message("it holds pickled Python objects, which are never loaded"))
        if dtype.kind not in "iu":
            raise in_file(
                name, Message("card ids must be integers, got dtype {dtype}", dtype=str(dtype))
            )
        if len(shape) not in (1, 2):
            raise in_file(
                name, Message("shape {shape} is neither (hands, cards) nor (cards,)", shape=shown)
            )
        if min(shape) < 0:
            reason = Message("its header has shape {shape}", shape=shown)
            raise FileError(
                Message("{file} is not a .npy file: {reason}", file=name, reason=reason)
            )
        require_hand_size(shape[-1], Message("{file}, shape {shape}", file=name, shape=shown))
        n = shape[0] if len(shape) == 2 else 1
        return (n, shape[-1]), fortran and len(shape) == 2, dtype

    def blocks(self, divisor: int = 1) -> Iterator[NpyRows]:
        """Yield the hands in order."""
        n, n_cards = self._shape
        limit = max(1, ARRAY_BLOCK // divisor)
        with self._open() as file:
            for start in range(0, max(n, 1), limit):
                rows = min(limit, n - start)
                cards = np.empty((rows, n_cards), dtype=self._dtype)
                if self._fortran:
                    for card in range(n_cards):
                        column = np.empty(rows, dtype=self._dtype)
                        self._fill(file, column, card * n + start)
                        cards[:, card] = column
                else:
                    self._fill(file, cards, start * n_cards)
                yield NpyRows(cards, start)

    def _fill(self, file: BufferedReader, array: NDArray[Any], first: int) -> None:
        """Fill an array with the file's items from number `first` on."""
        try:
            file.seek(self._offset + first * self._dtype.itemsize)
            view = memoryview(array.reshape(-1).view(np.uint8))  # type: ignore[arg-type]
            if file.readinto(view) != array.nbytes:
                raise self._truncated(Message("it became shorter while it was read"))
        except OSError as error:
            raise cannot_read(self._path, error) from error


class NpyTarget:
    """One array, of a length that is not known before the end."""

    def __init__(self, path: Path, header: bool = True, source: Source | None = None) -> None:
        self._file = path.open("wb")
        self._dtype: np.dtype[Any] | None = None
        self._row_shape: tuple[int, ...] = ()
        self._rows = 0
        self._header_end = 0

    def write(self, array: NDArray[Any], columns: Callable[[], Columns]) -> None:
        """Add the rows of `array`."""
        if self._dtype is None:
            self._dtype, self._row_shape = array.dtype, array.shape[1:]
            self._write_header(self._dtype)
            self._header_end = self._file.tell()
        self._file.write(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
        self._rows += len(array)

    def _write_header(self, dtype: np.dtype[Any]) -> None:
        npy_format.write_array_header_1_0(
            self._file,
            {
                "descr": npy_format.dtype_to_descr(dtype),
                "fortran_order": False,
                "shape": (self._rows, *self._row_shape),
            },
        )

    def close(self) -> None:
        """Write the header anew with the number of rows; NumPy leaves room for it to grow."""
        with self._file:
            if self._dtype is not None:
                self._file.seek(0)
                self._write_header(self._dtype)
                assert self._file.tell() == self._header_end


FORMAT = Format(
    name="npy",
    reads=("hands",),
    writes=("hands", "ranks"),
    named_columns=False,
    open_source=NpySource,
    open_target=NpyTarget,
)
