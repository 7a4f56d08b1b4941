"""A kernel that finds, among the cards of a hand, the five that make its hand rank."""

import numpy as np

from handrank.kernels.compiling import inlined, kernel
from handrank.lookup.encoding import CATEGORY_SHIFT, FLUSH_SIZE, RANK_SHIFT, SUIT_MASK


@inlined
def _flush_suit(cards):
    """Return the suit of five or more of the cards."""
    for suit in range(SUIT_MASK):
        count = 0
        for card in cards:
            count += card & SUIT_MASK == suit
        if count >= FLUSH_SIZE:
            return np.uint8(suit)
    return np.uint8(SUIT_MASK)


@inlined
def _mix_suits(cards, taken, five):
    """Swap one of five cards of one suit, the least significant possible, for its like."""
    for j in range(FLUSH_SIZE - 1, -1, -1):
        for k in range(len(cards)):
            free = taken >> np.uint64(k) & np.uint64(1) == 0
            if free and cards[k] >> RANK_SHIFT == five[j] >> RANK_SHIFT:
                five[j] = cards[k]
                return


@kernel
def find_fives(cards, ranks, significant, is_suited, out):
    """Write the five cards (n, 5) that make each hand (n, 5..7), the most significant first."""
    # `significant` (65536, 5) are the card ranks behind each hand rank, `is_suited` goes by
    # category.
    for i in range(cards.shape[0]):
        any_suit = not is_suited[ranks[i] >> CATEGORY_SHIFT]
        suit = np.uint8(0) if any_suit else _flush_suit(cards[i])
        taken, all_suits = np.uint64(0), np.uint64(0)
        for j in range(FLUSH_SIZE):
            wanted = significant[ranks[i], j]
            # The first card that fits. Without a branch: which one it is cannot be foreseen.
            found = np.uint64(0)
            for k in range(cards.shape[1] - 1, -1, -1):
                card = cards[i, k]
                fits = (card >> RANK_SHIFT == wanted) & (any_suit | (card & SUIT_MASK == suit))
                free = taken >> np.uint64(k) & np.uint64(1) == 0
                found = np.uint64(k) if fits & free else found
            taken |= np.uint64(1) << found
            out[i, j] = cards[i, found]
            all_suits |= np.uint64(1) << np.uint64(cards[i, found] & SUIT_MASK)
        if any_suit and all_suits & (all_suits - np.uint64(1)) == 0:
            # Where a flush counts against the hand, five cards of mixed suits are to be had.
            _mix_suits(cards[i], taken, out[i])
