"""What a contestant of the benchmarks is: a name, how many hands it can afford, and a timed run."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.uint8]
Ranks = NDArray[np.uint16]
Run = Callable[[], NDArray[Any]]


class Meaning(Enum):
    """What the numbers say that a run returns."""

    HAND_RANKS = auto()
    CLASS_NUMBERS = auto()
    LARGER_WINS = auto()
    CARDS = auto()
    RANK_COUNTS = auto()


@dataclass(frozen=True, kw_only=True)
class Contestant:
    """One line of the comparison.

    Attributes
    ----------
    name : str
        Unique among all contestants.
    prepare : callable
        Takes random rows of cards, uint8 (n, n_cards), and returns the run to be timed. Imports,
        compilation and arrays for the results belong here; every conversion of the rows into what
        the contestant reads belongs into the run.
    meaning : Meaning
        What a run returns, for the check that all contestants agree.
    max_hands : int, optional
        Hands a run that a slow contestant can afford.
    n_cards : int, optional
        Cards a row.
    hands_a_row : int, optional
        Hands that a row of cards makes up.
    fixed_hands : int, optional
        Hands a run whatever the rows.
    package : str, optional
        The distribution that a version is named of.
    """

    name: str
    prepare: Callable[[Rows], Run]
    meaning: Meaning
    max_hands: int | None = None
    n_cards: int = 7
    hands_a_row: int = 1
    fixed_hands: int | None = None
    package: str | None = None

    def rows_for(self, hands: int) -> int:
        """Return how many rows of cards a run gets where up to `hands` hands are wanted."""
        affordable = hands if self.max_hands is None else min(hands, self.max_hands)
        return max(1, affordable // self.hands_a_row)

    def hands_ranked(self, n_rows: int) -> int:
        """Return how many hands a run over `n_rows` rows ranks."""
        return n_rows * self.hands_a_row if self.fixed_hands is None else self.fixed_hands

    @property
    def title(self) -> str:
        """The name with the version of the package measured."""
        return self.name if self.package is None else f"{self.name} {version(self.package)}"


def installed(package: str) -> bool:
    """Return whether a distribution is there; some rivals have no wheels for some platforms."""
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def result_array(n: int) -> Ranks:
    """Return an array for `n` ranks whose memory is there already: a first touch costs time."""
    out = np.empty(n, dtype=np.uint16)
    out.fill(0)
    return out
