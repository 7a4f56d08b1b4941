"""The pieces that long Omaha questions are cut into; see `handrank.equities.tasks`."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from handrank.equities.tasks import Cards, Counts, Draws, card_mask, own
from handrank.kernels.equity.count_omaha import count_omaha
from handrank.kernels.equity.sample_omaha import sample_omaha
from handrank.lookup.board_pairs import load_omaha_tables
from handrank.lookup.encoding import BOARD_CARDS
from handrank.lookup.multisets import rank_multisets
from handrank.ranking.classes import EIGHT_LOWS, LOW_RULES, rank_of_class
from handrank.rulebook.games import Game, get_game


def tally_shape(game: Game, n_players: int) -> tuple[int, ...]:
    """Return the shape of a tally of outcomes; `add_outcome` in the kernels says what is where."""
    if game.low_rules is None:
        return (1 << n_players,)
    return (n_players, n_players + 1, n_players + 2)


@dataclass(frozen=True)
class CountOmaha:
    """Count the outcomes for known hands over all boards.

    `hole` is (matchups, players, hole cards); the result is (matchups, outcomes).
    """

    game: str
    hole: Cards
    board: Cards
    deck: Cards

    def run(self) -> Counts:
        """Return the tallies."""
        n_matchups, n_players, _ = self.hole.shape
        shape = tally_shape(get_game(self.game), n_players)
        tallies = np.zeros((n_matchups, *shape), dtype=np.int64)
        keys, displacements, *lookups = _lookups(self.game)
        count_omaha(
            own(self.hole),
            own(self.board),
            card_mask(self.deck),
            rank_multisets(BOARD_CARDS - len(self.board)),
            keys,
            displacements,
            *lookups,
            tallies,
        )
        return tallies


@dataclass(frozen=True)
class SampleOmaha:
    """Sample deals; the result is the outcomes."""

    game: str
    n_players: int
    n_trials: int
    start: int
    step: int
    draws: Draws
    board: Cards
    deck: Cards

    def run(self) -> Counts:
        """Return the tally."""
        tally = np.zeros(tally_shape(get_game(self.game), self.n_players), dtype=np.int64)
        sample_omaha(
            self.n_trials,
            np.uint64(self.start),
            np.uint64(self.step),
            own(self.draws.first),
            own(self.draws.combos),
            own(self.draws.accept),
            own(self.draws.other),
            self.n_players,
            own(self.board),
            own(self.deck),
            *_lookups(self.game),
            tally,
        )
        return tally


@cache
def _lookups(name: str) -> tuple[NDArray[np.generic] | np.uint16, ...]:
    """Return what the kernels look up: keys, hash, pairs, both games' ranks and suited ranks."""
    game = get_game(name)
    high = load_omaha_tables(game.rules)
    low = load_omaha_tables(game.low_rules or LOW_RULES)
    return (
        high.fives.card_keys,
        high.fives.displacements,
        high.pair_places,
        high.pair_ranks,
        low.pair_ranks,
        np.uint16(rank_of_class(EIGHT_LOWS, rules=LOW_RULES)),
        high.fives.suited,
    )
