"""What the vector kernels for deals do once a chunk: sum boards before, look up flushes after.

What is known of a chunk's boards stands in the three arrays that `deal_lanes` pictures.
"""

import numpy as np

from handrank.kernels.compiling import Kernel, inlined
from handrank.kernels.vector.card_lanes import (
    add_rank_keys,
    add_suits,
    no_suits,
    spread_cards,
    suited_ranks,
)
from handrank.kernels.vector.checking_lanes import check_cards
from handrank.kernels.vector.deal_lanes import (
    divide_lanes,
    gather_pairs,
    join_hands,
    look_up_lanes,
    put_fifth,
    store_lanes,
)
from handrank.kernels.vector.lanes import all_zeros, load_words, look_up, scatter_words
from handrank.kernels.vector.registers import BYTES_A_LANE, N_LANES
from handrank.lookup.encoding import HAND_SIZES, HOLE_CARDS

# At most so many rows and deals a chunk: what is kept of them stays in the L1 cache.
ROWS = 8192
DEALS = 1024
# Room for a load of 64 bytes that starts before sixteen boards of three cards or ends after them.
_ROOM = 64


def _make_sum_boards(n_cards: int, *, checked: bool) -> Kernel:
    n_board = n_cards - HOLE_CARDS
    n_low = min(n_board, BYTES_A_LANE)
    has_fifth = int(n_board > BYTES_A_LANE)

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
    def sum_boards(board, first, n_deals, keys, suits, cards, closest, largest):
        """Sum the boards of a chunk into `keys`, `suits` and `cards`, up to fifteen deals more."""
        copy = np.zeros(3 * _ROOM, dtype=np.uint8)
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

    return sum_boards


def _make_rank_flushes(n_cards: int) -> Kernel:
    n_board, n_high = n_cards - HOLE_CARDS, n_cards - BYTES_A_LANE

    @inlined
    def rank_flushes(rows, chunk, offset, n_players, listed, n_flushes, suits, cards, suited, out):
        """Rank the listed rows of a chunk, whose first is row `offset` of a deal, by a suit."""
        # Row numbers stay below 2**21, where a float32 still tells apart a half.
        half, reciprocal = np.float32(0.5), np.float32(1.0) / np.float32(n_players)
        for first in range(0, n_flushes, N_LANES):
            numbers = load_words(listed, first)
            deals = divide_lanes(numbers, np.float32(offset) + half, reciprocal)
            pairs = gather_pairs(rows, chunk, numbers, len(rows) - chunk)
            low, high = join_hands(
                look_up_lanes(cards, deals), look_up_lanes(suits, deals), pairs, n_board
            )
            counts = add_suits(no_suits(), low, BYTES_A_LANE)
            counts = add_suits(counts, high, n_high)
            masks = suited_ranks(low, high, counts, n_high)
            scatter_words(out, chunk, listed, first, look_up(suited, masks))

    return rank_flushes


# By hand size and by whether the cards are checked.
SUM_BOARDS = {
    (size, checked): _make_sum_boards(size, checked=checked)
    for size in HAND_SIZES
    for checked in (False, True)
}
RANK_FLUSHES = {size: _make_rank_flushes(size) for size in HAND_SIZES}
