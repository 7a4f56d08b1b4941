"""Arrays with the players of a deal along the last axis, and the blocks of them for the kernels."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, block_indices, row_index
from handrank.arrays.reading import outside, with_axis_last
from handrank.arrays.threads import for_each, resolve_threads

Integers = NDArray[np.integer[Any]]

# Players a block: what a block reads and writes, some 20 bytes a player, stays in the L2 cache.
_PLAYERS_A_BLOCK = 1 << 15
# Below this many players a thread's start costs more than its share of the work.
_PLAYERS_A_THREAD = 1 << 16

_TOP_RANK = int(np.iinfo(np.uint16).max)


def as_players(values: ArrayLike, name: str, what: str, axis: int = -1) -> Integers:
    """Return integers with the players of a deal, who stand along `axis`, along the last axis."""
    array = _as_array(values, name, axis)
    if array.dtype.kind not in "iu":
        # NumPy makes floats or objects of Python integers that no dtype holds together.
        items = np.asarray(values, dtype=object).ravel().tolist()
        if (
            array.dtype.kind in "fO"
            and not isinstance(values, np.ndarray)
            and all(type(item) is int for item in items)
        ):
            raise ValueError(f"{name} must fit into int64, got {max(items, key=abs)}")
        raise TypeError(f"{name} must be {what} (integers), got dtype {array.dtype}")
    return array


def as_folded(folded: ArrayLike) -> NDArray[np.bool_]:
    """Return a mask of players with those of a deal along the last axis."""
    array = _as_array(folded, "folded", -1)
    if array.dtype != np.bool_:
        raise TypeError(f"folded must be boolean, one a player, got dtype {array.dtype}")
    return array


def _as_array(values: ArrayLike, name: str, axis: int) -> NDArray[Any]:
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise ValueError(f"{name} has masked entries; fill or drop them first")
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name}: all deals must have as many players ({error})") from None
    if array.ndim == 0:
        raise ValueError(f"{name} must have an axis of players, got the single value {array}")
    rows = with_axis_last(array, axis, name)
    if rows.shape[-1] == 0:
        raise ValueError(f"{name} has no players (shape {array.shape})")
    return rows


def common_shape(shapes: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    """Return the shape that arguments of equal numbers of players broadcast to."""
    given = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
    if len({shape[-1] for shape in shapes.values()}) > 1:
        raise ValueError(f"the numbers of players, along the last axis, differ: {given}")
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise ValueError(
            f"shapes do not match: {given}; the dimensions before the last must be equal or 1"
        ) from None


def for_each_block(
    work: Callable[[Index], None], shape: tuple[int, ...], threads: int | None
) -> None:
    """Do `work` on the index of each block of deals, arrays of `shape` (..., P), on threads."""
    wanted = min(resolve_threads(threads), -(-math.prod(shape) // _PLAYERS_A_THREAD))
    blocks = block_indices(shape[:-1], max(1, _PLAYERS_A_BLOCK // shape[-1]))
    for_each(work, blocks, max(1, wanted))


def native_block(rows: NDArray[Any], index: Index, dtype: type[np.generic]) -> NDArray[Any]:
    """Return the rows at `index` as a kernel reads them: writeable, C-contiguous, of `dtype`."""
    block = rows[index].reshape(-1, rows.shape[-1])
    if block.dtype == dtype and block.flags.c_contiguous and block.flags.writeable:
        return block
    return np.array(block, dtype=dtype, order="C")


def rank_block(
    rows: Integers, index: Index, shape: tuple[int, ...], name: str
) -> NDArray[np.uint16]:
    """Return the ranks at `index` as a kernel reads them, or refuse those that are none."""
    if rows.dtype != np.uint16:
        block = rows[index].reshape(-1, shape[-1])
        bad = outside(block, 0, _TOP_RANK)
        if bad.any():
            at, player = np.unravel_index(int(np.argmax(bad)), bad.shape)
            row = row_index(index, int(at), shape[:-1])
            raise row_error(row, f"{name}: {block[at, player]} is outside 0..{_TOP_RANK}")
    return native_block(rows, index, np.uint16)


def row_error(row: tuple[int, ...], reason: str) -> ValueError:
    """Return an error that names a deal; a single deal goes without a name."""
    where = f"row {row[0] if len(row) == 1 else row}: " if row else ""
    return ValueError(where + reason)
