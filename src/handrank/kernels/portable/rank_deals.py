"""The portable kernels for hole cards with boards: a board's key is summed once for all players."""

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
from handrank.kernels.protocols import NO_BAD_ROW, DealsKernel
from handrank.lookup.encoding import EMPTY_HAND, FLUSH_BITS, HOLE_CARDS, NO_CARD_SHIFT


@inlined
def sum_cards(cards, i, n_cards, card_keys):
    """Return the summed keys, the summed card mask bits and the card mask of a row of cards."""
    key, mask_sum, mask = np.uint64(0), np.uint64(0), np.uint64(0)
    for j in range(n_cards):
        card = cards[i, np.uint64(j)]
        key += card_keys[card]
        mask_sum += mask_bit(card)
        mask |= mask_bit(card)
    return key, mask_sum, mask


@cache
def deals_kernel(n_cards: int, checked: bool) -> DealsKernel:
    """Make the kernel for hands of `n_cards`."""
    lookup = lookup_for(n_cards)
    n_board = n_cards - HOLE_CARDS

    @kernel
    def rank_deals(hole, board, tables, out):
        card_keys, displacements, ranks, suited = tables
        n_players = np.uint64(hole.shape[1])
        for i in range(np.uint64(hole.shape[0])):
            board_key, board_sum, board_mask = sum_cards(board, i, n_board, card_keys)
            board_key += np.uint64(EMPTY_HAND)
            bad = np.uint64(0)
            for p in range(n_players):
                first, second = hole[i, p, 0], hole[i, p, 1]
                key = board_key + card_keys[first] + card_keys[second]
                if checked:
                    mask_sum = board_sum + mask_bit(first) + mask_bit(second)
                    mask = board_mask | mask_bit(first) | mask_bit(second)
                    bad |= (mask_sum ^ mask) | key >> np.uint64(NO_CARD_SHIFT)
                full = key & np.uint64(FLUSH_BITS)
                if full:
                    suit = flush_suit(full)
                    held = suited_ranks(hole[i, p], suit) | suited_ranks(board[i], suit)
                    out[i, p] = suited[held]
                else:
                    out[i, p] = ranks[rank_slot(key, displacements, lookup)]
            if checked and bad:
                return np.int64(i * n_players)
        return NO_BAD_ROW

    return rank_deals
