"""The vector kernels for hands given as card masks; `pipeline` says how they go."""

from functools import cache
from types import ModuleType

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable import rank_masks as portable
from handrank.kernels.portable.steps import bit_count
from handrank.kernels.protocols import NO_BAD_ROW, MasksKernel
from handrank.kernels.vector.pipeline import (
    CACHE_LINE,
    CHUNK,
    LAG,
    LIST_PADDING,
    RANKS_AHEAD,
    flush_bits_of,
    flush_lister,
)
from handrank.lookup.encoding import FLUSH_SIZE, SUITED_MASK
from handrank.rulebook.cards import N_SUITS

_MASKS_AHEAD = 1536
_MASK_BYTES = 8


@cache
def _flush_ranker(steps: ModuleType) -> Kernel:
    clubs = np.uint64(portable.CLUBS)

    @inlined
    def rank_flushes(masks, chunk, listed, n_flushes, suited, out):
        """Rank the listed hands of a chunk by their suited ranks."""
        for number in listed[:n_flushes]:
            mask = masks[chunk + number]
            # No branch: the suit that has five cards, clubs if none of the others has.
            suit = np.uint64(0)
            for other in range(1, N_SUITS):
                suited_cards = bit_count(mask & clubs << np.uint64(other))
                suit += np.uint64(other) * np.uint64(suited_cards >= FLUSH_SIZE)
            suited_ranks = steps.extract_bits(mask >> (suit & np.uint64(3)), clubs)
            out[chunk + number] = suited[suited_ranks & np.uint64(SUITED_MASK)]

    return rank_flushes


@cache
def masks_kernel(steps: ModuleType, n_cards: int, checked: bool) -> MasksKernel:
    """Make the kernel for hands of `n_cards`; the last few hands go through the portable one."""
    n_lanes, lane_bits = steps.N_LANES, steps.LANE_BITS
    rank_rest = portable.masks_kernel(n_cards, checked)
    list_flushes, rank_flushes = flush_lister(steps), _flush_ranker(steps)

    @kernel
    def rank_masks(masks, tables, out):
        card_keys, displacements, ranks, suited = tables
        all_blocks = len(masks) // n_lanes
        suits_count = flush_bits_of(card_keys) != 0
        flushes = np.zeros(CHUNK + LIST_PADDING, dtype=lane_bits)
        listed = np.zeros(n_lanes * CHUNK + LIST_PADDING, dtype=np.uint16)
        for first_block in range(0, all_blocks, CHUNK):
            n_blocks = min(CHUNK, all_blocks - first_block)
            chunk = n_lanes * first_block
            keys1 = keys2 = keys3 = slots1 = slots2 = slots3 = steps.all_zeros()
            bad = steps.all_zeros()
            for block in range(n_blocks + 2 * LAG):
                hand = chunk + n_lanes * min(block, n_blocks - 1)
                steps.prefetch(masks, _MASK_BYTES * hand + _MASKS_AHEAD)
                steps.prefetch(masks, _MASK_BYTES * hand + _MASKS_AHEAD + CACHE_LINE)
                steps.prefetch(out, 2 * hand + RANKS_AHEAD)
                low, high, suits = steps.load_masks(masks, hand)
                if checked:
                    bad = steps.check_masks(bad, high, suits, n_cards)
                flushes[block] = steps.flush_masks(suits, suits_count)
                keys = steps.mask_keys(low, high)
                slots = steps.find_slots(keys3, displacements, n_cards)
                done = chunk + n_lanes * max(block - 2 * LAG, 0)
                steps.store_words(out, done, steps.look_up(ranks, slots3))
                keys1, keys2, keys3 = keys, keys1, keys2
                slots1, slots2, slots3 = slots, slots1, slots2
            if checked and steps.any_lane(bad):
                return np.int64(chunk)
            n_flushes = list_flushes(flushes, n_blocks, listed)
            rank_flushes(masks, chunk, listed, n_flushes, suited, out)
        rest = n_lanes * all_blocks
        row = rank_rest(masks[rest:], tables, out[rest:])
        return NO_BAD_ROW if row == NO_BAD_ROW else np.int64(rest + row)

    return rank_masks
