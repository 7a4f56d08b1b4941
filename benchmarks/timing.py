"""Time contestants in turn, in one process, in rounds with new material each."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from tqdm import tqdm

# By a contestant's name: the seconds of each round, for one unit of what it goes through.
Timings = dict[str, list[float]]

# A run below so many seconds is short: one call of it is noise, so the best of twenty counts.
SHORT_RUN = 0.1
CALLS_OF_A_SHORT_RUN = 20


@dataclass(frozen=True)
class Turn:
    """What a contestant does in one round.

    Attributes
    ----------
    run : callable
        What is timed.
    units : float or callable, optional
        How many hands, boards or deals the run goes through, or how to tell from its result.
    repeatable : bool, optional
        Whether a short run may be called again with the same material. It must not where that
        would teach the branch predictor where the flushes are.
    """

    run: Callable[[], Any]
    units: float | Callable[[Any], float] = 1.0
    repeatable: bool = False

    def seconds(self) -> tuple[float, Any]:
        """Return the seconds for each unit, of the best call, and the run's result."""
        best, result = _call(self.run)
        if self.repeatable and best < SHORT_RUN:
            for _ in range(CALLS_OF_A_SHORT_RUN - 1):
                best = min(best, _call(self.run)[0])
        return best / self.units_of(result), result

    def units_of(self, result: Any) -> float:
        """Return how many units a run went through that had this result."""
        return self.units(result) if callable(self.units) else self.units


# Prepares the turn of a round, which has a number; -1 is the untimed round.
Entrant = Callable[[int], Turn]


def time_rounds(
    entrants: Mapping[str, Entrant],
    rounds: int,
    check: Callable[[dict[str, Any]], None] | None = None,
) -> Timings:
    """Time every entrant once a round.

    The entrants take turns, and turns at being first, so that a change of the clock rate or of the
    machine's load meets all of them.

    Parameters
    ----------
    entrants : mapping of str to callable
        By name, what prepares an entrant's turn of a round. Preparations are not timed.
    rounds : int
        Timed rounds; one round more goes before them, untimed.
    check : callable, optional
        Is given the results of each round by name; a fast wrong answer is no answer.

    Returns
    -------
    dict of str to list of float
        By name, seconds a unit in each round.
    """
    timings: Timings = {name: [] for name in entrants}
    names = list(entrants)
    with tqdm(total=(rounds + 1) * len(names), unit="run", leave=False, disable=None) as steps:
        for number in range(-1, rounds):
            results = {}
            first = number % len(names)
            order = [*names[first:], *names[:first]][:: 1 if number % 2 else -1]
            for name in order:
                steps.set_postfix_str(name)
                seconds, result = entrants[name](number).seconds()
                if check:
                    results[name] = result
                if number >= 0:
                    timings[name].append(seconds)
                steps.update()
            if check:
                check(results)
    return timings


def ratio(timings: Timings, name: str, against: str) -> float:
    """Return how many times as long one contestant takes as another: the median over the rounds."""
    return median(mine / other for mine, other in zip(timings[name], timings[against], strict=True))


def _call(run: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter_ns()
    result = run()
    return (time.perf_counter_ns() - start) * 1e-9, result
