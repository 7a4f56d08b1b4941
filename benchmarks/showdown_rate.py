"""Nine-player deals from cards to payouts, a block of deals a round: deals a second and memory.

`python benchmarks/showdown_rate.py` plays ten million deals in which everybody has paid the same,
on all CPUs that the process may use.
"""

from collections.abc import Sequence
from statistics import median
from typing import Any

import numpy as np

from handrank import Showdown, deal, showdown
from handrank.arrays.threads import get_threads
from reporting import ReportParser, conditions, markdown_table, positive, significant
from timing import Entrant, Turn, time_rounds

PLAYERS = 9
BOARD_CARDS = 5
BET = 100
NAME = f"showdown, {PLAYERS} players"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the rate of deals and the largest memory that the process has had."""
    parser = ReportParser(__doc__, [NAME], rounds=20)
    parser.add_argument(
        "--deals", type=positive, default=500_000, help="deals a round (default: %(default)s)"
    )
    options = parser.parse(arguments)
    timings = time_rounds({NAME: entrant(options.deals)}, options.rounds, check_chips)
    rate = 1 / median(timings[NAME])
    row = (
        NAME,
        f"{options.rounds * options.deals:,}",
        significant(rate / 1e6),
        f"{peak_memory():.0f}",
    )
    what = f"Whole deals from cards to payouts; {get_threads()} threads; median of the rounds."
    top = conditions(__file__, arguments, ("numpy", "numba", "handrank"), what)
    heads = ("", "deals", "million deals/s", "MiB of memory at most")
    print(f"{top}\n\n{markdown_table(heads, [row])}")


def entrant(deals: int) -> Entrant:
    """Return what plays new deals in each round."""
    rng = np.random.default_rng(1)

    def turn(_: int) -> Turn:
        cards = deal(deals, BOARD_CARDS + 2 * PLAYERS, rng=rng)
        board, hole = cards[:, :BOARD_CARDS], cards[:, BOARD_CARDS:].reshape(-1, PLAYERS, 2)
        bets = np.full(PLAYERS, BET)
        return Turn(lambda: showdown(hole, board, bets=bets), units=deals)

    return turn


def check_chips(results: dict[str, Any]) -> None:
    """See that no chip is lost."""
    for result in results.values():
        assert isinstance(result, Showdown)
        assert result.payouts is not None
        assert (result.payouts.sum(axis=-1) == PLAYERS * BET).all()


def peak_memory() -> float:
    """Return the most memory that the process has had, in MiB, or nan on Windows."""
    try:
        import resource
    except ImportError:
        return float("nan")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
