"""Rank arrays of checked or trusted hands block by block, on several threads."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.encoding import HOLE_CARDS
from handrank.inputs import (
    COPIED_BLOCK,
    NATIVE_BLOCK,
    CardError,
    Cards,
    Index,
    bad_row_reason,
    bad_rows,
    block_indices,
    fits_a_byte,
    is_native,
    to_native,
)
from handrank.kernels import scalar
from handrank.tables import Tables
from handrank.threads import for_each, resolve_threads

Ranks = NDArray[np.uint16]

# Below this many rows a thread's start costs more than its share of the work.
_ROWS_A_THREAD = 1 << 16


def rank_hands(
    hands: Cards, ranks: Ranks, tables: Tables, *, check: bool, threads: int | None
) -> None:
    """Rank hands (..., n) into `ranks` (...).

    Raises
    ------
    CardError
        For the first row that is no hand, if `check`.
    """
    n_cards = hands.shape[-1]
    kernel = scalar.RANK_HANDS[n_cards, check]

    def rank_block(index: Index) -> None:
        block = hands[index].reshape(-1, n_cards)
        if check and not fits_a_byte(block):
            raise _first_error(block, index, ranks.shape)
        target = _target(ranks[index])
        bad_row = kernel(to_native(block), *_kernel_tables(tables, n_cards), target)
        if bad_row != scalar.NO_BAD_ROW:
            raise _first_error(block, index, ranks.shape)
        _store(ranks, index, target)

    _in_blocks(rank_block, ranks.shape, native=is_native(hands), threads=threads)


def rank_deals(
    hole: Cards, boards: Cards, ranks: Ranks, tables: Tables, *, check: bool, threads: int | None
) -> None:
    """Rank hole cards (..., 2) with boards (..., 3..5), broadcast to `ranks` (...).

    Raises
    ------
    CardError
        For the first row that is no hand, if `check`.
    """
    lead = ranks.shape
    n_board = boards.shape[-1]
    n_cards = HOLE_CARDS + n_board
    kernel = scalar.RANK_DEALS[n_cards, check]
    # The trailing axes along which the board does not change are the players of one deal: the
    # board's key is summed once for them.
    board_lead = (1,) * (len(lead) - boards.ndim + 1) + boards.shape[:-1]
    n_deal_axes = len(lead)
    while n_deal_axes and board_lead[n_deal_axes - 1] == 1:
        n_deal_axes -= 1
    boards = boards.reshape(*board_lead[:n_deal_axes], n_board)
    boards = np.broadcast_to(boards, (*lead[:n_deal_axes], n_board))
    native = is_native(hole) and hole.shape[:-1] == lead
    hole = hole if native else np.broadcast_to(hole, (*lead, HOLE_CARDS))

    def rank_block(index: Index) -> None:
        board_block = boards[index[:n_deal_axes]].reshape(-1, n_board)
        hole_block = hole[index].reshape(len(board_block), -1, HOLE_CARDS)
        target = _target(ranks[index])
        bad_row = 0
        if not check or (fits_a_byte(hole_block) and fits_a_byte(board_block)):
            bad_row = kernel(
                to_native(hole_block),
                to_native(board_block),
                *_kernel_tables(tables, n_cards),
                target.reshape(hole_block.shape[:2]),
            )
        if bad_row != scalar.NO_BAD_ROW:
            repeated = board_block.repeat(hole_block.shape[1], axis=0)
            parts = hole_block.reshape(-1, HOLE_CARDS), repeated
            # uint64 and a signed type have no integer type in common.
            mixed = np.result_type(*parts).kind == "f"
            joined = np.concatenate(parts, axis=1, dtype=np.object_ if mixed else None)
            raise _first_error(joined, index, lead)
        _store(ranks, index, target)

    _in_blocks(rank_block, lead, native=native, threads=threads)


def _in_blocks(
    work: Callable[[Index], None], shape: tuple[int, ...], *, native: bool, threads: int | None
) -> None:
    rows = math.prod(shape)
    if rows == 0:
        return
    wanted = min(resolve_threads(threads), -(-rows // _ROWS_A_THREAD))
    for_each(work, block_indices(shape, NATIVE_BLOCK if native else COPIED_BLOCK), wanted)


def _kernel_tables(tables: Tables, n_cards: int) -> tuple[NDArray[Any], ...]:
    return tables.card_keys, tables.displacements[n_cards], tables.ranks[n_cards], tables.suited


def _target(block: Any) -> Ranks:
    """Return a flat array for a kernel to write to: the block itself where it is contiguous."""
    if isinstance(block, np.ndarray) and block.flags.c_contiguous:
        return block.reshape(-1)
    return np.empty(np.size(block), dtype=np.uint16)


def _store(ranks: Ranks, index: Index, target: Ranks) -> None:
    place = ranks[index]
    if not isinstance(place, np.ndarray) or not np.may_share_memory(place, target):
        ranks[index] = target.reshape(np.shape(place))


def _first_error(rows: Cards, index: Index, shape: tuple[int, ...]) -> CardError:
    """Return the error for the first bad row of a block that stands at `index` among all rows."""
    row = int(np.argmax(bad_rows(rows)))
    starts = [part.start if isinstance(part, slice) else part for part in index]
    starts += [0] * (len(shape) - len(starts))
    first = int(np.ravel_multi_index(starts, shape)) if shape else 0
    where = tuple(map(int, np.unravel_index(first + row, shape))) if shape else ()
    return CardError(where, bad_row_reason(rows[row]))
