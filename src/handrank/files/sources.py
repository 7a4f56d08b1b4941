"""What every format has: sources that yield blocks of rows, and targets that take columns."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

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
    """A column of a source: its name, and what its cells are to us and to its format."""

    name: str
    kind: Kind = "text"
    type_name: str = "text"
    # How many cards each cell holds, where the type of the column says so.
    n_cards: int | None = None


class Rows(ABC):
    """Consecutive rows of a source: a block."""

    header: Sequence[Column]
    n: int
    # How far the source has come after these rows, in its own unit.
    done: int
    # Rows that could not be taken apart, and why.
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
    """A file to read."""

    # What messages call it.
    name: str
    # Where `Rows.done` will end (unknown for a pipe), and what that counts: "rows" or "B".
    total: int | None
    unit: str
    # Whether its columns have names of their own, and whether only the first row's look says so.
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


@dataclass(frozen=True, kw_only=True)
class Format:
    """A file format: what its files can hold, and how they are opened."""

    name: str
    reads: tuple[Content, ...]
    writes: tuple[Content, ...]
    # Whether columns can be asked for by name.
    named_columns: bool = True
    # Takes the file, and whether its first row holds names where the format leaves that open.
    open_source: Callable[[Path, Header], Source]
    # Takes the file, whether to name the columns, and where the rows come from, if from a file.
    open_target: Callable[[Path, bool, Source | None], Target]


class NumberedRows(Rows):
    """Rows of a file whose reader counts them from 0."""

    start: int

    def place(self, row: int) -> str:
        """Name a row by its number."""
        return Message("row {row} (counted from 0)", row=self.start + row)


@dataclass(frozen=True, kw_only=True)
class Block:
    """A block of rows that has been read for what it means."""

    rows: Rows
    # Rows that could not be read, and why; what stands there is arbitrary but harmless.
    problems: dict[int, str]


AnyBlock = TypeVar("AnyBlock", bound=Block)


class Table(ABC, Generic[AnyBlock]):
    """The rows of a source and what they mean, whatever the format."""

    # What its rows are called, and how many times fewer of them a block has than is usual.
    noun = "rows"
    divisor = 1

    def __init__(self, source: Source) -> None:
        self.source = source
        # What the user should know of how it was read.
        self.notes: list[str] = []

    @property
    def unit(self) -> str:
        """What the source's total counts."""
        return self.noun if self.source.unit == "rows" else self.source.unit

    def blocks(self) -> Iterator[AnyBlock]:
        """Yield the rows in order; the first ones tell what the columns are."""
        found = False
        for rows in self.source.blocks(self.divisor):
            if not found:
                # Once more if nothing but blank lines came before.
                self._find(rows)
                found = rows.n > 0
            yield self._read(rows)

    @abstractmethod
    def _find(self, rows: Rows) -> None:
        """Find the columns that matter."""

    @abstractmethod
    def _read(self, rows: Rows) -> AnyBlock:
        """Read a block."""
