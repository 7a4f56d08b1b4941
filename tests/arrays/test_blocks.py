"""Rows in blocks, in the layout of the kernels."""

import math
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrank.arrays.blocks import (
    COPIED_BLOCK,
    NATIVE_BLOCK,
    Index,
    block_indices,
    for_each_block,
    is_native,
    row_index,
    to_native,
)


@given(st.lists(st.integers(0, 5), max_size=4), st.integers(1, 20))
def test_blocks_cover_every_row_once_and_in_order(shape: list[int], limit: int) -> None:
    rows = np.arange(math.prod(shape)).reshape(shape)
    blocks = [rows[index] for index in block_indices(tuple(shape), limit)]
    assert all(np.size(block) <= limit for block in blocks)
    assert [row for block in blocks for row in np.ravel(block)] == list(range(rows.size))


def test_native_layout() -> None:
    block = np.arange(14, dtype=np.uint8).reshape(2, 7)
    assert is_native(block)
    assert np.shares_memory(to_native(block), block)
    frozen = block.copy()
    frozen.flags.writeable = False
    for foreign in (block[:, ::-1], np.asfortranarray(block), block.astype(">i8"), frozen):
        assert not is_native(foreign)
        native = to_native(foreign)
        assert is_native(native)
        assert native.tolist() == foreign.tolist()


@pytest.mark.parametrize("dtype", [np.uint64, np.uint16, np.int64, np.bool_])
def test_native_layout_of_other_dtypes(dtype: type[np.generic]) -> None:
    block = np.array([[0, 1], [1, 0]], dtype=dtype)
    assert to_native(block, dtype) is block
    for foreign in (block[:, ::-1], block.T, block.astype(">i4")):
        native = to_native(foreign, dtype)
        assert is_native(native, dtype)
        assert native.tolist() == foreign.tolist()


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (300_000,), (7, 30_000), (300_000, 1)])
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(("weight", "native"), [(1, True), (1, False), (9, False), (10**6, False)])
def test_every_row_is_done_once(
    shape: tuple[int, ...], threads: int, weight: int, native: bool
) -> None:
    if math.prod(shape) > 1000 and weight > 1000:
        shape = (3, 50)
    done = np.zeros(shape, dtype=np.int64)
    sizes: list[int] = []
    lock = threading.Lock()

    def work(index: Index) -> None:
        with lock:
            done[index] += 1
            sizes.append(np.size(done[index]))

    for_each_block(work, shape, threads, weight=weight, native=native)
    assert (done == 1).all()
    # Memory stays bounded, and kernels get no blocks without rows.
    limit = NATIVE_BLOCK if native else COPIED_BLOCK
    assert all(size == 1 or 0 < size * weight <= limit for size in sizes)


def test_threads_are_checked_even_for_no_rows() -> None:
    with pytest.raises(ValueError, match="threads must be at least 1, got 0"):
        for_each_block(lambda index: None, (0,), 0)


def test_rows_are_found_again() -> None:
    rows = np.arange(3 * 4 * 5).reshape(3, 4, 5)
    for index in block_indices(rows.shape, 7):
        for place, row in enumerate(np.ravel(rows[index])):
            assert rows[row_index(index, place, rows.shape)] == row
    assert row_index((), 0, ()) == ()
