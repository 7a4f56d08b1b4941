"""Hands of six and seven that one look-up cannot rank: the best of their choices of five."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.output import Ranks
from handrank.kernels.portable.best_of_subsets import best_of_subsets
from handrank.lookup.encoding import FLUSH_SIZE
from handrank.lookup.tables import Tables


def rank_undecided(
    target: Ranks,
    cards_of: Callable[[NDArray[np.int64]], NDArray[np.uint8]],
    tables: Tables,
    n_cards: int,
) -> None:
    """Rank the rows that a kernel left at 0 because their suited cards do not decide."""
    if n_cards == FLUSH_SIZE or tables.rules.suited_decide:
        return
    rows = np.flatnonzero(target == 0)
    target[rows] = best_of_subsets(cards_of(rows), tables.for_hands(FLUSH_SIZE))
