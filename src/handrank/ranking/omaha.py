"""Rank Omaha hands: two of the hole cards with three of the board."""

from handrank.arrays.output import Ranks
from handrank.arrays.reading import Cards
from handrank.kernels.portable.rank_omaha import HOLE_SIZES, omaha_kernel
from handrank.lookup.board_pairs import load_omaha_tables
from handrank.ranking.hole_and_board import Natives, for_each_block_of_deals
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.errors import Message
from handrank.rulebook.rules import RulesName, get_rules


def rank_omaha(
    holes: Cards,
    boards: Cards,
    ranks: Ranks,
    rules: RulesName,
    *,
    check: bool,
    threads: int | None,
) -> None:
    """Rank hole cards (..., 4..6) with boards (..., 3..5), broadcast to `ranks` (...)."""
    n_hole, n_board = holes.shape[-1], boards.shape[-1]
    if n_hole not in HOLE_SIZES:
        raise ValueError(
            Message(
                "an Omaha hand has 4, 5 or 6 hole cards, got {n} (shape {shape})",
                n=n_hole,
                shape=holes.shape,
            )
        )
    omaha = load_omaha_tables(rules)
    kernel = omaha_kernel(n_hole, n_board, check)

    def rank_block(hole_block: Natives, board_block: Natives, target: Ranks) -> int:
        bad_row: int = kernel(hole_block, board_block, omaha, target)
        return bad_row

    lowest = lowest_card(get_rules(rules)) if check else None
    for_each_block_of_deals(rank_block, holes, boards, ranks, lowest=lowest, threads=threads)
