"""The pieces that long equity questions are cut into, and how they are run.

A task is small, can be pickled, and gives the same numbers wherever it runs: in this thread, in a
pool of threads or processes, or on a Dask worker. Results are added up.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from handrank.arrays.threads import resolve_threads
from handrank.kernels.equity.count_winners import count_winners
from handrank.kernels.equity.sample_boards import sample_boards
from handrank.kernels.equity.sample_deals import sample_deals
from handrank.kernels.equity.sweep_boards import sweep_boards
from handrank.lookup.encoding import BOARD_CARDS, HOLE_CARDS, RANK_SHIFT, SUIT_MASK
from handrank.lookup.multisets import rank_multisets
from handrank.lookup.tables import load_tables
from handrank.rulebook.cards import N_CARDS

_Item = TypeVar("_Item")
Cards = NDArray[np.uint8]
Counts = NDArray[np.int64]

_SHOWDOWN_CARDS = BOARD_CARDS + HOLE_CARDS
# About how long a task takes: long enough to hide what it costs to hand it out.
TASK_SECONDS = 0.1
# Tasks handed to somebody else's executor ahead of the one whose result is awaited.
_WINDOW = 256
_BAR_AFTER_SECONDS = 0.5


class Task(Protocol):
    """A piece of work."""

    def run(self) -> Any:
        """Do the work and return numbers to add up."""


@dataclass(frozen=True)
class CountMatchups:
    """Count who wins for known hands over all boards.

    `hole` is (matchups, players, 2); the result is (matchups, 2**players), by the bit mask of
    the winners.
    """

    rules: str
    hole: Cards
    board: Cards
    deck: Cards

    def run(self) -> Counts:
        """Return the tallies."""
        tables = load_tables(self.rules)
        n_matchups, n_players, _ = self.hole.shape
        tallies = np.zeros((n_matchups, 1 << n_players), dtype=np.int64)
        count_winners(n_players)(
            own(self.hole),
            own(self.board),
            card_mask(self.deck),
            rank_multisets(BOARD_CARDS - len(self.board)),
            tables.card_keys,
            tables.displacements[BOARD_CARDS],
            tables.displacements[_SHOWDOWN_CARDS],
            tables.ranks[_SHOWDOWN_CARDS],
            tables.suited,
            tallies,
        )
        return tallies


@dataclass(frozen=True)
class SweepBoards:
    """Meet each combo with a range on some boards.

    The result is (combos, 3): the opposing weight that each combo beats, ties, and meets.
    """

    rules: str
    boards: Cards
    counts: Counts
    combos: Cards
    weights: Counts

    def run(self) -> Counts:
        """Return the outcomes."""
        tables = load_tables(self.rules)
        outcomes = np.zeros((len(self.combos), 3), dtype=np.int64)
        sweep_boards(
            own(self.boards),
            own(self.counts),
            own(self.combos),
            own(self.weights),
            tables.card_keys,
            tables.displacements[_SHOWDOWN_CARDS],
            tables.ranks[_SHOWDOWN_CARDS],
            tables.suited,
            outcomes,
        )
        return outcomes


@dataclass(frozen=True)
class Draws:
    """How hole cards are drawn; see `handrank.kernels.equity.sample_deals.sample_deals`."""

    first: Counts
    combos: Cards
    accept: NDArray[np.uint64]
    other: Counts


@dataclass(frozen=True)
class SampleDeals:
    """Sample deals; the result is (2**players,), by the bit mask of the winners.

    `hole` holds all players' cards if they are known, and `draws` how they are drawn if not.
    """

    rules: str
    n_players: int
    n_trials: int
    start: int
    step: int
    hole: Cards | None
    draws: Draws | None
    board: Cards
    deck: Cards

    def run(self) -> Counts:
        """Return the tally."""
        tables = load_tables(self.rules)
        tally = np.zeros(1 << self.n_players, dtype=np.int64)
        stream = (self.n_trials, np.uint64(self.start), np.uint64(self.step))
        known = (own(self.board), own(self.deck))
        lookups = (
            tables.card_keys,
            tables.displacements[_SHOWDOWN_CARDS],
            tables.ranks[_SHOWDOWN_CARDS],
            tables.suited,
        )
        if self.hole is not None:
            sample_boards(self.n_players)(*stream, own(self.hole), *known, *lookups, tally)
        elif self.draws is not None:
            draws = (
                own(self.draws.first),
                own(self.draws.combos),
                own(self.draws.accept),
                own(self.draws.other),
            )
            sample_deals(self.n_players)(*stream, *draws, *known, *lookups, tally)
        return tally


def card_mask(cards: Cards) -> np.uint64:
    """Return the bits of some cards in four 16-bit fields, one a suit, as the kernels hold them.

    Examples
    --------
    >>> hex(card_mask(np.array([0, 51], dtype=np.uint8)))
    '0x1000000000000001'
    """
    return np.uint64(
        sum(1 << 16 * (card & SUIT_MASK) + (card >> RANK_SHIFT) for card in cards.tolist())
    )


def card_masks(hands: Cards) -> NDArray[np.uint64]:
    """Return the `card_mask` of each row of cards, shape (n,)."""
    bits = np.array([card_mask(np.array([card])) for card in range(N_CARDS)], dtype=np.uint64)
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(bits[hands], axis=-1)
    return masks


def own(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array as Numba's kernels were compiled for: contiguous and writeable."""
    return np.require(array, requirements=["C", "W"])


def run_task(task: Task) -> Any:
    """Run a task: the function that executors are given."""
    return task.run()


def run_tasks(
    tasks: Iterable[Task], *, threads: int | None = None, executor: Executor | None = None
) -> Iterator[Any]:
    """Yield the tasks' results in the order of the tasks.

    Parameters
    ----------
    tasks : iterable of Task
        They are taken as needed: the iterable may be endless.
    threads : int, optional
        How many threads to run them on; by default as `handrank.get_threads` says.
    executor : concurrent.futures.Executor, optional
        Where to run them instead. It is left running.
    """
    require_executor(executor)
    if executor is not None:
        yield from _submit(tasks, executor, _WINDOW)
        return
    threads = resolve_threads(threads)
    if threads == 1:
        for task in tasks:
            yield task.run()
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="handrank")
    try:
        with closing(_submit(tasks, pool, 2 * threads)) as results:
            yield from results
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def require_executor(executor: object) -> None:
    """Refuse what tasks cannot be submitted to.

    Raises
    ------
    TypeError
        If it is neither None nor an executor.
    """
    if executor is not None and not callable(getattr(executor, "submit", None)):
        kind = type(executor).__name__
        raise TypeError(f"executor must be a concurrent.futures.Executor, got {kind}")


def _submit(tasks: Iterable[Task], executor: Executor, window: int) -> Generator[Any, None, None]:
    waiting: deque[Future[Any]] = deque()
    try:
        for task in tasks:
            waiting.append(executor.submit(run_task, task))
            if len(waiting) >= window:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def with_bar(results: Iterator[_Item], total: int | None, progress: bool) -> Iterator[_Item]:
    """Pass results on and show a progress bar, once it is worth it, on standard error."""
    return iter(
        tqdm(
            results,
            total=total,
            disable=not progress,
            unit="",
            leave=False,
            delay=_BAR_AFTER_SECONDS,
        )
    )
