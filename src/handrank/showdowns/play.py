"""`play`: a showdown, from the cards of deals to who wins and what it pays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, for_each_block
from handrank.arrays.legality import check_deals
from handrank.arrays.output import Ranks
from handrank.arrays.reading import Cards
from handrank.kernels.showdown.find_bad_deal import find_bad_deal
from handrank.ranking.classes import eight_or_better
from handrank.ranking.hands import evaluate
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.games import Game, check_hole_cards
from handrank.rulebook.rules import get_rules
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
    """Play deals: judge the cards of each whole deal, rank the hands, pay the pots.

    The arrays are read already: hole cards (..., P, n) with boards (..., 1, 3..5); without boards
    whole hands, each of which is judged by itself. `low_ranks` (..., P) are those of a rule of the
    user's own. Players who folded and players whose cards are `unknown` get rank 0; the latter stay
    in, with nothing to show.
    """
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


# Users know it by this name.
Showdown.__module__ = "handrank"
