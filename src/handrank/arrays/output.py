"""Where hand ranks are written: a new array, or the one that the user gives as `out`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.blocks import Index
from handrank.rulebook.errors import type_error, value_error

Ranks = NDArray[np.uint16]


def result_array(
    shape: tuple[int, ...], out: Ranks | None, sources: tuple[NDArray[Any], ...]
) -> Ranks:
    """Return where to write: `out`, but for one that overlaps what is still to be read."""
    if out is None:
        return np.empty(shape, dtype=np.uint16)
    if not isinstance(out, np.ndarray) or out.dtype != np.uint16:
        kind = getattr(out, "dtype", type(out).__name__)
        raise type_error("out must be an array of dtype uint16, got {kind}", kind=kind)
    if out.shape != shape:
        raise value_error("out must have shape {shape}, got {given}", shape=shape, given=out.shape)
    if not out.flags.writeable:
        raise value_error("out is read-only")
    if any(np.may_share_memory(out, source) for source in sources):
        return np.empty(shape, dtype=np.uint16)
    return out


def finish(ranks: Ranks, out: Ranks | None) -> np.uint16 | Ranks:
    """Return what the user gets: a number for a single hand, or `out`, filled."""
    if out is None:
        number_or_array: np.uint16 | Ranks = ranks[()]
        return number_or_array
    if out is not ranks:
        out[...] = ranks
    return out


def flat_target(ranks: Ranks, index: Index) -> Ranks:
    """Return a flat array for a kernel to write to: the block itself where it is contiguous."""
    block: Any = ranks[index]
    if isinstance(block, np.ndarray) and block.flags.c_contiguous:
        return block.reshape(-1)
    return np.empty(np.size(block), dtype=np.uint16)


def store_block(ranks: Ranks, index: Index, target: Ranks) -> None:
    """Put what a kernel wrote to `flat_target` in its place, if it is not there yet."""
    place: Any = ranks[index]
    if not isinstance(place, np.ndarray) or not np.may_share_memory(place, target):
        ranks[index] = target.reshape(np.shape(place))
