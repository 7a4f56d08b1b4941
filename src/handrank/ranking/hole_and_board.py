"""Rank hole cards with boards, as in hold'em, where any five cards count, and as in Omaha."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.blocks import Index, for_each_block, is_native, to_native
from handrank.arrays.legality import first_error, fits_a_byte, joined
from handrank.arrays.output import Ranks, flat_target, store_block
from handrank.arrays.reading import Cards
from handrank.kernels.families import family_in_use
from handrank.kernels.portable.best_of_subsets import rank_undecided
from handrank.kernels.portable.rank_omaha import HOLE_SIZES, omaha_kernel
from handrank.kernels.protocols import NO_BAD_ROW, with_rows_of
from handrank.lookup.board_pairs import load_omaha_tables, load_river_tables
from handrank.lookup.encoding import BOARD_CARDS, HAND_SIZES, HOLE_CARDS
from handrank.lookup.tables import Tables
from handrank.rulebook.errors import value_error

Natives = NDArray[np.uint8]
# Ranks hole cards (deals, players, h) with boards (deals, b) into (deals, players); returns the
# first bad row, counted over deals times players, or `NO_BAD_ROW`.
RankBlock = Callable[[Natives, Natives, Ranks], int]

BOARD_SIZES = tuple(size - HOLE_CARDS for size in HAND_SIZES)
# Below this many rows the table of full boards is not worth its making.
_ROWS_FOR_RIVERS = 1 << 12


def shape_of_deals(holes: Cards, boards: Cards, *, shared: bool = False) -> tuple[int, ...]:
    """Return the shape of the ranks of hole cards with boards, or with cards that all share."""
    if not shared and boards.shape[-1] not in BOARD_SIZES:
        raise value_error(
            "a board has 3, 4 or 5 cards, got {n} (shape {shape})",
            n=boards.shape[-1],
            shape=boards.shape,
        )
    try:
        return np.broadcast_shapes(holes.shape[:-1], boards.shape[:-1])
    except ValueError:
        raise value_error(
            "hole cards {holes} and board {boards} do not broadcast: the dimensions before "
            "the last must be equal or 1",
            holes=holes.shape,
            boards=boards.shape,
        ) from None


def with_shared_cards(holes: Cards, boards: Cards) -> Cards:
    """Return whole hands of hole cards and those that all players share."""
    shape = shape_of_deals(holes, boards, shared=True)
    parts = [np.broadcast_to(part, (*shape, part.shape[-1])) for part in (holes, boards)]
    return np.concatenate(parts, axis=-1)


def holdem_ranker(
    hole_shape: tuple[int, ...], n_board: int, tables: Tables, *, check: bool
) -> RankBlock:
    """Return what ranks blocks of two hole cards with `n_board` cards of a board."""
    if hole_shape[-1] != HOLE_CARDS:
        raise value_error(
            "a board goes with 2 hole cards, got {n} (shape {shape}); Omaha hands are ranked "
            "with game=",
            n=hole_shape[-1],
            shape=hole_shape,
        )
    n_cards = HOLE_CARDS + n_board
    hand_tables = tables.for_hands(n_cards)
    family = family_in_use()
    few_players = family.deals(n_cards, check)
    many_players = family.rivers(check) if family.rivers and n_board == BOARD_CARDS else None

    def rank_block(hole_block: Natives, board_block: Natives, target: Ranks) -> int:
        many = target.shape[1] in family.river_players and target.size >= _ROWS_FOR_RIVERS
        if many_players and many:
            river = load_river_tables(tables.rules.name)
            bad_row = many_players(hole_block, board_block, hand_tables, river, target)
        else:
            bad_row = few_players(hole_block, board_block, hand_tables, target)
        if bad_row == NO_BAD_ROW:

            def cards_of(rows: NDArray[np.int64]) -> Natives:
                deals, players = np.divmod(rows, target.shape[1])
                return np.concatenate((hole_block[deals, players], board_block[deals]), axis=1)

            rank_undecided(target.reshape(-1), cards_of, tables, n_cards)
        return bad_row

    return rank_block


def omaha_ranker(
    hole_shape: tuple[int, ...], n_board: int, tables: Tables, *, check: bool
) -> RankBlock:
    """Return what ranks blocks of four to six hole cards with `n_board` cards of a board."""
    n_hole = hole_shape[-1]
    if n_hole not in HOLE_SIZES:
        raise value_error(
            "an Omaha hand has 4, 5 or 6 hole cards, got {n} (shape {shape})",
            n=n_hole,
            shape=hole_shape,
        )
    omaha_tables = load_omaha_tables(tables.rules.name)
    kernel = omaha_kernel(n_hole, n_board, check)

    def rank_block(hole_block: Natives, board_block: Natives, target: Ranks) -> int:
        bad_row: int = kernel(hole_block, board_block, omaha_tables, target)
        return bad_row

    return rank_block


def rank_deals(
    rank_block: RankBlock,
    holes: Cards,
    boards: Cards,
    ranks: Ranks,
    *,
    lowest: int | None,
    threads: int | None,
) -> None:
    """Rank hole cards and boards, broadcast to `ranks`, block by block."""
    # `lowest` is the lowest card id in the deck; None leaves the cards unchecked.
    shape = ranks.shape
    n_hole, n_board = holes.shape[-1], boards.shape[-1]
    # The trailing axes along which the board does not change are the players of one deal: the
    # board's key is summed once for them.
    board_shape = (1,) * (len(shape) - boards.ndim + 1) + boards.shape[:-1]
    n_deal_axes = len(shape)
    while n_deal_axes and board_shape[n_deal_axes - 1] == 1:
        n_deal_axes -= 1
    boards = boards.reshape(*board_shape[:n_deal_axes], n_board)
    boards = np.broadcast_to(boards, (*shape[:n_deal_axes], n_board))
    native = is_native(holes) and holes.shape[:-1] == shape
    holes = holes if native else np.broadcast_to(holes, (*shape, n_hole))

    def work(index: Index) -> None:
        board_block = boards[index[:n_deal_axes]].reshape(-1, n_board)
        hole_block = holes[index].reshape(len(board_block), -1, n_hole)
        target = flat_target(ranks, index)
        bad_row = 0
        if lowest is None or all(fits_a_byte(cards, lowest) for cards in (hole_block, board_block)):
            places = with_rows_of(target.reshape(hole_block.shape[:2]), hole_block, board_block)
            bad_row = rank_block(to_native(hole_block), to_native(board_block), places)
        if bad_row != NO_BAD_ROW:
            repeated = board_block.repeat(hole_block.shape[1], axis=0)
            rows = joined(hole_block.reshape(-1, n_hole), repeated)
            raise first_error(rows, index, shape, lowest or 0)
        store_block(ranks, index, target)

    for_each_block(work, shape, threads, native=native)
