"""`showdown`: from the cards of a deal to who wins and what it pays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import (
    Index,
    bad_row_reason,
    bad_rows,
    fits_a_byte,
    row_index,
    to_native,
)
from handrank.arrays.reading import Cards, as_cards
from handrank.kernels.portable.rank_hands import NO_BAD_ROW
from handrank.kernels.showdown.settle_deals import find_bad_deal
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.errors import CardError
from handrank.rulebook.games import get_game
from handrank.rulebook.rules import get_rules
from handrank.showdowns.game_ranking import game_ranks
from handrank.showdowns.players import (
    as_folded,
    as_players,
    common_shape,
    for_each_block,
    rank_block,
)
from handrank.showdowns.pots import settle
from handrank.showdowns.winning import pot_shares, winners


@dataclass(frozen=True, eq=False)
class Showdown:
    """What came of one or many deals; players stand along the last axis.

    Attributes
    ----------
    ranks : ndarray of uint16, shape (..., P)
        Hand ranks, 0 for players who folded.
    low_ranks : ndarray of uint16, shape (..., P), or None
        Ranks of the low hands in a high/low game, 0 where none qualifies.
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
    game: str = "holdem",
    rules: str | None = None,
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
    game : str, optional
        What is played, one of `GAMES`: ``"holdem"``, ``"short-deck"``, ``"omaha"``,
        ``"omaha-hilo"`` ... In a high/low game half of each pot goes to the best low hand that is
        eight or better.
    rules : str, optional
        How hands are ordered, see `evaluate`, where it is not the game's usual way.
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
    played = get_game(game, rules)
    if button is not None and bets is None:
        raise ValueError("button is for the odd chips of bets, which are not given")
    if low_ranks is not None and played.low_rules is not None:
        raise ValueError(f"{game} ranks its low hands itself: low_ranks must not be given")
    holes, boards = as_deals(hole, board)
    ranks, low = game_ranks(played, holes, boards, threads=threads)
    if check:
        # Of the whole deal: two players cannot hold the same card either.
        check_deals(holes, boards, lowest_card(get_rules(played.rules)), threads)
    if low_ranks is not None:
        low = _as_low_ranks(low_ranks, ranks.shape, threads)
    nobody = np.zeros(ranks.shape[-1], dtype=np.bool_)
    gone = nobody if folded is None else as_folded(folded)
    shape = common_shape({"ranks": ranks.shape, "folded": gone.shape})
    if shape != ranks.shape:
        raise ValueError(f"folded {gone.shape} has more deals than the cards, {ranks.shape[:-1]}")
    if folded is not None:
        gone = np.broadcast_to(gone, shape)
        ranks[gone] = 0
        if low is not None:
            low[gone] = 0
    payouts = None
    if bets is not None:
        payouts = settle(ranks, bets, folded=gone, low_ranks=low, button=button, threads=threads)
    return Showdown(ranks, low, payouts)


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


def check_deals(holes: Cards, boards: Cards, lowest: int, threads: int | None) -> None:
    """Refuse the first deal that has a card outside the deck, or a card twice."""
    lead = np.broadcast_shapes(holes.shape[:-2], boards.shape[:-2])
    n_hole, n_board = holes.shape[-2] * holes.shape[-1], boards.shape[-1]
    all_holes = np.broadcast_to(holes, (*lead, *holes.shape[-2:]))
    all_boards = np.broadcast_to(boards, (*lead, 1, n_board))

    def work(index: Index) -> None:
        hole_block = all_holes[index].reshape(-1, n_hole)
        board_block = all_boards[index].reshape(-1, n_board)
        row = NO_BAD_ROW
        if all(fits_a_byte(block, lowest) for block in (hole_block, board_block)):
            row = find_bad_deal(to_native(hole_block), to_native(board_block))
            if row == NO_BAD_ROW:
                return
        deals = np.concatenate((hole_block, board_block), axis=1)
        row = int(np.argmax(bad_rows(deals, lowest))) if row == NO_BAD_ROW else row
        raise CardError(row_index(index, row, lead), bad_row_reason(deals[row], lowest))

    for_each_block(work, (*lead, n_hole + n_board), threads)


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
