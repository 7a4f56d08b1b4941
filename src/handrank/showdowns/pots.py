"""`settle`: bets and hand ranks in, what each player collects out."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, row_index
from handrank.kernels.portable.rank_hands import NO_BAD_ROW
from handrank.kernels.showdown.settle_deals import settle_deals
from handrank.showdowns.players import (
    Integers,
    as_folded,
    as_players,
    common_shape,
    for_each_block,
    native_block,
    rank_block,
    row_error,
)

_MOST_CHIPS = int(np.iinfo(np.int64).max)


def settle(
    ranks: ArrayLike,
    bets: ArrayLike,
    *,
    folded: ArrayLike | None = None,
    low_ranks: ArrayLike | None = None,
    button: ArrayLike | None = None,
    threads: int | None = None,
) -> NDArray[np.int64]:
    """Pay out the pots of deals: main pot, side pots, split pots and odd chips.

    Each level that an unfolded player's bet ends at closes a pot. The best hand among the unfolded
    players who paid into a pot to its level takes it, so a bet that nobody called goes back to its
    bettor, and one player left takes everything without a showdown. Folded players' chips stay in
    the pots that they reached; those above the bet of every unfolded player belong to the last pot.

    Parameters
    ----------
    ranks : array_like of int, shape (..., P)
        Hand ranks from `evaluate`: the larger wins.
    bets : array_like of int, shape (..., P)
        The chips that each player put in over the whole deal. The leading dimensions of all
        arguments broadcast: one row of bets serves many run-outs.
    folded : array_like of bool, shape (..., P), optional
        Who has folded. Without it, those whose rank is 0. With it, an unfolded player of rank 0
        has no hand to show: he loses to any hand, and ties with others who have none.
    low_ranks : array_like of int, shape (..., P), optional
        Ranks of the low hands, 0 where none qualifies; the larger wins. Each pot is halved, the
        odd chip to the high half; where nobody in a pot has a low, the high hand takes all of it.
    button : array_like of int, shape (...), optional
        Seat 0..P-1 of the button, one for all deals or one a deal. The odd chips of a split pot go
        one each to the winners nearest clockwise after it, seats going up and round. Without it,
        to the first winners in seat order.
    threads : int, optional
        How many threads share the deals; by default as many as `get_threads` says.

    Returns
    -------
    ndarray of int64, shape (..., P)
        The chips that each player collects; each deal's payouts sum to its bets.

    Raises
    ------
    TypeError
        If ranks, bets or button are no integers, or `folded` is not boolean.
    ValueError
        If shapes do not match, a bet is negative, the bets of a deal sum past int64, everyone has
        folded, or there is no such rank or button; the message names the first bad row.

    Notes
    -----
    The rules are those of the Poker Tournament Directors Association ("Awarding Odd Chips", "Side
    Pots"): side pots are split each for itself. Layers that the same unfolded players contest are
    one pot. Players who paid nothing contest a pot only where no unfolded player paid anything.

    Examples
    --------
    The short stack wins the main pot of 300; the others play for 300 more, and 50 come back.

    >>> settle([900, 500, 700], [100, 250, 300])
    array([300,   0, 350])

    A tie for 25 chips: the odd chip goes to the first winner after the button.

    >>> settle([7, 7, 0], [10, 10, 5], button=0)
    array([12, 13,  0])

    `side_pots` lists the pots that are paid here.
    """
    rank_rows = as_players(ranks, "ranks", "hand ranks")
    bet_rows = as_players(bets, "bets", "whole chips")
    low_rows = None if low_ranks is None else as_players(low_ranks, "low_ranks", "hand ranks")
    folded_rows = None if folded is None else as_folded(folded)
    given = {"ranks": rank_rows, "bets": bet_rows, "folded": folded_rows, "low_ranks": low_rows}
    shape = common_shape({name: rows.shape for name, rows in given.items() if rows is not None})
    *lead, n_players = shape
    buttons = _as_buttons(button, tuple(lead), n_players)
    payouts = np.empty(shape, dtype=np.int64)
    rank_rows, bet_rows = (np.broadcast_to(rows, shape) for rows in (rank_rows, bet_rows))
    if low_rows is not None:
        low_rows = np.broadcast_to(low_rows, shape)
    if folded_rows is not None:
        folded_rows = np.broadcast_to(folded_rows, shape)

    def settle_block(index: Index) -> None:
        block = rank_block(rank_rows, index, shape, "ranks")
        if low_rows is None:
            low_block = np.empty((len(block), 0), dtype=np.uint16)
        else:
            low_block = rank_block(low_rows, index, shape, "low_ranks")
        if folded_rows is None:
            folded_block = block == 0
        else:
            folded_block = native_block(folded_rows, index, np.bool_)
        bad = settle_deals(
            block,
            low_block,
            native_block(bet_rows, index, np.int64),
            folded_block,
            np.array(buttons[index], dtype=np.int64).reshape(-1),
            payouts[index].reshape(-1, n_players),
        )
        if bad != NO_BAD_ROW:
            row = row_index(index, bad, tuple(lead))
            reason = bad_deal_reason(
                bet_rows[row].tolist(), bool(folded_block[bad].all()), int(buttons[row])
            )
            raise row_error(row, reason)

    for_each_block(settle_block, shape, threads)
    return payouts


def _as_buttons(button: ArrayLike | None, lead: tuple[int, ...], n_players: int) -> Integers:
    # After the last seat comes seat 0: seat order.
    array = np.asarray(n_players - 1 if button is None else button)
    if array.dtype.kind not in "iu":
        raise TypeError(f"button must be a seat number (integer), got dtype {array.dtype}")
    try:
        return np.broadcast_to(array, lead)
    except ValueError:
        raise ValueError(
            f"button must be one seat or one a deal, shape {lead}, got shape {array.shape}"
        ) from None


def bad_deal_reason(bets: list[int], all_folded: bool, button: int = 0) -> str:
    """Return what is wrong with a deal that the kernels refused."""
    for player, bet in enumerate(bets):
        if bet < 0:
            return f"player {player} bet {bet} chips; bets must not be negative"
    if sum(bets) > _MOST_CHIPS:
        return f"the bets sum to {sum(bets)}, more than {_MOST_CHIPS} (int64)"
    if not 0 <= button < len(bets):
        return f"button is {button}; the seats are 0..{len(bets) - 1}"
    assert all_folded, "the deal is good"
    return "everyone has folded; somebody must be left to take the pot"
