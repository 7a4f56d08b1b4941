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

from handrank.files.errors import FileError
from handrank.files.streams import ARRAY_BLOCK, Block, Columns, require_hand_size


class NpySource:
    """Card ids (N, 5..7) of any integer dtype and order, or a single hand (5..7,)."""

    unit = "hands"
    has_header = True
    notes: Sequence[str] = ()

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        with self._open() as file:
            self._shape, self._fortran, self._dtype = self._read_header(file)
            self._offset = file.tell()
            size = os.fstat(file.fileno()).st_size
        self.total: int | None = self._shape[0]
        expected = self._offset + self._shape[0] * self._shape[1] * self._dtype.itemsize
        if size < expected:
            raise FileError(f"{path} is truncated: {size} bytes where its header says {expected}")

    def _open(self) -> BufferedReader:
        try:
            return self._path.open("rb")
        except OSError as error:
            raise FileError(f"cannot read {self._path}: {error.strerror or error}") from error

    def _read_header(self, file: BufferedReader) -> tuple[tuple[int, int], bool, np.dtype[Any]]:
        try:
            version = npy_format.read_magic(file)
            read = {
                (1, 0): npy_format.read_array_header_1_0,
                (2, 0): npy_format.read_array_header_2_0,
            }[version]
            shape, fortran, dtype = read(file)
        except OSError as error:
            raise FileError(f"cannot read {self._path}: {error.strerror or error}") from error
        except KeyError:
            raise FileError(f"{self._path} is a .npy file of an unknown version") from None
        except ValueError as error:
            raise FileError(f"{self._path} is not a .npy file: {error}") from error
        if dtype.hasobject:
            raise FileError(f"{self._path} holds pickled Python objects, which are never loaded")
        if dtype.kind not in "iu":
            raise FileError(f"{self._path}: card ids must be integers, got dtype {dtype}")
        if len(shape) not in (1, 2):
            raise FileError(f"{self._path}: shape {shape} is neither (hands, cards) nor (cards,)")
        if min(shape) < 0:
            raise FileError(f"{self._path} is not a .npy file: its header has shape {shape}")
        require_hand_size(shape[-1], f"{self._path}, shape {shape}")
        n = shape[0] if len(shape) == 2 else 1
        return (n, shape[-1]), fortran and len(shape) == 2, dtype

    def blocks(self) -> Iterator[Block]:
        """Yield the hands in order."""
        n, n_cards = self._shape
        with self._open() as file:
            for start in range(0, max(n, 1), ARRAY_BLOCK):
                rows = min(ARRAY_BLOCK, n - start)
                cards = np.empty((rows, n_cards), dtype=self._dtype)
                if self._fortran:
                    for card in range(n_cards):
                        column = np.empty(rows, dtype=self._dtype)
                        self._fill(file, column, card * n + start)
                        cards[:, card] = column
                else:
                    self._fill(file, cards, start * n_cards)
                yield Block(
                    cards=cards,
                    columns=_columns_of(cards),
                    place=_place_from(start),
                    done=start + rows,
                )

    def _fill(self, file: BufferedReader, array: NDArray[Any], first: int) -> None:
        """Fill an array with the file's items from number `first` on."""
        try:
            file.seek(self._offset + first * self._dtype.itemsize)
            view = memoryview(array.reshape(-1).view(np.uint8))  # type: ignore[arg-type]
            if file.readinto(view) != array.nbytes:
                raise FileError(f"{self._path} is truncated: it became shorter while it was read")
        except OSError as error:
            raise FileError(f"cannot read {self._path}: {error.strerror or error}") from error


def _columns_of(cards: NDArray[Any]) -> Callable[[], Columns]:
    return lambda: [("cards", cards)]


def _place_from(start: int) -> Callable[[int], str]:
    return lambda row: f"row {start + row} (counted from 0)"


class NpyTarget:
    """One array, of a length that is not known before the end."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._dtype: np.dtype[Any] | None = None
        self._row_shape: tuple[int, ...] = ()
        self._rows = 0
        self._header_end = 0

    def write(self, array: NDArray[Any], columns: Callable[[], Columns]) -> None:
        """Add the rows of `array`."""
        if self._dtype is None:
            self._dtype, self._row_shape = array.dtype, array.shape[1:]
            self._write_header()
            self._header_end = self._file.tell()
        self._file.write(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
        self._rows += len(array)

    def _write_header(self) -> None:
        assert self._dtype is not None
        npy_format.write_array_header_1_0(
            self._file,
            {
                "descr": npy_format.dtype_to_descr(self._dtype),
                "fortran_order": False,
                "shape": (self._rows, *self._row_shape),
            },
        )

    def close(self) -> None:
        """Write the header anew with the number of rows; NumPy leaves room for it to grow."""
        with self._file:
            if self._dtype is not None:
                self._file.seek(0)
                self._write_header()
                assert self._file.tell() == self._header_end
