"""Where kernels for equity count a showdown."""

import numpy as np

from handrank.kernels.compiling import inlined
from handrank.kernels.portable.steps import trailing_zeros


@inlined
def n_players_of(tally):
    """Return the number of players that a tally is for."""
    if tally.ndim > 1:
        return tally.shape[0]
    return np.int64(trailing_zeros(np.uint64(len(tally))))


@inlined
def add_winners(tally, ranks, best, ways):
    """Count a showdown by the bit mask of those who have the best rank."""
    winners = np.uint64(0)
    for p in range(len(ranks)):
        winners |= np.uint64(ranks[p] == best) << np.uint64(p)
    tally[winners] += ways


@inlined
def add_outcome(tally, highs, best_high, lows, ways):
    """Count a showdown: by the winners' bit mask or, with low hands, by player and two numbers."""
    # These say how many share the high half with the player (0: no part in it) and how many the low
    # half (the last place: no low hand).
    if tally.ndim == 1:
        add_winners(tally, highs, best_high, ways)
        return
    n_players = len(highs)
    best_low = np.uint16(0)
    for p in range(n_players):
        best_low = max(best_low, lows[p])
    n_high, n_low = 0, 0
    for p in range(n_players):
        n_high += highs[p] == best_high
        n_low += lows[p] == best_low
    for p in range(n_players):
        of_high = n_high if highs[p] == best_high else 0
        of_low = n_low if lows[p] == best_low else 0
        if best_low == 0:
            of_low = n_players + 1
        tally[p, of_high, of_low] += ways
