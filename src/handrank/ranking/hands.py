"""`evaluate`: hands in, hand ranks out."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from handrank.arrays.reading import Cards, as_cards
from handrank.arrays.threads import resolve_threads
from handrank.kernels.portable.bound_tables import bound_kernels
from handrank.lookup.encoding import HAND_SIZES, HOLE_CARDS
from handrank.lookup.tables import load_tables
from handrank.ranking.bulk import Ranks, rank_deals, rank_hands
from handrank.rulebook.rules import get_rules

# The layouts for which a single hand takes the short way.
_SINGLE_DTYPES = (np.dtype(np.uint8), np.dtype(np.int64))


def evaluate(
    cards: ArrayLike,
    board: ArrayLike | None = None,
    *,
    rules: str = "high",
    axis: int = -1,
    out: Ranks | None = None,
    check: bool = True,
    threads: int | None = None,
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
        How hands are ordered, one of `RULE_SETS`: ``"high"``; ``"high-no-wheel"``, where A-2-3-4-5
        is no straight; ``"short-deck"`` and ``"short-deck-trips"`` with 36 cards, the sixes the
        lowest; or, where the low hand wins, ``"ace-to-five"`` and ``"deuce-to-seven"``.
    axis : int, optional
        The axis along which the cards of a hand stand.
    out : ndarray of uint16, optional
        Where to put the ranks; of exactly the result's shape. After an error its contents are
        undefined.
    check : bool, optional
        Whether to refuse cards outside the deck and cards given twice. Without the check such hands
        get a meaningless rank; shapes and dtypes are checked always.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means. The ranks
        are the same for any number.

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
    rules, check = get_rules(rules).name, bool(check)
    if board is None and out is None and axis == -1 and (single := _as_single(cards)) is not None:
        if threads is not None:
            resolve_threads(threads)
        rank = bound_kernels(rules).checked_row(single)
        if rank:
            return np.uint16(rank)
        # Not a hand, or not to be checked: the long way says what is wrong.
    tables = load_tables(rules)
    hands = as_cards(cards, axis)
    if board is None:
        n_cards = hands.shape[-1]
        if n_cards not in HAND_SIZES:
            raise ValueError(
                f"a hand has 5, 6 or 7 cards, got {n_cards} along axis {axis} of shape "
                f"{_given_shape(hands, axis)}; hole cards go with board="
            )
        ranks, given = result_array(hands.shape[:-1], out, (hands,))
        rank_hands(hands, ranks, tables, check=check, threads=threads)
    else:
        boards = as_cards(board, axis, name="board")
        _check_counts(hands, boards)
        lead = broadcast_lead(hands, boards)
        ranks, given = result_array(lead, out, (hands, boards))
        rank_deals(hands, boards, ranks, tables, check=check, threads=threads)
    return finish(ranks, given)


def _as_single(cards: ArrayLike) -> Cards | None:
    """Return a hand that the kernel for single hands can take as it stands, else None."""
    if isinstance(cards, list) and set(map(type, cards)) == {int}:
        try:
            cards = np.array(cards)
        except (ValueError, OverflowError):
            return None
    if (
        type(cards) is np.ndarray
        and cards.ndim == 1
        and cards.dtype in _SINGLE_DTYPES
        and cards.flags.c_contiguous
        and cards.flags.writeable
    ):
        return cards
    return None


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


def broadcast_lead(hole: Cards, boards: Cards) -> tuple[int, ...]:
    """Return the shape of the ranks of hole cards and boards together."""
    try:
        return np.broadcast_shapes(hole.shape[:-1], boards.shape[:-1])
    except ValueError:
        raise ValueError(
            f"hole cards {hole.shape} and board {boards.shape} do not broadcast: the dimensions "
            "before the last must be equal or 1"
        ) from None


def result_array(
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


def finish(ranks: Ranks, given: Ranks | None) -> Any:
    """Return what the user gets: a number for a single hand, or `out`, filled."""
    if given is None:
        return ranks[()]
    if given is not ranks:
        given[...] = ranks
    return given
