"""The portable kernels for arrays of hands: one hand at a time.

Three hands in a hundred have a flush, at no moment that a CPU can foretell, so a branch for them
would be guessed wrong each time. This kernel takes no such branch: every hand is looked up by its
rank multiset, hands with a flush are listed, and the listed hands are ranked afterwards.
"""

from functools import cache

import numpy as np

from handrank.kernels.compiling import inlined, kernel
from handrank.kernels.portable.steps import (
    flush_suit,
    lookup_for,
    mask_bit,
    rank_slot,
    suited_ranks,
)
from handrank.kernels.protocols import NO_BAD_ROW, HandsKernel
from handrank.lookup.encoding import EMPTY_HAND, FLUSH_BITS, NO_CARD_SHIFT

# The hands with a flush among so many are listed; their cards are still in the L1 cache then.
_BLOCK = 1024


@inlined
def _rank_flushes(cards, rows, card_keys, suited, out):
    """Rank the listed rows, which have a flush."""
    for i in rows:
        key = np.uint64(EMPTY_HAND)
        for j in range(cards.shape[1]):
            key += card_keys[cards[i, np.uint64(j)]]
        suit = flush_suit(key & np.uint64(FLUSH_BITS))
        out[i] = suited[suited_ranks(cards[i], suit)]


@cache
def hands_kernel(n_cards: int, checked: bool) -> HandsKernel:
    """Make the kernel for hands of `n_cards`."""
    lookup = lookup_for(n_cards)

    @kernel
    def rank_hands(cards, tables, out):
        card_keys, displacements, ranks, suited = tables
        n_rows = np.uint64(cards.shape[0])
        flushes = np.empty(_BLOCK + 1, dtype=np.uint64)
        for start in range(np.uint64(0), n_rows, np.uint64(_BLOCK)):
            n_flushes, bad = np.uint64(0), np.uint64(0)
            for i in range(start, min(start + np.uint64(_BLOCK), n_rows)):
                key, mask_sum, mask = np.uint64(EMPTY_HAND), np.uint64(0), np.uint64(0)
                for j in range(n_cards):
                    card = cards[i, np.uint64(j)]
                    key += card_keys[card]
                    if checked:
                        mask_sum += mask_bit(card)
                        mask |= mask_bit(card)
                if checked:
                    bad |= (mask_sum ^ mask) | key >> np.uint64(NO_CARD_SHIFT)
                out[i] = ranks[rank_slot(key, displacements, lookup)]
                flushes[n_flushes] = i
                n_flushes += np.uint64(key & np.uint64(FLUSH_BITS) != 0)
            if checked and bad:
                return np.int64(start)
            _rank_flushes(cards, flushes[:n_flushes], card_keys, suited, out)
        return NO_BAD_ROW

    return rank_hands
