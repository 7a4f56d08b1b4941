"""Whether deals can be dealt: every card in the deck, and none twice among players and board."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.blocks import (
    Index,
    bad_row_reason,
    bad_rows,
    block_indices,
    fits_a_byte,
    row_index,
    to_native,
)
from handrank.arrays.reading import Cards, outside
from handrank.arrays.threads import for_each, resolve_threads
from handrank.rulebook.cards import N_CARDS
from handrank.rulebook.errors import CardError

# Takes hole cards (n, h) and boards (n, b); returns the first row that is no deal, else -1.
FindBadDeal = Callable[[NDArray[np.uint8], NDArray[np.uint8]], int]

_CARDS_A_BLOCK = 1 << 15
_CARDS_A_THREAD = 1 << 16


def check_deals(
    holes: Cards, boards: Cards, lowest: int, find_bad_deal: FindBadDeal, threads: int | None
) -> None:
    """Refuse the first deal, holes (..., P, h) and boards (..., 1, b), that is none.

    `lowest` is the lowest card id in the deck; `find_bad_deal` is a kernel.
    """
    lead = np.broadcast_shapes(holes.shape[:-2], boards.shape[:-2])
    n_hole, n_board = holes.shape[-2] * holes.shape[-1], boards.shape[-1]
    all_holes = np.broadcast_to(holes, (*lead, *holes.shape[-2:]))
    all_boards = np.broadcast_to(boards, (*lead, 1, n_board))

    def work(index: Index) -> None:
        hole_block = all_holes[index].reshape(-1, n_hole)
        board_block = all_boards[index].reshape(-1, n_board)
        row = -1
        if all(fits_a_byte(block, lowest) for block in (hole_block, board_block)):
            row = find_bad_deal(to_native(hole_block), to_native(board_block))
            if row < 0:
                return
        deals = np.concatenate((hole_block, board_block), axis=1)
        row = int(np.argmax(bad_rows(deals, lowest))) if row < 0 else row
        raise CardError(row_index(index, row, lead), bad_row_reason(deals[row], lowest))

    n_cards = n_hole + n_board
    wanted = min(resolve_threads(threads), -(-math.prod(lead) * n_cards // _CARDS_A_THREAD))
    for_each(work, block_indices(lead, max(1, _CARDS_A_BLOCK // n_cards)), max(1, wanted))


def bad_deals(holes: Cards, boards: Cards, lowest: int, known: NDArray[np.bool_]) -> dict[int, str]:
    """Return the rows that are no deals, and why: holes (n, P, h), boards (n, b), known (n, P).

    The cards of players who are not `known` are left out.
    """
    n = len(holes)
    if not n:
        return {}
    mask = np.repeat(known, holes.shape[-1], axis=1)
    mask = np.concatenate((mask, np.ones(boards.shape, dtype=np.bool_)), axis=1)
    cards: NDArray[Any] = np.concatenate((holes.reshape(n, -1), boards), axis=1)
    no_cards = mask & outside(cards, lowest, N_CARDS - 1)
    bits = np.where(mask, np.uint64(1) << cards.astype(np.uint64), np.uint64(0))
    distinct = np.bitwise_count(np.bitwise_or.reduce(bits, axis=1))
    bad = no_cards.any(axis=1) | (distinct != mask.sum(axis=1))
    return {
        row: bad_row_reason(cards[row, mask[row]], lowest) for row in np.flatnonzero(bad).tolist()
    }
