"""What came of deals: winners, shares and payouts."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.rulebook.errors import public
from handrank.showdowns.winning import pot_shares, winners


@public
@dataclass(frozen=True, eq=False)
class Showdown:
    """What came of one or many deals; players stand along the last axis.

    Attributes
    ----------
    ranks : ndarray of uint16, shape (..., P)
        Hand ranks, 0 for players who folded and for hands that are not known. Where each deal has
        R boards, R > 1, the shape is (..., R, P), as that of low ranks and winners.
    low_ranks : ndarray of uint16, shape (..., P), or None
        Ranks of the low hands in a high/low game, 0 for hands that do not qualify.
    payouts : ndarray of int64, shape (..., P), or None
        What each player gets back, where bets were given; more deals than ranks where several rows
        of bets were given for one deal of cards.
    returned : ndarray of int64, shape (..., P), or None
        What of the payouts is an uncalled bet, and was never won.
    rake : ndarray of int64, shape (...), or None
        What was taken off the pots. Payouts and rake sum to bets and dead money.
    last_left : ndarray of bool, shape (..., P), or None
        Who won without a showdown, as all others folded; None where no hand was missing.
    has_runs : bool
        Whether ranks have an axis of run-outs.
    """

    ranks: NDArray[np.uint16]
    low_ranks: NDArray[np.uint16] | None = None
    payouts: NDArray[np.int64] | None = None
    returned: NDArray[np.int64] | None = None
    rake: NDArray[np.int64] | None = None
    last_left: NDArray[np.bool_] | None = None
    has_runs: bool = False

    @cached_property
    def winners(self) -> NDArray[np.bool_]:
        """Who holds the best hand, or is left alone; see `handrank.winners`."""
        won = winners(self.ranks)
        if self.last_left is None:
            return won
        return won | of_runs(self.last_left, won, self.has_runs)

    @cached_property
    def low_winners(self) -> NDArray[np.bool_] | None:
        """Who holds the best low hand, or None without low hands."""
        return None if self.low_ranks is None else winners(self.low_ranks)

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """Each player's share of a pot that all have paid into alike, shape (..., P).

        In a high/low game half a pot goes to the best low hand, where there is one. Each of several
        run-outs counts alike.
        """
        shares = pot_shares(self.ranks)
        if self.low_ranks is not None:
            shares[self.low_ranks.any(axis=-1)] *= 0.5
            shares += 0.5 * pot_shares(self.low_ranks)
        if self.last_left is not None:
            shares[of_runs(self.last_left, shares, self.has_runs)] = 1.0
        return shares.mean(axis=-2) if self.has_runs else shares

    @property
    def collected(self) -> NDArray[np.int64] | None:
        """What each player won from the pots, or None without bets: payouts but for returned."""
        if self.payouts is None or self.returned is None:
            return None
        return self.payouts - self.returned


def of_runs(players: NDArray[np.bool_], ranks: NDArray[Any], has_runs: bool) -> NDArray[np.bool_]:
    """Return what is known of players, (..., P), in the shape of their ranks."""
    return np.broadcast_to(players[..., None, :] if has_runs else players, ranks.shape)
