"""Omaha hands: exactly two of the hole cards with exactly three of the board."""

from itertools import combinations

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable.rank_hands import (
    NO_BAD_ROW,
    deck_bit,
    flush_suit,
    lookup_numbers,
    rank_slot,
)
from handrank.lookup.encoding import (
    BOARD_CARDS,
    EMPTY_HAND,
    FLUSH_BITS,
    FLUSH_SIZE,
    HASH_SHAPES,
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

_LOOKUP = lookup_numbers(HASH_SHAPES[FLUSH_SIZE])
# Added to a key's counters, these set the top bit of a suit with two hole cards, with three of the
# board: only then is there a flush.
_TWO, _THREE = np.uint64(at_least(HOLE_CARDS)), np.uint64(at_least(FLUSH_SIZE - HOLE_CARDS))
_RANK_MASK = np.uint64((1 << RANK_BITS) - 1)


@inlined
def _rank_bit(card):
    return np.uint64(1) << np.uint64(card >> RANK_SHIFT)


@inlined
def _highest(mask):
    """Return the highest of the bits of a 13-bit mask."""
    mask |= mask >> np.uint64(1)
    mask |= mask >> np.uint64(2)
    mask |= mask >> np.uint64(4)
    mask |= mask >> np.uint64(8)
    return mask ^ (mask >> np.uint64(1))


# The functions below take whole arrays and row numbers: in a loop, views of rows cost more than
# all the rest.


@inlined
def _suited_masks(hole, board, i, p, suit):
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
    """Return the mask of the two highest hole cards and the three highest board cards."""
    first = _highest(of_hole)
    mask = first | _highest(of_hole ^ first)
    for _ in range(FLUSH_SIZE - HOLE_CARDS):
        first = _highest(of_board)
        mask |= first
        of_board ^= first
    return mask


def _make_rank_omaha(n_hole: int, n_board: int, *, checked: bool) -> Kernel:
    """Make `rank_omaha(hole (deals, players, n_hole), board (deals, n_board), ..., out)`.

    It returns a bad row, counted over deals times players, or `NO_BAD_ROW`.
    """
    # Constants to Numba. Boards that are not full are rarer and have fewer choices: no table.
    full_board = n_board == BOARD_CARDS
    undecided = np.uint16(0)
    pairs = np.array(list(combinations(range(n_hole), HOLE_CARDS)))
    triples = np.array(list(combinations(range(n_board), FLUSH_SIZE - HOLE_CARDS)))
    n_pairs, n_triples = len(pairs), len(triples)

    @kernel
    def rank_omaha(
        hole,
        board,
        omaha,
        out,
    ):
        card_keys, displacements, ranks, suited = omaha.fives
        pair_places, pair_ranks, plain_flushes = omaha[1:]
        n_players = hole.shape[1]
        any_undecided = False
        for i in range(hole.shape[0]):
            board_key, board_sum, board_union = np.uint64(0), np.uint64(0), np.uint64(0)
            for j in range(n_board):
                board_key += card_keys[board[i, j]]
                board_sum += deck_bit(board[i, j])
                board_union |= deck_bit(board[i, j])
            row = rank_slot(board_key, displacements, _LOOKUP)
            for p in range(n_players):
                hole_key, deck_sum, deck_union = np.uint64(0), board_sum, board_union
                for j in range(n_hole):
                    hole_key += card_keys[hole[i, p, j]]
                    deck_sum += deck_bit(hole[i, p, j])
                    deck_union |= deck_bit(hole[i, p, j])
                if checked and (
                    deck_sum != deck_union or (board_key | hole_key) >> np.uint64(NO_CARD_SHIFT)
                ):
                    return i * n_players + p
                if not full_board:
                    out[i, p] = undecided
                    any_undecided = True
                    continue
                best = np.uint16(0)
                for j in range(n_hole):
                    one = np.uint64(hole[i, p, j] >> RANK_SHIFT) & _RANK_MASK
                    for k in range(j):
                        other = np.uint64(hole[i, p, k] >> RANK_SHIFT) & _RANK_MASK
                        pair = pair_places[one << np.uint64(RANK_BITS) | other]
                        best = max(best, pair_ranks[row, pair])
                full = (board_key + _THREE) & (hole_key + _TWO) & np.uint64(FLUSH_BITS)
                if full:
                    suit = flush_suit(full)
                    of_hole, of_board = _suited_masks(hole, board, i, p, suit)
                    # Of plain flushes the highest cards make the best one; but lower cards may make
                    # a straight flush, and in low games the best hand is no flush if it can.
                    if suited[of_hole | of_board] < plain_flushes:
                        best = max(best, suited[_highest_flush(of_hole, of_board)])
                    else:
                        best = undecided
                        any_undecided = True
                out[i, p] = best
        if not any_undecided:
            return NO_BAD_ROW

        # A second pass looks at every choice of cards, apart because the loop above would run
        # slower with this in it.
        hole_keys, hole_masks = np.empty(n_pairs, np.uint64), np.empty(n_pairs, np.uint64)
        for i in range(hole.shape[0]):
            for p in range(n_players):
                if out[i, p] != undecided:
                    continue
                for j in range(n_pairs):
                    a, b = hole[i, p, pairs[j, 0]], hole[i, p, pairs[j, 1]]
                    hole_keys[j] = np.uint64(EMPTY_HAND) + card_keys[a] + card_keys[b]
                    hole_masks[j] = _rank_bit(a) | _rank_bit(b)
                best = np.uint16(0)
                for k in range(n_triples):
                    a, b, c = (
                        board[i, triples[k, 0]],
                        board[i, triples[k, 1]],
                        board[i, triples[k, 2]],
                    )
                    board_key = card_keys[a] + card_keys[b] + card_keys[c]
                    board_mask = _rank_bit(a) | _rank_bit(b) | _rank_bit(c)
                    for j in range(n_pairs):
                        key = hole_keys[j] + board_key
                        if key & np.uint64(FLUSH_BITS):
                            rank = suited[(hole_masks[j] | board_mask) & np.uint64(SUITED_MASK)]
                        else:
                            rank = ranks[rank_slot(key, displacements, _LOOKUP)]
                        best = max(best, rank)
                out[i, p] = best
        return NO_BAD_ROW

    return rank_omaha


# By hole cards, by board cards and by whether the cards are checked.
RANK_OMAHA = {
    (n_hole, n_board, checked): _make_rank_omaha(n_hole, n_board, checked=checked)
    for n_hole in HOLE_SIZES
    for n_board in BOARD_SIZES
    for checked in (False, True)
}
