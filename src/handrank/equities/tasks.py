"""The pieces that long equity questions are cut into: one call of a kernel each.

A task is small, can be pickled, and gives the same numbers wherever it runs: in this thread, in a
pool of threads or processes, or on a Dask worker. Results are added up.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from handrank.equities.tally import Counts, tally_shape
from handrank.kernels.equity.count_holdem import count_holdem
from handrank.kernels.equity.count_omaha import count_omaha
from handrank.kernels.equity.random_cards import KnownCards
from handrank.kernels.equity.random_hole_cards import Draws
from handrank.kernels.equity.random_numbers import Stream
from handrank.kernels.equity.sample_boards import sample_boards
from handrank.kernels.equity.sample_deals import sample_holdem, sample_omaha
from handrank.kernels.equity.sweep_boards import sweep_boards
from handrank.kernels.equity.two_and_three import OmahaLookups
from handrank.lookup.board_pairs import load_omaha_tables
from handrank.lookup.encoding import BOARD_CARDS, HOLE_CARDS, suit_fields
from handrank.lookup.multisets import rank_multisets
from handrank.lookup.tables import HandTables, load_tables
from handrank.ranking.classes import EIGHT_LOWS, LOW_RULES, rank_of_class
from handrank.rulebook.games import Game

Cards = NDArray[np.uint8]

_SHOWDOWN_CARDS = BOARD_CARDS + HOLE_CARDS
# About how long a task takes: long enough to hide what it costs to hand it out.
TASK_SECONDS = 0.1


class Task(Protocol):
    """A piece of work."""

    def run(self) -> Counts:  # pyright: ignore[reportReturnType]
        """Do the work and return numbers to add up."""


@dataclass(frozen=True)
class CountMatchups:
    """Count the outcomes for known hands over all boards.

    `hole` is (matchups, players, hole cards); the result is (matchups, outcomes), as
    `tally_shape` says.
    """

    game: Game
    hole: Cards
    board: Cards
    deck: Cards

    def run(self) -> Counts:
        """Return the tallies."""
        n_matchups, n_players, _ = self.hole.shape
        tallies = np.zeros((n_matchups, *tally_shape(self.game, n_players)), dtype=np.int64)
        hole, known = _owned(self.hole), _known(self.board, self.deck)
        multisets = rank_multisets(BOARD_CARDS - len(self.board))
        if self.game.two_from_hand:
            count_omaha(hole, known, multisets, _omaha_tables(self.game), tallies)
        else:
            five = load_tables(self.game.rules).for_hands(BOARD_CARDS)
            seven = _holdem_tables(self.game)
            count_holdem(n_players)(hole, known, multisets, five, seven, tallies)
        return tallies


@dataclass(frozen=True)
class SweepBoards:
    """Meet each combo with a range on some boards.

    The result is (combos, 3): the opposing weight that each combo beats, ties, and meets.
    """

    game: Game
    boards: Cards
    counts: Counts
    combos: Cards
    weights: Counts

    def run(self) -> Counts:
        """Return the outcomes."""
        outcomes = np.zeros((len(self.combos), 3), dtype=np.int64)
        sweep_boards(
            _owned(self.boards),
            _owned(self.counts),
            _owned(self.combos),
            _owned(self.weights),
            _holdem_tables(self.game),
            outcomes,
        )
        return outcomes


@dataclass(frozen=True)
class SampleBoards:
    """Complete the board of known hands of hold'em, `hole` (players, 2), at random."""

    game: Game
    stream: Stream
    hole: Cards
    board: Cards
    deck: Cards

    def run(self) -> Counts:
        """Return the tally."""
        n_players = len(self.hole)
        tally = np.zeros(tally_shape(self.game, n_players), dtype=np.int64)
        known, tables = _known(self.board, self.deck), _holdem_tables(self.game)
        sample_boards(n_players)(self.stream, _owned(self.hole), known, tables, tally)
        return tally


@dataclass(frozen=True)
class SampleDeals:
    """Deal hands and boards at random; players whom no draw serves hold any hand."""

    game: Game
    stream: Stream
    n_players: int
    draws: Draws
    board: Cards
    deck: Cards

    def run(self) -> Counts:
        """Return the tally."""
        tally = np.zeros(tally_shape(self.game, self.n_players), dtype=np.int64)
        draws = Draws(*(_owned(array) for array in self.draws))
        known = _known(self.board, self.deck)
        if self.game.two_from_hand:
            sample_omaha()(self.stream, draws, known, _omaha_tables(self.game), tally)
        else:
            tables = _holdem_tables(self.game)
            sample_holdem(self.n_players)(self.stream, draws, known, tables, tally)
        return tally


def _known(board: Cards, deck: Cards) -> KnownCards:
    return KnownCards(_owned(board), _owned(deck))


def _holdem_tables(game: Game) -> HandTables:
    """Return what the kernels look seven cards up in."""
    return load_tables(game.rules).for_hands(_SHOWDOWN_CARDS)


@cache
def _omaha_tables(game: Game) -> OmahaLookups:
    high = load_omaha_tables(game.rules)
    low = load_omaha_tables(game.low_rules or LOW_RULES)
    return OmahaLookups(
        high.fives.card_keys,
        high.fives.displacements,
        high.fives.suited,
        high.pair_places,
        high.pair_ranks,
        low.pair_ranks,
        np.uint16(rank_of_class(EIGHT_LOWS, rules=LOW_RULES)),
    )


def fields_of_hands(hands: Cards) -> NDArray[np.uint64]:
    """Return the suit fields of each row of cards, shape (n,)."""
    fields: NDArray[np.uint64] = np.bitwise_or.reduce(suit_fields()[hands], axis=-1)
    return fields


def _owned(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array as Numba's kernels were compiled for: contiguous and writeable."""
    return np.require(array, requirements=["C", "W"])
