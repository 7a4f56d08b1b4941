"""The ways to count a question exactly, and the choice of the cheaper.

`Matchups` visits each deal of hands once, up to exchanges of suits, over all boards. `Sweep`, for
two ranges of hold'em, visits each board once, up to exchanges of suits that change neither range,
with all hands. Both lead to the same counts. A plan says about how many `seconds` it takes one
thread and how many tasks it has, makes them, and adds up their results, in order, to counts.
"""

import math
from collections import deque
from collections.abc import Iterator
from functools import lru_cache, partial
from operator import add

import numpy as np
from numpy.typing import NDArray

from handrank.equities import deals
from handrank.equities.combos import N_COMBOS, all_combos, combo_index, exchanged_combos
from handrank.equities.question import Question
from handrank.equities.suit_isomorphism import suit_exchanges
from handrank.equities.tally import Counts, tally_shape
from handrank.equities.tasks import Task, count_matchups, meet_range
from handrank.kernels.equity.list_boards import list_boards
from handrank.kernels.equity.random_cards import KnownCards
from handrank.lookup.encoding import BOARD_CARDS
from handrank.rulebook.errors import value_error

# About how long a task takes: long enough to hide what it costs to hand it out.
_TASK_SECONDS = 0.1
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


def plan_exact(question: Question, limit: float = math.inf) -> "Matchups | Sweep | None":
    """Return the cheaper plan, or None if none is within `limit` seconds."""
    swept = question.n_players == 2 and not question.game.two_from_hand
    sweep = Sweep(question) if swept and deals.n_deals(question) > _FEW_DEALS else None
    cap = limit if sweep is None else min(limit, sweep.seconds)
    at_least = matchups_at_least(question)
    best: Matchups | Sweep | None = sweep
    if math.isfinite(at_least) and at_least <= cap:
        matchups = Matchups(question)
        if sweep is None or matchups.seconds < sweep.seconds:
            best = matchups
    if best is None and math.isinf(limit):
        raise value_error(
            "{deals:,} combinations of hands are too many to enumerate (at most {most:,}); "
            "use method='sampled'",
            deals=deals.n_deals(question),
            most=_MOST_DEALS_COUNTED,
        )
    return best if best is not None and best.seconds <= limit else None


def matchups_at_least(question: Question) -> float:
    """Return about how long all matchups take if exchanges of suits join as many as they can."""
    n_deals = deals.n_deals(question)
    if n_deals > _MOST_DEALS_COUNTED:
        return math.inf
    return n_deals / len(question.exchanges) * _matchup_seconds(question)


def _matchup_seconds(question: Question) -> float:
    seconds = _OMAHA_MATCHUP_SECONDS if question.game.two_from_hand else _MATCHUP_SECONDS
    return seconds[question.to_come] * question.n_players / 2


def _matchups_a_task(question: Question) -> int:
    return max(1, round(_TASK_SECONDS / _matchup_seconds(question)))


def matchup_parts(question: Question, listed: deals.Deals) -> Iterator[tuple[Task, deals.Deals]]:
    """Yield the tasks of some deals, each with the deals that it counts."""
    hole, weights = listed
    known, step = KnownCards(question.board, question.deck), _matchups_a_task(question)
    for start in range(0, len(hole), step):
        part = slice(start, start + step)
        task = partial(count_matchups, question.game, known, hole[part])
        yield task, (hole[part], weights[part])


class Matchups:
    """Hands against hands, deal by deal."""

    def __init__(self, question: Question) -> None:
        self._question = question = question.listed()
        n_matchups, self._blocks = deals.n_deals(question), None
        if n_matchups <= deals.MOST_DEALS:
            self._blocks = [deals.list_deals(question)]
            n_matchups = len(self._blocks[0][0])
            if not n_matchups:
                raise deals.no_deal()
        self.seconds = n_matchups * _matchup_seconds(question)
        self.n_tasks = -(-n_matchups // _matchups_a_task(question))
        # Tasks are made in the order in which their results are added up.
        self._awaited: deque[Counts] = deque()

    def tasks(self) -> Iterator[Task]:
        """Yield the tasks."""
        for listed in self._blocks or deals.deal_blocks(self._question):
            for task, (_, weights) in matchup_parts(self._question, listed):
                self._awaited.append(weights)
                yield task

    def add_up(self, results: Iterator[Counts]) -> list[int]:
        """Add up the tasks' results to counts of outcomes."""
        total = [0] * math.prod(tally_shape(self._question.game, self._question.n_players))
        for tallies in results:
            counted = _weighted_sum(self._awaited.popleft(), tallies.reshape(len(tallies), -1))
            total = list(map(add, total, counted))
        if not any(total):
            raise deals.no_deal()
        return total


def _weighted_sum(weights: Counts, tallies: Counts) -> list[int]:
    largest = int(tallies.max(initial=0)) * int(weights.max(initial=0)) * len(weights)
    if weights.dtype == object or largest > deals.MOST_COUNTED:
        weights, tallies = weights.astype(object), tallies.astype(object)
    counts: list[int] = (weights @ tallies).tolist()
    return counts


class Sweep:
    """A range against a range, board by board: `first` and `second` are the weights of `combos`."""

    def __init__(self, question: Question) -> None:
        first, second = np.zeros((2, N_COMBOS), dtype=np.int64)
        first[combo_index(question.hands[0])] = question.weights[0]
        second[combo_index(question.hands[1])] = question.weights[1]
        images = exchanged_combos()[question.exchanges]
        same = ((first[images] == first) & (second[images] == second)).all(axis=1)
        self._question = question
        # The exchanges of suits that change neither range.
        self._keep = question.exchanges[same]
        self.combos = np.flatnonzero((first > 0) | (second > 0))
        self.first, self.second = first[self.combos], second[self.combos]
        # Few boards are fixed by an exchange, so the classes are little more than this.
        n_boards = math.comb(len(question.deck), question.to_come) / len(self._keep)
        n_boards *= 1 + 0.2 * (len(self._keep) > 1)
        seconds_a_board = len(self.combos) * _SWEEP_COMBO_SECONDS + _SWEEP_BOARD_SECONDS
        self._step = max(1, round(_TASK_SECONDS / seconds_a_board))
        self.seconds = n_boards * seconds_a_board
        self.n_tasks = math.ceil(n_boards / self._step)

    def tasks(self) -> Iterator[Task]:
        """Yield the tasks: a combo's outcomes are right once those of its images are added."""
        known = (self._question.board, self._question.deck, self._keep)
        boards, counts = boards_up_to_suits(*(tuple(array.tolist()) for array in known))
        meet = partial(meet_range, self._question.game, all_combos()[self.combos], self.second)
        for start in range(0, len(boards), self._step):
            part = slice(start, start + self._step)
            yield partial(meet, boards[part], counts[part])

    def outcomes(self, results: Iterator[Counts]) -> Counts:
        """Add up the tasks' results: the weight that each combo beats, ties, and meets."""
        return sum(results, np.zeros((len(self.combos), 3), dtype=np.int64))

    def add_up(self, results: Iterator[Counts]) -> list[int]:
        """Add up the tasks' results to counts of outcomes."""
        wins, ties, met = (
            sum(w * n for w, n in zip(self.first.tolist(), column, strict=True))
            for column in self.outcomes(results).T.tolist()
        )
        if not met:
            raise deals.no_deal()
        return [0, wins, met - wins - ties, ties]


@lru_cache(maxsize=4)
def boards_up_to_suits(
    known: tuple[int, ...], deck: tuple[int, ...], keep: tuple[int, ...]
) -> tuple[NDArray[np.uint8], Counts]:
    """Return boards (n, 5), one for each class under exchanges of suits, and the classes' sizes."""
    n_choices = math.comb(len(deck), BOARD_CARDS - len(known))
    boards = np.empty((n_choices, BOARD_CARDS), dtype=np.uint8)
    counts = np.empty(n_choices, dtype=np.int64)
    cards = (np.array(known, dtype=np.uint8), np.array(deck, dtype=np.uint8))
    n = list_boards(*cards, suit_exchanges()[list(keep)[1:]], boards, counts)
    return boards[:n].copy(), counts[:n].copy()
