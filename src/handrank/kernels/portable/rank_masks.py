"""The portable kernels for hands given as masks: one uint64 a hand, bit = card id."""

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable.bits import count_bits, lowest_bit
from handrank.kernels.portable.rank_hands import NO_BAD_ROW, flush_suit, lookup_numbers, rank_slot
from handrank.lookup.encoding import EMPTY_HAND, FLUSH_BITS, HAND_SIZES, HASH_SHAPES
from handrank.rulebook.cards import N_CARDS, N_SUITS

# The clubs; shifted left by a suit's number, the cards of that suit.
CLUBS = sum(1 << card for card in range(0, N_CARDS, N_SUITS))


@inlined
def suited_ranks_of_mask(mask, suit):
    """Return the 13-bit mask of the ranks that a mask holds in one suit."""
    cards = (mask >> suit) & np.uint64(CLUBS)
    ranks = np.uint64(0)
    while cards:
        ranks |= np.uint64(1) << (lowest_bit(cards) // np.uint64(N_SUITS))
        cards &= cards - np.uint64(1)
    return ranks


def _make_rank_masks(n_cards: int, *, checked: bool) -> Kernel:
    lookup = lookup_numbers(HASH_SHAPES[n_cards])

    @kernel
    def rank_masks(masks, tables, out):
        card_keys, displacements, ranks, suited = tables
        for i in range(np.uint64(len(masks))):
            mask = masks[i]
            if checked and (count_bits(mask) != n_cards or mask >> np.uint64(N_CARDS)):
                return np.int64(i)
            key = np.uint64(EMPTY_HAND)
            rest = mask
            for _ in range(n_cards):
                # An empty mask has its lowest bit at 64, the key of no card.
                key += card_keys[lowest_bit(rest)]
                rest &= rest - np.uint64(1)
            full = key & np.uint64(FLUSH_BITS)
            if full:
                out[i] = suited[suited_ranks_of_mask(mask, flush_suit(full))]
            else:
                out[i] = ranks[rank_slot(key, displacements, lookup)]
        return NO_BAD_ROW

    return rank_masks


# By hand size and by whether the masks are checked. `rank_masks(masks (n,), ...)` writes to `out`
# and returns the first row that has not so many cards, or a bit above 51, else `NO_BAD_ROW`.
RANK_MASKS = {
    (size, checked): _make_rank_masks(size, checked=checked)
    for size in HAND_SIZES
    for checked in (False, True)
}
