"""Who holds the best hand: `winners` and `pot_shares` from hand ranks."""

from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, for_each_block, row_index, to_native
from handrank.arrays.reading import (
    TOP_RANK,
    Integers,
    as_integers,
    index_of,
    outside,
    outside_range,
    with_players_last,
)
from handrank.kernels.compiling import Kernel
from handrank.kernels.showdown.find_winners import mark_winners, share_pots
from handrank.rulebook.errors import at_row

_Result = TypeVar("_Result", bound=np.generic)


def winners(ranks: ArrayLike, *, axis: int = -1, threads: int | None = None) -> NDArray[np.bool_]:
    """Say who holds the best hand of each deal.

    Parameters
    ----------
    ranks : array_like of int, shape (..., P)
        Hand ranks from `evaluate`, 0 for players who folded or have no qualifying hand.
    axis : int, optional
        The axis along which the players of a deal stand.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    ndarray of bool, shape (..., P)
        True for each player who wins or ties; False for all where all ranks are 0.

    Raises
    ------
    TypeError
        If the ranks are not integers.
    ValueError
        If the array lacks that axis or has no players along it, or a rank is outside 0..65535.

    Examples
    --------
    >>> winners([[900, 500, 900], [0, 0, 0]])
    array([[ True, False,  True],
           [False, False, False]])
    """
    return _by_deal(mark_winners, np.bool_, ranks, axis, threads)


def pot_shares(
    ranks: ArrayLike, *, axis: int = -1, threads: int | None = None
) -> NDArray[np.float64]:
    """Share a pot of 1 among those who hold the best hand of each deal.

    Parameters
    ----------
    ranks : array_like of int, shape (..., P)
        Hand ranks from `evaluate`, 0 for players who folded or have no qualifying hand.
    axis : int, optional
        The axis along which the players of a deal stand.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    ndarray of float64, shape (..., P)
        Shares that sum to 1; all 0 where all ranks are 0.

    Raises
    ------
    TypeError
        If the ranks are not integers.
    ValueError
        If the array lacks that axis or has no players along it, or a rank is outside 0..65535.

    Examples
    --------
    >>> pot_shares([[900, 500, 900], [0, 0, 7]])
    array([[0.5, 0. , 0.5],
           [0. , 0. , 1. ]])
    """
    return _by_deal(share_pots, np.float64, ranks, axis, threads)


def as_ranks(ranks: ArrayLike, name: str = "ranks", axis: int = -1) -> Integers:
    """Return hand ranks with the players of a deal along the last axis."""
    return with_players_last(as_integers(ranks, name, TOP_RANK), name, axis)


def ranks_at(rows: Integers, index: Index, name: str = "ranks") -> NDArray[np.uint16]:
    """Return the ranks at `index`, a row a deal, as a kernel reads them, if they fit its dtype."""
    block = rows[index].reshape(-1, rows.shape[-1])
    if rows.dtype != np.uint16 and (bad := outside(block, 0, TOP_RANK)).any():
        row, player = index_of(int(np.argmax(bad)), block.shape)
        reason = outside_range(name, int(block[row, player]), TOP_RANK)
        raise ValueError(at_row(row_index(index, row, rows.shape[:-1]), reason))
    return to_native(block, np.uint16)


def _by_deal(
    kernel: Kernel, dtype: type[_Result], ranks: ArrayLike, axis: int, threads: int | None
) -> NDArray[_Result]:
    rows = as_ranks(ranks, axis=axis)
    # The result is laid out as the ranks were given; both are seen with the players last.
    result = np.empty(np.moveaxis(rows, -1, axis).shape, dtype=dtype)
    result_rows = np.moveaxis(result, axis, -1)

    def work(index: Index) -> None:
        block = ranks_at(rows, index)
        target = np.empty(block.shape, dtype=dtype)
        kernel(block, target)
        result_rows[index] = target.reshape(result_rows[index].shape)

    for_each_block(work, rows.shape[:-1], threads, weight=rows.shape[-1])
    return result
