"""All steps for AVX-512, as the vector kernels call them; each module says what its steps do."""

import numpy as np

from handrank.kernels.vector.avx512.card_steps import *  # noqa: F403
from handrank.kernels.vector.avx512.deal_steps import *  # noqa: F403
from handrank.kernels.vector.avx512.lane_steps import *  # noqa: F403
from handrank.kernels.vector.avx512.mask_steps import *  # noqa: F403
from handrank.kernels.vector.avx512.registers import BYTES_A_LANE as BYTES_A_LANE
from handrank.kernels.vector.avx512.registers import N_LANES as N_LANES

# A bit a lane.
LANE_BITS = np.uint16
