"""The block loop: rows are cut into blocks, brought to the kernels' layout, shared among threads.

The kernels read C-contiguous, writeable arrays of one dtype each: uint8 card ids, uint64 card
masks, uint16 hand ranks. Everything else (other integer types, strides, read-only and
memory-mapped arrays) is brought to it block by block, so memory stays bounded.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.reading import index_of
from handrank.arrays.threads import for_each, resolve_threads

Index = tuple[int | slice, ...]

# Rows a block. A block in the kernels' own layout is only a view, and small enough that Ctrl-C is
# answered soon; a block that has to be copied should stay in the cache.
NATIVE_BLOCK = 1 << 20
COPIED_BLOCK = 1 << 15
# Below this many rows a thread's start costs more than its share of the work.
_ROWS_A_THREAD = 1 << 16


def for_each_block(
    work: Callable[[Index], None],
    shape: tuple[int, ...],
    threads: int | None,
    *,
    weight: int = 1,
    native: bool = False,
) -> None:
    """Do `work` on the index of each block of rows, on several threads where it is worth it."""
    # `shape` is that of the rows, `weight` the work in a row (1: one hand); `native`: nothing is
    # copied.
    wanted = resolve_threads(threads)
    rows = math.prod(shape)
    if rows == 0:
        return
    limit = NATIVE_BLOCK if native else COPIED_BLOCK
    wanted = min(wanted, -(-rows * weight // _ROWS_A_THREAD))
    if wanted > 1:
        # Several blocks a thread, so that threads do not wait long for another's last block.
        limit = min(limit, max(_ROWS_A_THREAD, rows * weight // (4 * wanted)))
    for_each(work, block_indices(shape, max(1, limit // weight)), wanted)


def block_indices(shape: tuple[int, ...], limit: int) -> Iterator[Index]:
    """Yield indices that cut an array of rows, in order, into blocks of at most `limit` rows."""
    if not shape:
        yield ()
        return
    inner = math.prod(shape[1:])
    if inner <= limit:
        step = max(1, limit // max(1, inner))
        for start in range(0, shape[0], step):
            yield (slice(start, start + step),)
    else:
        for i in range(shape[0]):
            for rest in block_indices(shape[1:], limit):
                yield (i, *rest)


def row_index(index: Index, row: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return where a row of the block at `index` stands among all rows."""
    if not shape:
        return ()
    starts = [part.start if isinstance(part, slice) else part for part in index]
    starts += [0] * (len(shape) - len(starts))
    return index_of(int(np.ravel_multi_index(starts, shape)) + row, shape)


def is_native(array: NDArray[Any], dtype: type[np.generic] = np.uint8) -> bool:
    """Say whether a kernel can read the array as it stands."""
    # Numba compiles a kernel anew for read-only and unaligned arrays, so they count as foreign.
    return array.dtype == dtype and array.flags.carray


def to_native(block: NDArray[Any], dtype: type[np.generic] = np.uint8) -> NDArray[Any]:
    """Return a block as a kernel reads it, copied where it is of another layout or dtype."""
    return block if is_native(block, dtype) else np.array(block, dtype=dtype, order="C")
