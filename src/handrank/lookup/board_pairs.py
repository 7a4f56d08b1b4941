"""Tables by board and hole cards: what any two hole cards make of any full board.

Without a flush nothing but card ranks counts, and there are only 6,175 rank multisets of five board
cards and 91 of two hole cards. A table holds one row of 192 bytes, three cache lines, for each
board, and in it one hand rank for each two hole cards:

- at hold'em the best of all seven cards, so that the ranks of all players on a board stand in one
  row, where the table of seven-card hands would scatter them over 128 KiB;
- at Omaha the best of two hole cards with exactly three of the board, so that an Omaha hand of
  60 five-card hands is six lookups.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.lookup.encoding import (
    BOARD_CARDS,
    CATEGORY_SHIFT,
    FLUSH_SIZE,
    HASH_SHAPES,
    HOLE_CARDS,
    RANK_BITS,
    ROW_ENTRIES,
)
from handrank.lookup.multisets import deck_multisets, keys_of, rank_multisets, slots_of
from handrank.lookup.tables import HandTables, Tables, load_tables
from handrank.rulebook.rules import N_RANKS, HandCategory

_CACHE_LINE = 64


class RiverTables(NamedTuple):
    """What kernels look up the ranks of many players on full boards in; all read-only."""

    # The tables for five cards: where a board's row stands.
    boards: HandTables
    # Shape (8192, 96): the hand rank without a flush of the seven cards, by the slot of the board's
    # five and the `pair_place` of the hole cards; meaningless where the deck does not hold them.
    # Rows start at cache lines.
    pair_ranks: NDArray[np.uint16]


class OmahaTables(NamedTuple):
    """What kernels look up Omaha hands in; all read-only."""

    # The tables for five cards.
    fives: HandTables
    # The `pair_place` of two hole cards, by ``rank << 4 | rank``.
    pair_places: NDArray[np.uint8]
    # As in `RiverTables`, for two hole cards with three of the board.
    pair_ranks: NDArray[np.uint16]
    # Ranks of suited cards below this are those of flushes that are not straight flushes; 0 in low
    # games, where a flush is nothing to look for.
    plain_flushes: int


@cache
def load_river_tables(rules: str) -> RiverTables:
    """Return the tables of a rule set, made on first use: 1.6 MB in some twenty milliseconds."""
    tables = load_tables(rules)
    return RiverTables(tables.for_hands(BOARD_CARDS), _pair_ranks(tables, BOARD_CARDS))


@cache
def load_omaha_tables(rules: str) -> OmahaTables:
    """Return the tables of a rule set, made on first use: 1.6 MB in some ten milliseconds."""
    tables = load_tables(rules)
    fives, pair_ranks = tables.for_hands(FLUSH_SIZE), _pair_ranks(tables, FLUSH_SIZE - HOLE_CARDS)
    plain_flushes = 0
    if tables.rules.suits_count and tables.rules.suited_decide:
        place = tables.rules.categories.index(HandCategory.STRAIGHT_FLUSH)
        plain_flushes = place << CATEGORY_SHIFT
    return OmahaTables(fives, _pair_places(), pair_ranks, plain_flushes)


# The pairs of card ranks in the order of their `pair_place`, the higher ones first: shape (2, 91).
_PAIRS = np.array(np.tril_indices(N_RANKS), dtype=np.uint8)


def _pair_places() -> NDArray[np.uint8]:
    places = np.zeros((1 << RANK_BITS, 1 << RANK_BITS), dtype=np.uint8)
    high, low = _PAIRS
    places[high, low] = places[low, high] = np.arange(len(high))
    places.flags.writeable = False
    return places.reshape(-1)


def _pair_ranks(tables: Tables, n_from_board: int) -> NDArray[np.uint16]:
    """Return the best rank of two hole cards with `n_from_board` of a board, for any board."""
    n_cards = HOLE_CARDS + n_from_board
    subsets, boards = rank_multisets(n_from_board), deck_multisets(BOARD_CARDS)
    keys = keys_of(subsets)[:, None] + keys_of(_PAIRS.T)
    of_subsets = tables.ranks[n_cards][slots_of(keys, n_cards, tables)]
    subset_numbers = np.zeros((N_RANKS,) * n_from_board, dtype=np.intp)
    subset_numbers[tuple(subsets.T)] = np.arange(len(subsets))

    best = np.zeros((len(boards), keys.shape[1]), dtype=np.uint16)
    for places in combinations(range(BOARD_CARDS), n_from_board):
        np.maximum(best, of_subsets[subset_numbers[tuple(boards[:, places].T)]], out=best)
    table = _at_cache_lines(HASH_SHAPES[BOARD_CARDS].n_slots, ROW_ENTRIES)
    rows = slots_of(keys_of(boards), BOARD_CARDS, tables)
    table[rows, : keys.shape[1]] = best
    table.flags.writeable = False
    return table


def _at_cache_lines(n_rows: int, n_entries: int) -> NDArray[np.uint16]:
    """Return an array of zeros whose first entry starts a cache line."""
    size = n_rows * n_entries
    spacious = np.zeros(size + _CACHE_LINE // 2, dtype=np.uint16)
    first = -spacious.ctypes.data % _CACHE_LINE // 2
    return spacious[first : first + size].reshape(n_rows, n_entries)
