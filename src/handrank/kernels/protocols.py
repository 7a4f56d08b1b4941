"""What callers know of kernels: their signatures, and what a family of them for a CPU holds."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba.core.registry import cpu_target
from numpy.typing import NDArray

from handrank.kernels.compiling import INTERPRETED
from handrank.lookup.board_pairs import RiverTables
from handrank.lookup.tables import HandTables

Cards = NDArray[np.uint8]
Ranks = NDArray[np.uint16]

# What kernels return if all rows are good. Else they return a row, counted over deals times
# players, before which all rows are good and soon after which one is bad.
NO_BAD_ROW = -1

# Hands (n, n_cards) to ranks (n,).
HandsKernel = Callable[[Cards, HandTables, Ranks], int]
# Hole cards (deals, players, 2) and boards (deals, 3..5) to ranks (deals, players).
DealsKernel = Callable[[Cards, Cards, HandTables, Ranks], int]
# The same for many players on full boards, with the table of boards' rows.
RiversKernel = Callable[[Cards, Cards, HandTables, RiverTables, Ranks], int]
# Card masks (n,), one uint64 a hand and bit = card id, to ranks (n,).
MasksKernel = Callable[[NDArray[np.uint64], HandTables, Ranks], int]


def with_rows_of(out: Ranks, *cards: NDArray[np.generic]) -> Ranks:
    """Return `out` if it is a plain array with a place for each row of `cards`."""
    # Kernels trust that, and would else write to memory that is not theirs.
    shape = out.shape
    if (
        type(out) is not np.ndarray
        or cards[0].shape[: len(shape)] != shape
        or len(cards[-1]) != shape[0]
    ):
        raise AssertionError(f"a kernel for {[rows.shape for rows in cards]} was given {shape}")
    return out


@dataclass(frozen=True)
class Family:
    """The kernels for one kind of CPU; without checks, garbage in gives garbage, no crash."""

    # The instruction set, or "portable".
    name: str
    # How many hands a kernel ranks side by side.
    lanes: int
    # What LLVM calls the instructions that a CPU needs to have.
    features: frozenset[str]
    # Kernels, by the number of cards a hand and whether the cards are checked.
    hands: Callable[[int, bool], HandsKernel]
    deals: Callable[[int, bool], DealsKernel]
    masks: Callable[[int, bool], MasksKernel]
    # The kernel for full boards, and for how many players a deal it is the faster one.
    rivers: Callable[[bool], RiversKernel] | None = None
    river_players: range = range(0)

    @cached_property
    def available(self) -> bool:
        """Whether Numba compiles for a CPU that has the instructions."""
        # Numba's own variables NUMBA_CPU_NAME and NUMBA_CPU_FEATURES count.
        # No instruction can be interpreted.
        if INTERPRETED:
            return not self.features
        features: str = cpu_target.target_context.codegen().magic_tuple()[2]
        return self.features <= set(features.split(","))
