"""Which rows of cards are hands or deals: all cards are in the deck, and no card comes twice.

This is the one place that judges. Kernels that check while they rank find bad rows sooner; what is
wrong with one is said here. `lowest` is the lowest card id of the deck throughout.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, for_each_block, row_index, to_native
from handrank.arrays.reading import Cards, as_cards, nothing_given, outside
from handrank.rulebook.cards import N_CARDS, CardName, outside_card_ids
from handrank.rulebook.errors import CardError, Message, card_error, reworded, value_error


def fits_a_byte(block: Cards, lowest: int = 0) -> bool:
    """Say whether narrowing to uint8 keeps every id, and all are `lowest` or higher."""
    # Ids past 51 that fit a byte may pass: the kernels find them, at less cost than here.
    if block.dtype == np.uint8 and lowest == 0:
        return True
    return block.size == 0 or (int(block.min()) >= lowest and int(block.max()) < N_CARDS)


def bad_rows(rows: Cards, lowest: int = 0) -> NDArray[np.bool_]:
    """Return which rows (n, n_cards) hold a card outside the deck or a card twice."""
    ordered = np.sort(rows, axis=1)
    outside = (ordered[:, 0] < lowest) | (ordered[:, -1] >= N_CARDS)
    bad: NDArray[np.bool_] = outside | (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    return bad


def bad_row_reason(row: Cards, lowest: int = 0) -> Message | None:
    """Return what is wrong with a row that `bad_rows` finds, else None."""
    seen: set[int] = set()
    for card in row.tolist():
        if not 0 <= card < N_CARDS:
            return outside_card_ids(card)
        if card < lowest:
            return not_in_deck(card, lowest)
        if card in seen:
            return Message("{card} (card id {card:d}) is given twice", card=CardName(card))
        seen.add(card)
    return None


def not_in_deck(card: int, lowest: int) -> Message:
    """Return what is wrong with a card that a short deck lacks."""
    return Message(
        "{card} (card id {card:d}) is not in the deck, which is {first} to {last}",
        card=CardName(card),
        first=CardName(lowest),
        last=CardName(N_CARDS - 1),
    )


def first_bad_row(rows: Cards, lowest: int = 0) -> tuple[int, Message] | None:
    """Return the first bad row's number and what is wrong with it, or None if all are good."""
    row = int(np.argmax(bad_rows(rows, lowest))) if len(rows) else 0
    reason = bad_row_reason(rows[row], lowest) if len(rows) else None
    return None if reason is None else (row, reason)


def first_error(rows: Cards, index: Index, shape: tuple[int, ...], lowest: int) -> CardError:
    """Return the error for the first bad row of the block at `index` among rows of `shape`."""
    found = first_bad_row(rows, lowest)
    assert found is not None, "all rows are good"
    return CardError(row_index(index, found[0], shape), found[1])


def check_deals(
    holes: Cards,
    boards: Cards,
    lowest: int,
    find_bad_deal: Callable[[NDArray[np.uint8], NDArray[np.uint8]], int],
    *,
    known: NDArray[np.bool_] | None = None,
    threads: int | None = None,
) -> None:
    """Refuse the first deal in which a card is outside the deck or dealt twice, to any players."""
    # Hole cards are (..., P, n), boards (..., R, n) and `known` (..., P) says whose cards count;
    # their leading dimensions broadcast.
    lead = np.broadcast_shapes(holes.shape[:-2], boards.shape[:-2])
    all_holes = np.broadcast_to(holes, (*lead, *holes.shape[-2:]))
    all_boards = np.broadcast_to(boards, (*lead, *boards.shape[-2:]))
    all_known = None if known is None else np.broadcast_to(known, (*lead, holes.shape[-2]))
    plain = known is None and boards.shape[-2] == 1
    weight = math.prod(holes.shape[-2:]) + math.prod(boards.shape[-2:])

    def work(index: Index) -> None:
        hole_block = all_holes[index].reshape(-1, *holes.shape[-2:])
        board_block = all_boards[index].reshape(len(hole_block), *boards.shape[-2:])
        if plain and all(fits_a_byte(block, lowest) for block in (hole_block, board_block)):
            rows = [to_native(_in_rows(block)) for block in (hole_block, board_block)]
            if find_bad_deal(rows[0], rows[1]) < 0:
                return
        sure = np.ones(hole_block.shape[:2], dtype=np.bool_)
        if all_known is not None:
            sure = all_known[index].reshape(sure.shape)
        if bad := bad_deals(hole_block, board_block, lowest, sure):
            row = min(bad)
            raise CardError(row_index(index, row, lead), bad[row])

    for_each_block(work, lead, threads, weight=max(1, weight))


def bad_deals(
    holes: Cards, boards: Cards, lowest: int, known: NDArray[np.bool_]
) -> dict[int, Message]:
    """Return the rows that are not deals, and why: holes (n, P, h), boards (n, R, b)."""
    # The cards of players who are not `known` (n, P) are left out. Boards that are run out from the
    # same flop or turn share those cards, and no others.
    n = len(holes)
    if not n:
        return {}
    shared = np.logical_and.accumulate(boards[:, 1:] == boards[:, :1], axis=2)
    counts = np.concatenate(
        (
            np.repeat(known, holes.shape[-1], axis=1),
            np.ones((n, boards.shape[2]), dtype=np.bool_),
            ~_in_rows(shared),
        ),
        axis=1,
    )
    rows = _in_rows(holes), _in_rows(boards)
    no_cards = np.concatenate([outside(cards, lowest, N_CARDS - 1) for cards in rows], axis=1)
    cards = np.concatenate([cards.astype(np.uint8) for cards in rows], axis=1)
    good = counts & ~no_cards
    bits = np.where(good, np.uint64(1) << np.minimum(cards, 63).astype(np.uint64), np.uint64(0))
    distinct = np.bitwise_count(np.bitwise_or.reduce(bits, axis=1))
    bad = np.flatnonzero(distinct != counts.sum(axis=1)).tolist()
    reasons = {
        row: bad_row_reason(joined(rows[0][[row]], rows[1][[row]])[0, counts[row]], lowest)
        for row in bad
    }
    return {row: reason for row, reason in reasons.items() if reason is not None}


def _in_rows(cards: NDArray[Any]) -> NDArray[Any]:
    """Return the cards of deals (n, ..) in a row a deal, which may be empty."""
    return cards.reshape(len(cards), math.prod(cards.shape[1:]))


def joined(holes: Cards, boards: Cards) -> Cards:
    """Return rows of hole cards and of board cards as rows of both, whatever their dtypes."""
    # uint64 and a signed type have no integer type in common.
    mixed = np.result_type(holes, boards).kind == "f"
    return np.concatenate((holes, boards), axis=1, dtype=np.object_ if mixed else None)


def known_cards(cards: ArrayLike | None, name: str, lowest: int = 0) -> NDArray[np.uint8]:
    """Return the cards of a board or dead cards, one row; None, "", () and [] are no cards."""
    if nothing_given(cards):
        return np.zeros(0, dtype=np.uint8)
    assert cards is not None
    try:
        known = as_cards(cards, name=name)
    except CardError as error:
        raise reworded(error, "{where}: {reason}", where=name) from None
    if known.ndim != 1:
        raise value_error(
            "{name} must be one row of cards, got shape {shape}", name=name, shape=known.shape
        )
    if (reason := bad_row_reason(known, lowest)) is not None:
        raise card_error("{where}: {reason}", where=name, reason=reason)
    return known.astype(np.uint8)
