"""The search for a perfect hash by hash and displace.

Belazzougui, Botelho, Dietzfelbinger: "Hash, displace, and compress" (ESA 2009) describes the
method; here the displacement is XORed, which keeps every slot inside a power of two.
"""

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import kernel
from handrank.lookup.encoding import HashShape


def find_displacements(keys: NDArray[np.uint32], shape: HashShape) -> NDArray[np.uint16]:
    """Return displacements that give each key a slot of its own.

    Buckets go from the fullest to the emptiest, equal ones in order of their number, and each takes
    the smallest displacement that fits, so the result depends on nothing but the keys.

    Raises
    ------
    RuntimeError
        If the keys are not distinct or some bucket fits nowhere.
    """
    if len(np.unique(bits_used(keys, shape))) != len(keys):
        raise RuntimeError("two rank multisets have the same key sum; choose other rank keys")
    buckets, low_slots = _split(keys, shape)
    sizes = np.bincount(buckets, minlength=shape.n_buckets)
    order = np.argsort(-sizes, kind="stable")
    by_bucket = low_slots[np.argsort(buckets, kind="stable")]
    starts = np.concatenate(([0], np.cumsum(sizes)))
    displacements = np.zeros(shape.n_buckets, dtype=np.uint16)
    stuck = _place(by_bucket.astype(np.int64), starts, order, shape.n_slots, displacements)
    if stuck >= 0:
        raise RuntimeError(f"no displacement fits bucket {stuck}; choose a larger hash")
    return displacements


def slots_of(
    keys: NDArray[np.uint32], displacements: NDArray[np.uint16], shape: HashShape
) -> NDArray[np.uint32]:
    """Return the slot of each key."""
    buckets, low_slots = _split(keys, shape)
    return low_slots ^ displacements[buckets]


def bits_used(keys: NDArray[np.uint32], shape: HashShape) -> NDArray[np.uint32]:
    """Return the bits of keys that the hash looks at, as one number each."""
    buckets, low_slots = _split(keys, shape)
    return buckets << np.uint32(shape.slot_bits) | low_slots


def _split(
    keys: NDArray[np.uint32], shape: HashShape
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return each key's bucket and the slot that it has before its displacement."""
    buckets = keys & np.uint32(shape.n_buckets - 1)
    low_slots = keys >> np.uint32(shape.slot_shift) & np.uint32(shape.n_slots - 1)
    return buckets, low_slots


@kernel
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
