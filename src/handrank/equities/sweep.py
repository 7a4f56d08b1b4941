"""Plan exact equity for two players by visiting each board once, up to exchanges of suits."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.equities.combos import all_combos
from handrank.equities.plan import ExactPlan, NoDealError
from handrank.equities.question import Question
from handrank.equities.suit_symmetry import combo_images, fixing, suit_exchanges
from handrank.equities.tasks import (
    TASK_SECONDS,
    Counts,
    SweepBoards,
    Task,
)
from handrank.kernels.equity.list_boards import list_boards
from handrank.lookup.encoding import BOARD_CARDS

# Seconds on one 3 GHz core for a combo and for a board, see `equity_exact`.
_SWEEP_COMBO_SECONDS = 1.6e-8
_SWEEP_BOARD_SECONDS = 1.5e-6


def plan_sweep(question: Question) -> ExactPlan:
    """Return the plan that visits each board once, for two players.

    A task's outcomes are right for each combo only when those of the combos that the exchanges of
    suits turn into it are added.
    """
    first, second = question.ranges
    used = np.flatnonzero((first > 0) | (second > 0))
    keep = fixing(question.board, question.dead)
    images = combo_images()
    keep = keep[
        [
            bool((first[images[e]] == first).all() and (second[images[e]] == second).all())
            for e in keep
        ]
    ]
    n_choices = math.comb(len(question.deck), question.to_come)
    # Few boards are fixed by an exchange, so the classes are little more than this.
    n_boards = n_choices / len(keep) * (1 + 0.2 * (len(keep) > 1))
    seconds_each = len(used) * _SWEEP_COMBO_SECONDS + _SWEEP_BOARD_SECONDS
    step = max(1, round(TASK_SECONDS / seconds_each))

    def tasks() -> Iterator[Task]:
        boards, counts = boards_up_to_suits(
            tuple(question.board.tolist()), tuple(question.deck.tolist()), tuple(keep.tolist())
        )
        for start in range(0, len(boards), step):
            part = slice(start, start + step)
            yield SweepBoards(
                question.game.rules, boards[part], counts[part], all_combos()[used], second[used]
            )

    def add_up(results: Iterator[Any]) -> list[int]:
        outcomes: Counts = sum(results, np.zeros((len(used), 3), dtype=np.int64))
        wins, ties, met = (
            sum(w * n for w, n in zip(first[used].tolist(), column.tolist(), strict=True))
            for column in outcomes.T
        )
        if not met:
            raise NoDealError
        return [0, wins, met - wins - ties, ties]

    n_tasks = math.ceil(n_boards / step)
    return ExactPlan("sweep", n_boards * seconds_each, n_tasks, tasks, add_up)


@lru_cache(maxsize=4)
def boards_up_to_suits(
    known: tuple[int, ...], deck: tuple[int, ...], keep: tuple[int, ...]
) -> tuple[NDArray[np.uint8], Counts]:
    """Return the completed boards, one for each class under some exchanges of suits.

    Returns
    -------
    boards : ndarray of uint8, shape (n, 5)
        Card ids.
    counts : ndarray of int64, shape (n,)
        How many boards each stands for.

    Examples
    --------
    >>> boards, counts = boards_up_to_suits((), tuple(range(52)), tuple(range(24)))
    >>> len(boards), int(counts.sum())
    (134459, 2598960)
    """
    n_choices = math.comb(len(deck), BOARD_CARDS - len(known))
    boards = np.empty((n_choices, BOARD_CARDS), dtype=np.uint8)
    counts = np.empty(n_choices, dtype=np.int64)
    n = list_boards(
        np.array(known, dtype=np.uint8),
        np.array(deck, dtype=np.uint8),
        suit_exchanges()[list(keep)[1:]],
        boards,
        counts,
    )
    return boards[:n].copy(), counts[:n].copy()
