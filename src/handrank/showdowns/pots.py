"""Bets in, pots and payouts out: `side_pots` lists the pots of deals, `settle` pays them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, for_each_block, row_index
from handrank.arrays.reading import Integers, as_truth_value, as_truth_values, with_players_last
from handrank.kernels.protocols import NO_BAD_ROW
from handrank.kernels.showdown.pay_pots import Payments, RankedHands, list_pots, pay_pots
from handrank.rulebook.errors import at_row, public, value_error
from handrank.showdowns.stakes import (
    OddChips,
    Rake,
    Stakes,
    as_chips,
    as_dead_money,
    bad_amounts,
    everyone_folded,
    rows_at,
    spread,
)
from handrank.showdowns.winning import as_ranks, ranks_at


@public
class Pots(NamedTuple):
    """The pots of one or many deals, the main pot first.

    Attributes
    ----------
    amounts : ndarray of int64, shape (..., P)
        The chips in each pot, 0 after the last one: P players make P pots at most.
    contenders : ndarray of bool, shape (..., P, P)
        Of each pot, which players contest it.
    returned : ndarray of int64, shape (..., P)
        The part of each player's bet that nobody called, which is in no pot.
    """

    amounts: NDArray[np.int64]
    contenders: NDArray[np.bool_]
    returned: NDArray[np.int64]


def side_pots(
    bets: ArrayLike,
    *,
    dead_money: ArrayLike | None = None,
    folded: ArrayLike | None = None,
    threads: int | None = None,
) -> Pots:
    """List the pots of deals: what is in each, and who contests it.

    They are the pots that `settle` pays, by the same rule. A bet that nobody called is in no pot.
    A pot has a single contender where all others who paid into it have folded.

    Parameters
    ----------
    bets : array_like of int, shape (..., P)
        The chips that each player put in over the whole deal.
    dead_money : array_like of int, shape (...) or (..., P), optional
        Chips in the pot that are nobody's bet; see `settle`.
    folded : array_like of bool, shape (..., P), optional
        Who has folded: nobody, by default.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    Pots
        Amounts and contenders, and what is returned: amounts and returned bets together sum to the
        bets and the dead money.

    Raises
    ------
    TypeError
        If bets are not integers, or `folded` is not boolean.
    ValueError
        If shapes do not match, an amount is negative, those of a deal sum past int64 or everyone
        has folded; the message names the first bad row.

    Examples
    --------
    The short stack is in for 100: a main pot of 300, a side pot of 300, and 50 that nobody called.

    >>> pots = side_pots([100, 250, 300])
    >>> pots.amounts
    array([300, 300,   0])
    >>> pots.contenders
    array([[ True,  True,  True],
           [False,  True,  True],
           [False, False, False]])
    >>> pots.returned
    array([ 0,  0, 50])

    Chips of players who folded stay in the pots that they reached:

    >>> side_pots([100, 250, 300], folded=[False, True, False]).amounts
    array([300, 300,   0])

    An ante of 75 that one player paid for all is dead money, in the main pot:

    >>> side_pots([100, 250, 300], dead_money=75).amounts
    array([375, 300,   0])
    """
    bet_rows = as_chips(bets, "bets")
    nobody = np.zeros(bet_rows.shape[-1], dtype=np.bool_)
    folded_rows = nobody if folded is None else as_folded(folded)
    shape = common_shape({"bets": bet_rows.shape, "folded": folded_rows.shape})
    *lead, n_players = shape
    bet_rows = spread(bet_rows, shape)
    folded_rows = spread(folded_rows, shape)
    dead_rows = as_dead_money(dead_money, shape)
    pots = Pots(
        np.empty(shape, dtype=np.int64),
        np.empty((*shape, n_players), dtype=np.bool_),
        np.zeros(shape, dtype=np.int64),
    )

    def work(index: Index) -> None:
        bets_at = rows_at(bet_rows, index, np.int64)
        bad = list_pots(
            bets_at,
            bets_at[:, :0] if dead_rows is None else rows_at(dead_rows, index, np.int64),
            rows_at(folded_rows, index, np.bool_),
            Pots(
                pots.amounts[index].reshape(-1, n_players),
                pots.contenders[index].reshape(-1, n_players, n_players),
                pots.returned[index].reshape(-1, n_players),
            ),
        )
        if bad != NO_BAD_ROW:
            row = row_index(index, bad, tuple(lead))
            dead = [] if dead_rows is None else dead_rows[row].tolist()
            problem = bad_amounts(bet_rows[row].tolist(), dead)
            raise ValueError(at_row(row, problem or everyone_folded()))

    for_each_block(work, tuple(lead), threads, weight=n_players)
    return pots


def settle(
    ranks: ArrayLike,
    bets: ArrayLike,
    *,
    dead_money: ArrayLike | None = None,
    folded: ArrayLike | None = None,
    low_ranks: ArrayLike | None = None,
    button: ArrayLike | None = None,
    rake: Rake | ArrayLike | None = None,
    odd_chips: OddChips = "left-of-button",
    stacks: ArrayLike | None = None,
    unit: int = 1,
    runs: bool = False,
    threads: int | None = None,
) -> NDArray[np.int64]:
    """Pay out the pots of deals: main pot, side pots, split pots and odd chips.

    Each level that an unfolded player's bet ends at closes a pot. The best hand among the unfolded
    players who paid into a pot to its level takes it, and one player left takes everything without
    a showdown. What a player bet above all others is uncalled and goes back to them. Folded
    players' chips stay in the pots that they reached; those above the bet of every unfolded player
    belong to the last pot.

    Parameters
    ----------
    ranks : array_like of int, shape (..., P)
        Hand ranks from `evaluate`: the larger wins.
    bets : array_like of int, shape (..., P)
        The chips that each player put in over the whole deal. The leading dimensions of all
        arguments broadcast: one row of bets serves many run-outs.
    dead_money : array_like of int, shape (...) or (..., P), optional
        Chips in the pot that are nobody's bet: an ante paid by one for all, missed or dead blinds.
        A deal's total, or by seat. They belong to the main pot, which everyone left contests. An
        ante that is a bet counts to its payer's level; one that is dead lets even a short stack
        win whole antes.
    folded : array_like of bool, shape (..., P), optional
        Who has folded. Without it, those whose rank is 0. With it, an unfolded player of rank 0
        has no hand to show: they lose to any hand, and tie with others of rank 0.
    low_ranks : array_like of int, shape (..., P), optional
        Ranks of the low hands, 0 for hands that do not qualify; the larger wins. Each pot is
        halved, the odd chip to the high half; where no hand in a pot qualifies for low, the high
        hand takes all of it.
    button : array_like of int, shape (...), optional
        Seat 0..P-1 of the button, one for all deals or one a deal. Without it, the first seat is
        the one left of the button.
    rake : Rake or array_like of int, shape (...), optional
        What the house takes off the pots: a rate, or the chips of each deal. Every pot bears its
        part; a bet that is returned bears none.
    odd_chips : OddChips, optional
        Who gets the chips of a pot that cannot be split evenly among its winners:
        ``"left-of-button"``, one each to the winners nearest clockwise after the button;
        ``"earliest-seat"``, one each in seat order; ``"largest-stack"``, one each from the largest
        of the `stacks` down; ``"one-winner"``, all to the first winner left of the button.
    stacks : array_like of int, shape (..., P), optional
        Stacks for ``odd_chips="largest-stack"``.
    unit : int, optional
        The smallest amount that pots are split by, in the unit of the bets: 5 where bets are in
        cents and the smallest coin is five.
    runs : bool, optional
        Whether the axis before the players is that of the run-outs of one deal: ranks have the
        shape (..., R, P). Each run-out pays its part of every pot, odd chips to the first ones.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    ndarray of int64, shape (..., P)
        The chips that each player gets back; with the rake, they sum to the bets and the dead
        money.

    Raises
    ------
    TypeError
        If an amount, a rank or the button is not an integer, or `folded` is not boolean.
    ValueError
        If shapes do not match, an amount is negative, those of a deal sum past int64, everyone has
        folded, a rank is outside 0..65535, the button is not a seat or a rake is more than the
        pots hold; the message names the first bad row.

    Notes
    -----
    The rules are those of the Poker Tournament Directors Association ("Awarding Odd Chips", "Side
    Pots"): side pots are split each for itself, and odd chips go left of the button. Robert's Rules
    of Poker give the odd chip of stud games to a seat; some rooms give it to the largest stack, or
    all of it to one winner. Layers that the same unfolded players contest are one pot. Players who
    bet nothing contest a pot only where no unfolded player bet anything, or where the pot is dead
    money alone.

    Examples
    --------
    The short stack wins the main pot of 300; the others play for 300 more, and 50 come back.

    >>> settle([900, 500, 700], [100, 250, 300])
    array([300,   0, 350])

    A tie for 25 chips: the odd chip goes to the first winner after the button.

    >>> settle([7, 7, 0], [10, 10, 5], button=0)
    array([12, 13,  0])

    The board is run twice, each player wins once, and the house takes 5%, but 3 at most:

    >>> settle([[7, 3], [3, 9]], [50, 50], runs=True, rake=Rake("5%", cap=3))
    array([49, 48])

    `side_pots` lists the pots that are paid here.
    """
    stakes = Stakes(
        bets=bets,
        dead_money=dead_money,
        button=button,
        rake=rake,
        odd_chips=odd_chips,
        stacks=stacks,
        unit=unit,
    )
    runs = as_truth_value(runs, "runs")
    low_rows = None if low_ranks is None else as_ranks(low_ranks, "low_ranks")
    folded_rows = None if folded is None else as_folded(folded)
    payments = pay(as_ranks(ranks), stakes, folded_rows, low_rows, runs=runs, threads=threads)
    return payments.payouts


def pay(
    ranks: Integers,
    stakes: Stakes,
    folded: NDArray[np.bool_] | None,
    low_ranks: Integers | None,
    *,
    runs: bool = False,
    threads: int | None = None,
) -> Payments:
    """Pay out the pots of deals; see `settle`. Ranks are (..., R, P) where there are `runs`."""
    given = {"ranks": ranks, "bets": stakes.bet_rows, "folded": folded, "low_ranks": low_ranks}
    shapes = {name: rows.shape for name, rows in given.items() if rows is not None}
    n_runs = 1
    if runs:
        of_hands = {name: shapes[name] for name in ("ranks", "low_ranks") if name in shapes}
        if min(map(len, of_hands.values())) < 2:
            raise value_error(
                "with runs, ranks need the shape (..., R, P), got {shapes}", shapes=of_hands
            )
        n_runs = common_shape({name: shape[-2:] for name, shape in of_hands.items()})[0]
        shapes |= {name: (*shape[:-2], shape[-1]) for name, shape in of_hands.items()}
    shape = common_shape(shapes)
    *lead, n_players = shape
    shape_of_ranks = (*lead, n_runs, n_players) if runs else shape
    ranks = spread(ranks, shape_of_ranks)
    if low_ranks is not None:
        low_ranks = spread(low_ranks, shape_of_ranks)
    if folded is not None:
        folded = spread(folded, shape)
    money = stakes.money(shape)
    payments = Payments(
        np.empty(shape, np.int64), np.zeros(shape, np.int64), np.empty(tuple(lead), np.int64)
    )

    def work(index: Index) -> None:
        block = ranks_at(ranks, index).reshape(-1, n_runs, n_players)
        low_block = np.empty((len(block), n_runs, 0), dtype=np.uint16)
        if low_ranks is not None:
            low_block = ranks_at(low_ranks, index, "low_ranks").reshape(block.shape)
        gone = block.max(axis=1) == 0 if folded is None else rows_at(folded, index, np.bool_)
        bad = pay_pots(
            RankedHands(block, low_block, gone),
            money.chips(index),
            Payments(
                payments.payouts[index].reshape(-1, n_players),
                payments.returned[index].reshape(-1, n_players),
                payments.rake[(*index, ...)].reshape(-1),
            ),
        )
        if bad != NO_BAD_ROW:
            row = row_index(index, bad, tuple(lead))
            raise ValueError(at_row(row, money.problem(row, bool(gone[bad].all()))))

    for_each_block(work, tuple(lead), threads, weight=n_runs * n_players)
    return payments


def as_folded(folded: ArrayLike) -> NDArray[np.bool_]:
    """Return who has folded, the players of a deal along the last axis."""
    return with_players_last(as_truth_values(folded, "folded"), "folded")


def common_shape(shapes: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    """Return the shape (..., P) to which arguments of these shapes broadcast."""
    first, *others = shapes.values()
    if all(shape == first for shape in others):
        return first
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
