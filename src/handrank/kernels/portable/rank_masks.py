"""The portable kernels for hands given as card masks: one uint64 a hand, bit = card id."""

from functools import cache

import numpy as np

from handrank.kernels.compiling import inlined, kernel
from handrank.kernels.portable.steps import (
    bit_count,
    flush_suit,
    lookup_for,
    rank_slot,
    trailing_zeros,
)
from handrank.kernels.protocols import NO_BAD_ROW, MasksKernel
from handrank.lookup.encoding import EMPTY_HAND, FLUSH_BITS
from handrank.rulebook.cards import N_CARDS, N_SUITS

# The clubs; shifted left by a suit's number, the cards of that suit.
CLUBS = sum(1 << card for card in range(0, N_CARDS, N_SUITS))


@inlined
def _suited_ranks(mask, suit):
    """Return the 13-bit mask of the ranks that a card mask holds in one suit."""
    cards = (mask >> suit) & np.uint64(CLUBS)
    ranks = np.uint64(0)
    while cards:
        ranks |= np.uint64(1) << (trailing_zeros(cards) // np.uint64(N_SUITS))
        cards &= cards - np.uint64(1)
    return ranks


@cache
def masks_kernel(n_cards: int, checked: bool) -> MasksKernel:
    """Make the kernel for hands of `n_cards`; it finds the first row that is not one."""
    lookup = lookup_for(n_cards)

    @kernel
    def rank_masks(masks, tables, out):
        card_keys, displacements, ranks, suited = tables
        for i in range(np.uint64(len(masks))):
            mask = masks[i]
            if checked and (bit_count(mask) != n_cards or mask >> np.uint64(N_CARDS)):
                return np.int64(i)
            key = np.uint64(EMPTY_HAND)
            rest = mask
            for _ in range(n_cards):
                # An empty mask has 64 trailing zeros, the key of no card.
                key += card_keys[trailing_zeros(rest)]
                rest &= rest - np.uint64(1)
            full = key & np.uint64(FLUSH_BITS)
            if full:
                out[i] = suited[_suited_ranks(mask, flush_suit(full))]
            else:
                out[i] = ranks[rank_slot(key, displacements, lookup)]
        return NO_BAD_ROW

    return rank_masks
