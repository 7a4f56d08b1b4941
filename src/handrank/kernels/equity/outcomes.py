"""Where kernels for equity count a showdown."""

import numpy as np

from handrank.kernels.compiling import inlined


@inlined
def n_players_of(tally):
    """Return the number of players that a tally is for."""
    if tally.ndim > 1:
        return tally.shape[0]
    n_players = 0
    while 1 << n_players < len(tally):
        n_players += 1
    return n_players


@inlined
def add_winners(tally, ranks, ways):
    """Count a showdown by the bit mask of those who have the best rank."""
    best, winners = np.uint16(0), np.uint64(0)
    for p in range(len(ranks)):
        best = max(best, ranks[p])
    for p in range(len(ranks)):
        winners |= np.uint64(ranks[p] == best) << np.uint64(p)
    tally[winners] += ways


@inlined
def _best_and_how_many(ranks):
    best, n_best = np.uint16(0), 0
    for p in range(len(ranks)):
        best = max(best, ranks[p])
    for p in range(len(ranks)):
        n_best += ranks[p] == best
    return best, n_best


@inlined
def add_outcome(tally, highs, lows, ways):
    """Count a showdown of high hands, and of low hands in a high/low game.

    Without low hands, `tally` is (2**players,) by the bit mask of the winners. With them it is
    (players, players + 1, players + 2): by player, by how many share the high half with the player
    (0: the player has no part in it) and by how many share the low half, the last place standing
    for a board without a low hand.
    """
    if tally.ndim == 1:
        add_winners(tally, highs, ways)
        return
    best_high, n_high = _best_and_how_many(highs)
    best_low, n_low = _best_and_how_many(lows)
    for p in range(len(highs)):
        of_high = n_high if highs[p] == best_high else 0
        of_low = n_low if lows[p] == best_low else 0
        tally[p, of_high, of_low if best_low else len(highs) + 1] += ways
