"""The vector kernels for hole cards with boards: players through all deals, a block a step.

The boards of a chunk come first: their rank keys and suit counters are summed and kept. Then the
players' rows go by in blocks, whose lanes belong to one deal or to several; each lane picks its
deal's sums and two cards are added. From there on it goes as `pipeline` says. Players are counted
through all deals, so row r belongs to deal ``r // n_players``.
"""

from functools import cache
from types import ModuleType

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel, set_up
from handrank.kernels.portable import family as portable
from handrank.kernels.protocols import NO_BAD_ROW, DealsKernel
from handrank.kernels.vector import board_sums, pipeline
from handrank.lookup.encoding import HOLE_CARDS

# A row number times this over the number of players, shifted back, is its deal: exact for chunks.
_QUOTIENT_BITS = 40


@set_up
def _deals_of_lanes(n_players, n_lanes):
    """Return, for a block's first row within a deal, how many deals further on each lane is."""
    # With more players than lanes the first entry stands for all rows before the last ones.
    n_entries = min(n_players, n_lanes)
    table = np.empty((n_entries, n_lanes), dtype=np.uint32)
    for entry in range(n_entries):
        for lane in range(n_lanes):
            table[entry, lane] = (n_players - n_entries + entry + lane) // n_players
    return table.reshape(-1)


@cache
def _board_loader(steps: ModuleType) -> Kernel:
    # With so many players a deal, a block lies in four deals at most.
    players_for_four = -(-(steps.N_LANES + 1) // 3)

    @inlined
    def load_boards(sums, deal, n_players):
        """Return what is kept of the boards from `deal` on, a lane a deal."""
        if n_players >= players_for_four:
            return steps.load_four_lanes(sums, deal)
        return steps.load_lanes(sums, deal)

    return load_boards


@cache
def _row_reader(steps: ModuleType, n_cards: int, checked: bool) -> Kernel:
    n_lanes = steps.N_LANES
    has_fifth = int(n_cards - HOLE_CARDS > steps.BYTES_A_LANE)
    load_boards = _board_loader(steps)

    @inlined
    def look_at(source, first, flush_bits, closest, largest):
        """Return a block's rank keys, flushes and faults, see `chunk_ranker`."""
        rows, before, n_players, suits, cards, keys, lane_deals, quotient = source
        row = first - before
        deal = np.int64(np.uint64(row) * quotient >> np.uint64(_QUOTIENT_BITS))
        in_deal = row - deal * n_players
        steps.prefetch(rows, HOLE_CARDS * first + board_sums.HOLE_AHEAD)
        entry = max(in_deal - max(n_players - n_lanes, 0), 0)
        lane_deal = steps.load_lanes(lane_deals, n_lanes * entry)
        board_keys = steps.pick_lanes(load_boards(keys, deal, n_players), lane_deal)
        board_suits = steps.pick_lanes(load_boards(suits, deal, n_players), lane_deal)
        pairs = steps.load_pairs(rows, first)
        if checked:
            board_cards = steps.pick_lanes(steps.load_lanes(cards, deal), lane_deal)
            closest, largest = steps.check_pairs(
                closest, largest, pairs, board_suits, board_cards, has_fifth
            )
        flushes = steps.flush_lanes(steps.add_suits(board_suits, pairs, HOLE_CARDS), flush_bits)
        return steps.add_rank_keys(board_keys, pairs, HOLE_CARDS), flushes, closest, largest

    return look_at


@cache
def deals_kernel(steps: ModuleType, n_cards: int, checked: bool) -> DealsKernel:
    """Make the kernel for hands of `n_cards`; fewer rows than lanes go through the portable one."""
    n_lanes, lane_bits, n_board = steps.N_LANES, steps.LANE_BITS, n_cards - HOLE_CARDS
    rank_few = portable.deals_kernel(n_cards, checked)
    sum_boards = board_sums.board_summer(steps, n_board, checked)
    rank_chunk = pipeline.chunk_ranker(steps, n_cards, _row_reader(steps, n_cards, checked))
    list_flushes = pipeline.flush_lister(steps)
    rank_flushes = board_sums.deal_flush_ranker(steps, n_board)

    @kernel
    def rank_deals(hole, board, tables, out):
        n_players = hole.shape[1]
        n_rows = hole.shape[0] * n_players
        if n_rows < n_lanes:
            return rank_few(hole, board, tables, out)
        rows, out_rows = hole.reshape(n_rows, HOLE_CARDS), out.reshape(n_rows)
        chunk_rows = min(board_sums.ROWS, board_sums.DEALS * n_players) // n_lanes * n_lanes
        lane_deals = _deals_of_lanes(n_players, n_lanes)
        quotient = np.uint64((1 << _QUOTIENT_BITS) // n_players + 1)
        flushes = np.zeros(board_sums.ROWS // n_lanes + pipeline.LIST_PADDING, dtype=lane_bits)
        listed = np.zeros(board_sums.ROWS + pipeline.LIST_PADDING, dtype=np.uint16)
        keys, suits, cards = np.zeros((3, board_sums.DEALS + 3 * n_lanes), dtype=np.uint32)
        chunk = 0
        while chunk < n_rows:
            n_in_chunk = min(chunk_rows, (n_rows - chunk) // n_lanes * n_lanes)
            if n_in_chunk == 0:
                # The last rows are fewer than a block: some before them come once more.
                chunk, n_in_chunk = n_rows - n_lanes, n_lanes
            n_blocks = n_in_chunk // n_lanes
            first_deal = chunk // n_players
            n_deals = (chunk + n_in_chunk - 1) // n_players - first_deal + 1
            bad_board = sum_boards(board, first_deal, n_deals, keys, suits, cards)
            before = first_deal * n_players
            source = (rows, before, n_players, suits, cards, keys, lane_deals, quotient)
            closest, largest = rank_chunk(source, chunk, n_blocks, tables, flushes, out_rows)
            if checked and (bad_board or steps.any_bad(closest, largest)):
                return chunk
            n_flushes = list_flushes(flushes, n_blocks, listed)
            rank_flushes(source, chunk, listed, n_flushes, tables.suited, out_rows)
            chunk += n_in_chunk
        return NO_BAD_ROW

    return rank_deals
