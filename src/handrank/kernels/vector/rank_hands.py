"""The vector kernels for arrays of hands and of card masks; `pipeline` says how they go."""

from functools import cache
from types import ModuleType

import numpy as np

from handrank.kernels.compiling import Kernel, inlined
from handrank.kernels.portable import family as portable
from handrank.kernels.portable.steps import bit_count
from handrank.kernels.protocols import HandsKernel, MasksKernel
from handrank.kernels.vector.pipeline import CACHE_LINE, flush_ranker, pipelined_kernel
from handrank.lookup.encoding import FLUSH_SIZE, SUITED_MASK
from handrank.rulebook.cards import N_SUITS

# How far ahead, in bytes, the hands and masks to come are prefetched. Measured.
_HANDS_AHEAD = 2048
_MASKS_AHEAD = 1536
_MASK_BYTES = 8


@cache
def _hand_gatherer(steps: ModuleType, n_cards: int) -> Kernel:
    @inlined
    def gather(hands, chunk, numbers):
        """Return the cards of some hands of a chunk, see `flush_ranker`."""
        low = steps.gather_cards(hands, chunk, numbers, n_cards, 0)
        return low, steps.gather_cards(hands, chunk, numbers, n_cards, 1)

    return gather


@cache
def _hand_reader(steps: ModuleType, n_cards: int, checked: bool) -> Kernel:
    n_low = steps.BYTES_A_LANE
    n_high = n_cards - n_low

    @inlined
    def look_at(hands, hand, flush_bits, closest, largest):
        """Return a block's rank keys, flushes and faults, see `chunk_ranker`."""
        steps.prefetch(hands, n_cards * hand + _HANDS_AHEAD)
        steps.prefetch(hands, n_cards * hand + _HANDS_AHEAD + CACHE_LINE)
        low = steps.spread_cards(hands, hand, n_cards, 0)
        high = steps.spread_cards(hands, hand, n_cards, 1)
        if checked:
            closest, largest = steps.check_cards(closest, largest, hands, hand, n_cards)
        suits = steps.add_suits(steps.no_suits(), low, n_low)
        flushes = steps.flush_lanes(steps.add_suits(suits, high, n_high), flush_bits)
        return steps.hand_keys(low, high, n_high), flushes, closest, largest

    return look_at


@cache
def hands_kernel(steps: ModuleType, n_cards: int, checked: bool) -> HandsKernel:
    """Make the kernel for hands of `n_cards`."""
    return pipelined_kernel(
        steps,
        n_cards,
        checked,
        look_at=_hand_reader(steps, n_cards, checked),
        any_bad=inlined(lambda closest, largest: steps.any_bad(closest, largest)),
        rank_flushes=flush_ranker(steps, n_cards, _hand_gatherer(steps, n_cards)),
        rank_rest=portable.hands_kernel(n_cards, checked),
    )


@cache
def _mask_flush_ranker(steps: ModuleType) -> Kernel:
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
def _mask_reader(steps: ModuleType, n_cards: int, checked: bool) -> Kernel:
    @inlined
    def look_at(masks, hand, flush_bits, unused, bad):
        """Return a block's rank keys, flushes and faults, see `chunk_ranker`."""
        steps.prefetch(masks, _MASK_BYTES * hand + _MASKS_AHEAD)
        steps.prefetch(masks, _MASK_BYTES * hand + _MASKS_AHEAD + CACHE_LINE)
        low, high, suits = steps.load_masks(masks, hand)
        if checked:
            bad = steps.check_masks(bad, high, suits, n_cards)
        flushes = steps.flush_masks(suits, flush_bits != 0)
        return steps.mask_keys(low, high), flushes, unused, bad

    return look_at


@cache
def masks_kernel(steps: ModuleType, n_cards: int, checked: bool) -> MasksKernel:
    """Make the kernel for hands of `n_cards`."""
    return pipelined_kernel(
        steps,
        n_cards,
        checked,
        look_at=_mask_reader(steps, n_cards, checked),
        any_bad=inlined(lambda unused, bad: steps.any_lane(bad)),
        rank_flushes=_mask_flush_ranker(steps),
        rank_rest=portable.masks_kernel(n_cards, checked),
    )
