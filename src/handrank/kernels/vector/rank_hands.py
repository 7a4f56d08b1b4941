"""The vector kernels for arrays of hands; `pipeline` says how they go."""

from functools import cache
from types import ModuleType

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable import rank_hands as portable
from handrank.kernels.protocols import NO_BAD_ROW, HandsKernel
from handrank.kernels.vector.pipeline import (
    CACHE_LINE,
    CHUNK,
    LAG,
    LIST_PADDING,
    RANKS_AHEAD,
    flush_bits_of,
    flush_lister,
)

# How far ahead, in bytes, the hands to come are prefetched. Measured.
_HANDS_AHEAD = 2048


@cache
def _flush_ranker(steps: ModuleType, n_cards: int) -> Kernel:
    n_lanes, n_low = steps.N_LANES, steps.BYTES_A_LANE
    n_high = n_cards - n_low

    @inlined
    def rank_flushes(hands, chunk, listed, n_flushes, suited, out):
        """Rank the listed hands of a chunk by their suited ranks."""
        for first in range(0, n_flushes, n_lanes):
            numbers = steps.load_words(listed, first)
            low = steps.gather_cards(hands, chunk, numbers, n_cards, 0)
            high = steps.gather_cards(hands, chunk, numbers, n_cards, 1)
            suits = steps.add_suits(steps.no_suits(), low, n_low)
            suits = steps.add_suits(suits, high, n_high)
            masks = steps.suited_ranks(low, high, suits, n_high)
            steps.scatter_words(out, chunk, listed, first, steps.look_up(suited, masks))

    return rank_flushes


@cache
def hands_kernel(steps: ModuleType, n_cards: int, checked: bool) -> HandsKernel:
    """Make the kernel for hands of `n_cards`; the last few hands go through the portable one."""
    n_lanes, n_low, lane_bits = steps.N_LANES, steps.BYTES_A_LANE, steps.LANE_BITS
    n_high = n_cards - n_low
    rank_rest = portable.hands_kernel(n_cards, checked)
    list_flushes, rank_flushes = flush_lister(steps), _flush_ranker(steps, n_cards)

    @kernel
    def rank_hands(hands, tables, out):
        card_keys, displacements, ranks, suited = tables
        all_blocks = len(hands) // n_lanes
        flush_bits = flush_bits_of(card_keys)
        flushes = np.zeros(CHUNK + LIST_PADDING, dtype=lane_bits)
        listed = np.zeros(n_lanes * CHUNK + LIST_PADDING, dtype=np.uint16)
        for first_block in range(0, all_blocks, CHUNK):
            n_blocks = min(CHUNK, all_blocks - first_block)
            chunk = n_lanes * first_block
            keys1 = keys2 = keys3 = slots1 = slots2 = slots3 = steps.all_zeros()
            closest, largest = steps.all_ones(), steps.all_zeros()
            for block in range(n_blocks + 2 * LAG):
                # The last steps do the last block's first part again, to no effect.
                hand = chunk + n_lanes * min(block, n_blocks - 1)
                steps.prefetch(hands, n_cards * hand + _HANDS_AHEAD)
                steps.prefetch(hands, n_cards * hand + _HANDS_AHEAD + CACHE_LINE)
                steps.prefetch(out, 2 * hand + RANKS_AHEAD)
                low = steps.spread_cards(hands, hand, n_cards, 0)
                high = steps.spread_cards(hands, hand, n_cards, 1)
                if checked:
                    closest, largest = steps.check_cards(closest, largest, hands, hand, n_cards)
                suits = steps.add_suits(steps.no_suits(), low, n_low)
                flushes[block] = steps.flush_lanes(steps.add_suits(suits, high, n_high), flush_bits)
                keys = steps.hand_keys(low, high, n_high)
                slots = steps.find_slots(keys3, displacements, n_cards)
                # The first steps write rubbish where the first block's ranks will stand.
                done = chunk + n_lanes * max(block - 2 * LAG, 0)
                steps.store_words(out, done, steps.look_up(ranks, slots3))
                keys1, keys2, keys3 = keys, keys1, keys2
                slots1, slots2, slots3 = slots, slots1, slots2
            if checked and steps.any_bad(closest, largest):
                return np.int64(chunk)
            n_flushes = list_flushes(flushes, n_blocks, listed)
            rank_flushes(hands, chunk, listed, n_flushes, suited, out)
        rest = n_lanes * all_blocks
        row = rank_rest(hands[rest:], tables, out[rest:])
        return NO_BAD_ROW if row == NO_BAD_ROW else np.int64(rest + row)

    return rank_hands
