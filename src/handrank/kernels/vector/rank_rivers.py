"""The vector kernels for many players on full boards: the players of a board, a block a step.

The boards of a chunk come first, as in `rank_deals`; what is kept of their rank keys is a row of
the table of full boards (`lookup.board_pairs`). Then the deals go by one by one: the row is loaded
into registers and each player's rank is picked from it by the two card ranks. A step takes as many
rows as there are lanes. With fewer players the rest are the next deals', whose ranks are wrong
until the next steps write them anew.

The rows of boards to come are prefetched some deals ahead, which is worth a seventh of all the
time: the table is larger than the L1 cache and boards come in no order.
"""

from functools import cache
from types import ModuleType

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable import family as portable
from handrank.kernels.protocols import NO_BAD_ROW, RiversKernel
from handrank.kernels.vector import board_sums, pipeline
from handrank.lookup.encoding import BOARD_CARDS, HOLE_CARDS

_N_CARDS = HOLE_CARDS + BOARD_CARDS
# How many deals ahead rows are prefetched. Measured.
_DEALS_AHEAD = 32


@cache
def _row_finder(steps: ModuleType) -> Kernel:
    n_lanes = steps.N_LANES

    @inlined
    def find_rows(keys, n_deals, displacements):
        """Turn the boards' rank keys into their rows, the slots of their five cards."""
        for deal in range(0, n_deals, n_lanes):
            slots = steps.find_slots(steps.load_lanes(keys, deal), displacements, BOARD_CARDS)
            steps.store_lanes(keys, deal, slots)

    return find_rows


@cache
def _flush_lister(steps: ModuleType) -> Kernel:
    n_lanes = steps.N_LANES

    @inlined
    def list_flushes(flushes, deals, n_players, listed):
        """List the rows of a chunk that have a flush as `pipeline` does, here by deal."""
        count = 0
        for deal in deals:
            first = np.int64(deal) * n_players
            count = steps.append_set_bits(listed, count, first, np.uint32(flushes[deal]))
        listed[count : count + n_lanes] = listed[0]
        return count

    return list_flushes


@cache
def rivers_kernel(steps: ModuleType, checked: bool) -> RiversKernel:
    """Make the kernel; the last few deals go through the portable one."""
    n_lanes, n_low = steps.N_LANES, steps.BYTES_A_LANE
    rank_few = portable.deals_kernel(_N_CARDS, checked)
    sum_boards = board_sums.board_summer(steps, BOARD_CARDS, checked)
    find_rows, list_flushes = _row_finder(steps), _flush_lister(steps)
    rank_flushes = board_sums.deal_flush_ranker(steps, BOARD_CARDS)

    @kernel
    def rank_rivers(hole, board, tables, river, out):
        board_tables, pair_ranks = river
        n_players = hole.shape[1]
        n_rows = hole.shape[0] * n_players
        rows, out_rows = hole.reshape(n_rows, HOLE_CARDS), out.reshape(n_rows)
        # The last deals' blocks would leave the arrays.
        all_deals = max(n_rows - n_lanes, -1) // n_players + 1
        chunk_deals = min(board_sums.DEALS, board_sums.ROWS // n_players)
        flush_bits = pipeline.flush_bits_of(tables.card_keys)
        # Bits for the players of a deal, and the deals in which somebody has a flush.
        flushes, flush_deals = np.zeros((2, board_sums.DEALS + 1), dtype=np.uint16)
        listed = np.zeros(board_sums.ROWS + pipeline.LIST_PADDING, dtype=np.uint16)
        keys, suits, cards = np.zeros(
            (3, board_sums.DEALS + pipeline.LIST_PADDING), dtype=np.uint32
        )
        players = np.uint16((1 << n_players) - 1)
        players_cards = np.uint32((1 << HOLE_CARDS * n_players) - 1)
        for first in range(0, all_deals, chunk_deals):
            n_deals, chunk = min(chunk_deals, all_deals - first), first * n_players
            bad = sum_boards(board, first, n_deals, keys, suits, cards)
            find_rows(keys, n_deals, board_tables.displacements)
            closest, largest, on_board = steps.all_ones(), steps.all_zeros(), np.uint32(0)
            n_flush_deals = 0
            # Here and not in a function of its own: LLVM would unroll it and run out of registers.
            for deal in range(n_deals):
                row = chunk + deal * n_players
                steps.prefetch(rows, HOLE_CARDS * row + board_sums.HOLE_AHEAD)
                steps.prefetch(out_rows, 2 * row + 2 * pipeline.RANKS_AHEAD)
                # The next chunk's boards, which are read at once.
                steps.prefetch(board, BOARD_CARDS * (first + n_deals + deal))
                steps.prefetch_row(pair_ranks, np.int64(keys[deal + _DEALS_AHEAD]))
                pairs = steps.load_player_pairs(rows, row)
                if checked:
                    closest, largest = steps.check_twins(closest, largest, pairs)
                    mask = board_sums.board_mask(cards[deal], suits[deal], n_low)
                    on_board |= steps.cards_in(pairs, mask) & players_cards
                bits = steps.flush_players(pairs, suits[deal], flush_bits) & players
                flushes[deal] = bits
                flush_deals[n_flush_deals] = deal
                n_flush_deals += bits != 0
                places = steps.pair_places(pairs)
                found = steps.look_up_in_row(pair_ranks, np.int64(keys[deal]), places)
                steps.store_player_ranks(out_rows, row, found)
            if checked and (bad or on_board or steps.any_bad(closest, largest)):
                return chunk
            n_flushes = list_flushes(flushes, flush_deals[:n_flush_deals], n_players, listed)
            source = (rows, chunk, n_players, suits, cards)
            rank_flushes(source, chunk, listed, n_flushes, tables.suited, out_rows)
        row = rank_few(hole[all_deals:], board[all_deals:], tables, out[all_deals:])
        return NO_BAD_ROW if row == NO_BAD_ROW else all_deals * n_players + row

    return rank_rivers
