"""What the vector kernels for deals do once a chunk: sum boards before, rank flushes after.

What is known of a chunk's boards stands in three uint32 arrays, an entry a deal::

    keys     the sum of the board's rank keys
    suits    bits 0..15 its suit counters, bits 16..23 its fifth card
    cards    its first four cards, a byte each
"""

from functools import cache
from types import ModuleType

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, set_up
from handrank.kernels.portable.steps import mask_bit
from handrank.kernels.vector.pipeline import flush_ranker
from handrank.lookup.encoding import HOLE_CARDS

# At most so many rows and deals a chunk: what is kept of them stays in the L1 cache.
ROWS = 8192
DEALS = 1024
# How far ahead, in bytes, the hole cards to come are prefetched. Measured.
HOLE_AHEAD = 1024
FIFTH_SHIFT = 16
# The bytes that a load may read before a block of boards of three cards, or after it.
_LOAD_BYTES = 64


@inlined
def board_mask(cards, suits, cards_a_lane):
    """Return the card mask of a board of five from what is kept of it."""
    mask = mask_bit(suits >> np.uint32(FIFTH_SHIFT))
    for byte in range(cards_a_lane):
        mask |= mask_bit(cards >> np.uint32(8 * byte))
    return mask


@cache
def _block_summer(steps: ModuleType, n_board: int, checked: bool) -> Kernel:
    n_low = min(n_board, steps.BYTES_A_LANE)
    has_fifth = n_board > steps.BYTES_A_LANE

    @inlined
    def sum_block(boards, row, deal, keys, suits, cards, closest, largest):
        """Sum a block of boards, from `row` on, for the chunk's deals from `deal` on."""
        low = steps.spread_cards(boards, row, n_board, 0)
        sums = steps.add_rank_keys(steps.all_zeros(), low, n_low)
        counts = steps.add_suits(steps.no_suits(), low, n_low)
        if has_fifth:
            high = steps.spread_cards(boards, row, n_board, 1)
            sums = steps.add_rank_keys(sums, high, 1)
            counts = steps.put_fifth(steps.add_suits(counts, high, 1), high)
        if checked:
            closest, largest = steps.check_cards(closest, largest, boards, row, n_board)
        steps.store_lanes(keys, deal, sums)
        steps.store_lanes(suits, deal, counts)
        steps.store_lanes(cards, deal, low)
        return closest, largest

    return sum_block


@cache
def board_summer(steps: ModuleType, n_board: int, checked: bool) -> Kernel:
    """Make the function that sums the boards of a chunk, up to a block of deals more."""
    n_lanes = steps.N_LANES
    sum_block = _block_summer(steps, n_board, checked)
    fills_loads = n_board >= steps.BYTES_A_LANE

    @set_up
    def sum_boards(board, first, n_deals, keys, suits, cards):
        """Return whether a board is bad."""
        copy = np.zeros(3 * _LOAD_BYTES, dtype=np.uint8)
        boards = copy[_LOAD_BYTES:]
        closest, largest = steps.all_ones(), steps.all_zeros()
        for deal in range(0, n_deals, n_lanes):
            if fills_loads and deal + n_lanes <= n_deals:
                row = first + deal
                closest, largest = sum_block(board, row, deal, keys, suits, cards, closest, largest)
                continue
            # Two loads would leave the array. Missing rows are the last one once more.
            for row in range(n_lanes):
                source = first + min(deal + row, n_deals - 1)
                for j in range(n_board):
                    boards[n_board * row + j] = board[source, j]
            closest, largest = sum_block(boards, 0, deal, keys, suits, cards, closest, largest)
        return checked and steps.any_bad(closest, largest)

    return sum_boards


@cache
def deal_flush_ranker(steps: ModuleType, n_board: int) -> Kernel:
    """Make the `flush_ranker` for deals, whose source of cards is what `gather` unpacks."""

    @inlined
    def gather(source, chunk, numbers):
        """Return the cards of some rows; `before` are the rows before the chunk's first deal."""
        rows, before, n_players, suits, cards = source[:5]
        # Row numbers stay below 2**21, where a float32 still tells apart a half.
        half, reciprocal = np.float32(0.5), np.float32(1.0) / np.float32(n_players)
        deals = steps.divide_lanes(numbers, np.float32(chunk - before) + half, reciprocal)
        pairs = steps.gather_pairs(rows, chunk, numbers, len(rows) - chunk)
        board_cards = steps.look_up_lanes(cards, deals)
        return steps.join_pairs(board_cards, steps.look_up_lanes(suits, deals), pairs, n_board)

    return flush_ranker(steps, n_board + HOLE_CARDS, gather)
