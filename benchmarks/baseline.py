"""The plain Numba loop: the yardstick for the package's own kernels.

This is what one writes without further thought once the tables are there: a hand at a time, seven
key loads, one displacement, one rank, a branch for flushes. It stays as it is, so that "times the
baseline" keeps its meaning from version to version; only a change of the tables' layout may touch
it.
"""

import numba
import numpy as np

from handrank.lookup.encoding import (
    COUNTER_BITS,
    EMPTY_HAND,
    FLUSH_BITS,
    HASH_SHAPES,
    RANK_KEY_SHIFT,
    RANK_SHIFT,
    SUIT_MASK,
)

N_CARDS_A_HAND = 7

_SHAPE = HASH_SHAPES[N_CARDS_A_HAND]
_RANK_KEY_SHIFT = np.uint64(RANK_KEY_SHIFT)
_BUCKET_MASK = np.uint32(_SHAPE.n_buckets - 1)
_SLOT_SHIFT = np.uint32(_SHAPE.slot_shift)
_SLOT_MASK = np.uint32(_SHAPE.n_slots - 1)
_EMPTY = np.uint64(EMPTY_HAND)
_FLUSH_BITS = np.uint64(FLUSH_BITS)
_CLUBS_TOP_BIT = np.uint64(1 << (COUNTER_BITS - 1))
_COUNTER_BITS = np.uint64(COUNTER_BITS)
_ONE = np.uint64(1)


@numba.njit(nogil=True)
def rank_hands(hands, tables, out):  # type: ignore[no-untyped-def]
    """Rank hands of seven cards with the package's tables.

    Parameters
    ----------
    hands : ndarray of uint8, shape (n, 7)
        Card ids, trusted.
    tables : HandTables
        The tables for seven cards, see `handrank.lookup.tables`.
    out : ndarray of uint16, shape (n,)
        Where the hand ranks go.
    """
    card_keys, displacements, ranks, suited = tables
    for i in range(hands.shape[0]):
        key = _EMPTY
        for j in range(N_CARDS_A_HAND):
            key += card_keys[hands[i, j]]
        if key & _FLUSH_BITS:
            suit = np.uint64(0)
            while not (key >> (suit * _COUNTER_BITS)) & _CLUBS_TOP_BIT:
                suit += _ONE
            mask = np.uint64(0)
            for j in range(N_CARDS_A_HAND):
                if np.uint64(hands[i, j] & SUIT_MASK) == suit:
                    mask |= _ONE << np.uint64(hands[i, j] >> RANK_SHIFT)
            out[i] = suited[mask]
        else:
            rank_key = np.uint32(key >> _RANK_KEY_SHIFT)
            displacement = displacements[rank_key & _BUCKET_MASK]
            out[i] = ranks[((rank_key >> _SLOT_SHIFT) ^ np.uint32(displacement)) & _SLOT_MASK]
