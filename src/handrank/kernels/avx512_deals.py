"""The vector kernels for hole cards with boards: sixteen players a step.

The boards of a chunk come first: their rank keys and suit counters are summed sixteen deals a step
and kept. Then the players' rows go by in blocks of sixteen, whose lanes belong to one deal or to
several; each lane picks its deal's sums and two cards are added. From there on it goes as in
`avx512`. Players are counted through all deals, so row r belongs to deal ``r // n_players``.
"""

import numpy as np

from handrank.encoding import HAND_SIZES, HOLE_CARDS
from handrank.kernels.avx512 import LAG, RANKS_AHEAD, flush_bits_of, list_flushes
from handrank.kernels.card_lanes import (
    add_rank_keys,
    add_suits,
    find_slots,
    flush_lanes,
    no_suits,
    spread_cards,
    suited_ranks,
)
from handrank.kernels.checking_lanes import any_bad, check_cards
from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.deal_lanes import (
    check_pairs,
    divide_lanes,
    gather_pairs,
    join_hands,
    load_four_lanes,
    load_lanes,
    load_pairs,
    look_up_lanes,
    pick_lanes,
    put_fifth,
    store_lanes,
)
from handrank.kernels.lanes import (
    BYTES_A_LANE,
    N_LANES,
    all_ones,
    all_zeros,
    load_words,
    look_up,
    prefetch,
    scatter_words,
    store_words,
)
from handrank.kernels.scalar import NO_BAD_ROW, RANK_DEALS

# At most so many rows and deals a chunk: what is kept of them stays in the L1 cache.
_ROWS = 8192
_DEALS = 1024
_HOLE_AHEAD = 1024
# With so many players a deal, sixteen rows lie in four deals at most.
_PLAYERS_FOR_FOUR = 6
# A row number times this over the number of players, shifted back, is its deal: exact for chunks.
_QUOTIENT_BITS = 40
# Room for a load of 64 bytes that starts before sixteen boards of three cards or ends after them.
_ROOM = 64


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
    n_low = min(n_board, BYTES_A_LANE)
    has_fifth = int(n_board > BYTES_A_LANE)
    n_high = n_cards - BYTES_A_LANE
    few_rows = RANK_DEALS[n_cards, checked]

    @inlined
    def sum_sixteen(boards, row, deal, keys, suits, cards, closest, largest):
        """Sum sixteen rows of boards, from `row` on, for the chunk's deals from `deal` on."""
        low = spread_cards(boards, row, n_board, 0)
        sums = add_rank_keys(all_zeros(), low, n_low)
        counts = add_suits(no_suits(), low, n_low)
        if has_fifth:
            high = spread_cards(boards, row, n_board, 1)
            sums = add_rank_keys(sums, high, 1)
            counts = put_fifth(add_suits(counts, high, 1), high)
        if checked:
            closest, largest = check_cards(closest, largest, boards, row, n_board)
        store_lanes(keys, deal, sums)
        store_lanes(suits, deal, counts)
        store_lanes(cards, deal, low)
        return closest, largest

    @inlined
    def sum_boards(board, first, n_deals, copy, keys, suits, cards, closest, largest):
        """Sum the boards of a chunk into `keys`, `suits` and `cards`."""
        boards = copy[_ROOM:]
        for deal in range(0, n_deals, N_LANES):
            if n_board >= BYTES_A_LANE and deal + N_LANES <= n_deals:
                closest, largest = sum_sixteen(
                    board, first + deal, deal, keys, suits, cards, closest, largest
                )
                continue
            # Two loads of 64 bytes would leave the array. Missing rows are the last one once more.
            for row in range(N_LANES):
                source = first + min(deal + row, n_deals - 1)
                for j in range(n_board):
                    boards[n_board * row + j] = board[source, j]
            closest, largest = sum_sixteen(boards, 0, deal, keys, suits, cards, closest, largest)
        return closest, largest

    @kernel
    def rank_deals(hole, board, card_keys, displacements, ranks, suited, out):
        n_players = hole.shape[1]
        n_rows = hole.shape[0] * n_players
        if n_rows < N_LANES:
            return few_rows(hole, board, card_keys, displacements, ranks, suited, out)
        rows, out_rows = hole.reshape(n_rows, HOLE_CARDS), out.reshape(n_rows)
        chunk_rows = min(_ROWS, _DEALS * n_players) // N_LANES * N_LANES
        quotient = np.uint64((1 << _QUOTIENT_BITS) // n_players + 1)
        lane_deals = _deals_of_lanes(n_players)
        skipped = max(n_players - N_LANES, 0)
        flush_bits = flush_bits_of(card_keys)
        flushes = np.zeros(_ROWS // N_LANES + 2 * LAG + 4, dtype=np.uint16)
        listed = np.zeros(_ROWS + 4 * N_LANES, dtype=np.uint16)
        n_kept = _DEALS + 3 * N_LANES
        keys, suits, cards = np.zeros((3, n_kept), dtype=np.uint32)
        copy = np.zeros(3 * _ROOM, dtype=np.uint8)
        # Row numbers stay below 2**21, where a float32 still tells apart a half.
        half, reciprocal = np.float32(0.5), np.float32(1.0) / np.float32(n_players)
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
                board, first_deal, n_deals, copy, keys, suits, cards, all_ones(), all_zeros()
            )
            keys1 = keys2 = keys3 = slots1 = slots2 = slots3 = all_zeros()
            for block in range(n_blocks + 2 * LAG):
                # The last steps do the last block's first part again, to no effect.
                row = N_LANES * min(block, n_blocks - 1)
                deal = np.int64((np.uint64(row) + offset) * quotient >> np.uint64(_QUOTIENT_BITS))
                in_deal = row + np.int64(offset) - deal * n_players
                prefetch(rows, HOLE_CARDS * (chunk + row) + _HOLE_AHEAD)
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
            for first in range(0, n_flushes, N_LANES):
                numbers = load_words(listed, first)
                deals = divide_lanes(numbers, np.float32(offset) + half, reciprocal)
                pairs = gather_pairs(rows, chunk, numbers, n_rows - chunk)
                low, high = join_hands(
                    look_up_lanes(cards, deals), look_up_lanes(suits, deals), pairs, n_board
                )
                counts = add_suits(no_suits(), low, BYTES_A_LANE)
                counts = add_suits(counts, high, n_high)
                masks = suited_ranks(low, high, counts, n_high)
                scatter_words(out_rows, chunk, listed, first, look_up(suited, masks))
            chunk += n_in_chunk
        return NO_BAD_ROW

    return rank_deals


# By hand size and by whether the cards are checked; as `handrank.kernels.scalar.RANK_DEALS`.
RANK_DEALS_16 = {
    (size, checked): _make_rank_deals(size, checked=checked)
    for size in HAND_SIZES
    for checked in (False, True)
}
