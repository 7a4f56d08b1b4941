"""Random hole cards, drawn from weighted lists by alias tables."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import inlined
from handrank.kernels.equity.random_numbers import HALF, LOW_HALF, mixed, rejected_below
from handrank.kernels.portable.steps import field_bit


class Draws(NamedTuple):
    """How hole cards are drawn.

    Draw i takes one of the rows ``first[i]:first[i + 1]`` of `combos` (rows, players a row, hole
    cards) by Walker's alias tables: each is as likely, and row r then stands with probability
    ``accept[r] / 2**32``, else ``other[r]`` takes its place. Players whom no draw serves come last
    and hold any cards.
    """

    first: NDArray[np.int64]
    combos: NDArray[np.uint8]
    accept: NDArray[np.uint64]
    other: NDArray[np.int64]


class Rows(NamedTuple):
    """Keys and suit fields of all rows of the draws, and the numbers to draw a row with."""

    keys: NDArray[np.uint64]
    fields: NDArray[np.uint64]
    sizes: NDArray[np.uint64]
    rejected: NDArray[np.uint64]


class HoleCards(NamedTuple):
    """What the players of a deal hold: the keys, the suit fields, and (players, n) card ids."""

    keys: NDArray[np.uint64]
    fields: NDArray[np.uint64]
    cards: NDArray[np.uint8]


@inlined
def sum_rows(draws, card_keys):
    """Return what `draw_hole_cards` looks up."""
    n_rows, width, n_hole = draws.combos.shape
    keys = np.zeros((n_rows, width), dtype=np.uint64)
    fields = np.zeros((n_rows, width), dtype=np.uint64)
    for i in range(n_rows):
        for j in range(width):
            for k in range(n_hole):
                keys[i, j] += card_keys[draws.combos[i, j, k]]
                fields[i, j] |= field_bit(draws.combos[i, j, k])
    n_draws = len(draws.first) - 1
    sizes = np.empty(n_draws, dtype=np.uint64)
    rejected = np.empty(n_draws, dtype=np.uint64)
    for i in range(n_draws):
        sizes[i] = draws.first[i + 1] - draws.first[i]
        rejected[i] = rejected_below(draws.first[i + 1] - draws.first[i])
    return Rows(keys, fields, sizes, rejected)


@inlined
def no_hole_cards(n_players, n_hole):
    """Return room for what the players hold."""
    return HoleCards(
        np.zeros(n_players, dtype=np.uint64),
        np.zeros(n_players, dtype=np.uint64),
        np.zeros((n_players, n_hole), dtype=np.uint8),
    )


@inlined
def _draw_row(state, step, draws, rows, i):
    """Return the stream's new state and the row of draw i."""
    while True:
        state += step
        random = mixed(state)
        scaled = (random >> HALF) * rows.sizes[i]
        if (scaled & LOW_HALF) >= rows.rejected[i]:
            break
    row = np.uint64(draws.first[i]) + (scaled >> HALF)
    if (random & LOW_HALF) >= draws.accept[row]:
        row = np.uint64(draws.other[row])
    return state, row


@inlined
def draw_hole_cards(state, step, draws, rows, hole, n_copied):
    """Make all draws, also where they clash, and copy `n_copied` card ids of each hand.

    Returns the stream's new state, the cards in use, and those that more than one player holds.
    """
    used, clash = np.uint64(0), np.uint64(0)
    width = draws.combos.shape[1]
    for i in range(len(rows.sizes)):
        state, row = _draw_row(state, step, draws, rows, i)
        for j in range(width):
            p = i * width + j
            hole.keys[p] = rows.keys[row, j]
            hole.fields[p] = rows.fields[row, j]
            for k in range(n_copied):
                hole.cards[p, k] = draws.combos[row, j, k]
            clash |= used & rows.fields[row, j]
            used |= rows.fields[row, j]
    return state, used, clash
