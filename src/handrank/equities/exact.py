"""The ways to count a question exactly, and the choice of the cheapest.

*Matchups* visits each deal of hands once, up to exchanges of suits, over all boards. *Sweep*, for
two ranges of hold'em, visits each board once, up to exchanges of suits that change neither range,
with all hands. All ways lead to the same counts; a further one is a further entry in `WAYS`.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from handrank.equities.combos import N_COMBOS, all_combos, combo_index, exchanged_combos
from handrank.equities.deals import (
    MOST_COUNTED,
    MOST_DEALS,
    Deals,
    NoDealError,
    deal_blocks,
    list_deals_up_to_suits,
    n_deals,
)
from handrank.equities.question import Question
from handrank.equities.suit_isomorphism import fixing, suit_exchanges
from handrank.equities.tally import Counts, tally_shape
from handrank.equities.tasks import TASK_SECONDS, CountMatchups, SweepBoards, Task
from handrank.kernels.equity.list_boards import list_boards
from handrank.lookup.encoding import BOARD_CARDS
from handrank.rulebook.errors import value_error

# Seconds on one 3 GHz core, to choose between the ways and to cut the work. A matchup of two by
# the number of cards to come, where any cards may count and where exactly two of the hand do:
_MATCHUP_SECONDS = (3e-7, 4e-7, 8e-7, 1e-5, 1.2e-4, 3.5e-4)
_OMAHA_MATCHUP_SECONDS = (5e-7, 2e-6, 1.2e-5, 9e-5, 5e-4, 2e-3)
# Of a sweep, a combo and a board:
_SWEEP_COMBO_SECONDS = 1.6e-8
_SWEEP_BOARD_SECONDS = 1.5e-6
# Deals that are counted at all.
_MOST_DEALS_COUNTED = 1 << 32
# So few matchups are not worth looking for another way.
_FEW_DEALS = 24


@dataclass(frozen=True)
class ExactPlan:
    """How an exact question is worked on.

    It takes one thread about `seconds`; `add_up` takes the tasks' results, in order, and returns
    the counts of outcomes.
    """

    seconds: float
    n_tasks: int
    tasks: Callable[[], Iterator[Task]]
    add_up: Callable[[Iterator[Counts]], list[int]]


@dataclass(frozen=True)
class Way:
    """A way to count; `at_least` says how many seconds it will take if planned, or infinity."""

    at_least: Callable[[Question], float]
    plan: Callable[[Question], ExactPlan]


def plan_exact(question: Question, limit: float = math.inf) -> ExactPlan | None:
    """Return the cheapest plan, or None if none is within `limit` seconds.

    Raises a ValueError if every deal uses a card twice, or there is no plan though `limit` is
    infinite.
    """
    best: ExactPlan | None = None
    for way in WAYS:
        cap = limit if best is None else min(limit, best.seconds)
        at_least = way.at_least(question)
        if math.isfinite(at_least) and at_least <= cap:
            plan = way.plan(question)
            if best is None or plan.seconds < best.seconds:
                best = plan
    if best is None and math.isinf(limit):
        raise value_error(
            "{deals:,} combinations of hands are too many to enumerate (at most {most:,}); "
            "use method='sampled'",
            deals=n_deals(question),
            most=_MOST_DEALS_COUNTED,
        )
    return best if best is not None and best.seconds <= limit else None


def matchup_seconds(question: Question) -> float:
    """Return about how long one combination of hands takes on one thread."""
    seconds = _OMAHA_MATCHUP_SECONDS if question.game.two_from_hand else _MATCHUP_SECONDS
    return seconds[question.to_come] * question.n_players / 2


def matchups_at_least(question: Question) -> float:
    """Return about how long all matchups take if exchanges of suits join as many as they can."""
    deals = n_deals(question)
    if deals > _MOST_DEALS_COUNTED:
        return math.inf
    return deals / len(fixing(question.board, question.dead)) * matchup_seconds(question)


def matchup_parts(question: Question, deals: Deals) -> Iterator[tuple[CountMatchups, Counts]]:
    """Yield the tasks of some deals, each with its deals' weights."""
    hole, weights = deals
    step = _matchups_a_task(question)
    for start in range(0, len(hole), step):
        part = slice(start, start + step)
        yield (
            CountMatchups(question.game, hole[part], question.board, question.deck),
            weights[part],
        )


def _matchups_a_task(question: Question) -> int:
    return max(1, round(TASK_SECONDS / matchup_seconds(question)))


def _plan_matchups(question: Question) -> ExactPlan:
    question = question.listed()
    n_matchups, blocks = n_deals(question), None
    if n_matchups <= MOST_DEALS:
        blocks = [list_deals_up_to_suits(question)]
        n_matchups = len(blocks[0][0])
        if not n_matchups:
            raise NoDealError
    # Tasks are made in the order in which their results are added up.
    awaited: deque[Counts] = deque()

    def tasks() -> Iterator[Task]:
        for deals in blocks or deal_blocks(question):
            for task, weights in matchup_parts(question, deals):
                awaited.append(weights)
                yield task

    def add_up(results: Iterator[Counts]) -> list[int]:
        total = [0] * math.prod(tally_shape(question.game, question.n_players))
        for tallies in results:
            counted = _weighted_sum(awaited.popleft(), tallies.reshape(len(tallies), -1))
            total = [old + new for old, new in zip(total, counted, strict=True)]
        if not any(total):
            raise NoDealError
        return total

    n_tasks = -(-n_matchups // _matchups_a_task(question))
    return ExactPlan(n_matchups * matchup_seconds(question), n_tasks, tasks, add_up)


def _weighted_sum(weights: Counts, tallies: Counts) -> list[int]:
    largest = int(tallies.max(initial=0)) * int(weights.max(initial=0)) * len(weights)
    if weights.dtype == object or largest > MOST_COUNTED:
        return [int(n) for n in weights.astype(object) @ tallies.astype(object)]
    counts: list[int] = (weights @ tallies).tolist()
    return counts


@dataclass(frozen=True)
class Sweep:
    """A range against a range, board by board.

    `first` and `second` are the weights of the `combos` in either range; exchanges of suits with
    the numbers in `keep` change neither.
    """

    question: Question
    combos: NDArray[np.intp]
    first: Counts
    second: Counts
    keep: NDArray[np.intp]

    @property
    def _seconds_a_board(self) -> float:
        return len(self.combos) * _SWEEP_COMBO_SECONDS + _SWEEP_BOARD_SECONDS

    @property
    def _n_boards(self) -> float:
        # Few boards are fixed by an exchange, so the classes are little more than this.
        n_choices = math.comb(len(self.question.deck), self.question.to_come)
        return n_choices / len(self.keep) * (1 + 0.2 * (len(self.keep) > 1))

    @property
    def _step(self) -> int:
        return max(1, round(TASK_SECONDS / self._seconds_a_board))

    @property
    def seconds(self) -> float:
        """About how long it takes on one thread."""
        return self._n_boards * self._seconds_a_board

    @property
    def n_tasks(self) -> int:
        """About how many tasks there are."""
        return math.ceil(self._n_boards / self._step)

    def tasks(self) -> Iterator[Task]:
        """Yield the tasks.

        Their outcomes are right for a combo only when those of the combos that the exchanges of
        suits turn into it are added.
        """
        question, combos = self.question, all_combos()[self.combos]
        boards, counts = boards_up_to_suits(
            tuple(question.board.tolist()), tuple(question.deck.tolist()), tuple(self.keep.tolist())
        )
        for start in range(0, len(boards), self._step):
            part = slice(start, start + self._step)
            yield SweepBoards(question.game, boards[part], counts[part], combos, self.second)

    def outcomes(self, results: Iterator[Counts]) -> Counts:
        """Add up the tasks' results: the weight that each combo beats, ties, and meets."""
        return sum(results, np.zeros((len(self.combos), 3), dtype=np.int64))

    def add_up(self, results: Iterator[Counts]) -> list[int]:
        """Add up the tasks' results to counts by the bit mask of the winners."""
        wins, ties, met = (
            sum(w * n for w, n in zip(self.first.tolist(), column, strict=True))
            for column in self.outcomes(results).T.tolist()
        )
        if not met:
            raise NoDealError
        return [0, wins, met - wins - ties, ties]


def read_sweep(question: Question) -> Sweep:
    """Return a question of two ranges of hold'em as a sweep."""
    first, second = np.zeros((2, N_COMBOS), dtype=np.int64)
    first[combo_index(question.hands[0])] = question.weights[0]
    second[combo_index(question.hands[1])] = question.weights[1]
    used = np.flatnonzero((first > 0) | (second > 0))
    keep = fixing(question.board, question.dead)
    images = exchanged_combos()[keep]
    same = ((first[images] == first) & (second[images] == second)).all(axis=1)
    return Sweep(question, used, first[used], second[used], keep[same])


def _sweep_at_least(question: Question) -> float:
    swept = question.n_players == 2 and not question.game.two_from_hand
    return 0.0 if swept and n_deals(question) > _FEW_DEALS else math.inf


def _plan_sweep(question: Question) -> ExactPlan:
    sweep = read_sweep(question)
    return ExactPlan(sweep.seconds, sweep.n_tasks, sweep.tasks, sweep.add_up)


@lru_cache(maxsize=4)
def boards_up_to_suits(
    known: tuple[int, ...], deck: tuple[int, ...], keep: tuple[int, ...]
) -> tuple[NDArray[np.uint8], Counts]:
    """Return the completed boards, one for each class under some exchanges of suits.

    With the boards, shape (n, 5), come the numbers of boards that they stand for, shape (n,).

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


# Those that are quick to plan come first: what they cost tells whether others are worth planning.
WAYS = (Way(_sweep_at_least, _plan_sweep), Way(matchups_at_least, _plan_matchups))
