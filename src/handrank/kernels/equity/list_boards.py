"""List the boards that a deck can complete, one for each class under suit isomorphism."""

import numpy as np

from handrank.kernels.compiling import inlined, kernel
from handrank.kernels.portable.steps import field_bit, next_combination
from handrank.lookup.encoding import FIELD_BITS
from handrank.rulebook.cards import N_SUITS

_FIELD_MASK = np.uint64((1 << FIELD_BITS) - 1)


@inlined
def _suits_exchanged(fields, exchange):
    """Return suit fields with the suits of one permutation in place of each other."""
    image = np.uint64(0)
    for suit in range(N_SUITS):
        field = (fields >> np.uint64(FIELD_BITS * suit)) & _FIELD_MASK
        image |= field << np.uint64(FIELD_BITS * exchange[suit])
    return image


@inlined
def _count_fixing(fields, exchanges):
    """Return how many permutations, the identity included, fix a board; 0 if one lessens it."""
    n_fixing = 1
    for i in range(exchanges.shape[0]):
        image = _suits_exchanged(fields, exchanges[i])
        if image < fields:
            return 0
        n_fixing += image == fields
    return n_fixing


@kernel
def list_boards(known, deck, exchanges, boards, counts):
    """Write boards and how many boards each stands for; return how many were written."""
    # Of boards that suit permutations `exchanges` (n, 4) turn into each other one is kept: that
    # with the smallest suit fields.
    n_known = len(known)
    to_come = boards.shape[1] - n_known
    chosen = np.arange(to_come)
    row = 0
    while True:
        fields = np.uint64(0)
        for j in range(to_come):
            fields |= field_bit(deck[chosen[j]])
        n_fixing = _count_fixing(fields, exchanges)
        if n_fixing:
            for j in range(n_known):
                boards[row, j] = known[j]
            for j in range(to_come):
                boards[row, n_known + j] = deck[chosen[j]]
            # Orbit and stabiliser: the exchanges that move the board make the others.
            counts[row] = (exchanges.shape[0] + 1) // n_fixing
            row += 1
        if not next_combination(chosen, to_come, len(deck)):
            return row
