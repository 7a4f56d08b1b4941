"""The registry of families of kernels, and which of them serves this process."""

import os
from functools import cache

from handrank.kernels.compiling import switched_on
from handrank.kernels.portable.family import PORTABLE
from handrank.kernels.protocols import Family
from handrank.kernels.vector.avx512.family import AVX512

SIMD_SWITCH = "HANDRANK_SIMD"

# The best come first. A new family is one folder and one line here.
FAMILIES: tuple[Family, ...] = (AVX512, PORTABLE)


def family_in_use() -> Family:
    """Return the best family that the CPU has the instructions for; the ranks are always the same.

    ``HANDRANK_SIMD=off`` leaves only the portable one.
    """
    return _family_for(os.environ.get(SIMD_SWITCH, ""))


@cache
def _family_for(word: str) -> Family:
    if not switched_on(SIMD_SWITCH, word):
        return PORTABLE
    return next(family for family in FAMILIES if family.available)
