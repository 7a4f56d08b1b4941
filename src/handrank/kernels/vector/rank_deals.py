"""The vector kernels for hole cards with boards: sixteen players a step.

The boards of a chunk come first: their rank keys and suit counters are summed sixteen deals a step
and kept. Then the players' rows go by in blocks of sixteen, whose lanes belong to one deal or to
several; each lane picks its deal's sums and two cards are added. From there on it goes as in
`vector.rank_hands`. Players are counted through all deals, so row r belongs to deal
``r // n_players``.
"""

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable.rank_hands import NO_BAD_ROW, RANK_DEALS
from handrank.kernels.vector.card_lanes import (
    add_rank_keys,
    add_suits,
    find_slots,
    flush_lanes,
)
from handrank.kernels.vector.checking_lanes import any_bad
from handrank.kernels.vector.deal_chunks import DEALS, RANK_FLUSHES, ROWS, SUM_BOARDS
from handrank.kernels.vector.deal_lanes import (
    check_pairs,
    load_four_lanes,
    load_lanes,
    load_pairs,
    pick_lanes,
)
from handrank.kernels.vector.lanes import all_ones, all_zeros, look_up, prefetch, store_words
from handrank.kernels.vector.rank_hands import LAG, RANKS_AHEAD, flush_bits_of, list_flushes
from handrank.kernels.vector.registers import BYTES_A_LANE, N_LANES
from handrank.lookup.encoding import HAND_SIZES, HOLE_CARDS

# How far ahead, in bytes, the hole cards to come are asked for. Measured.
HOLE_AHEAD = 1024
# With so many players a deal, sixteen rows lie in four deals at most.
_PLAYERS_FOR_FOUR = 6
# A row number times this over the number of players, shifted back, is its deal: exact for chunks.
_QUOTIENT_BITS = 40


@inlined
def _deals_of_lanes(n_players):
    """Return, for a block's first row within a deal, how many deals further on each lane is.

    An entry of sixteen for each row within a deal; with more than sixteen players only for the last
    sixteen, the first of which stands for all before them as well.
    """
    n_entries = min(n_players, N_LANES)
    table = np.empty((n_entries, N_LANES), dtype=np.uint32)
    for entry in range(n_entries):
        for lane in range(N_LANES):
            table[entry, lane] = (n_players - n_entries + entry + lane) // n_players
    return table.reshape(-1)


def _make_rank_deals(n_cards: int, *, checked: bool) -> Kernel:
    n_board = n_cards - HOLE_CARDS
    has_fifth = int(n_board > BYTES_A_LANE)
    sum_boards, rank_flushes = SUM_BOARDS[n_cards, checked], RANK_FLUSHES[n_cards]
    few_rows = RANK_DEALS[n_cards, checked]

    @kernel
    def rank_deals(hole, board, tables, out):
        card_keys, displacements, ranks, suited = tables
        n_players = hole.shape[1]
        n_rows = hole.shape[0] * n_players
        if n_rows < N_LANES:
            return few_rows(hole, board, tables, out)
        rows, out_rows = hole.reshape(n_rows, HOLE_CARDS), out.reshape(n_rows)
        chunk_rows = min(ROWS, DEALS * n_players) // N_LANES * N_LANES
        quotient = np.uint64((1 << _QUOTIENT_BITS) // n_players + 1)
        lane_deals = _deals_of_lanes(n_players)
        skipped = max(n_players - N_LANES, 0)
        flush_bits = flush_bits_of(card_keys)
        flushes = np.zeros(ROWS // N_LANES + 2 * LAG + 4, dtype=np.uint16)
        listed = np.zeros(ROWS + 4 * N_LANES, dtype=np.uint16)
        n_kept = DEALS + 3 * N_LANES
        keys, suits, cards = np.zeros((3, n_kept), dtype=np.uint32)
        chunk = 0
        while chunk < n_rows:
            n_in_chunk = min(chunk_rows, (n_rows - chunk) // N_LANES * N_LANES)
            if n_in_chunk == 0:
                # The last rows are fewer than a block: some before them come once more.
                chunk, n_in_chunk = n_rows - N_LANES, N_LANES
            n_blocks = n_in_chunk // N_LANES
            first_deal = chunk // n_players
            offset = np.uint64(chunk - first_deal * n_players)
            n_deals = (chunk + n_in_chunk - 1) // n_players - first_deal + 1
            closest, largest = sum_boards(
                board, first_deal, n_deals, keys, suits, cards, all_ones(), all_zeros()
            )
            keys1 = keys2 = keys3 = slots1 = slots2 = slots3 = all_zeros()
            for block in range(n_blocks + 2 * LAG):
                # The last steps do the last block's first part again, to no effect.
                row = N_LANES * min(block, n_blocks - 1)
                deal = np.int64((np.uint64(row) + offset) * quotient >> np.uint64(_QUOTIENT_BITS))
                in_deal = row + np.int64(offset) - deal * n_players
                prefetch(rows, HOLE_CARDS * (chunk + row) + HOLE_AHEAD)
                prefetch(out_rows, 2 * (chunk + row) + RANKS_AHEAD)
                lane_deal = load_lanes(lane_deals, N_LANES * max(in_deal - skipped, 0))
                if n_players >= _PLAYERS_FOR_FOUR:
                    board_keys = load_four_lanes(keys, deal)
                    board_suits = load_four_lanes(suits, deal)
                else:
                    board_keys, board_suits = load_lanes(keys, deal), load_lanes(suits, deal)
                hole_cards = load_pairs(rows, chunk + row)
                known_suits = pick_lanes(board_suits, lane_deal)
                if checked:
                    board_cards = pick_lanes(load_lanes(cards, deal), lane_deal)
                    closest, largest = check_pairs(
                        closest, largest, hole_cards, known_suits, board_cards, has_fifth
                    )
                full_suits = add_suits(known_suits, hole_cards, HOLE_CARDS)
                flushes[block] = flush_lanes(full_suits, flush_bits)
                known_keys = pick_lanes(board_keys, lane_deal)
                row_keys = add_rank_keys(known_keys, hole_cards, HOLE_CARDS)
                slots = find_slots(keys3, displacements, n_cards)
                # The first steps write rubbish where the first block's ranks will stand.
                done = chunk + N_LANES * max(block - 2 * LAG, 0)
                store_words(out_rows, done, look_up(ranks, slots3))
                keys1, keys2, keys3 = row_keys, keys1, keys2
                slots1, slots2, slots3 = slots, slots1, slots2
            if checked and any_bad(closest, largest):
                return chunk
            n_flushes = list_flushes(flushes, n_blocks, listed)
            rank_flushes(
                rows, chunk, offset, n_players, listed, n_flushes, suits, cards, suited, out_rows
            )
            chunk += n_in_chunk
        return NO_BAD_ROW

    return rank_deals


# By hand size and by whether the cards are checked; as `portable.rank_hands.RANK_DEALS`.
RANK_DEALS_16 = {
    (size, checked): _make_rank_deals(size, checked=checked)
    for size in HAND_SIZES
    for checked in (False, True)
}
