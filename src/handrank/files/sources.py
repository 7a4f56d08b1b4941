"""What every format has: sources that yield blocks of rows, and targets that take columns."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from numpy.typing import NDArray

from handrank.files.cells import ReadCards, read_columns, set_aside
from handrank.files.file_errors import in_file
from handrank.rulebook.errors import Message

# Rows a block: large enough for the kernels, small enough for bounded memory and quick Ctrl-C.
ARRAY_BLOCK = 1 << 20
# Rows of text or of mixed columns cost some hundred bytes each while they are Python objects.
TABLE_BLOCK = 1 << 16

# What the cells of a column are: text, a whole number, another number, several card ids, or other.
Kind = Literal["text", "integer", "number", "hand", "other"]
Header = Literal["auto", "yes", "no"]

# Columns by name, as a target takes them. A two-dimensional array is a block of hands: a target
# writes it the way its format shows hands best.
Columns = list[tuple[str, Sequence[Any] | NDArray[Any] | Any]]


class Column(NamedTuple):
    """A column of a source: its name, and what its cells are to us and to its format."""

    name: str
    kind: Kind = "text"
    type_name: str = "text"
    # How many cards each cell holds, where the type of the column says so.
    n_cards: int | None = None


class Rows(ABC):
    """Consecutive rows of a source: a block."""

    def __init__(self, header: Sequence[Column], n: int, done: int) -> None:
        self.header, self.n = header, n
        # How far the source has come after these rows, in its own unit.
        self.done = done
        # Rows that could not be taken apart, and why.
        self.problems: dict[int, str] = {}

    @abstractmethod
    def place(self, row: int) -> str:
        """Name a row as the file's reader would find it, such as ``line 14``."""

    @abstractmethod
    def texts(self, *columns: int) -> list[Sequence[str]]:
        """Return the cells of each column as text, blank where nothing stands."""

    def cards(self, columns: Sequence[int], n_cards: int) -> ReadCards:
        """Return the hands (n, n_cards) that columns of one kind hold together."""
        cards, unread = read_columns(self.texts(*columns), n_cards)
        return set_aside(cards, self.problems, unread)

    @abstractmethod
    def columns(self) -> Columns:
        """Return all columns, for a target that keeps them."""


class NumberedRows(Rows):
    """Rows of a file whose reader counts them from 0."""

    def __init__(self, header: Sequence[Column], n: int, start: int) -> None:
        super().__init__(header, n, start + n)
        self._start = start

    def place(self, row: int) -> str:
        """Name a row by its number."""
        return Message("row {row} (counted from 0)", row=self._start + row)


class Source(ABC):
    """A file to read."""

    # What messages call it.
    name: str
    # Where `Rows.done` will end (unknown for a pipe), and what that counts: "rows" or "B".
    total: int | None = None
    unit = "rows"
    # Whether its columns have names of their own, and whether only the first row's look says so.
    has_header = True
    header_guessed = False

    @abstractmethod
    def blocks(self, divisor: int = 1) -> Iterator[Rows]:
        """Yield the rows in order, one block at least, each with so many times fewer than usual."""


class Target(Protocol):
    """A file to write: an array of results, or a table with further columns."""

    def write(self, array: NDArray[Any], columns: Callable[[], Columns]) -> None:
        """Add rows: `array` where the format holds a single array, else `columns()`."""

    def close(self) -> None:
        """Write what is left; the file is then whole."""


class Format(NamedTuple):
    """A file format: how its files are opened, and whether they have columns with names."""

    # Takes the file, and whether its first row holds names where the format leaves that open.
    open_source: Callable[[Path, Header], Source]
    # Takes the file, whether to name the columns, and where the rows come from, if from a file.
    open_target: Callable[[Path, bool, Source | None], Target]
    is_table: bool = True
    # Whether its files can be read in one go, from a pipe.
    is_stream: bool = False


def as_objects(values: Any, where: str) -> list[Any]:
    """Return the values of an Arrow array as Python's objects; errors call the array `where`."""
    try:
        objects: list[Any] = values.to_pylist()
    except Exception:
        # Python has no nanoseconds and no year 10000, and may not know a time zone; Arrow writes
        # them. What neither can show is damaged.
        try:
            objects = values.cast("string").to_pylist()
        except Exception as error:
            raise in_file(
                where, "its values cannot be shown: {reason}", reason=str(error)
            ) from None
    return objects


Meaning = TypeVar("Meaning")


class Table(ABC, Generic[Meaning]):
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

    def blocks(self) -> Iterator[tuple[Rows, Meaning]]:
        """Yield the rows in order and what they mean; the first ones tell what the columns are."""
        found = False
        for rows in self.source.blocks(self.divisor):
            if not found:
                # Once more if nothing but blank lines came before.
                self._find(rows)
                found = rows.n > 0
            yield rows, self._read(rows)

    @abstractmethod
    def _find(self, rows: Rows) -> None:
        """Find the columns that matter."""

    @abstractmethod
    def _read(self, rows: Rows) -> Meaning:
        """Read a block."""
