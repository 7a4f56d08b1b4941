"""The 13 x 13 grid of classes of hole cards: pairs on the diagonal, suited above, offsuit below."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.reading import as_real_numbers
from handrank.equities.combos import N_CLASSES, N_COMBOS, class_names, combo_classes, combo_index
from handrank.equities.deals import Deals, combine_hands, join_up_to_suits, list_deals
from handrank.equities.exact import Sweep, matchup_parts, matchups_at_least
from handrank.equities.hand_lists import Player
from handrank.equities.question import Question, read_question
from handrank.equities.ranges import Range
from handrank.equities.running import Workers
from handrank.equities.tally import Counts
from handrank.lookup.encoding import HOLE_CARDS
from handrank.rulebook.errors import Message, value_error
from handrank.rulebook.games import Game, GameName, get_game
from handrank.rulebook.rules import N_RANKS

Grid = NDArray[np.float64]
_SHAPE = (N_RANKS, N_RANKS)
# Of a matchup's counts by the bit mask of the winners: either player alone, and both.
_FIRST, _SECOND, _BOTH = 1, 2, 3


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
        If the values are not numbers.
    ValueError
        If there is another number of them, or a name is not a class.

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
                raise value_error(
                    "{name!r} is not a class of hole cards; they are like AA, AKs, AKo", name=name
                )
            grid[places[name]] = value
        return grid.reshape(_SHAPE)
    given = as_real_numbers(values, "values")
    if given.shape in ((N_CLASSES,), _SHAPE):
        return given.astype(np.float64).reshape(_SHAPE)
    if given.shape != (N_COMBOS,):
        raise value_error(
            "values must have shape ({combos},) or ({classes},), got {shape}",
            combos=N_COMBOS,
            classes=N_CLASSES,
            shape=given.shape,
        )
    present = ~np.isnan(given.astype(np.float64))
    classes = combo_classes()
    sums = np.bincount(classes, np.where(present, given, 0), N_CLASSES)
    counts = np.bincount(classes, present, N_CLASSES)
    means: Grid = np.divide(sums, counts, out=np.full(N_CLASSES, np.nan), where=counts > 0)
    return means.reshape(_SHAPE)


def equity_grid(
    opponent: Player,
    board: ArrayLike | None = None,
    *,
    dead: ArrayLike | None = None,
    game: GameName | Game = "holdem",
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
    game : str or Game, optional
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
    played = get_game(game)
    if played.two_from_hand or played.hole_cards != HOLE_CARDS:
        raise value_error(
            "the grid is of {n} hole cards, of which any may count; {game} is another game",
            n=HOLE_CARDS,
            game=played.name,
        )
    names = (Message("every hand"), Message("opponent"))
    question = read_question(["random", opponent], board, dead, played, names)
    workers = Workers(threads, executor, progress)
    sweep = Sweep(question)
    # By class, on how many boards it wins, ties and is dealt.
    outcomes = np.zeros((N_CLASSES, 3), dtype=np.int64)
    if matchups_at_least(question) < sweep.seconds:
        for (row, _), counts in _count_by_class(question, list_deals(question), workers):
            each = np.column_stack((counts[:, :2], counts.sum(axis=1)))
            np.add.at(outcomes, row, each)
    else:
        by_combo = sweep.outcomes(workers.run(sweep.tasks(), sweep.n_tasks))
        dealt = (sweep.first > 0)[:, None]
        np.add.at(outcomes, combo_classes()[sweep.combos], by_combo * dealt)
    wins, ties, met = outcomes.T
    equities = np.divide(2 * wins + ties, 2 * met, out=np.full(N_CLASSES, np.nan), where=met > 0)
    return range_grid(equities)


def _count_by_class(
    question: Question, deals: Deals, workers: Workers
) -> Iterator[tuple[NDArray[np.intp], Counts]]:
    """Yield deals of two hands, task by task: their classes (2, n), and who wins (n, 3)."""
    parts = list(matchup_parts(question, deals))
    results = workers.run((task for task, _ in parts), len(parts))
    for (_, (hole, weights)), tallies in zip(parts, results, strict=True):
        classes = combo_classes()[combo_index(np.sort(hole, axis=-1))]
        yield classes.T, tallies[:, [_FIRST, _BOTH, _SECOND]] * weights[:, None]


def preflop_matrix(
    *, threads: int | None = None, executor: Executor | None = None, progress: bool = False
) -> NDArray[np.int64]:
    """Return the exact results of each of the 169 classes against each, heads up before the flop.

    It takes 47,086 matchups of 1,712,304 boards: well under a minute.

    Parameters
    ----------
    threads : int, optional
        How many threads to run on; by default as `handrank.get_threads` says.
    executor : concurrent.futures.Executor, optional
        Where to run instead.
    progress : bool, optional
        Show a progress bar on the standard error stream.

    Returns
    -------
    ndarray of int64, shape (169, 169, 3)
        On how many boards the row's class wins, ties and loses, summed over all pairs of combos
        that share no card. Rows and columns are in the order of `class_names`.

    Raises
    ------
    TypeError, ValueError
        If `threads` is not a positive integer.

    Examples
    --------
    >>> matrix = preflop_matrix()  # doctest: +SKIP
    >>> matrix[class_names().index("AA"), class_names().index("KK")]  # doctest: +SKIP
    array([50371344,   285228, 10986372])
    """
    workers = Workers(threads, executor, progress)
    question = read_question(["random", "random"])
    places, weights = combine_hands(question)
    # The other half is the same with the players exchanged.
    row, column = combo_classes()[places].T
    half = row <= column
    deals = join_up_to_suits(question, places[half], weights[half])
    matrix = np.zeros((N_CLASSES, N_CLASSES, 3), dtype=np.int64)
    for (row, column), counts in _count_by_class(question, deals, workers):
        np.add.at(matrix, (row, column), counts)
        other = row != column
        np.add.at(matrix, (column[other], row[other]), counts[other][:, ::-1])
    return matrix
