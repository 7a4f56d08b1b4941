"""What Omaha's kernels for equity share: the best flush, and where a showdown is counted."""

import numpy as np

from handrank.kernels.compiling import inlined
from handrank.lookup.encoding import RANK_BITS, RANK_SHIFT

_ONE = np.uint64(1)


@inlined
def lowest_bit(mask):
    """Return the lowest bit that is set."""
    return mask & (~mask + _ONE)


@inlined
def best_flush(of_hole, of_board, suited):
    """Return the best rank that two hole cards and three board cards of one suit make, or 0."""
    best = np.uint16(0)
    while of_hole:
        first = lowest_bit(of_hole)
        of_hole ^= first
        seconds = of_hole
        while seconds:
            second = lowest_bit(seconds)
            seconds ^= second
            low_cards = of_board
            while low_cards:
                low = lowest_bit(low_cards)
                low_cards ^= low
                middle_cards = low_cards
                while middle_cards:
                    middle = lowest_bit(middle_cards)
                    middle_cards ^= middle
                    high_cards = middle_cards
                    while high_cards:
                        high = lowest_bit(high_cards)
                        high_cards ^= high
                        best = max(best, suited[first | second | low | middle | high])
    return best


@inlined
def list_pairs(hole, i, p, pair_numbers, pairs):
    """Write the different numbers of a hand's pairs of hole cards; return how many there are."""
    n_pairs = 0
    for j in range(hole.shape[2]):
        one = np.uint64(hole[i, p, j] >> RANK_SHIFT)
        for k in range(j):
            other = np.uint64(hole[i, p, k] >> RANK_SHIFT)
            number = pair_numbers[one << np.uint64(RANK_BITS) | other]
            known = False
            for earlier in range(n_pairs):
                known |= pairs[p, earlier] == number
            if not known:
                pairs[p, n_pairs] = number
                n_pairs += 1
    return n_pairs


@inlined
def best_hole(row, hole, p, pair_numbers, pair_ranks):
    """Return the best rank of all pairs of a hand with the board of a row, suits aside."""
    best = np.uint16(0)
    for j in range(np.uint64(hole.shape[1])):
        one = np.uint64(hole[p, j] >> RANK_SHIFT) << np.uint64(RANK_BITS)
        for k in range(j):
            pair = pair_numbers[one | np.uint64(hole[p, k] >> RANK_SHIFT)]
            best = max(best, pair_ranks[row, pair])
    return best


@inlined
def best_pair(row, pairs, p, n_pairs, pair_ranks):
    """Return the best rank of some pairs of hole cards with the board of a row, suits aside."""
    best = np.uint16(0)
    for j in range(n_pairs):
        best = max(best, pair_ranks[row, pairs[p, j]])
    return best


@inlined
def add_outcome(tally, highs, lows, ways):
    """Count a showdown of high hands, and of low hands in a high/low game.

    Without low hands, `tally` is (2**players,) by the bit mask of the winners. With them it is
    (players, players + 1, players + 2): by player, by how many share the high half with the player
    (0: the player has no part in it) and by how many share the low half, the last place standing
    for a board without a low hand.
    """
    n_players = len(highs)
    best_high = np.uint16(0)
    for p in range(n_players):
        best_high = max(best_high, highs[p])
    if tally.ndim == 1:
        winners = np.int64(0)
        for p in range(n_players):
            winners |= np.int64(highs[p] == best_high) << p
        tally[winners] += ways
    else:
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
