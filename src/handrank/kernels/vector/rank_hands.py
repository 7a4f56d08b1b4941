"""The vector kernels for arrays of hands; `pipeline` says how they go."""

from functools import cache
from types import ModuleType

from handrank.kernels.compiling import Kernel, inlined
from handrank.kernels.portable import rank_hands as portable
from handrank.kernels.protocols import HandsKernel
from handrank.kernels.vector.pipeline import CACHE_LINE, pipelined_kernel

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
def _hand_reader(steps: ModuleType, n_cards: int, checked: bool) -> Kernel:
    n_low = steps.BYTES_A_LANE
    n_high = n_cards - n_low

    @inlined
    def look_at(hands, hand, flush_bits, closest, largest):
        """Return a block's rank keys, flushes and faults, see `pipelined_kernel`."""
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
        rank_flushes=_flush_ranker(steps, n_cards),
        rank_rest=portable.hands_kernel(n_cards, checked),
    )
