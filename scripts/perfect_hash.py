"""The search for a perfect hash by hash and displace.

Belazzougui, Botelho, Dietzfelbinger: "Hash, displace, and compress" (ESA 2009) describes the
method; here the displacement is XORed, which keeps every slot inside a power of two.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from handrank.encoding import RANK_KEY_BITS, HashShape


def find_displacements(keys: NDArray[np.uint32], shape: HashShape) -> NDArray[np.uint16]:
    """Return displacements that give each key a slot of its own.

    Buckets go from the fullest to the emptiest, equal ones in order of their number, and each takes
    the smallest displacement that fits, so the result depends on nothing but the keys.

    Raises
    ------
    RuntimeError
        If the keys are not distinct or some bucket fits nowhere.
    """
    if len(np.unique(keys)) != len(keys):
        raise RuntimeError("two rank multisets have the same key sum; choose other rank keys")
    buckets = keys >> np.uint32(RANK_KEY_BITS - shape.displacement_bits)
    sizes = np.bincount(buckets, minlength=shape.n_displacements)
    order = np.argsort(-sizes, kind="stable")
    by_bucket = (keys & np.uint32(shape.n_slots - 1))[np.argsort(buckets, kind="stable")]
    starts = np.concatenate(([0], np.cumsum(sizes)))
    displacements = np.zeros(shape.n_displacements, dtype=np.uint16)
    stuck = _place(by_bucket.astype(np.int64), starts, order, shape.n_slots, displacements)
    if stuck >= 0:
        raise RuntimeError(f"no displacement fits bucket {stuck}; choose a larger hash")
    return displacements


def slots_of(
    keys: NDArray[np.uint32], displacements: NDArray[np.uint16], shape: HashShape
) -> NDArray[np.uint32]:
    """Return the slot of each key."""
    displacement = displacements[keys >> np.uint32(RANK_KEY_BITS - shape.displacement_bits)]
    slots: NDArray[np.uint32] = (keys & np.uint32(shape.n_slots - 1)) ^ displacement
    return slots


@numba.njit
def _place(low_bits, starts, order, n_slots, displacements):  # type: ignore[no-untyped-def]
    taken = np.zeros(n_slots, dtype=np.bool_)
    for bucket in order:
        members = low_bits[starts[bucket] : starts[bucket + 1]]
        if len(members) == 0:
            return -1
        found = False
        for displacement in range(n_slots):
            fits = True
            for placed, member in enumerate(members):
                slot = member ^ displacement
                if taken[slot]:
                    fits = False
                    for undone in members[:placed]:
                        taken[undone ^ displacement] = False
                    break
                taken[slot] = True
            if fits:
                displacements[bucket] = displacement
                found = True
                break
        if not found:
            return bucket
    return -1
