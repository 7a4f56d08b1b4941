"""The exact matrix of every class of hole cards against every other, before the flop."""

from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from handrank.equities.combos import all_combos, class_names, combo_classes
from handrank.equities.exact import list_deals, up_to_suits
from handrank.equities.question import read_question
from handrank.equities.tasks import CountMatchups, run_tasks

# Matchups a task: about a second.
_STEP = 2500


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
        that share no card. Rows and columns are in the order of `combos.class_names`.

    Raises
    ------
    TypeError, ValueError
        If `threads` is no positive integer.

    Examples
    --------
    >>> from handrank.equities.combos import class_names
    >>> matrix = preflop_matrix()  # doctest: +SKIP
    >>> matrix[class_names().index("AA"), class_names().index("KK")]  # doctest: +SKIP
    array([50371344,   285228, 10986372])
    """
    question = read_question(["random", "random"])
    deals, _ = list_deals(question)
    classes = combo_classes()
    # The other half is the same with the players exchanged.
    deals = deals[classes[deals[:, 0]] <= classes[deals[:, 1]]]
    deals, weights = up_to_suits(question, deals, [1] * len(deals))
    n_classes = len(class_names())
    matrix = np.zeros((n_classes, n_classes, 3), dtype=np.int64)
    starts = range(0, len(deals), _STEP)
    tasks = (
        CountMatchups(
            question.game.rules,
            all_combos()[deals[start : start + _STEP]],
            question.board,
            question.deck,
        )
        for start in starts
    )
    results = run_tasks(tasks, threads=threads, executor=executor)
    for start, tallies in zip(
        starts, tqdm(results, total=len(starts), disable=not progress, unit=""), strict=True
    ):
        part = slice(start, start + _STEP)
        row, column = classes[deals[part]].T
        # By the bit mask of the winners: 1 the first player, 2 the second, 3 both.
        counts = tallies[:, [1, 3, 2]] * np.array(weights[part], dtype=np.int64)[:, None]
        np.add.at(matrix, (row, column), counts)
        other = row != column
        np.add.at(matrix, (column[other], row[other]), counts[other][:, ::-1])
    return matrix
