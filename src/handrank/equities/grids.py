"""The 13 x 13 grid of classes of hole cards: pairs on the diagonal, suited above, offsuit below."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.equities.combos import N_COMBOS, all_combos, class_names, combo_classes
from handrank.equities.exact import list_deals, matchup_seconds, n_deals, up_to_suits
from handrank.equities.plan import ExactPlan
from handrank.equities.question import Question, read_question
from handrank.equities.ranges import Range
from handrank.equities.suit_symmetry import fixing
from handrank.equities.sweep import plan_sweep
from handrank.equities.tasks import TASK_SECONDS, CountMatchups, Counts, Task, run_tasks, with_bar
from handrank.rulebook.rules import N_RANKS

Grid = NDArray[np.float64]
N_CLASSES = N_RANKS * N_RANKS
_SHAPE = (N_RANKS, N_RANKS)
# Of a matchup's four counts by the bit mask of the winners: the first player alone, both.
_FIRST, _BOTH = 1, 3


def range_grid(values: Range | Mapping[str, float] | ArrayLike) -> Grid:
    """Arrange values of hole cards as the usual grid.

    Parameters
    ----------
    values : array_like of float, shape (1326,) or (169,), or mapping, or Range
        A value for each combo, in the order of `Range.weights`, whose mean over the combos of a
        class is taken without NaNs; or for each class, in the grid's own order; or by the name of
        the class (``{"AKs": 0.5}``), NaN for the others; or a range, whose weights are taken.

    Returns
    -------
    ndarray of float, shape (13, 13)
        Rows and columns from ace to deuce: suited classes above the diagonal of pairs, offsuit ones
        below. NaN where there is no value.

    Raises
    ------
    TypeError
        If the values are no numbers.
    ValueError
        If there is another number of them, or a name is no class.

    Examples
    --------
    >>> grid = range_grid(Range.parse("AKs, AKo:0.5, KhKd"))
    >>> grid[0, 1], grid[1, 0], round(float(grid[1, 1]), 3)
    (np.float64(1.0), np.float64(0.5), 0.167)
    """
    if isinstance(values, Range):
        return range_grid(values.weights)
    if isinstance(values, Mapping):
        places = {name: place for place, name in enumerate(class_names())}
        grid = np.full(N_CLASSES, np.nan)
        for name, value in values.items():
            if name not in places:
                raise ValueError(f"{name!r} is no class of hole cards; they are like AA, AKs, AKo")
            grid[places[name]] = value
        return grid.reshape(_SHAPE)
    given = np.asarray(values)
    if given.dtype.kind not in "biuf":
        raise TypeError(f"values must be real numbers, got dtype {given.dtype}")
    if given.shape in ((N_CLASSES,), _SHAPE):
        return given.astype(np.float64).reshape(_SHAPE)
    if given.shape != (N_COMBOS,):
        raise ValueError(
            f"values must have shape ({N_COMBOS},) or ({N_CLASSES},), got {given.shape}"
        )
    present = ~np.isnan(given.astype(np.float64))
    classes = combo_classes()
    sums = np.bincount(classes, np.where(present, given, 0), N_CLASSES)
    counts = np.bincount(classes, present, N_CLASSES)
    means: Grid = np.divide(sums, counts, out=np.full(N_CLASSES, np.nan), where=counts > 0)
    return means.reshape(_SHAPE)


def equity_grid(
    opponent: Any,
    *,
    board: ArrayLike = "",
    dead: ArrayLike = "",
    game: str = "holdem",
    threads: int | None = None,
    executor: Executor | None = None,
    progress: bool = False,
) -> Grid:
    """Return the exact equity of every class of hole cards against a hand or a range.

    Parameters
    ----------
    opponent : str, Range or array_like
        What the opponent may hold, as `equity` takes a player.
    board : array_like of int or str, optional
        Up to five board cards.
    dead : array_like of int or str, optional
        Cards that nobody holds and that do not come.
    game : str, optional
        A game of two hole cards.
    threads : int, optional
        How many threads to run on; by default as `handrank.get_threads` says.
    executor : concurrent.futures.Executor, optional
        Where to run instead.
    progress : bool, optional
        Show a progress bar on the standard error stream.

    Returns
    -------
    ndarray of float, shape (13, 13)
        The grid of `range_grid`; NaN where no combo of a class is left.

    Raises
    ------
    TypeError, ValueError
        If cards or the range are unreadable, a card is used twice, or the range is emptied by the
        known cards.

    Examples
    --------
    >>> grid = equity_grid("QcQd", board="Qh 7s 2d")
    >>> grid[0, 0].round(4), grid[0, 1].round(4)  # AA, AKs
    (np.float64(0.0859), np.float64(0.0366))
    """
    question = read_question(["random", opponent], board, dead, game)
    sweep = plan_sweep(question)
    seconds = matchup_seconds(question)
    symmetries = len(fixing(question.board, question.dead))
    workers = _Workers(threads, executor, progress)
    if n_deals(question) / symmetries * seconds < sweep.seconds:
        outcomes = _by_matchups(question, max(1, round(TASK_SECONDS / seconds)), workers)
    else:
        outcomes = _by_sweep(question, sweep, workers)
    wins, ties, met = outcomes.T
    equities = np.divide(2 * wins + ties, 2 * met, out=np.full(N_CLASSES, np.nan), where=met > 0)
    return range_grid(equities)


@dataclass(frozen=True)
class _Workers:
    """Where tasks run."""

    threads: int | None
    executor: Executor | None
    progress: bool

    def run(self, tasks: Iterator[Task], n_tasks: int) -> Iterator[Any]:
        results = run_tasks(tasks, threads=self.threads, executor=self.executor)
        return with_bar(results, n_tasks, self.progress)


def _by_matchups(question: Question, step: int, workers: _Workers) -> Counts:
    """Return by class on how many boards it wins, ties and is dealt, from each pair of hands."""
    deals, weights = up_to_suits(question, *list_deals(question))
    starts = range(0, len(deals), step)
    tasks = (
        CountMatchups(
            question.game.rules,
            all_combos()[deals[start : start + step]],
            question.board,
            question.deck,
        )
        for start in starts
    )
    outcomes = np.zeros((N_CLASSES, 3), dtype=np.int64)
    for start, tallies in zip(starts, workers.run(tasks, len(starts)), strict=True):
        part = slice(start, start + step)
        each = np.stack((tallies[:, _FIRST], tallies[:, _BOTH], tallies.sum(axis=1)), axis=1)
        each *= np.array(weights[part], dtype=np.int64)[:, None]
        np.add.at(outcomes, combo_classes()[deals[part, 0]], each)
    return outcomes


def _by_sweep(question: Question, sweep: ExactPlan, workers: _Workers) -> Counts:
    """Return the same from each board."""
    first, second = question.ranges
    used = np.flatnonzero((first > 0) | (second > 0))
    results = workers.run(sweep.tasks(), sweep.n_tasks)
    total: Counts = sum(results, np.zeros((len(used), 3), dtype=np.int64))
    outcomes = np.zeros((N_CLASSES, 3), dtype=np.int64)
    np.add.at(outcomes, combo_classes()[used], total * (first[used] > 0)[:, None])
    return outcomes
