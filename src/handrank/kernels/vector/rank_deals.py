"""The vector kernels for hole cards with boards: players through all deals, a block a step.

The boards of a chunk come first: their rank keys and suit counters are summed and kept. Then the
players' rows go by in blocks, whose lanes belong to one deal or to several; each lane picks its
deal's sums and two cards are added. From there on it goes as `pipeline` says. Players are counted
through all deals, so row r belongs to deal ``r // n_players``.
"""

from functools import cache
from types import ModuleType

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable import family as portable
from handrank.kernels.protocols import NO_BAD_ROW, DealsKernel
from handrank.kernels.vector.board_sums import DEALS, HOLE_AHEAD, ROWS, board_summer, flush_ranker
from handrank.kernels.vector.pipeline import (
    LAG,
    LIST_PADDING,
    RANKS_AHEAD,
    flush_bits_of,
    flush_lister,
)
from handrank.lookup.encoding import HOLE_CARDS

# A row number times this over the number of players, shifted back, is its deal: exact for chunks.
_QUOTIENT_BITS = 40


@cache
def _deals_of_lanes(n_lanes: int) -> Kernel:
    @inlined
    def deals_of_lanes(n_players):
        """Return, for a block's first row within a deal, how many deals further on each lane is.

        An entry of a block for each row within a deal; with more players than lanes only for the
        last rows, the first of which stands for all before them as well.
        """
        n_entries = min(n_players, n_lanes)
        table = np.empty((n_entries, n_lanes), dtype=np.uint32)
        for entry in range(n_entries):
            for lane in range(n_lanes):
                table[entry, lane] = (n_players - n_entries + entry + lane) // n_players
        return table.reshape(-1)

    return deals_of_lanes


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
def _chunk_ranker(steps: ModuleType, n_cards: int, checked: bool) -> Kernel:
    n_lanes = steps.N_LANES
    has_fifth = int(n_cards - HOLE_CARDS > steps.BYTES_A_LANE)
    load_boards = _board_loader(steps)

    @inlined
    def rank_chunk(rows, place, n_blocks, lane_deals, boards, tables, flushes, out):
        """Rank the blocks of a chunk as if without flushes; return whether a row is bad.

        `place` is the chunk, the row within its first deal, and the players a deal.
        """
        chunk, offset, n_players = place
        keys, suits, cards = boards
        card_keys, displacements, ranks, _ = tables
        flush_bits = flush_bits_of(card_keys)
        quotient = np.uint64((1 << _QUOTIENT_BITS) // n_players + 1)
        skipped = max(n_players - n_lanes, 0)
        keys1 = keys2 = keys3 = slots1 = slots2 = slots3 = steps.all_zeros()
        closest, largest = steps.all_ones(), steps.all_zeros()
        for block in range(n_blocks + 2 * LAG):
            # The last steps do the last block's first part again, to no effect.
            row = n_lanes * min(block, n_blocks - 1)
            deal = np.int64((np.uint64(row) + offset) * quotient >> np.uint64(_QUOTIENT_BITS))
            in_deal = row + np.int64(offset) - deal * n_players
            steps.prefetch(rows, HOLE_CARDS * (chunk + row) + HOLE_AHEAD)
            steps.prefetch(out, 2 * (chunk + row) + RANKS_AHEAD)
            lane_deal = steps.load_lanes(lane_deals, n_lanes * max(in_deal - skipped, 0))
            board_keys = load_boards(keys, deal, n_players)
            board_suits = steps.pick_lanes(load_boards(suits, deal, n_players), lane_deal)
            pairs = steps.load_pairs(rows, chunk + row)
            if checked:
                board_cards = steps.pick_lanes(steps.load_lanes(cards, deal), lane_deal)
                closest, largest = steps.check_pairs(
                    closest, largest, pairs, board_suits, board_cards, has_fifth
                )
            hand_suits = steps.add_suits(board_suits, pairs, HOLE_CARDS)
            flushes[block] = steps.flush_lanes(hand_suits, flush_bits)
            board_keys = steps.pick_lanes(board_keys, lane_deal)
            hand_keys = steps.add_rank_keys(board_keys, pairs, HOLE_CARDS)
            slots = steps.find_slots(keys3, displacements, n_cards)
            # The first steps write rubbish where the first block's ranks will stand.
            done = chunk + n_lanes * max(block - 2 * LAG, 0)
            steps.store_words(out, done, steps.look_up(ranks, slots3))
            keys1, keys2, keys3 = hand_keys, keys1, keys2
            slots1, slots2, slots3 = slots, slots1, slots2
        return checked and steps.any_bad(closest, largest)

    return rank_chunk


@cache
def deals_kernel(steps: ModuleType, n_cards: int, checked: bool) -> DealsKernel:
    """Make the kernel for hands of `n_cards`; fewer rows than lanes go through the portable one."""
    n_lanes, lane_bits, n_board = steps.N_LANES, steps.LANE_BITS, n_cards - HOLE_CARDS
    rank_few = portable.deals_kernel(n_cards, checked)
    list_flushes, deals_of_lanes = flush_lister(steps), _deals_of_lanes(n_lanes)
    sum_boards, rank_flushes = board_summer(steps, n_board, checked), flush_ranker(steps, n_board)
    rank_chunk = _chunk_ranker(steps, n_cards, checked)

    @kernel
    def rank_deals(hole, board, tables, out):
        n_players = hole.shape[1]
        n_rows = hole.shape[0] * n_players
        if n_rows < n_lanes:
            return rank_few(hole, board, tables, out)
        rows, out_rows = hole.reshape(n_rows, HOLE_CARDS), out.reshape(n_rows)
        chunk_rows = min(ROWS, DEALS * n_players) // n_lanes * n_lanes
        lane_deals = deals_of_lanes(n_players)
        flushes = np.zeros(ROWS // n_lanes + LIST_PADDING, dtype=lane_bits)
        listed = np.zeros(ROWS + LIST_PADDING, dtype=np.uint16)
        keys, suits, cards = np.zeros((3, DEALS + 3 * n_lanes), dtype=np.uint32)
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
            place = (chunk, np.uint64(chunk - first_deal * n_players), n_players)
            bad_row = rank_chunk(
                rows, place, n_blocks, lane_deals, (keys, suits, cards), tables, flushes, out_rows
            )
            if bad_board or bad_row:
                return chunk
            n_flushes = list_flushes(flushes, n_blocks, listed)
            suited = tables.suited
            rank_flushes(rows, place, listed, n_flushes, (suits, cards), suited, out_rows)
            chunk += n_in_chunk
        return NO_BAD_ROW

    return rank_deals
