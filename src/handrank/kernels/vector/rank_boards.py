"""The vector kernels for many players on full boards: the players of a board, sixteen a step.

The boards of a chunk come first, as in `rank_deals`; what is kept of their rank keys is a row of
the table of full boards (`lookup.board_pairs`). Then the deals go by one by one: the row is
loaded into three registers and each player's rank is picked from it by his two card ranks. A step
takes sixteen rows. With fewer players the rest are the next deals', whose ranks are wrong until
the next steps write them anew.

The rows of boards to come are asked for some deals ahead, which is worth a seventh of all the time:
the table is larger than the L1 cache and boards come in no order.
"""

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable.rank_hands import NO_BAD_ROW, RANK_DEALS
from handrank.kernels.vector.card_lanes import find_slots
from handrank.kernels.vector.checking_lanes import any_bad
from handrank.kernels.vector.deal_chunks import DEALS, RANK_FLUSHES, ROWS, SUM_BOARDS
from handrank.kernels.vector.deal_lanes import FIFTH_SHIFT, load_lanes, store_lanes
from handrank.kernels.vector.lanes import (
    all_ones,
    all_zeros,
    append_set_bits,
    prefetch,
)
from handrank.kernels.vector.pair_lanes import (
    cards_in,
    check_twins,
    flush_words,
    load_sixteen_pairs,
    look_up_in_row,
    pair_places,
    prefetch_row,
    store_sixteen,
)
from handrank.kernels.vector.rank_deals import HOLE_AHEAD
from handrank.kernels.vector.rank_hands import RANKS_AHEAD, flush_bits_of
from handrank.kernels.vector.registers import BYTES_A_LANE, N_LANES
from handrank.lookup.encoding import BOARD_CARDS, HOLE_CARDS

_N_CARDS = HOLE_CARDS + BOARD_CARDS
# How many deals ahead rows are asked for. Measured.
_DEALS_AHEAD = 32


@inlined
def _find_rows(keys, n_deals, displacements):
    """Turn the boards' rank keys into their rows, the slots of their five cards."""
    for deal in range(0, n_deals, N_LANES):
        store_lanes(keys, deal, find_slots(load_lanes(keys, deal), displacements, BOARD_CARDS))


@inlined
def _list_flushes(flushes, with_flush, n_with_flush, n_players, listed):
    """List the rows of a chunk that have a flush, as `avx512.list_flushes`; return how many."""
    count = 0
    for deal in with_flush[:n_with_flush]:
        first = np.int64(deal) * n_players
        count = append_set_bits(listed, count, first, np.uint32(flushes[deal]))
    listed[count : count + N_LANES] = listed[0]
    return count


@inlined
def _mask_of(cards, suits):
    """Return the mask of a board from what is kept of it, see `deal_lanes`."""
    mask = np.uint64(1) << np.uint64(suits >> np.uint32(FIFTH_SHIFT) & np.uint32(63))
    for byte in range(BYTES_A_LANE):
        mask |= np.uint64(1) << np.uint64(cards >> np.uint32(8 * byte) & np.uint32(63))
    return mask


def _make_rank_rivers(*, checked: bool) -> Kernel:
    sum_boards, rank_flushes = SUM_BOARDS[_N_CARDS, checked], RANK_FLUSHES[_N_CARDS]
    few_rows = RANK_DEALS[_N_CARDS, checked]

    @kernel
    def rank_rivers(
        hole,
        board,
        tables,
        river,
        out,
    ):
        pair_ranks, suited = river.pair_ranks, tables.suited
        n_players = hole.shape[1]
        n_rows = hole.shape[0] * n_players
        rows, out_rows = hole.reshape(n_rows, HOLE_CARDS), out.reshape(n_rows)
        # The last deals' sixteen would leave the arrays.
        all_deals = max(n_rows - N_LANES, -1) // n_players + 1
        chunk_deals = min(DEALS, ROWS // n_players)
        flush_bits = flush_bits_of(tables.card_keys)
        # Bits for the players of a deal, and the deals in which somebody has one.
        flushes, with_flush = np.zeros((2, DEALS + 1), dtype=np.uint16)
        listed = np.zeros(ROWS + 4 * N_LANES, dtype=np.uint16)
        keys, suits, cards = np.zeros((3, DEALS + 4 * N_LANES), dtype=np.uint32)
        players = np.uint16((1 << n_players) - 1)
        players_cards = np.uint32((1 << HOLE_CARDS * n_players) - 1)
        for first in range(0, all_deals, chunk_deals):
            n_deals = min(chunk_deals, all_deals - first)
            chunk = first * n_players
            closest, largest = sum_boards(
                board, first, n_deals, keys, suits, cards, all_ones(), all_zeros()
            )
            _find_rows(keys, n_deals, river.boards.displacements)
            on_board = np.uint32(0)
            n_with_flush = 0
            for deal in range(n_deals):
                row = chunk + deal * n_players
                prefetch(rows, HOLE_CARDS * row + HOLE_AHEAD)
                prefetch(out_rows, 2 * row + 2 * RANKS_AHEAD)
                # The next chunk's boards, which are read at once.
                prefetch(board, BOARD_CARDS * (first + n_deals + deal))
                prefetch_row(pair_ranks, np.int64(keys[deal + _DEALS_AHEAD]))
                pairs = load_sixteen_pairs(rows, row)
                if checked:
                    closest, largest = check_twins(closest, largest, pairs)
                    on_board |= cards_in(pairs, _mask_of(cards[deal], suits[deal])) & players_cards
                bits = flush_words(pairs, suits[deal], flush_bits) & players
                flushes[deal] = bits
                with_flush[n_with_flush] = deal
                n_with_flush += bits != 0
                board_row = np.int64(keys[deal])
                places = pair_places(pairs)
                store_sixteen(out_rows, row, look_up_in_row(pair_ranks, board_row, places))
            if checked and (on_board or any_bad(closest, largest)):
                return chunk
            n_flushes = _list_flushes(flushes, with_flush, n_with_flush, n_players, listed)
            rank_flushes(
                rows, chunk, 0, n_players, listed, n_flushes, suits, cards, suited, out_rows
            )
        row = few_rows(
            hole[all_deals:],
            board[all_deals:],
            tables,
            out[all_deals:],
        )
        return NO_BAD_ROW if row == NO_BAD_ROW else all_deals * n_players + row

    return rank_rivers


# By whether the cards are checked.
RANK_RIVERS_16 = {checked: _make_rank_rivers(checked=checked) for checked in (False, True)}
