"""Whether the cards of a deal can be dealt from one deck."""

import numpy as np

from handrank.kernels.compiling import inlined, kernel
from handrank.kernels.portable.steps import bit_count, mask_bit
from handrank.kernels.protocols import NO_BAD_ROW
from handrank.rulebook.cards import N_CARDS


@inlined
def _look_at(cards, i):
    """Return the card mask of a row's ids, and whether one is outside the deck."""
    mask, outside = np.uint64(0), False
    for j in range(cards.shape[1]):
        mask |= mask_bit(cards[i, j])
        outside |= cards[i, j] >= N_CARDS
    return mask, outside


@kernel
def find_bad_deal(hole, board):
    """Return the first deal with a card outside the deck or twice on hands and board."""
    n_cards = np.uint64(hole.shape[1] + board.shape[1])
    for i in range(hole.shape[0]):
        of_hole, bad_hole = _look_at(hole, i)
        of_board, bad_board = _look_at(board, i)
        if bad_hole or bad_board or bit_count(of_hole | of_board) != n_cards:
            return i
    return NO_BAD_ROW
