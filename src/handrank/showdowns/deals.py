"""`showdown`: from the cards of a deal to who wins and what it pays."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index
from handrank.arrays.reading import Cards, as_cards
from handrank.rulebook.errors import Message
from handrank.rulebook.games import Game, GameName, get_game
from handrank.showdowns.play import Showdown, play
from handrank.showdowns.players import (
    as_folded,
    as_players,
    common_shape,
    for_each_block,
    rank_block,
)


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
    game : str or Game, optional
        What is played, one of `GAMES`: ``"holdem"``, ``"short-deck"``, ``"omaha"``,
        ``"omaha-hilo"`` ..., or a `Game` of your own. In a high/low game half of each pot goes to
        the best low hand that is eight or better.
    bets : array_like of int, shape (..., P), optional
        Chips that each player put in; see `settle`.
    folded : array_like of bool, shape (..., P), optional
        Who has folded: they rank 0. Their cards, too, must be cards of the deal.
    low_ranks : array_like of int, shape (..., P), optional
        Ranks of low hands by a rule of your own; see `settle`. A high/low game ranks its low hands
        itself.
    button : array_like of int, shape (...), optional
        Seat of the button; it matters to odd chips only.
    check : bool, optional
        Whether to refuse cards outside 0..51 and cards that stand twice in a deal. Without the
        check such deals get a meaningless result.
    threads : int, optional
        How many threads share the deals; by default as many as `get_threads` says.

    Returns
    -------
    Showdown
        Ranks, winners, shares and payouts.

    Raises
    ------
    TypeError
        If a dtype is a wrong one.
    ValueError
        If there is no such game, shapes do not match, cards are no deal or bets cannot be settled;
        the message names the first bad row.

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
    if button is not None and bets is None:
        raise ValueError(Message("button is for the odd chips of bets, which are not given"))
    if low_ranks is not None and played.low_rules is not None:
        raise ValueError(
            Message(
                "{game} ranks its low hands itself: low_ranks must not be given", game=played.name
            )
        )
    holes, boards = as_deals(hole, board)
    lead = np.broadcast_shapes(holes.shape[:-2], boards.shape[:-2])
    shape = (*lead, holes.shape[-2])
    return play(
        *(played, holes, boards),
        low_ranks=None if low_ranks is None else _as_low_ranks(low_ranks, shape, threads),
        folded=None if folded is None else folded_of_deals(folded, shape),
        bets=bets,
        button=button,
        check=check,
        threads=threads,
    )


def as_deals(hole: ArrayLike, board: ArrayLike) -> tuple[Cards, Cards]:
    """Return hole cards (..., P, n) and boards (..., 1, n) whose leading dimensions broadcast."""
    holes, boards = as_cards(hole, name="hole"), as_cards(board, name="board")
    if holes.ndim < 2 or holes.shape[-2] == 0:
        raise ValueError(
            f"hole cards need an axis of players, shape (..., P, n), got {holes.shape}; as text, "
            "give a list with one text a player"
        )
    if boards.ndim < holes.ndim:
        boards = boards[..., None, :]
    elif boards.shape[-2] != 1:
        raise ValueError(
            f"hole cards {holes.shape} and board {boards.shape} do not match: the players of a "
            "deal share one board, shape (..., 3..5) or (..., 1, 3..5)"
        )
    try:
        np.broadcast_shapes(holes.shape[:-2], boards.shape[:-2])
    except ValueError:
        raise ValueError(
            f"hole cards {holes.shape} and board {boards.shape} do not match: there must be one "
            "board a deal, or one for all"
        ) from None
    return holes, boards


def folded_of_deals(folded: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return who has folded, as an array of the ranks' shape."""
    given = as_folded(folded)
    if common_shape({"ranks": shape, "folded": given.shape}) != shape:
        raise ValueError(
            Message(
                "folded {given} has more deals than the cards, {deals}",
                given=given.shape,
                deals=shape[:-1],
            )
        )
    return np.broadcast_to(given, shape)


def _as_low_ranks(
    low_ranks: ArrayLike, shape: tuple[int, ...], threads: int | None
) -> NDArray[np.uint16]:
    given = as_players(low_ranks, "low_ranks", "hand ranks")
    if common_shape({"ranks": shape, "low_ranks": given.shape}) != shape:
        raise ValueError(f"low_ranks {given.shape} has more deals than the cards, {shape[:-1]}")
    low = np.empty(shape, dtype=np.uint16)
    rows = np.broadcast_to(given, shape)

    def work(index: Index) -> None:
        low[index] = rank_block(rows, index, shape, "low_ranks").reshape(low[index].shape)

    for_each_block(work, shape, threads)
    return low
