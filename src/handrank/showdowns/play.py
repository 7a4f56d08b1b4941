"""`showdown`: from the cards of deals to who wins and what it pays."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, for_each_block
from handrank.arrays.legality import check_deals
from handrank.arrays.output import Ranks
from handrank.arrays.reading import Cards, as_board, as_cards, as_truth_value, index_of
from handrank.arrays.unknown_cards import set_unknown_apart
from handrank.kernels.showdown.find_bad_deal import find_bad_deal
from handrank.ranking.classes import eight_or_better
from handrank.ranking.hands import evaluate
from handrank.ranking.hole_and_board import shape_of_deals
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.errors import Message, at_row, value_error
from handrank.rulebook.games import Game, GameName, check_hole_cards, get_game
from handrank.rulebook.rules import get_rules
from handrank.showdowns.pots import as_folded, common_shape, pay, side_pots
from handrank.showdowns.showdown_result import Showdown, of_runs
from handrank.showdowns.stakes import OddChips, Rake, Stakes
from handrank.showdowns.winning import as_ranks, ranks_at


def showdown(
    hole: ArrayLike,
    board: ArrayLike | None = None,
    *,
    game: GameName | Game = "holdem",
    bets: ArrayLike | None = None,
    dead_money: ArrayLike | None = None,
    folded: ArrayLike | None = None,
    low_ranks: ArrayLike | None = None,
    button: ArrayLike | None = None,
    rake: Rake | ArrayLike | None = None,
    odd_chips: OddChips = "left-of-button",
    stacks: ArrayLike | None = None,
    unit: int = 1,
    check: bool = True,
    threads: int | None = None,
) -> Showdown:
    """Rank every player's hand and say who wins and, given bets, what it pays.

    Parameters
    ----------
    hole : array_like of int or str, shape (..., P, n)
        Hole cards of each player of each deal, as ids or as text, one text a player; n is 2 in
        hold'em, 4 to 6 in Omaha. A hand that nobody saw is ``"????"``, ``"??"``, ``"Xx"``,
        ``"-"``, ``"nan"``, blank or None; one card shown, as in ``"Ah??"``, does not make it known.
        It has rank 0 and loses to any hand that is known.
    board : array_like of int or str, shape (..., 3..5) or (..., R, 3..5), optional
        The board of each deal, or one board for all of them; R boards where a deal was run out
        several times. It may be missing where one player is left in each deal.
    game : GameName or Game, optional
        What is played, one of `GAMES`: ``"holdem"``, ``"short-deck"``, ``"omaha"``,
        ``"omaha-hilo"`` ..., or a `Game` of your own. In a high/low game half of each pot goes to
        the best low hand that is eight or better.
    bets : array_like of int, shape (..., P), optional
        Chips that each player put in; see `settle`, which explains the other amounts as well.
    dead_money : array_like of int, shape (...) or (..., P), optional
        Chips in the pot that are nobody's bet.
    folded : array_like of bool, shape (..., P), optional
        Who has folded: nobody, by default. They rank 0; their cards, too, must be cards of the
        deal.
    low_ranks : array_like of int, shape (..., P), optional
        Ranks of low hands by a rule of your own; see `settle`. A high/low game ranks its low hands
        itself.
    button : array_like of int, shape (...), optional
        Seat of the button; it matters to odd chips only.
    rake : Rake or array_like of int, shape (...), optional
        What the house takes off the pots.
    odd_chips : OddChips, optional
        Who gets the chips of a pot that cannot be split evenly.
    stacks : array_like of int, shape (..., P), optional
        Stacks for ``odd_chips="largest-stack"``.
    unit : int, optional
        The smallest amount that pots are split by.
    check : bool, optional
        Whether to refuse cards outside the deck and cards given twice in a deal. Without the
        check such deals get a meaningless result.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    Showdown
        Ranks, winners, shares, payouts, returned bets and rake.

    Raises
    ------
    TypeError
        If a dtype is not allowed, or `check` is not True or False.
    ValueError
        If the game is unknown, shapes do not match, a card is outside the deck or given twice in a
        deal, bets cannot be settled, or a deal has no result because several players are left and
        the board, or all their hands, are not known; the message names the first bad row.

    Examples
    --------
    >>> result = showdown(["AhKh", "TcTd"], "Th 7d 2c 2s Kd", bets=[100, 250])
    >>> result.winners, result.payouts
    (array([False,  True]), array([  0, 350]))
    >>> result.shares
    array([0., 1.])

    One player is left, so nobody needs to know the cards; nobody called the last 30:

    >>> result = showdown(["????", "????"], bets=[20, 50], folded=[True, False], dead_money=5)
    >>> result.payouts, result.returned, result.collected
    (array([ 0, 75]), array([ 0, 30]), array([ 0, 45]))

    High and low share the pot:

    >>> result = showdown(["AhAsKdQc", "4h5cTsTd"], "2h7d8sJcKc", game="omaha-hilo", bets=[50, 50])
    >>> result.winners, result.low_winners, result.payouts
    (array([ True, False]), array([False,  True]), array([50, 50]))
    """
    played = get_game(game)
    check = as_truth_value(check, "check")
    money = {"dead_money": dead_money, "button": button, "rake": rake, "stacks": stacks}
    if bets is None:
        for name, given in money.items():
            if given is not None:
                raise value_error("{name} goes with bets, which are not given", name=name)
    if low_ranks is not None and played.low is not None:
        raise value_error(
            "{game} ranks its low hands itself: low_ranks must not be given", game=played.name
        )
    deals = read_deals(hole, board, played)
    stakes = None
    if bets is not None:
        stakes = Stakes(bets=bets, odd_chips=odd_chips, unit=unit, **money)  # type: ignore[arg-type]
    return play(
        *(played, deals.holes, deals.boards),
        low_ranks=None if low_ranks is None else _read_low_ranks(low_ranks, deals.shape_of_ranks),
        folded=read_folded(folded, deals.shape),
        unknown=deals.unknown,
        stakes=stakes,
        check=check,
        threads=threads,
    )


@dataclass(frozen=True)
class DealtCards:
    """The cards of deals as they were given: hole cards (..., P, n) and boards (..., R, b)."""

    holes: Cards
    boards: Cards | None
    # Which hands are not known, (..., P).
    unknown: NDArray[np.bool_] | None
    # That of the players, (..., P).
    shape: tuple[int, ...]

    @property
    def shape_of_ranks(self) -> tuple[int, ...]:
        """The shape of the ranks: with an axis of run-outs where there are several."""
        if self.boards is None or self.boards.shape[-2] == 1:
            return self.shape
        return (*self.shape[:-1], self.boards.shape[-2], self.shape[-1])


def read_deals(hole: ArrayLike, board: ArrayLike | None, game: Game) -> DealtCards:
    """Read hole cards and boards."""
    hole, unknown = set_unknown_apart(hole, "hole", game.hole_cards)
    holes, boards = as_cards(hole, name="hole"), as_board(board)
    if holes.ndim < 2 or holes.shape[-2] == 0:
        raise value_error(
            "hole cards need an axis of players, shape (..., P, n), got {shape}; as text, give "
            "a list with one text a player",
            shape=holes.shape,
        )
    if unknown is not None and unknown.shape != holes.shape[:-1]:
        raise value_error("hole: an unknown hand stands in a place of one card")
    if boards is None:
        return DealtCards(holes, None, unknown, holes.shape[:-1])
    if boards.ndim < holes.ndim:
        boards = boards[..., None, :]
    if boards.shape[-2] == 0:
        raise value_error("board of shape {shape} has no run-outs", shape=boards.shape)
    # The players of a deal share its boards.
    shared = game.board_cards == 0
    lead = shape_of_deals(holes[..., :1, :], boards[..., :1, :], shared=shared)[:-1]
    shape = (*lead, holes.shape[-2])
    if unknown is not None:
        unknown = np.broadcast_to(unknown, shape)
    return DealtCards(holes, boards, unknown, shape)


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
    stakes: Stakes | None = None,
    check: bool = True,
    threads: int | None = None,
) -> Showdown:
    """Play deals that are read already: judge the cards, rank the hands, pay the pots."""
    # Holes are (..., P, n), boards (..., R, b), folded and unknown (..., P). Folded and unknown
    # players get rank 0; the latter stay in, with nothing to show. Whole hands of a game with a
    # board are judged and ranked each by itself.
    no_board = boards is None and game.board_cards > 0 and holes.shape[-1] == game.hole_cards
    if boards is not None or no_board or not game.board_cards:
        dealt = np.empty((1, 0), dtype=np.uint8) if boards is None else boards
        check_hole_cards(game, holes.shape, dealt.shape[-1])
        if check:
            lowest = lowest_card(get_rules(game.rules))
            known = None if unknown is None else ~unknown
            check_deals(holes, dealt, lowest, find_bad_deal, known=known, threads=threads)
            check = False
    if no_board:
        ranks = np.zeros(holes.shape[:-1], dtype=np.uint16)
        unknown = np.ones(ranks.shape, dtype=np.bool_)
    else:
        ranks = _rank(game, holes, boards, check, threads)
    if game.low is not None:
        low_ranks = ranks if no_board else _rank(game.low, holes, boards, check, threads)
        _keep_eight_or_better(low_ranks, threads)
    has_runs = boards is not None and boards.shape[-2] > 1
    return award(
        *(ranks, low_ranks),
        folded=folded,
        unknown=unknown,
        no_board=no_board,
        stakes=stakes,
        has_runs=has_runs,
        threads=threads,
    )


def award(
    ranks: Ranks,
    low_ranks: Ranks | None = None,
    *,
    folded: NDArray[np.bool_] | None = None,
    unknown: NDArray[np.bool_] | None = None,
    no_board: bool = False,
    stakes: Stakes | None = None,
    has_runs: bool = False,
    threads: int | None = None,
) -> Showdown:
    """Return what hand ranks come to; those of players who folded or are unknown are set to 0."""
    live = np.ones(ranks.shape[-1], dtype=np.bool_) if folded is None else ~folded
    missing = np.zeros_like(live) if unknown is None else unknown
    if folded is not None or unknown is not None:
        for given in (ranks, low_ranks):
            if given is not None:
                given[of_runs(~live | missing, given, has_runs)] = 0
    result = Showdown(ranks, low_ranks, has_runs=has_runs)
    if stakes is not None:
        paid = pay(ranks, stakes, ~live, low_ranks, runs=has_runs, threads=threads)
        result = replace(result, payouts=paid.payouts, returned=paid.returned, rake=paid.rake)
    if unknown is None:
        return result
    undecided = lack_result(live, unknown, None if stakes is None else stakes.bet_rows)
    if undecided.any():
        row = index_of(int(np.argmax(undecided)), undecided.shape)
        reason = Message("no hand of those who are left is known, so the deal has no result")
        if no_board:
            reason = Message("a showdown needs a board; several players are left")
        raise ValueError(at_row(row, reason))
    return replace(result, last_left=np.logical_and(live, live.sum(axis=-1, keepdims=True) == 1))


def lack_result(
    live: NDArray[np.bool_], unknown: NDArray[np.bool_], bets: NDArray[Any] | None
) -> NDArray[np.bool_]:
    """Say which deals have no result: several contest a pot, and none of their hands is known."""
    # With bets a side pot may be undecided where the main pot is not.
    live = np.broadcast_to(live, np.broadcast_shapes(live.shape, unknown.shape))
    several = live.sum(axis=-1) > 1
    undecided = np.asarray(several & ~(live & ~unknown).any(axis=-1))
    if bets is None:
        return undecided
    shape = np.broadcast_shapes(live.shape, bets.shape)
    doubtful = np.broadcast_to(several & ((live & unknown).sum(axis=-1) > 1), shape[:-1])
    of_doubtful = [np.broadcast_to(rows, shape)[doubtful] for rows in (bets, live, unknown)]
    if not len(of_doubtful[0]):
        return undecided
    pots = side_pots(of_doubtful[0], folded=~of_doubtful[1])
    decided = (pots.contenders & ~of_doubtful[2][:, None]).any(axis=2)
    undecided = np.array(np.broadcast_to(undecided, shape[:-1]))
    undecided[doubtful] |= ((pots.contenders.sum(axis=2) > 1) & ~decided).any(axis=1)
    return undecided


def _rank(
    game: Game, holes: Cards, boards: Cards | None, check: bool, threads: int | None
) -> Ranks:
    if boards is not None and boards.shape[-2] > 1:
        holes, boards = holes[..., None, :, :], boards[..., :, None, :]
    return np.asarray(evaluate(holes, boards, game=game, check=check, threads=threads))


def _keep_eight_or_better(low_ranks: Ranks, threads: int | None) -> None:
    """Set low hands that do not qualify to 0, block by block."""

    def work(index: Index) -> None:
        low_ranks[index] = eight_or_better(low_ranks[index])

    for_each_block(work, low_ranks.shape, threads)
