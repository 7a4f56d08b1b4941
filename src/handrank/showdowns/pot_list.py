"""`side_pots`: bets in, the pots of a deal and who contests each of them out."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, row_index
from handrank.kernels.portable.rank_hands import NO_BAD_ROW
from handrank.kernels.showdown.settle_deals import list_pots
from handrank.showdowns.players import (
    as_folded,
    as_players,
    common_shape,
    for_each_block,
    native_block,
    row_error,
)
from handrank.showdowns.pots import bad_deal_reason


class Pots(NamedTuple):
    """The pots of one or many deals, the main pot first.

    Attributes
    ----------
    amounts : ndarray of int64, shape (..., P)
        The chips in each pot, 0 after the last one: P players make P pots at most.
    contenders : ndarray of bool, shape (..., P, P)
        Of each pot, which players contest it.
    """

    amounts: NDArray[np.int64]
    contenders: NDArray[np.bool_]


def side_pots(
    bets: ArrayLike, *, folded: ArrayLike | None = None, threads: int | None = None
) -> Pots:
    """List the pots of deals: what is in each, and who contests it.

    They are the pots that `settle` pays, by the same rule. A pot with a single contender is a bet
    that nobody called, or the whole pot where all others have folded.

    Parameters
    ----------
    bets : array_like of int, shape (..., P)
        The chips that each player put in over the whole deal.
    folded : array_like of bool, shape (..., P), optional
        Who has folded: nobody, by default.
    threads : int, optional
        How many threads share the deals; by default as many as `get_threads` says.

    Returns
    -------
    Pots
        Amounts, which sum to the bets, and contenders.

    Raises
    ------
    TypeError
        If bets are no integers, or `folded` is not boolean.
    ValueError
        If shapes do not match, a bet is negative, the bets of a deal sum past int64 or everyone has
        folded; the message names the first bad row.

    Examples
    --------
    The short stack is in for 100: a main pot of 300, a side pot of 300, and 50 that nobody called.

    >>> pots = side_pots([100, 250, 300])
    >>> pots.amounts
    array([300, 300,  50])
    >>> pots.contenders
    array([[ True,  True,  True],
           [False,  True,  True],
           [False, False,  True]])

    Chips of players who folded stay in the pots that they reached:

    >>> side_pots([100, 250, 300], folded=[False, True, False]).amounts
    array([300, 350,   0])
    """
    bet_rows = as_players(bets, "bets", "whole chips")
    nobody = np.zeros(bet_rows.shape[-1], dtype=np.bool_)
    folded_rows = nobody if folded is None else as_folded(folded)
    shape = common_shape({"bets": bet_rows.shape, "folded": folded_rows.shape})
    n_players = shape[-1]
    bet_rows = np.broadcast_to(bet_rows, shape)
    folded_rows = np.broadcast_to(folded_rows, shape)
    amounts = np.empty(shape, dtype=np.int64)
    contenders = np.empty((*shape, n_players), dtype=np.bool_)

    def list_block(index: Index) -> None:
        folded_block = native_block(folded_rows, index, np.bool_)
        bad = list_pots(
            native_block(bet_rows, index, np.int64),
            folded_block,
            amounts[index].reshape(-1, n_players),
            contenders[index].reshape(-1, n_players, n_players),
        )
        if bad != NO_BAD_ROW:
            row = row_index(index, bad, shape[:-1])
            all_folded = bool(folded_block[bad].all())
            raise row_error(row, bad_deal_reason(bet_rows[row].tolist(), all_folded))

    for_each_block(list_block, shape, threads)
    return Pots(amounts, contenders)
