"""The registry of families of kernels, and which of them serves this process."""

from functools import cache

from handrank.arrays.switches import SIMD, switched_on
from handrank.kernels.portable.family import PORTABLE
from handrank.kernels.protocols import Family
from handrank.kernels.vector.avx512.family import AVX512

# The best come first. A new family is one folder and one line here.
FAMILIES: tuple[Family, ...] = (AVX512, PORTABLE)


def family_in_use() -> Family:
    """Return the best family that the CPU has the instructions for and HANDRANK_SIMD allows."""
    return _best_family() if switched_on(SIMD) else PORTABLE


@cache
def _best_family() -> Family:
    return next(family for family in FAMILIES if family.available)
