"""Which rows of cards are hands and deals."""

from typing import Any

import numpy as np
import pytest

from handrank import CardError
from handrank.arrays.legality import (
    bad_deals,
    bad_row_reason,
    bad_rows,
    check_deals,
    first_bad_row,
    first_error,
    fits_a_byte,
    joined,
    known_cards,
)
from handrank.kernels.showdown.find_bad_deal import find_bad_deal


@pytest.mark.parametrize(
    ("card", "fits"), [(0, True), (51, True), (52, False), (-1, False), (256, False), (300, False)]
)
def test_fits_a_byte(card: int, fits: bool) -> None:
    assert fits_a_byte(np.array([[1, card, 2]], dtype=np.int64)) is fits
    assert fits_a_byte(np.array([[card]], dtype=np.int64)) is fits


def test_bytes_fit_a_byte_but_for_those_below_the_deck() -> None:
    assert fits_a_byte(np.array([[15, 20]], dtype=np.uint8))
    assert not fits_a_byte(np.array([[15, 20]], dtype=np.uint8), 16)
    assert fits_a_byte(np.array([[16, 51]], dtype=np.uint8), 16)
    assert fits_a_byte(np.zeros((0, 2), dtype=np.int64), 16)


def test_bad_rows_and_reasons() -> None:
    rows = np.array([[1, 2, 3], [51, 7, 51], [1, 52, 2], [-1, 2, 3], [3, 2, 1]])
    assert bad_rows(rows).tolist() == [False, True, True, True, False]
    assert bad_row_reason(rows[1]) == "As (card id 51) is given twice"
    assert bad_row_reason(rows[2]) == "card id 52 is outside 0..51"
    assert bad_row_reason(rows[3]) == "card id -1 is outside 0..51"
    assert bad_rows(np.array([[0, 51], [0, 0], [51, 51]])).tolist() == [False, True, True]
    assert bad_row_reason(np.array([0, 51])) is None
    assert first_bad_row(np.array([[0, 51], [2, 1]])) is None
    assert first_bad_row(np.zeros((0, 5), dtype=np.int64)) is None
    assert first_bad_row(rows) == (1, "As (card id 51) is given twice")


def test_short_decks() -> None:
    rows = np.array([[16, 17], [15, 20]])
    assert bad_rows(rows, 16).tolist() == [False, True]
    assert bad_row_reason(rows[1], 16) == ("5s (card id 15) is not in the deck, which is 6c to As")


def test_the_first_bad_row_of_a_block_is_placed() -> None:
    rows = np.array([[0, 1], [2, 2], [3, 3]])
    error = first_error(rows, (1, slice(4, 7)), (2, 10), 0)
    assert error.index == (1, 5)
    assert str(error) == "row (1, 5): 2h (card id 2) is given twice"


@pytest.mark.parametrize("dtypes", [("u1", "u1"), ("i8", "u1"), ("u8", "i8")])
def test_deals_are_judged_as_a_whole(dtypes: tuple[str, str]) -> None:
    hole = np.array([[[0, 1], [2, 3]]] * 3).astype(dtypes[0])
    board = np.array([[[10, 11, 12]]] * 3).astype(dtypes[1])
    check_deals(hole, board, 0, find_bad_deal)
    for place, card, message in [
        ((2, 1, 0), 0, "row 2: 2c .card id 0. is given twice"),
        ((1, 0, 1), 12, "row 1: 5c .card id 12. is given twice"),
        ((1, 0, 1), 52, r"row 1: card id 52 is outside 0\.\.51"),
        ((1, 0, 1), 200, r"row 1: card id 200 is outside 0\.\.51"),
    ]:
        bad = hole.copy()
        bad[place] = card
        with pytest.raises(CardError, match=message):
            check_deals(bad, board, 0, find_bad_deal)
    with pytest.raises(CardError, match=r"row 0: 2c \(card id 0\) is not in the deck"):
        check_deals(hole, board, 16, find_bad_deal)


@pytest.mark.parametrize(("n_players", "n_hole", "n_board"), [(3, 2, 5), (2, 4, 3), (4, 1, 4)])
def test_every_card_of_a_deal_is_looked_at(n_players: int, n_hole: int, n_board: int) -> None:
    n, n_holes = 4, n_players * n_hole
    order = np.random.default_rng(n_hole).random((n, 52)).argsort(axis=1)
    deals = order[:, : n_holes + n_board].reshape(2, 2, -1)
    for place in range(n_holes + n_board):
        for row in range(n):
            cards = deals.copy()
            index = divmod(row, 2)
            cards[index][place] = cards[index][place - 1]
            hole = cards[..., :n_holes].reshape(2, 2, n_players, n_hole)
            board = cards[..., None, n_holes:]
            with pytest.raises(CardError, match="is given twice") as caught:
                check_deals(hole, board, 0, find_bad_deal)
            assert caught.value.index == index
            flat = hole.reshape(n, n_players, n_hole), board.reshape(n, n_board)
            known = np.ones((n, n_players), dtype=np.bool_)
            assert list(bad_deals(flat[0], flat[1][:, None], 0, known)) == [row]


def test_one_board_serves_many_deals() -> None:
    hole = np.array([[[0, 1], [2, 3], [20, 21]], [[4, 5], [6, 7], [22, 23]]])
    check_deals(hole, np.array([[10, 11, 12]]), 0, find_bad_deal)
    with pytest.raises(CardError, match=r"^row 1: 3d .card id 5. is given twice"):
        check_deals(hole, np.array([[10, 5, 12]]), 0, find_bad_deal)


def test_deals_with_unknown_cards() -> None:
    holes = np.array([[[0, 1], [0, 1]], [[2, 3], [4, 5]], [[2, 3], [60, 5]]])
    boards = np.array([[10, 11, 12]] * 3)
    known = np.ones((3, 2), dtype=np.bool_)
    assert bad_deals(holes, boards[:, None], 0, known) == {
        0: "2c (card id 0) is given twice",
        2: "card id 60 is outside 0..51",
    }
    known[[0, 2], 1] = False
    assert bad_deals(holes, boards[:, None], 0, known) == {}
    assert bad_deals(holes[:0], boards[:0, None], 0, known[:0]) == {}
    # The deuce of clubs is not what unknown cards count as.
    holes[2] = [[7, 7], [9, 9]]
    boards[2] = 51, 0, 12
    assert bad_deals(holes, boards[:, None], 0, known) == {2: "3s (card id 7) is given twice"}
    holes[2, 0, 0] = 52
    assert bad_deals(holes, boards[:, None], 0, known) == {2: "card id 52 is outside 0..51"}
    holes[2, 0] = 8, 50
    assert bad_deals(holes, boards[:, None], 0, known) == {}


def test_rows_of_any_two_dtypes_are_joined() -> None:
    rows = joined(np.array([[1]], dtype=np.uint64), np.array([[-2]], dtype=np.int64))
    assert rows.tolist() == [[1, -2]]


def test_known_cards() -> None:
    nothing: list[Any] = [None, "", (), []]
    for cards in nothing:
        assert known_cards(cards, "dead").shape == (0,)
    for some in ("As Kd", ["As", "Kd"], [51, 45]):
        known = known_cards(some, "dead")
        assert known.dtype == np.uint8
        assert known.tolist() == [51, 45]
    assert known_cards("2c", "dead").tolist() == [0]
    assert known_cards("6c", "board", 16).tolist() == [16]


@pytest.mark.parametrize(
    ("cards", "error", "message"),
    [
        ("Xx", ValueError, "dead: 'Xx' is not a card"),
        (["As", "Xx"], ValueError, "dead: row 1: 'Xx' is not a card"),
        ("As As", ValueError, r"dead: As \(card id 51\) is given twice"),
        ([[1, 2]], ValueError, r"dead must be one row of cards, got shape \(1, 2\)"),
        (7, ValueError, "dead must have an axis of cards"),
        ("2c", ValueError, "dead: 2c .card id 0. is not in the deck"),
        ([0.5], TypeError, "dead must be integer card ids or card text"),
    ],
)
def test_cards_that_are_not_known(cards: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        known_cards(cards, "dead", 16)
