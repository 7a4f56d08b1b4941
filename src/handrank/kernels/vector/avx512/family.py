"""The AVX-512 family."""

from functools import partial

from handrank.kernels.protocols import Family
from handrank.kernels.vector.avx512 import steps
from handrank.kernels.vector.rank_deals import deals_kernel
from handrank.kernels.vector.rank_hands import hands_kernel, masks_kernel
from handrank.kernels.vector.rank_rivers import rivers_kernel

AVX512 = Family(
    name="avx512",
    lanes=steps.N_LANES,
    # Byte permutes (VBMI), byte dot products (VNNI), packing of words (VBMI2); for masks bit
    # matrices (GFNI), bit counts of bytes (BITALG) and bit extraction (BMI2). Intel has had all of
    # them since Ice Lake (2019), AMD since Zen 4 (2022).
    features=frozenset(
        (
            *("+avx512f", "+avx512bw", "+avx512vbmi", "+avx512vbmi2", "+avx512vnni"),
            *("+avx512bitalg", "+gfni", "+bmi2"),
        )
    ),
    hands=partial(hands_kernel, steps),
    deals=partial(deals_kernel, steps),
    masks=partial(masks_kernel, steps),
    rivers=partial(rivers_kernel, steps),
    # With more players it takes up to sixteen; with fewer the kernel for deals is faster.
    river_players=range(8, 17),
)
