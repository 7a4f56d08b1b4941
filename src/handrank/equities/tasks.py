"""The pieces that long equity questions are cut into: one call of a kernel each.

A task is a `partial` of a function below: small, fit to be pickled, with the same numbers wherever
it runs: in this thread, in a pool of threads or processes, or on a Dask worker.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.equities.tally import Counts, tally_shape
from handrank.kernels.equity.count_holdem import count_holdem
from handrank.kernels.equity.count_omaha import count_omaha
from handrank.kernels.equity.random_cards import Draws, KnownCards, Stream
from handrank.kernels.equity.sample_deals import sample_boards, sample_holdem, sample_omaha
from handrank.kernels.equity.sweep_boards import sweep_boards
from handrank.kernels.equity.two_and_three import OmahaLookups
from handrank.lookup.board_pairs import load_omaha_tables
from handrank.lookup.encoding import BOARD_CARDS, HOLE_CARDS
from handrank.lookup.multisets import rank_multisets
from handrank.lookup.tables import HandTables, load_tables
from handrank.ranking.classes import EIGHT_LOWS, LOW_RULES, rank_of_class
from handrank.rulebook.games import Game

Cards = NDArray[np.uint8]
Task = Callable[[], Counts]


def count_matchups(game: Game, known: KnownCards, hole: Cards) -> Counts:
    """Count the outcomes for known hands (n, players, hole cards) over all boards, n tallies."""
    n_players = hole.shape[1]
    tallies = np.zeros((len(hole), *tally_shape(game, n_players)), dtype=np.int64)
    hole, known = _owned(hole), _owned_cards(known)
    multisets = rank_multisets(BOARD_CARDS - len(known.board))
    if game.two_from_hand:
        count_omaha(hole, known, multisets, _omaha_tables(game), tallies)
    else:
        five = load_tables(game.rules).for_hands(BOARD_CARDS)
        count_holdem(n_players)(hole, known, multisets, five, _holdem_tables(game), tallies)
    return tallies


def meet_range(game: Game, combos: Cards, weights: Counts, boards: Cards, counts: Counts) -> Counts:
    """Return the opposing weight that each combo beats, ties and meets on boards, (combos, 3)."""
    outcomes = np.zeros((len(combos), 3), dtype=np.int64)
    arrays: tuple[NDArray[Any], ...] = (boards, counts, combos, weights)
    sweep_boards(*map(_owned, arrays), _holdem_tables(game), outcomes)
    return outcomes


def draw_boards(game: Game, known: KnownCards, hole: Cards, stream: Stream) -> Counts:
    """Tally known hands of hold'em, `hole` (players, 2), with boards completed at random."""
    tally = np.zeros(tally_shape(game, len(hole)), dtype=np.int64)
    sample = sample_boards(len(hole))
    sample(stream, _owned(hole), _owned_cards(known), _holdem_tables(game), tally)
    return tally


def draw_deals(
    game: Game, known: KnownCards, n_players: int, draws: Draws, stream: Stream
) -> Counts:
    """Tally hands and boards dealt at random; players whom no draw serves hold any hand."""
    tally = np.zeros(tally_shape(game, n_players), dtype=np.int64)
    draws, known = Draws(*(_owned(array) for array in draws)), _owned_cards(known)
    if game.two_from_hand:
        sample_omaha()(stream, draws, known, _omaha_tables(game), tally)
    else:
        sample_holdem(n_players)(stream, draws, known, _holdem_tables(game), tally)
    return tally


def _holdem_tables(game: Game) -> HandTables:
    """Return what the kernels look seven cards up in."""
    return load_tables(game.rules).for_hands(BOARD_CARDS + HOLE_CARDS)


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


def _owned(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array as Numba's kernels were compiled for: contiguous and writeable."""
    return np.require(array, requirements=["C", "W"])


def _owned_cards(known: KnownCards) -> KnownCards:
    return KnownCards(*map(_owned, known))
