"""Who holds the best hand: `winners` and `pot_shares` from hand ranks."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index
from handrank.kernels.compiling import Kernel
from handrank.kernels.showdown.settle_deals import mark_winners, share_pots
from handrank.showdowns.players import as_players, for_each_block, rank_block


def winners(ranks: ArrayLike, *, axis: int = -1, threads: int | None = None) -> NDArray[np.bool_]:
    """Say who holds the best hand of each deal.

    Parameters
    ----------
    ranks : array_like of int, shape (..., P)
        Hand ranks from `evaluate`, 0 for players who folded or have no qualifying hand.
    axis : int, optional
        The axis along which the players of a deal stand.
    threads : int, optional
        How many threads share the deals; by default as many as `get_threads` says.

    Returns
    -------
    ndarray of bool, shape (..., P)
        True for each player who wins or ties; nobody where all ranks are 0.

    Raises
    ------
    TypeError
        If the ranks are no integers.
    ValueError
        If there is no such axis, nobody along it, or a rank is outside 0..65535.

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
        How many threads share the deals; by default as many as `get_threads` says.

    Returns
    -------
    ndarray of float64, shape (..., P)
        Shares that sum to 1; all 0 where all ranks are 0.

    Raises
    ------
    TypeError
        If the ranks are no integers.
    ValueError
        If there is no such axis, nobody along it, or a rank is outside 0..65535.

    Examples
    --------
    >>> pot_shares([[900, 500, 900], [0, 0, 7]])
    array([[0.5, 0. , 0.5],
           [0. , 0. , 1. ]])
    """
    return _by_deal(share_pots, np.float64, ranks, axis, threads)


def _by_deal(
    kernel: Kernel,
    dtype: type[np.generic],
    ranks: ArrayLike,
    axis: int,
    threads: int | None,
) -> NDArray[Any]:
    rows = as_players(ranks, "ranks", "hand ranks", axis)
    # The result is laid out as the ranks were given; both are seen with the players last.
    result = np.empty(np.moveaxis(rows, -1, axis).shape, dtype=dtype)
    result_rows = np.moveaxis(result, axis, -1)

    def work(index: Index) -> None:
        block = rank_block(rows, index, rows.shape, "ranks")
        target = np.empty(block.shape, dtype=dtype)
        kernel(block, target)
        result_rows[index] = target.reshape(result_rows[index].shape)

    for_each_block(work, rows.shape, threads)
    return result
