"""Omaha hands: exactly two of the hole cards with exactly three of the board."""

from collections.abc import Callable
from functools import cache
from itertools import combinations

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel, set_up
from handrank.kernels.portable.steps import flush_suit, lookup_for, mask_bit, rank_bit, rank_slot
from handrank.kernels.protocols import NO_BAD_ROW, Cards, Ranks
from handrank.lookup.board_pairs import OmahaTables
from handrank.lookup.encoding import (
    BOARD_CARDS,
    EMPTY_HAND,
    FLUSH_BITS,
    FLUSH_SIZE,
    HOLE_CARDS,
    NO_CARD_SHIFT,
    RANK_BITS,
    RANK_SHIFT,
    SUIT_MASK,
    SUITED_MASK,
    at_least,
)

HOLE_SIZES = (4, 5, 6)
BOARD_SIZES = (3, 4, 5)

_LOOKUP = lookup_for(FLUSH_SIZE)
# Added to a key's counters, these set the top bit of a suit with two hole cards, with three of the
# board: only then is there a flush.
_TWO, _THREE = np.uint64(at_least(HOLE_CARDS)), np.uint64(at_least(FLUSH_SIZE - HOLE_CARDS))
_RANK_MASK = np.uint64((1 << RANK_BITS) - 1)
# The rank of a hand that is looked at again, choice by choice.
_UNDECIDED = np.uint16(0)

# Hole cards (deals, players, 4..6) and boards (deals, 3..5) to ranks (deals, players); it returns
# `NO_BAD_ROW` or a bad row as other kernels do.
OmahaKernel = Callable[[Cards, Cards, OmahaTables, Ranks], int]


@inlined
def _highest(ranks):
    """Return the highest of the bits of a 13-bit mask."""
    ranks |= ranks >> np.uint64(1)
    ranks |= ranks >> np.uint64(2)
    ranks |= ranks >> np.uint64(4)
    ranks |= ranks >> np.uint64(8)
    return ranks ^ (ranks >> np.uint64(1))


# The functions below take whole arrays and row numbers: in a loop, views of rows cost more than
# all the rest.


@inlined
def _ranks_of_suit(hole, board, i, p, suit):
    """Return the ranks that the hole cards and the board hold in a suit."""
    of_hole, of_board = np.uint64(0), np.uint64(0)
    for j in range(hole.shape[2]):
        card = hole[i, p, j]
        of_hole |= np.uint64(card & SUIT_MASK == suit) << np.uint64(card >> RANK_SHIFT)
    for j in range(board.shape[1]):
        card = board[i, j]
        of_board |= np.uint64(card & SUIT_MASK == suit) << np.uint64(card >> RANK_SHIFT)
    return of_hole & np.uint64(SUITED_MASK), of_board & np.uint64(SUITED_MASK)


@inlined
def _highest_flush(of_hole, of_board):
    """Return the ranks of the two highest hole cards and the three highest board cards."""
    first = _highest(of_hole)
    ranks = first | _highest(of_hole ^ first)
    for _ in range(FLUSH_SIZE - HOLE_CARDS):
        first = _highest(of_board)
        ranks |= first
        of_board ^= first
    return ranks


@cache
def _rank_each_choice(n_hole: int, n_board: int) -> Kernel:
    """Make the function that ranks undecided hands by looking at every choice of cards."""
    pairs = np.array(list(combinations(range(n_hole), HOLE_CARDS)))
    triples = np.array(list(combinations(range(n_board), FLUSH_SIZE - HOLE_CARDS)))
    n_pairs, n_triples = len(pairs), len(triples)

    @set_up
    def rank_each_choice(hole, board, fives, out):
        card_keys, displacements, ranks, suited = fives
        hole_keys, hole_ranks = np.empty(n_pairs, np.uint64), np.empty(n_pairs, np.uint64)
        for i in range(hole.shape[0]):
            for p in range(hole.shape[1]):
                if out[i, p] != _UNDECIDED:
                    continue
                for j in range(n_pairs):
                    a, b = hole[i, p, pairs[j, 0]], hole[i, p, pairs[j, 1]]
                    hole_keys[j] = np.uint64(EMPTY_HAND) + card_keys[a] + card_keys[b]
                    hole_ranks[j] = rank_bit(a) | rank_bit(b)
                best = np.uint16(0)
                for k in range(n_triples):
                    a, b = board[i, triples[k, 0]], board[i, triples[k, 1]]
                    c = board[i, triples[k, 2]]
                    board_key = card_keys[a] + card_keys[b] + card_keys[c]
                    board_ranks = rank_bit(a) | rank_bit(b) | rank_bit(c)
                    for j in range(n_pairs):
                        key = hole_keys[j] + board_key
                        if key & np.uint64(FLUSH_BITS):
                            rank = suited[(hole_ranks[j] | board_ranks) & np.uint64(SUITED_MASK)]
                        else:
                            rank = ranks[rank_slot(key, displacements, _LOOKUP)]
                        best = max(best, rank)
                out[i, p] = best

    return rank_each_choice


@cache
def omaha_kernel(n_hole: int, n_board: int, checked: bool) -> OmahaKernel:
    """Make the kernel for some hole cards and board cards."""
    # A constant to Numba. Boards that are not full are rarer and have fewer choices: no table.
    full_board = n_board == BOARD_CARDS
    rank_each_choice = _rank_each_choice(n_hole, n_board)

    @kernel
    def rank_omaha(hole, board, omaha, out):
        fives, pair_places, pair_ranks, plain_flushes = omaha
        card_keys, displacements, _, suited = fives
        any_undecided = not full_board
        for i in range(hole.shape[0]):
            board_key, board_sum, board_mask = np.uint64(0), np.uint64(0), np.uint64(0)
            for j in range(n_board):
                board_key += card_keys[board[i, j]]
                board_sum += mask_bit(board[i, j])
                board_mask |= mask_bit(board[i, j])
            row = rank_slot(board_key, displacements, _LOOKUP)
            for p in range(hole.shape[1]):
                hole_key, mask_sum, mask = np.uint64(0), board_sum, board_mask
                for j in range(n_hole):
                    hole_key += card_keys[hole[i, p, j]]
                    mask_sum += mask_bit(hole[i, p, j])
                    mask |= mask_bit(hole[i, p, j])
                no_card = (board_key | hole_key) >> np.uint64(NO_CARD_SHIFT)
                if checked and (mask_sum != mask or no_card):
                    return i * hole.shape[1] + p
                best = _UNDECIDED
                if full_board:
                    for j in range(n_hole):
                        one = np.uint64(hole[i, p, j] >> RANK_SHIFT) & _RANK_MASK
                        for k in range(j):
                            other = np.uint64(hole[i, p, k] >> RANK_SHIFT) & _RANK_MASK
                            pair = pair_places[one << np.uint64(RANK_BITS) | other]
                            best = max(best, pair_ranks[row, pair])
                    full = (board_key + _THREE) & (hole_key + _TWO) & np.uint64(FLUSH_BITS)
                    if full:
                        of_hole, of_board = _ranks_of_suit(hole, board, i, p, flush_suit(full))
                        # Of plain flushes the highest cards make the best one; but lower cards may
                        # make a straight flush, and in low games the best hand avoids a flush.
                        if suited[of_hole | of_board] < plain_flushes:
                            best = max(best, suited[_highest_flush(of_hole, of_board)])
                        else:
                            best = _UNDECIDED
                            any_undecided = True
                out[i, p] = best
        if any_undecided:
            # A second pass, since the loop above would run slower with this in it.
            rank_each_choice(hole, board, fives, out)
        return NO_BAD_ROW

    return rank_omaha
