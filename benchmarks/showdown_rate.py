"""Nine-player deals from cards to payouts, a block at a time: deals a second and memory.

`python benchmarks/showdown_rate.py` plays ten million deals in which everybody has paid the same.
"""

import resource
import sys
import time

import numpy as np

from handrank import deal, showdown

PLAYERS = 9
BOARD_CARDS = 5
BLOCK = 500_000
BET = 100


def play(deals: int, rng: np.random.Generator) -> tuple[int, float]:
    """Return the chips paid out and the seconds that the showdowns took."""
    chips, seconds = 0, 0.0
    for start in range(0, deals, BLOCK):
        size = min(BLOCK, deals - start)
        cards = deal(size, BOARD_CARDS + 2 * PLAYERS, rng=rng)
        board, hole = cards[:, :BOARD_CARDS], cards[:, BOARD_CARDS:].reshape(size, PLAYERS, 2)
        began = time.perf_counter()
        result = showdown(hole, board, bets=np.full(PLAYERS, BET))
        seconds += time.perf_counter() - began
        assert result.payouts is not None
        chips += int(result.payouts.sum())
    return chips, seconds


def main(deals: int = 10_000_000) -> None:
    """Print the rate of deals and the largest memory that the process has had."""
    rng = np.random.default_rng(1)
    play(1000, rng)
    chips, seconds = play(deals, rng)
    assert chips == deals * PLAYERS * BET
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{deals:,} deals of {PLAYERS} players in {seconds:.2f} s: "
        f"{deals / seconds / 1e6:.1f} million deals/s, at most {peak:.0f} MiB of memory"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
