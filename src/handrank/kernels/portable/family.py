"""The portable family: kernels for any CPU that Numba compiles for."""

from handrank.kernels.portable.rank_deals import deals_kernel
from handrank.kernels.portable.rank_hands import hands_kernel
from handrank.kernels.portable.rank_masks import masks_kernel
from handrank.kernels.protocols import Family

PORTABLE = Family(
    name="portable",
    lanes=1,
    features=frozenset(),
    hands=hands_kernel,
    deals=deals_kernel,
    masks=masks_kernel,
)
