"""Which kernels serve this process: the vector ones where the CPU has the instructions."""

import os
from functools import cache

from handrank.kernels.compiling import OFF, Kernel
from handrank.kernels.portable import rank_hands as scalar
from handrank.kernels.portable import rank_masks as masks

SIMD_SWITCH = "HANDRANK_SIMD"

# Players a full board for which ranking them side by side is the faster way; it takes up to 16.
MANY_PLAYERS = range(8, 17)


def simd_in_use() -> bool:
    """Say whether the vector kernels are used.

    They are on CPUs with AVX-512 as of Ice Lake and Zen 4, unless ``HANDRANK_SIMD=off``. The ranks
    are the same with and without.
    """
    return os.environ.get(SIMD_SWITCH, "on").lower() not in OFF and _cpu_has_lanes()


@cache
def _cpu_has_lanes() -> bool:
    from handrank.kernels.vector.registers import cpu_has_lanes

    return cpu_has_lanes()


def rank_hands_kernel(n_cards: int, *, checked: bool) -> Kernel:
    """Return the kernel for arrays of hands; see `portable.rank_hands.RANK_HANDS`."""
    if simd_in_use():
        from handrank.kernels.vector.rank_hands import RANK_HANDS_16

        return RANK_HANDS_16[n_cards, checked]
    return scalar.RANK_HANDS[n_cards, checked]


def rank_deals_kernel(n_cards: int, *, checked: bool) -> Kernel:
    """Return the kernel for hole cards with boards; see `portable.rank_hands.RANK_DEALS`."""
    if simd_in_use():
        from handrank.kernels.vector.rank_deals import RANK_DEALS_16

        return RANK_DEALS_16[n_cards, checked]
    return scalar.RANK_DEALS[n_cards, checked]


def rank_rivers_kernel(*, checked: bool) -> Kernel | None:
    """Return the kernel for many players on full boards, where there is one of its own."""
    if simd_in_use():
        from handrank.kernels.vector.rank_boards import RANK_RIVERS_16

        return RANK_RIVERS_16[checked]
    return None


def rank_masks_kernel(n_cards: int, *, checked: bool) -> Kernel:
    """Return the kernel for hands given as masks; see `portable.rank_masks.RANK_MASKS`."""
    if simd_in_use():
        from handrank.kernels.vector.rank_masks import RANK_MASKS_16

        return RANK_MASKS_16[n_cards, checked]
    return masks.RANK_MASKS[n_cards, checked]
