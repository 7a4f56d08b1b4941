"""NumPy's own files, read and written a block at a time.

Plain reads instead of a memory map: a file that shrinks meanwhile gives an error, not a bus error.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from handrank.files import sources
from handrank.files.cells import ReadCards, require_hand_size, write_hands
from handrank.files.file_errors import FileError, cannot_read, in_file
from handrank.rulebook.errors import Message, value_error


class NpyRows(sources.NumberedRows):
    """Rows of an array of card ids."""

    def __init__(self, cards: NDArray[np.integer[Any]], start: int) -> None:
        column = sources.Column("cards", "hand", str(cards.dtype), cards.shape[1])
        super().__init__([column], len(cards), start)
        self._cards = cards

    def texts(self, *columns: int) -> list[Sequence[str]]:
        """Return the hands as text."""
        return [write_hands(self._cards) for _ in columns]

    def cards(self, columns: Sequence[int], n_cards: int) -> ReadCards:
        """Return the hands."""
        return self._cards, {}

    def columns(self) -> sources.Columns:
        """Return the hands as the one column that there is."""
        return [("cards", self._cards)]


class NpySource(sources.Source):
    """Card ids (N, 5..7) of any integer dtype and order, or a single hand (5..7,)."""

    def __init__(self, path: Path, header: sources.Header = "auto") -> None:
        self.name = str(path)
        self._path = path
        with self._open() as file:
            self._shape, self._fortran, self._dtype = self._read_header(file)
            self._offset = file.tell()
            size = os.fstat(file.fileno()).st_size
        self.total = self._shape[0]
        expected = self._offset + self._shape[0] * self._shape[1] * self._dtype.itemsize
        if size < expected:
            reason = Message(
                "{size} bytes where its header says {expected}", size=size, expected=expected
            )
            raise self._truncated(reason)

    def _truncated(self, reason: Message) -> FileError:
        return FileError("{file} is truncated: {reason}", file=self.name, reason=reason)

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
            shown = str(shape)
            if min(shape, default=0) < 0:
                raise value_error("its header has shape {shape}", shape=shown)
        except OSError as error:
            raise cannot_read(self._path, error) from error
        except KeyError:
            raise in_file(name, "its version of the .npy format is unknown") from None
        except Exception as error:
            # A damaged header fails in any way that Python's parser likes.
            reason = str(error.args[0]) if isinstance(error, ValueError) and error.args else ""
            raise FileError(
                "{file} is not a .npy file: {reason}",
                file=name,
                reason=reason or Message("its header is damaged"),
            ) from error
        if dtype.hasobject:
            raise in_file(name, "it holds pickled Python objects, which are never loaded")
        if dtype.kind not in "iu":
            raise in_file(name, "card ids must be integers, got dtype {dtype}", dtype=str(dtype))
        if len(shape) not in (1, 2):
            raise in_file(name, "shape {shape} is neither (hands, cards) nor (cards,)", shape=shown)
        require_hand_size(shape[-1], Message("{file}, shape {shape}", file=name, shape=shown))
        n = shape[0] if len(shape) == 2 else 1
        return (n, shape[-1]), fortran and len(shape) == 2, dtype

    def blocks(self, divisor: int = 1) -> Iterator[NpyRows]:
        """Yield the hands in order."""
        n, n_cards = self._shape
        limit = max(1, sources.ARRAY_BLOCK // divisor)
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

    def __init__(
        self, path: Path, header: bool = True, source: sources.Source | None = None
    ) -> None:
        self._file = path.open("wb")
        self._nothing: NDArray[Any] | None = None
        self._rows = 0
        self._header_end = 0

    def write(self, array: NDArray[Any], columns: Callable[[], sources.Columns]) -> None:
        """Add the rows of `array`."""
        if self._nothing is None:
            self._nothing = array[:0]
            self._write_header(self._nothing)
            self._header_end = self._file.tell()
        self._file.write(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
        self._rows += len(array)

    def _write_header(self, nothing: NDArray[Any]) -> None:
        header = npy_format.header_data_from_array_1_0(nothing)
        shape = (self._rows, *nothing.shape[1:])
        npy_format.write_array_header_1_0(
            self._file, header | {"fortran_order": False, "shape": shape}
        )

    def close(self) -> None:
        """Write the header anew with the number of rows; NumPy leaves room for it to grow."""
        with self._file:
            if self._nothing is not None:
                self._file.seek(0)
                self._write_header(self._nothing)
                assert self._file.tell() == self._header_end


FORMAT = sources.Format(NpySource, NpyTarget, is_table=False)
