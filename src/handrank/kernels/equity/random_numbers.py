"""Random numbers for kernels that sample.

They come from SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
2014). A stream is a start and an odd step, so each chunk of trials has its own; the state is one
number, and successive outputs do not wait for each other.

Numbers below a bound are exactly uniform by rejection sampling: a 32-bit number times the bound,
whose high half is the result; the few low halves that would favour some results are drawn again
(Lemire: "Fast random integer generation in an interval", 2019). Two bounds share one number by
multiplying the low half again.
"""

from typing import NamedTuple

import numpy as np

from handrank.kernels.compiling import inlined

_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
TWO_TO_32 = 1 << 32


class Stream(NamedTuple):
    """How many trials a kernel makes, and the stream of random numbers that they are made from."""

    trials: int
    start: np.uint64
    step: np.uint64


@inlined
def mixed(state):
    """Return SplitMix64's output for a state."""
    state = (state ^ (state >> np.uint64(30))) * _MIX_1
    state = (state ^ (state >> np.uint64(27))) * _MIX_2
    return state ^ (state >> np.uint64(31))


@inlined
def rejected_below(bound):
    """Return below which low half a number under `bound` is drawn again."""
    return np.uint64(TWO_TO_32 % bound)
