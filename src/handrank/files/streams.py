"""What the formats have in common: blocks of rows, sources that yield them, targets, errors."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from handrank.files.errors import FileError
from handrank.lookup.encoding import HAND_SIZES
from handrank.rulebook.cards import N_CARDS

# Rows a block: large enough for the kernels, small enough for bounded memory and quick Ctrl-C.
ARRAY_BLOCK = 1 << 20
# Rows of text or of mixed columns cost some hundred bytes each while they are Python objects.
TABLE_BLOCK = 1 << 16

# A table's columns by name. A two-dimensional array is a block of hands: a target writes it the
# way its format shows hands best.
Columns = list[tuple[str, Sequence[Any] | NDArray[Any] | Any]]


@dataclass(frozen=True)
class Block:
    """Consecutive rows of a source.

    Attributes
    ----------
    cards : ndarray of int, shape (n, n_cards)
        Card ids; rows in `problems` hold any hand.
    columns : callable
        Returns what the source knows of these rows, for a target that keeps columns.
    place : callable
        Names a row of the block as the file's reader would find it, such as ``"line 14"``.
    problems : dict of int to str
        Rows that could not be read, and why.
    done : int
        How far the source has come, in its own unit.
    """

    cards: NDArray[np.integer[Any]]
    columns: Callable[[], Columns]
    place: Callable[[int], str]
    problems: dict[int, str] = field(default_factory=dict)
    done: int = 0


class Source(Protocol):
    """A file of hands.

    Attributes
    ----------
    name : str
        What error messages call it.
    total : int or None
        Where `Block.done` will end; unknown for a pipe.
    unit : str
        What `total` counts: ``"hands"`` or ``"B"``.
    has_header : bool
        Whether its columns have names of their own.
    notes : sequence of str
        What its user should know of how it was read.
    """

    name: str
    total: int | None
    unit: str
    has_header: bool
    notes: Sequence[str]

    def blocks(self) -> Iterator[Block]:
        """Yield the rows in order, in one block at least, which may be empty."""
        ...


class Target(Protocol):
    """A file to write: an array of results, or a table with further columns."""

    def write(self, array: NDArray[Any], columns: Callable[[], Columns]) -> None:
        """Add rows: `array` where the format holds a single array, else `columns()`."""
        ...

    def close(self) -> None:
        """Write what is left; the file is then whole."""
        ...


def placeholder(n_cards: int) -> NDArray[np.uint8]:
    """Return a hand that stands in a bad row: the highest cards, which every deck has."""
    return np.arange(N_CARDS - n_cards, N_CARDS, dtype=np.uint8)


def require_hand_size(n_cards: int, where: str) -> int:
    """Return `n_cards` if hands can have as many cards.

    Raises
    ------
    FileError
        If not; `where` begins the message.
    """
    if n_cards not in HAND_SIZES:
        raise FileError(f"{where}: hands of {n_cards} cards; a hand has 5, 6 or 7 cards")
    return n_cards
