"""Where hand ranks are written: a new array, or the one that the user gives as `out`."""

from typing import Any

import numpy as np
from numpy import ma
from numpy.typing import NDArray

from handrank.arrays.blocks import Index
from handrank.rulebook.errors import type_error, value_error

Ranks = NDArray[np.uint16]


def result_array(
    shape: tuple[int, ...], out: Ranks | None, sources: tuple[NDArray[Any], ...]
) -> Ranks:
    """Return where to write: `out`, but for one that overlaps what is still to be read."""
    # What a subclass makes of its shape, its indices and its views is not for kernels: they write
    # to the plain array that it is made of.
    if out is None:
        return np.empty(shape, dtype=np.uint16)
    plain = out if type(out) is np.ndarray else _plain(out)
    if plain.dtype != np.uint16:
        raise _wrong_kind(plain.dtype)
    if plain.shape != shape:
        raise value_error(
            "out must have shape {shape}, got {given}", shape=shape, given=plain.shape
        )
    flags = plain.flags
    if not flags.writeable:
        raise value_error("out is read-only")
    if not flags.forc and _may_overlap_itself(plain):
        raise value_error("out overlaps itself: several ranks would go to one place")
    if any(np.may_share_memory(plain, source) for source in sources):
        return np.empty(shape, dtype=np.uint16)
    return plain


def _plain(out: object) -> NDArray[Any]:
    if isinstance(out, ma.MaskedArray):
        raise type_error("out must not be a masked array, whose mask would hide ranks")
    if not isinstance(out, np.ndarray):
        raise _wrong_kind(type(out).__name__)
    return np.asarray(out)


def _wrong_kind(kind: object) -> TypeError:
    return type_error("out must be an array of dtype uint16, got {kind}", kind=kind)


def _may_overlap_itself(array: Ranks) -> bool:
    """Say whether two entries can lie in one place, as in what `np.broadcast_to` makes."""
    # Steps that reach past all that the smaller ones span are safe. Arrays that are cut, turned
    # over or reshaped from others have no other steps.
    reached = array.itemsize
    steps = zip(array.strides, array.shape, strict=True)
    for step, length in sorted((abs(step), length) for step, length in steps if length > 1):
        if step < reached:
            return True
        reached += step * (length - 1)
    return False


def finish(ranks: Ranks, out: Ranks | None) -> np.uint16 | Ranks:
    """Return what the user gets: a number for a single hand, or `out`, filled."""
    if out is None:
        number_or_array: np.uint16 | Ranks = ranks[()]
        return number_or_array
    if out is not ranks and not np.may_share_memory(out, ranks):
        np.asarray(out)[...] = ranks
    return out


def flat_target(ranks: Ranks, index: Index) -> Ranks:
    """Return a flat array for a kernel to write to: the block itself where it is contiguous."""
    block: Any = ranks[index]
    if isinstance(block, np.ndarray) and block.flags.carray:
        return block.reshape(-1)
    return np.empty(np.size(block), dtype=np.uint16)


def store_block(ranks: Ranks, index: Index, target: Ranks) -> None:
    """Put what a kernel wrote to `flat_target` in its place, if it is not there yet."""
    place: Any = ranks[index]
    if not isinstance(place, np.ndarray) or not np.may_share_memory(place, target):
        ranks[index] = target.reshape(np.shape(place))
