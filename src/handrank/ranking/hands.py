"""`evaluate`: hands in, hand ranks out."""

from collections.abc import Sequence
from typing import TypedDict, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, for_each_block, is_native, to_native
from handrank.arrays.legality import first_error, fits_a_byte
from handrank.arrays.output import Ranks, finish, flat_target, result_array, store_block
from handrank.arrays.reading import Cards, as_board, as_cards, as_truth_value, with_axis_last
from handrank.arrays.threads import resolve_threads
from handrank.kernels.families import family_in_use
from handrank.kernels.portable.best_of_subsets import rank_undecided
from handrank.kernels.portable.single_hands import checked_row
from handrank.kernels.protocols import NO_BAD_ROW, with_rows_of
from handrank.lookup.encoding import HAND_SIZES
from handrank.lookup.tables import Tables, load_tables
from handrank.ranking.hole_and_board import (
    holdem_ranker,
    omaha_ranker,
    rank_deals,
    shape_of_deals,
    with_shared_cards,
)
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.errors import value_error
from handrank.rulebook.games import Game, GameName, check_hole_cards, rules_and_game
from handrank.rulebook.rules import RulesName

# The layouts for which a single hand takes the short way.
_SINGLE_DTYPES = (np.dtype(np.uint8), np.dtype(np.int64))

# One hand, and so one rank. Arrays come in any number of dimensions.
OneHand = str | Sequence[int]


class HandOptions(TypedDict, total=False):
    """What `evaluate` and `describe` take alike."""

    game: GameName | Game | None
    rules: RulesName | None
    threads: int | None


class _EvaluateOptions(HandOptions, total=False):
    axis: int
    check: bool


@overload
def evaluate(  # type: ignore[overload-overlap]
    cards: OneHand,
    board: OneHand | None = None,
    *,
    out: None = None,
    **options: Unpack[_EvaluateOptions],
) -> np.uint16: ...
@overload
def evaluate(
    cards: ArrayLike,
    board: ArrayLike | None = None,
    *,
    out: Ranks | None = None,
    **options: Unpack[_EvaluateOptions],
) -> NDArray[np.uint16]: ...
def evaluate(
    cards: ArrayLike,
    board: ArrayLike | None = None,
    *,
    game: GameName | Game | None = None,
    rules: RulesName | None = None,
    axis: int = -1,
    check: bool = True,
    out: Ranks | None = None,
    threads: int | None = None,
) -> np.uint16 | NDArray[np.uint16]:
    """Rank poker hands: the best five cards count.

    Parameters
    ----------
    cards : array_like of int or str, shape (..., n)
        Card ids (``4 * rank + suit``, 0..51) of any integer dtype with n = 5, 6 or 7 along `axis`;
        or, with `board`, hole cards: two, or 4 to 6 in Omaha. Card text is taken as well: one text
        a hand, or a list of them, or a list of one-card texts.
    board : array_like of int or str, shape (..., 3..5), optional
        Board cards that go with the hole cards. The leading dimensions broadcast: hole cards
        (N, P, 2) with a board (N, 1, 5) rank P players a deal. None, ``""``, ``()`` and ``[]`` mean
        that there is no board. The last card of a stud game that all players share is a board, too.
    game : GameName or Game, optional
        What is played, one of `GAMES`: it says by which rules hands are ordered, how many hole
        cards there are and which of them count. In ``"omaha"`` and its kin exactly two hole cards
        count with exactly three board cards. A high/low game ranks its high hands;
        ``GAMES["omaha-hilo"].low`` is the game of its low half, whose ranks go to
        `eight_or_better`.
    rules : RulesName, optional
        Where no game is meant, how hands are ordered, one of `RULE_SETS`: ``"high"``, the default;
        ``"high-no-wheel"``, where A-2-3-4-5 is not a straight; ``"short-deck"`` and
        ``"short-deck-trips"`` with 36 cards, the sixes the lowest; or, where the low hand wins,
        ``"ace-to-five"`` and ``"deuce-to-seven"``.
    axis : int, optional
        The axis along which the cards of a hand stand.
    check : bool, optional
        Whether to refuse cards outside the deck and cards given twice. Without the check such hands
        get a meaningless rank; shapes and dtypes are always checked.
    out : ndarray of uint16, optional
        Where to put the ranks; of exactly the result's shape. After an error its contents are
        undefined.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means. The ranks
        are the same for any number.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)
        Hand ranks: the larger number wins, equal numbers tie. `out`, if it is given.

    Raises
    ------
    TypeError
        If the dtype of `cards`, `board` or `out` is not allowed, or `check` is not True or False.
    ValueError
        If a row has a wrong number of cards, a shape or `axis` does not fit, `game` or `rules` is
        unknown, both are given, or a row is not a hand; the message names the first bad row and the
        card.
    TableError
        If the tables are missing or damaged.

    Examples
    --------
    >>> evaluate("AsKsQsJsTs2c3d") > evaluate("AsAdAhAcKs2c3d")
    np.True_
    >>> hole = [[[51, 50], [47, 46]]]  # one deal: aces against kings
    >>> evaluate(hole, board=[[[0, 5, 10, 15, 33]]])
    array([[16385,  6578]], dtype=uint16)

    One heart in an Omaha hand makes no flush, whatever the board:

    >>> from handrank import hand_category
    >>> hand_category(evaluate("AhAsKd3c", "2h5h9hJhKc", game="omaha"))
    <HandCategory.ONE_PAIR: 1>
    """
    ordered_by: RulesName = "high"
    played: Game | None = None
    if game is not None or rules is not None:
        ordered_by, played = rules_and_game(game, rules)
    needs_board = played is not None and played.two_from_hand
    if check is not True:
        check = as_truth_value(check, "check")
    short_way = board is None and out is None and not needs_board
    if short_way and (single := _as_single(cards)) is not None:
        if threads is not None:
            resolve_threads(threads)
        if type(axis) is not int or axis != -1:
            with_axis_last(single, axis, "cards")
        rank = checked_row(ordered_by)(single)
        if rank:
            return np.uint16(rank)
        # Not a hand, or not to be checked: the long way says what is wrong.
    tables = load_tables(ordered_by)
    hands, boards = as_cards(cards, axis), as_board(board, axis)
    if played is not None and boards is not None:
        check_hole_cards(played, hands.shape, boards.shape[-1])
        if not played.board_cards:
            hands, boards = with_shared_cards(hands, boards), None
    if boards is None:
        if played is not None and needs_board:
            raise value_error(
                "{game} needs a board: two hole cards count with three board cards",
                game=played.name,
            )
        _check_size(hands, axis)
        ranks = result_array(hands.shape[:-1], out, (hands,))
        _rank_hands(hands, ranks, tables, check=check, threads=threads)
        return finish(ranks, out)
    ranks = result_array(shape_of_deals(hands, boards), out, (hands, boards))
    ranker = omaha_ranker if needs_board else holdem_ranker
    rank_block = ranker(hands.shape, boards.shape[-1], tables, check=check)
    lowest = lowest_card(tables.rules) if check else None
    rank_deals(rank_block, hands, boards, ranks, lowest=lowest, threads=threads)
    return finish(ranks, out)


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
        and cards.flags.carray
    ):
        return cards
    return None


def _check_size(hands: Cards, axis: int) -> None:
    if hands.shape[-1] not in HAND_SIZES:
        raise value_error(
            "a hand has 5, 6 or 7 cards, got {n} along axis {axis} of shape {shape}; hole "
            "cards go with board=",
            n=hands.shape[-1],
            axis=axis,
            shape=np.moveaxis(hands, -1, axis).shape,
        )


def _rank_hands(
    hands: Cards, ranks: Ranks, tables: Tables, *, check: bool, threads: int | None
) -> None:
    """Rank hands (..., n) into `ranks` (...)."""
    n_cards = hands.shape[-1]
    lowest = lowest_card(tables.rules)
    kernel = family_in_use().hands(n_cards, check)
    hand_tables = tables.for_hands(n_cards)

    def work(index: Index) -> None:
        block = hands[index].reshape(-1, n_cards)
        target = flat_target(ranks, index)
        refused = check and not fits_a_byte(block, lowest)
        places = with_rows_of(target, block)
        if refused or kernel(to_native(block), hand_tables, places) != NO_BAD_ROW:
            raise first_error(block, index, ranks.shape, lowest)
        rank_undecided(target, lambda rows: to_native(block[rows]), tables, n_cards)
        store_block(ranks, index, target)

    for_each_block(work, ranks.shape, threads, native=is_native(hands))
