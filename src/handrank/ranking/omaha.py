"""`evaluate_omaha`: two of the hole cards with three of the board."""

from typing import Any

from numpy.typing import ArrayLike

from handrank.arrays.reading import as_cards
from handrank.kernels.portable.rank_omaha import BOARD_SIZES, HOLE_SIZES, RANK_OMAHA
from handrank.lookup.board_pairs import load_omaha_tables
from handrank.ranking.bulk import Natives, Ranks, over_deals
from handrank.ranking.hands import broadcast_lead, finish, result_array
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.rules import get_rules


def evaluate_omaha(
    hole: ArrayLike,
    board: ArrayLike,
    *,
    rules: str = "high",
    check: bool = True,
    out: Ranks | None = None,
    threads: int | None = None,
) -> Any:
    """Rank Omaha hands: exactly two hole cards count with exactly three board cards.

    Parameters
    ----------
    hole : array_like of int or str, shape (..., 4..6)
        Hole cards, as ids or card text.
    board : array_like of int or str, shape (..., 3..5)
        Board cards. The leading dimensions broadcast: hole cards (N, P, 4) with a board (N, 1, 5)
        rank P players a deal.
    rules : str, optional
        How hands are ordered, one of `RULE_SETS`. For the low half of hi-lo games give the ranks
        under ``"ace-to-five"`` to `eight_or_better`.
    check : bool, optional
        Whether to refuse cards outside the deck and cards given twice. Without the check such hands
        get a meaningless rank; shapes and dtypes are checked always.
    out : ndarray of uint16, optional
        Where to put the ranks; of exactly the result's shape. After an error its contents are
        undefined.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means. The ranks
        are the same for any number.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)
        Hand ranks, the same numbers that `evaluate` gives to the five cards that count.

    Raises
    ------
    TypeError
        If the dtype of `hole`, `board` or `out` is a wrong one.
    ValueError
        If there are too few or too many cards, a shape does not fit, `rules` is unknown, or a row
        is no hand; the message names the first bad row and the card.
    TableError
        If the tables are missing or damaged.

    Examples
    --------
    One heart in the hand makes no flush, whatever the board:

    >>> from handrank import hand_category
    >>> hand_category(evaluate_omaha("AhAsKd3c", "2h5h9hJhKc"))
    <HandCategory.ONE_PAIR: 1>
    >>> evaluate_omaha(["AsAhKsKh", "JdTd9c8c"], "2d3d7hTs4c")
    array([6805, 5925], dtype=uint16)
    """
    omaha = load_omaha_tables(rules)
    holes, boards = as_cards(hole, name="hole"), as_cards(board, name="board")
    n_hole, n_board = holes.shape[-1], boards.shape[-1]
    if n_hole not in HOLE_SIZES:
        raise ValueError(
            f"an Omaha hand has 4, 5 or 6 hole cards, got {n_hole} (shape {holes.shape})"
        )
    if n_board not in BOARD_SIZES:
        raise ValueError(f"a board has 3, 4 or 5 cards, got {n_board} (shape {boards.shape})")
    ranks, given = result_array(broadcast_lead(holes, boards), out, (holes, boards))
    kernel = RANK_OMAHA[n_hole, n_board, check]

    def rank_block(hole_block: Natives, board_block: Natives, target: Ranks) -> int:
        bad_row: int = kernel(hole_block, board_block, omaha, target)
        return bad_row

    lowest = lowest_card(get_rules(rules)) if check else None
    over_deals(rank_block, holes, boards, ranks, lowest=lowest, threads=threads)
    return finish(ranks, given)
