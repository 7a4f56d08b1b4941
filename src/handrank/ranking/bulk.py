"""Rank arrays of checked or trusted hands block by block, on several threads."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.blocks import (
    COPIED_BLOCK,
    NATIVE_BLOCK,
    Index,
    bad_row_reason,
    bad_rows,
    block_indices,
    fits_a_byte,
    is_native,
    row_index,
    to_native,
)
from handrank.arrays.reading import Cards
from handrank.arrays.threads import for_each, resolve_threads
from handrank.kernels.families import (
    MANY_PLAYERS,
    rank_deals_kernel,
    rank_hands_kernel,
    rank_rivers_kernel,
)
from handrank.kernels.portable import rank_hands as scalar
from handrank.kernels.portable.best_of_subsets import best_of_subsets
from handrank.lookup.board_pairs import load_river_tables
from handrank.lookup.encoding import BOARD_CARDS, FLUSH_SIZE, HOLE_CARDS
from handrank.lookup.tables import Tables
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.errors import CardError

Ranks = NDArray[np.uint16]
Natives = NDArray[np.uint8]

# Below this many rows a thread's start costs more than its share of the work.
_ROWS_A_THREAD = 1 << 16
# Below this many rows the table of full boards is not worth its making.
_ROWS_FOR_RIVERS = 1 << 12


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
    lowest = lowest_card(tables.rules)
    kernel = rank_hands_kernel(n_cards, checked=check)
    hand_tables = tables.for_hands(n_cards)

    def rank_block(index: Index) -> None:
        block = hands[index].reshape(-1, n_cards)
        if check and not fits_a_byte(block, lowest):
            raise _first_error(block, index, ranks.shape, lowest)
        target = flat_target(ranks[index])
        bad_row = kernel(to_native(block), hand_tables, target)
        if bad_row != scalar.NO_BAD_ROW:
            raise _first_error(block, index, ranks.shape, lowest)
        rank_undecided(target, lambda rows: to_native(block[rows]), tables, n_cards)
        store_block(ranks, index, target)

    in_blocks(rank_block, ranks.shape, native=is_native(hands), threads=threads)


def rank_deals(
    hole: Cards, boards: Cards, ranks: Ranks, tables: Tables, *, check: bool, threads: int | None
) -> None:
    """Rank hole cards (..., 2) with boards (..., 3..5), broadcast to `ranks` (...).

    Raises
    ------
    CardError
        For the first row that is no hand, if `check`.
    """
    n_cards = HOLE_CARDS + boards.shape[-1]
    hand_tables = tables.for_hands(n_cards)
    few_players = rank_deals_kernel(n_cards, checked=check)
    many_players = rank_rivers_kernel(checked=check) if boards.shape[-1] == BOARD_CARDS else None

    def rank_block(hole_block: Natives, board_block: Natives, target: Ranks) -> int:
        cards_and_tables = hole_block, board_block, hand_tables
        bad_row: int
        if many_players and target.shape[1] in MANY_PLAYERS and target.size >= _ROWS_FOR_RIVERS:
            river = load_river_tables(tables.rules.name)
            bad_row = many_players(*cards_and_tables, river, target)
        else:
            bad_row = few_players(*cards_and_tables, target)
        if bad_row == scalar.NO_BAD_ROW:

            def cards_of(rows: NDArray[np.int64]) -> Natives:
                deals, players = np.divmod(rows, target.shape[1])
                return np.concatenate((hole_block[deals, players], board_block[deals]), axis=1)

            rank_undecided(target.reshape(-1), cards_of, tables, n_cards)
        return bad_row

    over_deals(
        rank_block,
        hole,
        boards,
        ranks,
        lowest=lowest_card(tables.rules) if check else None,
        threads=threads,
    )


def over_deals(
    rank_block: Callable[[Natives, Natives, Ranks], int],
    hole: Cards,
    boards: Cards,
    ranks: Ranks,
    *,
    lowest: int | None,
    threads: int | None,
) -> None:
    """Rank hole cards and boards, broadcast to `ranks`, block by block.

    Parameters
    ----------
    rank_block : callable
        Ranks hole cards (deals, players, h) with boards (deals, b) into (deals, players) and
        returns the first bad row, counted over deals times players, or `scalar.NO_BAD_ROW`.
    hole, boards : ndarray of int, shape (..., h) and (..., b)
        Any layout; `rank_block` gets the kernels' own.
    ranks : ndarray of uint16, shape (...)
        Where to write.
    lowest : int or None
        The lowest card id in the deck; None leaves the cards unchecked.
    threads : int or None
        See `handrank.arrays.threads`.

    Raises
    ------
    CardError
        For the first row that is no hand.
    """
    lead = ranks.shape
    n_hole, n_board = hole.shape[-1], boards.shape[-1]
    # The trailing axes along which the board does not change are the players of one deal: the
    # board's key is summed once for them.
    board_lead = (1,) * (len(lead) - boards.ndim + 1) + boards.shape[:-1]
    n_deal_axes = len(lead)
    while n_deal_axes and board_lead[n_deal_axes - 1] == 1:
        n_deal_axes -= 1
    boards = boards.reshape(*board_lead[:n_deal_axes], n_board)
    boards = np.broadcast_to(boards, (*lead[:n_deal_axes], n_board))
    native = is_native(hole) and hole.shape[:-1] == lead
    hole = hole if native else np.broadcast_to(hole, (*lead, n_hole))

    def work(index: Index) -> None:
        board_block = boards[index[:n_deal_axes]].reshape(-1, n_board)
        hole_block = hole[index].reshape(len(board_block), -1, n_hole)
        target = flat_target(ranks[index])
        bad_row = 0
        if lowest is None or all(fits_a_byte(cards, lowest) for cards in (hole_block, board_block)):
            bad_row = rank_block(
                to_native(hole_block),
                to_native(board_block),
                target.reshape(hole_block.shape[:2]),
            )
        if bad_row != scalar.NO_BAD_ROW:
            repeated = board_block.repeat(hole_block.shape[1], axis=0)
            parts = hole_block.reshape(-1, n_hole), repeated
            # uint64 and a signed type have no integer type in common.
            mixed = np.result_type(*parts).kind == "f"
            joined = np.concatenate(parts, axis=1, dtype=np.object_ if mixed else None)
            raise _first_error(joined, index, lead, lowest or 0)
        store_block(ranks, index, target)

    in_blocks(work, lead, native=native, threads=threads)


def in_blocks(
    work: Callable[[Index], None], shape: tuple[int, ...], *, native: bool, threads: int | None
) -> None:
    """Do `work` on blocks of rows, on several threads where there are rows enough."""
    rows = math.prod(shape)
    if rows == 0:
        return
    limit = NATIVE_BLOCK if native else COPIED_BLOCK
    wanted = min(resolve_threads(threads), -(-rows // _ROWS_A_THREAD))
    if wanted > 1:
        # Several blocks a thread, so that none waits long for another's last one.
        limit = min(limit, max(_ROWS_A_THREAD, rows // (4 * wanted)))
    for_each(work, block_indices(shape, limit), wanted)


def rank_undecided(
    target: Ranks,
    cards_of: Callable[[NDArray[np.int64]], Natives],
    tables: Tables,
    n_cards: int,
) -> None:
    """Rank the rows that a kernel left at 0 because their suited cards do not decide."""
    if n_cards == FLUSH_SIZE or tables.rules.suited_decide:
        return
    rows = np.flatnonzero(target == 0)
    target[rows] = best_of_subsets(cards_of(rows), tables.for_hands(FLUSH_SIZE))


def flat_target(block: Any) -> Ranks:
    """Return a flat array for a kernel to write to: the block itself where it is contiguous."""
    if isinstance(block, np.ndarray) and block.flags.c_contiguous:
        return block.reshape(-1)
    return np.empty(np.size(block), dtype=np.uint16)


def store_block(ranks: Ranks, index: Index, target: Ranks) -> None:
    """Put what a kernel wrote to `flat_target` in its place, if it is not there yet."""
    place = ranks[index]
    if not isinstance(place, np.ndarray) or not np.may_share_memory(place, target):
        ranks[index] = target.reshape(np.shape(place))


def _first_error(rows: Cards, index: Index, shape: tuple[int, ...], lowest: int) -> CardError:
    """Return the error for the first bad row of a block that stands at `index` among all rows."""
    row = int(np.argmax(bad_rows(rows, lowest)))
    return CardError(row_index(index, row, shape), bad_row_reason(rows[row], lowest))
