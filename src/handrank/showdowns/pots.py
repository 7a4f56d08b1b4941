"""Bets in, pots and payouts out: `side_pots` lists the pots of deals, `settle` pays them."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, for_each_block, row_index, to_native
from handrank.arrays.reading import Integers, as_integers, as_truth_values, with_players_last
from handrank.kernels.protocols import NO_BAD_ROW
from handrank.kernels.showdown.pay_pots import list_pots, pay_pots
from handrank.rulebook.errors import Message, Seat, at_row, public, value_error
from handrank.showdowns.winning import as_ranks, ranks_at

_MOST_CHIPS = int(np.iinfo(np.int64).max)


@public
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
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    Pots
        Amounts, which sum to the bets, and contenders.

    Raises
    ------
    TypeError
        If bets are not integers, or `folded` is not boolean.
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
    bet_rows = _as_bets(bets)
    nobody = np.zeros(bet_rows.shape[-1], dtype=np.bool_)
    folded_rows = nobody if folded is None else as_folded(folded)
    shape = common_shape({"bets": bet_rows.shape, "folded": folded_rows.shape})
    *lead, n_players = shape
    bet_rows = np.broadcast_to(bet_rows, shape)
    folded_rows = np.broadcast_to(folded_rows, shape)
    amounts = np.empty(shape, dtype=np.int64)
    contenders = np.empty((*shape, n_players), dtype=np.bool_)

    def work(index: Index) -> None:
        bad = list_pots(
            _block(bet_rows, index, np.int64),
            _block(folded_rows, index, np.bool_),
            amounts[index].reshape(-1, n_players),
            contenders[index].reshape(-1, n_players, n_players),
        )
        if bad != NO_BAD_ROW:
            row = row_index(index, bad, tuple(lead))
            raise _bad_bets(row, bet_rows[row].tolist())

    for_each_block(work, tuple(lead), threads, weight=n_players)
    return Pots(amounts, contenders)


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
        has no hand to show: they lose to any hand, and tie with others of rank 0.
    low_ranks : array_like of int, shape (..., P), optional
        Ranks of the low hands, 0 for hands that do not qualify; the larger wins. Each pot is
        halved, the odd chip to the high half; where no hand in a pot qualifies for low, the high
        hand takes all of it.
    button : array_like of int, shape (...), optional
        Seat 0..P-1 of the button, one for all deals or one a deal. The odd chips of a split pot go
        one each to the winners nearest clockwise after it, seats going up and round. Without it,
        to the first winners in seat order.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    ndarray of int64, shape (..., P)
        The chips that each player collects; each deal's payouts sum to its bets.

    Raises
    ------
    TypeError
        If ranks, bets or button are not integers, or `folded` is not boolean.
    ValueError
        If shapes do not match, a bet is negative, the bets of a deal sum past int64, everyone has
        folded, a rank is outside 0..65535 or the button is not a seat; the message names the first
        bad row.

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
    rank_rows, bet_rows = as_ranks(ranks), _as_bets(bets)
    low_rows = None if low_ranks is None else as_ranks(low_ranks, "low_ranks")
    folded_rows = None if folded is None else as_folded(folded)
    given = {"ranks": rank_rows, "bets": bet_rows, "folded": folded_rows, "low_ranks": low_rows}
    shape = common_shape({name: rows.shape for name, rows in given.items() if rows is not None})
    *lead, n_players = shape
    buttons = _as_buttons(button, tuple(lead), n_players)
    rank_rows, bet_rows = (np.broadcast_to(rows, shape) for rows in (rank_rows, bet_rows))
    if low_rows is not None:
        low_rows = np.broadcast_to(low_rows, shape)
    if folded_rows is not None:
        folded_rows = np.broadcast_to(folded_rows, shape)
    payouts = np.empty(shape, dtype=np.int64)

    def work(index: Index) -> None:
        block = ranks_at(rank_rows, index)
        low_block = np.empty((len(block), 0), dtype=np.uint16)
        if low_rows is not None:
            low_block = ranks_at(low_rows, index, "low_ranks")
        folded_block = block == 0
        if folded_rows is not None:
            folded_block = _block(folded_rows, index, np.bool_)
        bad = pay_pots(
            block,
            low_block,
            _block(bet_rows, index, np.int64),
            folded_block,
            np.array(buttons[index], dtype=np.int64).reshape(-1),
            payouts[index].reshape(-1, n_players),
        )
        if bad != NO_BAD_ROW:
            row = row_index(index, bad, tuple(lead))
            raise _bad_bets(row, bet_rows[row].tolist(), int(buttons[row]))

    for_each_block(work, tuple(lead), threads, weight=n_players)
    return payouts


def as_folded(folded: ArrayLike) -> NDArray[np.bool_]:
    """Return who has folded, the players of a deal along the last axis."""
    return with_players_last(as_truth_values(folded, "folded"), "folded")


def common_shape(shapes: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    """Return the shape (..., P) to which arguments of these shapes broadcast."""
    given = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
    if len({shape[-1] for shape in shapes.values()}) > 1:
        raise value_error(
            "the numbers of players, along the last axis, differ: {given}", given=given
        )
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise value_error(
            "shapes do not match: {given}; the dimensions before the last must be equal or 1",
            given=given,
        ) from None


def _as_bets(bets: ArrayLike) -> Integers:
    return with_players_last(as_integers(bets, "bets", _MOST_CHIPS), "bets")


def _as_buttons(button: ArrayLike | None, lead: tuple[int, ...], n_players: int) -> Integers:
    # After the last seat comes seat 0: seat order.
    seats = as_integers(n_players - 1 if button is None else button, "button", _MOST_CHIPS)
    try:
        return np.broadcast_to(seats, lead)
    except ValueError:
        raise value_error(
            "button must be one seat or one a deal, shape {shape}, got shape {given}",
            shape=lead,
            given=seats.shape,
        ) from None


def _block(rows: NDArray[Any], index: Index, dtype: type[np.generic]) -> NDArray[Any]:
    """Return the rows at `index`, a row a deal, as a kernel reads them."""
    return to_native(rows[index].reshape(-1, rows.shape[-1]), dtype)


def _bad_bets(row: tuple[int, ...], bets: list[int], button: int = 0) -> ValueError:
    """Return the error for a deal that a kernel refused."""
    negative = [player for player, bet in enumerate(bets) if bet < 0]
    if negative:
        reason = Message(
            "player {player} bet {bet} chips; bets must not be negative",
            player=Seat(negative[0]),
            bet=bets[negative[0]],
        )
    elif sum(bets) > _MOST_CHIPS:
        reason = Message(
            "the bets sum to {total}, more than {most} (int64)", total=sum(bets), most=_MOST_CHIPS
        )
    elif not 0 <= button < len(bets):
        reason = Message(
            "button is {button}; the seats are {first}..{last}",
            button=Seat(button),
            first=Seat(0),
            last=Seat(len(bets) - 1),
        )
    else:
        reason = Message("everyone has folded; somebody must be left to take the pot")
    return ValueError(at_row(row, reason))
