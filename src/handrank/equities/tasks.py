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
from handrank.kernels.equity.count_omaha import count_omaha
from handrank.kernels.equity.count_winners import count_winners
from handrank.kernels.equity.sample_boards import sample_boards
from handrank.kernels.equity.sample_deals import sample_deals
from handrank.kernels.equity.sample_omaha import sample_omaha
from handrank.kernels.equity.sweep_boards import sweep_boards
from handrank.lookup.board_pairs import load_omaha_tables
from handrank.lookup.encoding import BOARD_CARDS, HOLE_CARDS, RANK_SHIFT, SUIT_MASK
from handrank.lookup.multisets import rank_multisets
from handrank.lookup.tables import HandTables, load_tables
from handrank.ranking.classes import EIGHT_LOWS, LOW_RULES, rank_of_class
from handrank.rulebook.cards import N_CARDS
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
        known = (
            _owned(self.hole),
            _owned(self.board),
            card_mask(self.deck),
            rank_multisets(BOARD_CARDS - len(self.board)),
        )
        if self.game.two_from_hand:
            count_omaha(*known, *_omaha_tables(self.game), tallies)
            return tallies
        keys, displacements_7, ranks_7, suited = _holdem_tables(self.game)
        displacements_5 = load_tables(self.game.rules).displacements[BOARD_CARDS]
        count_winners(n_players)(
            *known, keys, displacements_5, displacements_7, ranks_7, suited, tallies
        )
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
            *_holdem_tables(self.game),
            outcomes,
        )
        return outcomes


@dataclass(frozen=True)
class Stream:
    """The random numbers of one chunk of trials."""

    n_trials: int
    start: int
    step: int


@dataclass(frozen=True)
class Draws:
    """How hole cards are drawn; see `handrank.kernels.equity.sample_deals.sample_deals`."""

    first: Counts
    combos: Cards
    accept: NDArray[np.uint64]
    other: Counts


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
        sample_boards(n_players)(
            *_numbers(self.stream),
            _owned(self.hole),
            _owned(self.board),
            _owned(self.deck),
            *_holdem_tables(self.game),
            tally,
        )
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
        stream, known = _numbers(self.stream), (_owned(self.board), _owned(self.deck))
        draws = (
            _owned(self.draws.first),
            _owned(self.draws.combos),
            _owned(self.draws.accept),
            _owned(self.draws.other),
        )
        if self.game.two_from_hand:
            tables = _omaha_tables(self.game)
            sample_omaha(*stream, *draws, self.n_players, *known, *tables, tally)
        else:
            tables = _holdem_tables(self.game)
            sample_deals(self.n_players)(*stream, *draws, *known, *tables, tally)
        return tally


def _numbers(stream: Stream) -> tuple[int, np.uint64, np.uint64]:
    return stream.n_trials, np.uint64(stream.start), np.uint64(stream.step)


def _holdem_tables(game: Game) -> HandTables:
    """Return what the kernels look seven cards up in."""
    return load_tables(game.rules).for_hands(_SHOWDOWN_CARDS)


@cache
def _omaha_tables(game: Game) -> tuple[NDArray[Any] | np.uint16, ...]:
    """Return keys, hash, pairs, the ranks of the high and low game, the worst low and flushes."""
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


def card_mask(cards: Cards) -> np.uint64:
    """Return the bits of some cards in four 16-bit fields, one a suit, as the kernels hold them.

    Examples
    --------
    >>> hex(card_mask(np.array([0, 51], dtype=np.uint8)))
    '0x1000000000000001'
    """
    return np.uint64(np.bitwise_or.reduce(_card_bits()[cards]))


def card_masks(hands: Cards) -> NDArray[np.uint64]:
    """Return the `card_mask` of each row of cards, shape (n,)."""
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(_card_bits()[hands], axis=-1)
    return masks


@cache
def _card_bits() -> NDArray[np.uint64]:
    cards = range(N_CARDS)
    places = [16 * (card & SUIT_MASK) + (card >> RANK_SHIFT) for card in cards]
    return np.array([1 << place for place in places], dtype=np.uint64)


def _owned(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array as Numba's kernels were compiled for: contiguous and writeable."""
    return np.require(array, requirements=["C", "W"])
