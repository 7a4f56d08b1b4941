"""Omaha's rule in kernels for equity: two hole cards with three of the board."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import inlined
from handrank.lookup.encoding import RANK_BITS, RANK_SHIFT


class OmahaLookups(NamedTuple):
    """What kernels look up for an Omaha game, by five cards and by board and hole-card pair."""

    card_keys: NDArray[np.uint64]
    displacements: NDArray[np.uint16]
    suited: NDArray[np.uint16]
    pair_places: NDArray[np.uint8]
    highs: NDArray[np.uint16]
    lows: NDArray[np.uint16]
    worst_low: np.uint16


@inlined
def _lowest_of(mask):
    """Return the mask of the lowest bit that is set."""
    return mask & (~mask + np.uint64(1))


@inlined
def best_flush(of_hole, of_board, suited):
    """Return the best rank that two hole cards and three board cards of one suit make, or 0."""
    best = np.uint16(0)
    while of_hole:
        first = _lowest_of(of_hole)
        of_hole ^= first
        seconds = of_hole
        while seconds:
            second = _lowest_of(seconds)
            seconds ^= second
            best = max(best, _best_with_three(first | second, of_board, suited))
    return best


@inlined
def _best_with_three(pair, of_board, suited):
    """Return the best rank of two suited cards with three of the board's, or 0."""
    best = np.uint16(0)
    while of_board:
        low = _lowest_of(of_board)
        of_board ^= low
        middle_cards = of_board
        while middle_cards:
            middle = _lowest_of(middle_cards)
            middle_cards ^= middle
            high_cards = middle_cards
            while high_cards:
                high = _lowest_of(high_cards)
                high_cards ^= high
                best = max(best, suited[pair | low | middle | high])
    return best


@inlined
def list_pairs(hole, i, p, pair_places, pairs):
    """Write the different places of a hand's pairs of hole cards; return how many there are."""
    n_pairs = 0
    for j in range(hole.shape[2]):
        one = np.uint64(hole[i, p, j] >> RANK_SHIFT)
        for k in range(j):
            other = np.uint64(hole[i, p, k] >> RANK_SHIFT)
            place = pair_places[one << np.uint64(RANK_BITS) | other]
            known = False
            for earlier in range(n_pairs):
                known |= pairs[p, earlier] == place
            if not known:
                pairs[p, n_pairs] = place
                n_pairs += 1
    return n_pairs


@inlined
def best_listed_pair(row, pairs, p, n_pairs, pair_ranks):
    """Return the best rank of some pairs of hole cards with the board of a row, suits aside."""
    best = np.uint16(0)
    for j in range(n_pairs):
        best = max(best, pair_ranks[row, pairs[p, j]])
    return best


@inlined
def best_pair(row, cards, p, pair_places, pair_ranks):
    """Return the best rank of all pairs of a hand with the board of a row, suits aside."""
    best = np.uint16(0)
    for j in range(np.uint64(cards.shape[1])):
        one = np.uint64(cards[p, j] >> RANK_SHIFT) << np.uint64(RANK_BITS)
        for k in range(j):
            pair = pair_places[one | np.uint64(cards[p, k] >> RANK_SHIFT)]
            best = max(best, pair_ranks[row, pair])
    return best


@inlined
def qualified(rank, worst):
    """Return a low rank, or 0 if it does not qualify."""
    return rank if rank >= worst else np.uint16(0)
