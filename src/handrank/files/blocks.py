"""What every format has: sources that yield blocks of rows, and targets that take columns."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, ClassVar, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from handrank.rulebook.errors import Message

# Rows a block: large enough for the kernels, small enough for bounded memory and quick Ctrl-C.
ARRAY_BLOCK = 1 << 20
# Rows of text or of mixed columns cost some hundred bytes each while they are Python objects.
TABLE_BLOCK = 1 << 16

# What a file can hold: hands or deals to read, or what a job makes of them.
Content = Literal["hands", "deals", "ranks"]
# What the cells of a column are: text, a whole number, another number, several card ids, or other.
Kind = Literal["text", "integer", "number", "hand", "other"]
Header = Literal["auto", "yes", "no"]

# Columns by name, as a target takes them. A two-dimensional array is a block of hands: a target
# writes it the way its format shows hands best.
Columns = list[tuple[str, Sequence[Any] | NDArray[Any] | Any]]


@dataclass(frozen=True)
class Column:
    """A column of a source.

    Attributes
    ----------
    name : str
    kind : Kind
        What its cells are.
    type_name : str
        What its format calls them.
    n_cards : int or None
        How many cards each cell holds, where the type of the column says so.
    """

    name: str
    kind: Kind = "text"
    type_name: str = "text"
    n_cards: int | None = None


class Rows(ABC):
    """Consecutive rows of a source: a block.

    Attributes
    ----------
    header : sequence of Column
    n : int
        How many rows there are.
    done : int
        How far the source has come after them, in its own unit.
    problems : dict of int to str
        Rows that could not be taken apart, and why.
    """

    header: Sequence[Column]
    n: int
    done: int
    problems: dict[int, str]

    @abstractmethod
    def place(self, row: int) -> str:
        """Name a row as the file's reader would find it, such as ``line 14``."""

    @abstractmethod
    def texts(self, column: int) -> Sequence[str]:
        """Return the cells of a column as text, blank where nothing stands."""

    @abstractmethod
    def ids(self, column: int, n_cards: int) -> tuple[NDArray[np.integer[Any]], dict[int, str]]:
        """Return the ids (n, n_cards) in a column of kind integer or hand, and rows without."""

    def nulls(self, column: int) -> list[int]:
        """Return the rows where a column says by itself that it has no value."""
        return []

    @abstractmethod
    def columns(self) -> Columns:
        """Return all columns, for a target that keeps them."""


class Source(Protocol):
    """A file to read.

    Attributes
    ----------
    name : str
        What messages call it.
    total : int or None
        Where `Rows.done` will end; unknown for a pipe.
    unit : str
        What `total` counts: ``"rows"`` or ``"B"``.
    has_header : bool
        Whether its columns have names of their own.
    header_guessed : bool
        Whether only the look of its first row says so.
    """

    name: str
    total: int | None
    unit: str
    has_header: bool
    header_guessed: bool

    def blocks(self, divisor: int = 1) -> Iterator[Rows]:
        """Yield the rows in order, in one block at least, which may be empty.

        Blocks have so many times fewer rows than is usual for the format.
        """
        ...


class Target(Protocol):
    """A file to write: an array of results, or a table with further columns."""

    def write(self, array: NDArray[Any], columns: Callable[[], Columns]) -> None:
        """Add rows: `array` where the format holds a single array, else `columns()`."""
        ...

    def close(self) -> None:
        """Write what is left; the file is then whole."""
        ...


class OpenTarget(Protocol):
    """How a format opens a file to write."""

    def __call__(self, file: Path | IO[str], header: bool, source: Source | None) -> Target:
        """Open it, with the names of the columns if `header`, for rows that `source` gives."""
        ...


@dataclass(frozen=True, kw_only=True)
class Format:
    """A file format.

    Attributes
    ----------
    name : str
        Its module in this room.
    reads, writes : tuple of Content
        What its files can hold when they are read and written.
    named_columns : bool
        Whether columns can be asked for by name.
    open_source : callable
        Opens a file, or standard input where the path is None, to read.
    open_target : OpenTarget
        Opens a file to write.
    """

    name: str
    reads: tuple[Content, ...]
    writes: tuple[Content, ...]
    named_columns: bool = True
    open_source: Callable[[Path | None, Header], Source]
    open_target: OpenTarget


class NumberedRows(Rows):
    """Rows of a file whose reader counts them from 0."""

    start: int

    def place(self, row: int) -> str:
        """Name a row by its number."""
        return Message("row {row} (counted from 0)", row=self.start + row)
