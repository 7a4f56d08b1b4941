"""`showdown`: from the cards of deals to who wins and what it pays."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, for_each_block
from handrank.arrays.legality import check_deals
from handrank.arrays.output import Ranks
from handrank.arrays.reading import Cards, as_cards, as_truth_value, nothing_given
from handrank.kernels.showdown.find_bad_deal import find_bad_deal
from handrank.ranking.classes import eight_or_better
from handrank.ranking.hands import evaluate
from handrank.ranking.hole_and_board import shape_of_deals
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.errors import public, value_error
from handrank.rulebook.games import Game, GameName, check_hole_cards, get_game
from handrank.rulebook.rules import get_rules
from handrank.showdowns.pots import as_folded, common_shape, settle
from handrank.showdowns.winning import as_ranks, pot_shares, ranks_at, winners


@public
@dataclass(frozen=True, eq=False)
class Showdown:
    """What came of one or many deals; players stand along the last axis.

    Attributes
    ----------
    ranks : ndarray of uint16, shape (..., P)
        Hand ranks, 0 for players who folded.
    low_ranks : ndarray of uint16, shape (..., P), or None
        Ranks of the low hands in a high/low game, 0 for hands that do not qualify.
    payouts : ndarray of int64, shape (..., P), or None
        What each player collects, where bets were given; more deals than ranks where several rows
        of bets were given for one deal of cards.
    """

    ranks: NDArray[np.uint16]
    low_ranks: NDArray[np.uint16] | None = None
    payouts: NDArray[np.int64] | None = None

    @cached_property
    def winners(self) -> NDArray[np.bool_]:
        """Who holds the best hand; see `handrank.winners`."""
        return winners(self.ranks)

    @cached_property
    def low_winners(self) -> NDArray[np.bool_] | None:
        """Who holds the best low hand, or None without low hands."""
        return None if self.low_ranks is None else winners(self.low_ranks)

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """Each player's share of a pot that all have paid into alike.

        In a high/low game half a pot goes to the best low hand, where there is one.
        """
        shares = pot_shares(self.ranks)
        if self.low_ranks is not None:
            shares[self.low_ranks.any(axis=-1)] *= 0.5
            shares += 0.5 * pot_shares(self.low_ranks)
        return shares


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


def play(
    game: Game,
    holes: Cards,
    boards: Cards | None,
    *,
    low_ranks: Ranks | None = None,
    folded: NDArray[np.bool_] | None = None,
    unknown: NDArray[np.bool_] | None = None,
    bets: ArrayLike | None = None,
    button: ArrayLike | None = None,
    check: bool = True,
    threads: int | None = None,
) -> Showdown:
    """Play deals that are read already: judge the cards, rank the hands, pay the pots."""
    # Folded and `unknown` players get rank 0; the latter stay in, with nothing to show.
    if boards is not None:
        check_hole_cards(game, holes.shape)
        if check:
            lowest = lowest_card(get_rules(game.rules))
            check_deals(holes, boards, lowest, find_bad_deal, threads)
            check = False
    ranks = _rank(game, holes, boards, check, threads)
    if game.low is not None:
        low_ranks = _rank(game.low, holes, boards, check, threads)
        _keep_eight_or_better(low_ranks, threads)
    _set_to_0(unknown, ranks, low_ranks)
    return award(ranks, low_ranks, folded=folded, bets=bets, button=button, threads=threads)


def award(
    ranks: Ranks,
    low_ranks: Ranks | None = None,
    *,
    folded: NDArray[np.bool_] | None = None,
    bets: ArrayLike | None = None,
    button: ArrayLike | None = None,
    threads: int | None = None,
) -> Showdown:
    """Return what hand ranks (..., P) come to; those of players who folded are set to 0."""
    _set_to_0(folded, ranks, low_ranks)
    payouts = None
    if bets is not None:
        gone = np.zeros(ranks.shape[-1], dtype=np.bool_) if folded is None else folded
        payouts = settle(
            ranks, bets, folded=gone, low_ranks=low_ranks, button=button, threads=threads
        )
    return Showdown(ranks, low_ranks, payouts)


def _set_to_0(players: NDArray[np.bool_] | None, *ranks: Ranks | None) -> None:
    for given in ranks:
        if players is not None and given is not None:
            given[players] = 0


def _rank(
    game: Game, holes: Cards, boards: Cards | None, check: bool, threads: int | None
) -> Ranks:
    return np.asarray(evaluate(holes, boards, game=game, check=check, threads=threads))


def _keep_eight_or_better(low_ranks: Ranks, threads: int | None) -> None:
    """Set low hands that do not qualify to 0, block by block."""

    def work(index: Index) -> None:
        low_ranks[index] = eight_or_better(low_ranks[index])

    for_each_block(work, low_ranks.shape, threads)
