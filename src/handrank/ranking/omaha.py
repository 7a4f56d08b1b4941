"""Rank Omaha hands: two of the hole cards with three of the board."""

from handrank.arrays.output import Ranks
from handrank.kernels.portable.rank_omaha import HOLE_SIZES, omaha_kernel
from handrank.lookup.board_pairs import load_omaha_tables
from handrank.lookup.tables import Tables
from handrank.ranking.hole_and_board import Natives, RankBlock
from handrank.rulebook.errors import value_error


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
