"""Time contestants in turn, in one process, on hands that no branch predictor has seen."""

import time
from collections.abc import Sequence
from statistics import median

import numpy as np
from tqdm import tqdm

from contestants import Contestant, Rows
from handrank import deal

# By a contestant's name, the nanoseconds a hand of each round.
Timings = dict[str, list[float]]


def time_rounds(
    contestants: Sequence[Contestant], hands: int, rounds: int, rng: np.random.Generator
) -> Timings:
    """Time every contestant once a round.

    Each round deals new hands: a small or repeated set would teach the branch predictor where the
    flushes are. Contestants take turns, and turns at being first, so that a change of the clock
    rate or of the machine's load meets all of them.

    Parameters
    ----------
    contestants : sequence of Contestant
        Who takes part.
    hands : int
        Hands a run, for those that can afford it.
    rounds : int
        Timed rounds; one round more goes before them, untimed.
    rng : numpy.random.Generator
        Where the hands come from.

    Returns
    -------
    dict of str to list of float
        By name, nanoseconds a hand in each round.
    """
    timings: Timings = {contestant.name: [] for contestant in contestants}
    steps = tqdm(total=(rounds + 1) * len(contestants), unit="run", leave=False, disable=None)
    with steps:
        for number in range(-1, rounds):
            rows_by_size = _deal_round(contestants, hands, rng)
            first = number % len(contestants)
            for contestant in (*contestants[first:], *contestants[:first]):
                steps.set_postfix_str(contestant.name)
                rows = rows_by_size[contestant.n_cards][: contestant.rows_for(hands)]
                nanoseconds = _time_run(contestant, rows)
                if number >= 0:
                    timings[contestant.name].append(nanoseconds)
                steps.update()
    return timings


def _deal_round(
    contestants: Sequence[Contestant], hands: int, rng: np.random.Generator
) -> dict[int, Rows]:
    """Deal the rows of one round, by the number of cards a row."""
    n_rows: dict[int, int] = {}
    for contestant in contestants:
        wanted = contestant.rows_for(hands)
        n_rows[contestant.n_cards] = max(wanted, n_rows.get(contestant.n_cards, 0))
    return {n_cards: deal(n, n_cards, rng=rng) for n_cards, n in n_rows.items()}


def _time_run(contestant: Contestant, rows: Rows) -> float:
    run = contestant.prepare(rows)
    start = time.perf_counter_ns()
    run()
    return (time.perf_counter_ns() - start) / contestant.hands_ranked(len(rows))


def ratio(timings: Timings, name: str, against: str) -> float:
    """Return how many times as long one contestant takes as another: the median over the rounds."""
    return median(mine / other for mine, other in zip(timings[name], timings[against], strict=True))
