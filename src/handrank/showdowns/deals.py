"""`showdown`: from the cards of deals to who wins and what it pays."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.output import Ranks
from handrank.arrays.reading import Cards, as_cards, as_truth_value, nothing_given
from handrank.ranking.hole_and_board import shape_of_deals
from handrank.rulebook.errors import value_error
from handrank.rulebook.games import Game, GameName, get_game
from handrank.showdowns.play import Showdown, play
from handrank.showdowns.pots import as_folded, common_shape
from handrank.showdowns.winning import as_ranks, ranks_at


def showdown(
    hole: ArrayLike,
    board: ArrayLike,
    *,
    game: GameName | Game = "holdem",
    bets: ArrayLike | None = None,
    folded: ArrayLike | None = None,
    low_ranks: ArrayLike | None = None,
    button: ArrayLike | None = None,
    check: bool = True,
    threads: int | None = None,
) -> Showdown:
    """Rank every player's hand and say who wins and, given bets, what it pays.

    Parameters
    ----------
    hole : array_like of int or str, shape (..., P, n)
        Hole cards of each player of each deal, as ids or as text, one text a player; n is 2 in
        hold'em, 4 to 6 in Omaha.
    board : array_like of int or str, shape (..., 3..5) or (..., 1, 3..5)
        The board of each deal, or one board for all of them.
    game : GameName or Game, optional
        What is played, one of `GAMES`: ``"holdem"``, ``"short-deck"``, ``"omaha"``,
        ``"omaha-hilo"`` ..., or a `Game` of your own. In a high/low game half of each pot goes to
        the best low hand that is eight or better.
    bets : array_like of int, shape (..., P), optional
        Chips that each player put in; see `settle`.
    folded : array_like of bool, shape (..., P), optional
        Who has folded: nobody, by default. They rank 0; their cards, too, must be cards of the
        deal.
    low_ranks : array_like of int, shape (..., P), optional
        Ranks of low hands by a rule of your own; see `settle`. A high/low game ranks its low hands
        itself.
    button : array_like of int, shape (...), optional
        Seat of the button; it matters to odd chips only.
    check : bool, optional
        Whether to refuse cards outside the deck and cards given twice in a deal. Without the
        check such deals get a meaningless result.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    Showdown
        Ranks, winners, shares and payouts.

    Raises
    ------
    TypeError
        If a dtype is not allowed, or `check` is not True or False.
    ValueError
        If the game is unknown, shapes do not match, a card is outside the deck or given twice in a
        deal, or bets cannot be settled; the message names the first bad row.

    Examples
    --------
    >>> result = showdown(["AhKh", "TcTd"], "Th 7d 2c 2s Kd", bets=[100, 250])
    >>> result.winners, result.payouts
    (array([False,  True]), array([  0, 350]))
    >>> result.shares
    array([0., 1.])

    High and low share the pot:

    >>> result = showdown(["AhAsKdQc", "4h5cTsTd"], "2h7d8sJcKc", game="omaha-hilo", bets=[50, 50])
    >>> result.winners, result.low_winners, result.payouts
    (array([ True, False]), array([False,  True]), array([50, 50]))
    """
    played = get_game(game)
    check = as_truth_value(check, "check")
    if button is not None and bets is None:
        raise value_error("button is for the odd chips of bets, which are not given")
    if low_ranks is not None and played.low is not None:
        raise value_error(
            "{game} ranks its low hands itself: low_ranks must not be given", game=played.name
        )
    holes, boards, shape = read_deals(hole, board)
    return play(
        *(played, holes, boards),
        low_ranks=None if low_ranks is None else _read_low_ranks(low_ranks, shape),
        folded=read_folded(folded, shape),
        bets=bets,
        button=button,
        check=check,
        threads=threads,
    )


def read_deals(hole: ArrayLike, board: ArrayLike) -> tuple[Cards, Cards, tuple[int, ...]]:
    """Return hole cards (..., P, n), boards (..., 1, n) and the shape (..., P) of their ranks."""
    if nothing_given(board):
        raise value_error("a showdown needs a board; ranks of whole hands go to winners()")
    holes, boards = as_cards(hole, name="hole"), as_cards(board, name="board")
    if holes.ndim < 2 or holes.shape[-2] == 0:
        raise value_error(
            "hole cards need an axis of players, shape (..., P, n), got {shape}; as text, give "
            "a list with one text a player",
            shape=holes.shape,
        )
    if boards.ndim < holes.ndim:
        boards = boards[..., None, :]
    elif boards.shape[-2] != 1:
        raise value_error(
            "hole cards {holes} and board {boards} do not match: the players of a deal share "
            "one board, shape (..., 3..5) or (..., 1, 3..5)",
            holes=holes.shape,
            boards=boards.shape,
        )
    return holes, boards, shape_of_deals(holes, boards)


def read_folded(folded: ArrayLike | None, shape: tuple[int, ...]) -> NDArray[np.bool_] | None:
    """Return who has folded, in the shape (..., P) of the ranks; None stays None."""
    return None if folded is None else _of_shape(as_folded(folded), shape, "folded")


def _read_low_ranks(low_ranks: ArrayLike, shape: tuple[int, ...]) -> Ranks:
    rows = _of_shape(as_ranks(low_ranks, "low_ranks"), shape, "low_ranks")
    return np.array(ranks_at(rows, (), "low_ranks")).reshape(shape)


def _of_shape(given: NDArray[Any], shape: tuple[int, ...], name: str) -> NDArray[Any]:
    """Return an array of players broadcast to the shape of the ranks, which it must not exceed."""
    if common_shape({"ranks": shape, name: given.shape}) != shape:
        raise value_error(
            "{name} {shape} has more deals than the cards, {deals}",
            name=name,
            shape=given.shape,
            deals=shape[:-1],
        )
    return np.broadcast_to(given, shape)
