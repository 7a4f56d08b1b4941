"""A kernel that visits every hand of the deck and counts the hand ranks."""

import numpy as np

from handrank.cards import N_CARDS
from handrank.encoding import (
    EMPTY_HAND,
    FLUSH_BITS,
    HAND_SIZES,
    HASH_SHAPES,
    RANK_SHIFT,
    SUIT_MASK,
    SUITED_MASK,
)
from handrank.kernels.compiling import Kernel, kernel
from handrank.kernels.scalar import flush_suit, lookup_numbers, rank_slot


def _make_count_ranks(n_cards: int) -> Kernel:
    lookup = lookup_numbers(HASH_SHAPES[n_cards])

    @kernel
    def count_ranks(card_keys, displacements, ranks, suited, lowest=0):
        """Return how many hands of `n_cards` from the deck `lowest`..51 have each rank."""
        counts = np.zeros(1 << 16, dtype=np.int64)
        # One 16-bit field a suit, with a bit for each rank held.
        card_bits = np.empty(N_CARDS, dtype=np.uint64)
        for card in range(N_CARDS):
            card_bits[card] = np.uint64(1) << np.uint64(
                16 * (card & SUIT_MASK) + (card >> RANK_SHIFT)
            )
        # Level j holds the hand's first j cards; the last card is the inner loop.
        chosen = lowest + np.arange(n_cards)
        keys = np.full(n_cards, np.uint64(EMPTY_HAND))
        held = np.zeros(n_cards, dtype=np.uint64)
        last = n_cards - 1
        for j in range(last):
            keys[j + 1] = keys[j] + card_keys[chosen[j]]
            held[j + 1] = held[j] | card_bits[chosen[j]]
        while True:
            for card in range(chosen[last - 1] + 1, N_CARDS):
                key = keys[last] + card_keys[card]
                full = key & np.uint64(FLUSH_BITS)
                if full:
                    field = np.uint64(16) * flush_suit(full)
                    mask = ((held[last] | card_bits[card]) >> field) & np.uint64(SUITED_MASK)
                    rank = suited[mask]
                else:
                    rank = ranks[rank_slot(key, displacements, lookup)]
                counts[rank] += 1
            j = last - 1
            while j >= 0 and chosen[j] == N_CARDS - n_cards + j:
                j -= 1
            if j < 0:
                return counts
            chosen[j] += 1
            while j < last:
                keys[j + 1] = keys[j] + card_keys[chosen[j]]
                held[j + 1] = held[j] | card_bits[chosen[j]]
                j += 1
                chosen[j] = chosen[j - 1] + 1

    return count_ranks


# By hand size.
COUNT_RANKS = {size: _make_count_ranks(size) for size in HAND_SIZES}
