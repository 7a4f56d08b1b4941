"""A table for many players on one board: what any two hole cards make of any full board.

Without a flush nothing but card ranks counts, and there are only 6,175 rank multisets of five board
cards and 91 of two hole cards. The hand ranks of all players on a board stand in one row of 192
bytes, three cache lines, where the table of seven-card hands would scatter them over 128 KiB.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from handrank.encoding import (
    BOARD_CARDS,
    HASH_SHAPES,
    HOLE_CARDS,
    PADDING,
    ROW_ENTRIES,
    pair_place,
    rank_keys,
)
from handrank.multisets import deck_multisets, slots_of, slots_of_keys
from handrank.tables import load_tables

_CACHE_LINE = 64


@dataclass(frozen=True)
class RiverTables:
    """The table of full boards under one rule set, read-only.

    Attributes
    ----------
    board_rows : ndarray of uint16, shape (8193,)
        The row of a board, by the slot of its five cards; one entry of padding.
    pair_ranks : ndarray of uint16, shape (6175, 96)
        The hand rank without a flush, by the board's row and the `pair_place` of the hole cards.
        Rows start at cache lines. Where the deck does not hold the cards, another hand's.
    """

    board_rows: NDArray[np.uint16]
    pair_ranks: NDArray[np.uint16]


@cache
def load_river_tables(rules: str) -> RiverTables:
    """Return the table of a rule set, made on first use: 1.2 MB in some twenty milliseconds.

    Raises
    ------
    ValueError
        If no rule set has that name.
    TableError
        If a file is missing or damaged.
    """
    tables = load_tables(rules)
    boards, pairs = deck_multisets(BOARD_CARDS), deck_multisets(HOLE_CARDS)
    board_rows = np.zeros(HASH_SHAPES[BOARD_CARDS].n_slots + PADDING, dtype=np.uint16)
    board_rows[slots_of(boards, tables)] = np.arange(len(boards))
    board_keys, pair_keys = (
        rank_keys()[ranks].sum(axis=1, dtype=np.uint32) for ranks in (boards, pairs)
    )
    n_cards = BOARD_CARDS + HOLE_CARDS
    places = [pair_place(high, low) for low, high in pairs.tolist()]
    pair_ranks = _at_cache_lines(len(boards), ROW_ENTRIES)
    for place, pair_key in zip(places, pair_keys, strict=True):
        slots = slots_of_keys(board_keys + pair_key, n_cards, tables)
        pair_ranks[:, place] = tables.ranks[n_cards][slots]
    board_rows.flags.writeable = pair_ranks.flags.writeable = False
    return RiverTables(board_rows, pair_ranks)


def _at_cache_lines(n_rows: int, n_entries: int) -> NDArray[np.uint16]:
    """Return an array of zeros whose first entry starts a cache line."""
    size = n_rows * n_entries
    room = np.zeros(size + _CACHE_LINE // 2, dtype=np.uint16)
    first = -room.ctypes.data % _CACHE_LINE // 2
    return room[first : first + size].reshape(n_rows, n_entries)
