"""A table for many players on one board: what any two hole cards make of any full board.

Without a flush nothing but card ranks counts, and there are only 6,175 rank multisets of five board
cards and 91 of two hole cards. The hand ranks of all players on a board stand in one row of 192
bytes, three cache lines, where the table of seven-card hands would scatter them over 128 KiB.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from handrank.lookup.encoding import (
    BOARD_CARDS,
    HASH_SHAPES,
    HOLE_CARDS,
    ROW_ENTRIES,
    pair_place,
    rank_keys,
)
from handrank.lookup.multisets import deck_multisets, slots_of, slots_of_keys
from handrank.lookup.tables import load_tables

_CACHE_LINE = 64


@cache
def load_river_table(rules: str) -> NDArray[np.uint16]:
    """Return the table of a rule set, made on first use: 1.6 MB in some twenty milliseconds.

    Returns
    -------
    ndarray of uint16, shape (8192, 96), read-only
        The hand rank without a flush, by the slot of the board's five cards and the `pair_place` of
        the hole cards; another hand's where the deck does not hold the seven. Rows start at cache
        lines.

    Raises
    ------
    ValueError
        If no rule set has that name.
    TableError
        If a file is missing or damaged.
    """
    tables = load_tables(rules)
    boards, pairs = deck_multisets(BOARD_CARDS), deck_multisets(HOLE_CARDS)
    board_keys, pair_keys = (
        rank_keys()[ranks].sum(axis=1, dtype=np.uint32) for ranks in (boards, pairs)
    )
    n_cards = BOARD_CARDS + HOLE_CARDS
    by_board = np.empty((len(boards), ROW_ENTRIES), dtype=np.uint16)
    for (low, high), pair_key in zip(pairs.tolist(), pair_keys, strict=True):
        slots = slots_of_keys(board_keys + pair_key, n_cards, tables)
        by_board[:, pair_place(high, low)] = tables.ranks[n_cards][slots]
    table = _at_cache_lines(HASH_SHAPES[BOARD_CARDS].n_slots, ROW_ENTRIES)
    table[slots_of(boards, tables)] = by_board
    table.flags.writeable = False
    return table


def _at_cache_lines(n_rows: int, n_entries: int) -> NDArray[np.uint16]:
    """Return an array of zeros whose first entry starts a cache line."""
    size = n_rows * n_entries
    room = np.zeros(size + _CACHE_LINE // 2, dtype=np.uint16)
    first = -room.ctypes.data % _CACHE_LINE // 2
    return room[first : first + size].reshape(n_rows, n_entries)
