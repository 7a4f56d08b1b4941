"""`evaluate`: hands in, hand ranks out."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.encoding import HAND_SIZES, HOLE_CARDS
from handrank.inputs import (
    COPIED_BLOCK,
    NATIVE_BLOCK,
    CardError,
    Cards,
    Index,
    as_cards,
    bad_row_reason,
    bad_rows,
    block_indices,
    fits_a_byte,
    is_native,
    to_native,
)
from handrank.kernels import scalar
from handrank.tables import Tables, load_tables

Ranks = NDArray[np.uint16]


def evaluate(
    cards: ArrayLike,
    board: ArrayLike | None = None,
    *,
    rules: str = "high",
    axis: int = -1,
    out: Ranks | None = None,
    check: bool = True,
) -> Any:
    """Rank hands of five, six or seven cards: the best five count.

    Parameters
    ----------
    cards : array_like of int or str, shape (..., n)
        Card ids (``4 * rank + suit``, 0..51) of any integer dtype with n = 5, 6 or 7 along `axis`;
        or, with `board`, two hole cards. Card text is taken as well: one text a hand, or a list of
        them, or a list of one-card texts.
    board : array_like of int or str, shape (..., 3..5), optional
        Board cards that are joined to the hole cards. The leading dimensions broadcast: hole cards
        (N, P, 2) with a board (N, 1, 5) rank P players a deal.
    rules : str, optional
        How hands are ordered: ``"high"``, or ``"high-no-wheel"`` where A-2-3-4-5 is no straight.
    axis : int, optional
        The axis along which the cards of a hand stand.
    out : ndarray of uint16, optional
        Where to put the ranks; of exactly the result's shape. After an error its contents are
        undefined.
    check : bool, optional
        Whether to refuse cards outside 0..51 and cards given twice. Without the check such hands
        get a meaningless rank; shapes and dtypes are checked always.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)
        Hand ranks: the larger number wins, equal numbers tie.

    Raises
    ------
    TypeError
        If the dtype of `cards`, `board` or `out` is a wrong one.
    ValueError
        If a row has a wrong number of cards, a shape does not fit, `rules` is unknown, or a row is
        no hand; the message names the first bad row and the card.
    TableError
        If the tables are missing or damaged.

    Examples
    --------
    >>> evaluate("AsKsQsJsTs2c3d") > evaluate("AsAdAhAcKs2c3d")
    np.True_
    >>> hole = [[[51, 50], [47, 46]]]  # one deal: aces against kings
    >>> evaluate(hole, board=[[[0, 5, 10, 15, 33]]])
    array([[16385,  6578]], dtype=uint16)
    """
    tables = load_tables(rules)
    hands = as_cards(cards, axis)
    if board is None:
        n_cards = hands.shape[-1]
        if n_cards not in HAND_SIZES:
            raise ValueError(
                f"a hand has 5, 6 or 7 cards, got {n_cards} along axis {axis} of shape "
                f"{_given_shape(hands, axis)}; hole cards go with board="
            )
        ranks, given = _result(hands.shape[:-1], out, (hands,))
        _rank_hands(hands, ranks, tables, check)
    else:
        boards = as_cards(board, axis, name="board")
        _check_counts(hands, boards)
        lead = _broadcast(hands, boards)
        ranks, given = _result(lead, out, (hands, boards))
        _rank_deals(hands, boards, ranks, tables, check)
    if given is None:
        return ranks[()]
    if given is not ranks:
        given[...] = ranks
    return given


def _given_shape(hands: Cards, axis: int) -> tuple[int, ...]:
    return np.moveaxis(hands, -1, axis).shape


def _check_counts(hole: Cards, boards: Cards) -> None:
    if hole.shape[-1] != HOLE_CARDS:
        raise ValueError(
            f"a board goes with 2 hole cards, got {hole.shape[-1]} (shape {hole.shape})"
        )
    allowed = [size - HOLE_CARDS for size in HAND_SIZES]
    if boards.shape[-1] not in allowed:
        raise ValueError(
            f"a board has 3, 4 or 5 cards, got {boards.shape[-1]} (shape {boards.shape})"
        )


def _broadcast(hole: Cards, boards: Cards) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(hole.shape[:-1], boards.shape[:-1])
    except ValueError:
        raise ValueError(
            f"hole cards {hole.shape} and board {boards.shape} do not broadcast: the dimensions "
            "before the last must be equal or 1"
        ) from None


def _result(
    shape: tuple[int, ...], out: Ranks | None, sources: tuple[Cards, ...]
) -> tuple[Ranks, Ranks | None]:
    """Return where to write and the user's `out`: the same array unless it overlaps the cards."""
    if out is None:
        return np.empty(shape, dtype=np.uint16), None
    if not isinstance(out, np.ndarray) or out.dtype != np.uint16:
        given = getattr(out, "dtype", type(out).__name__)
        raise TypeError(f"out must be an array of dtype uint16, got {given}")
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, got {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out is read-only")
    if any(np.may_share_memory(out, source) for source in sources):
        return np.empty(shape, dtype=np.uint16), out
    return out, out


def _rank_hands(hands: Cards, ranks: Ranks, tables: Tables, check: bool) -> None:
    n_cards = hands.shape[-1]
    kernel = scalar.RANK_HANDS[n_cards, check]
    limit = NATIVE_BLOCK if is_native(hands) else COPIED_BLOCK
    for index in block_indices(ranks.shape, limit):
        block = hands[index].reshape(-1, n_cards)
        bad = check and not fits_a_byte(block) if block.dtype != np.uint8 else False
        target = _target(ranks[index])
        if not bad:
            row = kernel(to_native(block), *_kernel_tables(tables, n_cards), target)
            bad = row != scalar.NO_BAD_ROW
        if bad:
            raise _first_error(block, index, ranks.shape)
        _store(ranks, index, target)


def _rank_deals(hole: Cards, boards: Cards, ranks: Ranks, tables: Tables, check: bool) -> None:
    lead = ranks.shape
    n_board = boards.shape[-1]
    n_cards = HOLE_CARDS + n_board
    kernel = scalar.RANK_DEALS[n_cards, check]
    padded = (1,) * (len(lead) - boards.ndim + 1) + boards.shape[:-1]
    # The trailing axes along which the board does not change are the players of one deal: the
    # board's key is summed once for them.
    n_deal_axes = len(lead)
    while n_deal_axes and padded[n_deal_axes - 1] == 1:
        n_deal_axes -= 1
    deal_boards = boards.reshape(*padded[:n_deal_axes], n_board)
    deal_boards = np.broadcast_to(deal_boards, (*lead[:n_deal_axes], n_board))
    hole = np.broadcast_to(hole, (*lead, HOLE_CARDS)) if hole.shape[:-1] != lead else hole
    limit = NATIVE_BLOCK if is_native(hole) else COPIED_BLOCK
    for index in block_indices(lead, limit):
        board_block = deal_boards[index[:n_deal_axes]].reshape(-1, n_board)
        hole_block = hole[index].reshape(len(board_block), -1, HOLE_CARDS)
        bad = check and not all(
            block.dtype == np.uint8 or fits_a_byte(block) for block in (hole_block, board_block)
        )
        target = _target(ranks[index])
        if not bad:
            row = kernel(
                to_native(hole_block),
                to_native(board_block),
                *_kernel_tables(tables, n_cards),
                target.reshape(hole_block.shape[:2]),
            )
            bad = row != scalar.NO_BAD_ROW
        if bad:
            n_players = hole_block.shape[1]
            joined = np.concatenate(
                (hole_block.reshape(-1, HOLE_CARDS), board_block.repeat(n_players, axis=0)), axis=1
            )
            raise _first_error(joined, index, lead)
        _store(ranks, index, target)


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
