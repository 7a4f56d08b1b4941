"""List the boards that a deck can complete, one for each class under exchanges of suits."""

import numpy as np

from handrank.kernels.compiling import kernel
from handrank.kernels.equity.rank_sets import choose_next
from handrank.lookup.encoding import RANK_SHIFT, SUIT_MASK
from handrank.rulebook.cards import N_SUITS

_FIELD_MASK = np.uint64(0xFFFF)


@kernel
def list_boards(known, deck, exchanges, boards, counts):
    """Write boards and how many boards each stands for; return how many were written.

    `known` are the cards on the board and `deck` those that may come, each with rising ids;
    `exchanges` (n, 4) are the suit permutations, but the identity, that leave the question as it
    is. Of the boards that these turn into each other the one with the smallest card mask is kept.
    `boards` (rows, board cards) and `counts` need a row for each choice of cards.
    """
    n_known = len(known)
    to_come = boards.shape[1] - n_known
    n_deck = len(deck)
    chosen = np.arange(to_come)
    row = 0
    while True:
        mask = np.uint64(0)
        for j in range(to_come):
            card = deck[chosen[j]]
            mask |= np.uint64(1) << np.uint64(16 * (card & SUIT_MASK) + (card >> RANK_SHIFT))
        fixed = 1
        smallest = True
        for i in range(exchanges.shape[0]):
            image = np.uint64(0)
            for suit in range(N_SUITS):
                field = (mask >> np.uint64(16 * suit)) & _FIELD_MASK
                image |= field << np.uint64(16 * exchanges[i, suit])
            if image < mask:
                smallest = False
                break
            fixed += image == mask
        if smallest:
            for j in range(n_known):
                boards[row, j] = known[j]
            for j in range(to_come):
                boards[row, n_known + j] = deck[chosen[j]]
            # Orbit and stabiliser: the exchanges that move the board make the others.
            counts[row] = (exchanges.shape[0] + 1) // fixed
            row += 1
        if not choose_next(chosen, to_come, n_deck):
            return row
