"""The portable kernels on their own."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import oracle
from figures import SINGLE_HANDS, TOTAL_CLASSES
from handrank import class_number, evaluate
from handrank.kernels.portable.family import PORTABLE
from handrank.kernels.protocols import NO_BAD_ROW
from handrank.lookup.tables import HandTables, load_tables

MakeHands = Callable[..., NDArray[np.uint8]]
RANKED = [
    "As Ks Qs Js Ts",
    "Ks Qs Js Ts 9s",
    "Ah 2h 3h 4h 5h",
    "9s 9h 9d 9c 2s",
    "Ks Kh Kd 3c 3d",
    "As Js 9s 3s 2s",
    "9s 8h 7d 6c 5s",
    "As 2h 3d 4c 5s",
    "7s 7h 7d Kc 2s",
    "Js Jh 4d 4c As",
    "Ts Th 8d 7c 2s",
    "As Qh 9d 6c 3s",
]


def tables_for(n_cards: int) -> HandTables:
    return load_tables("high").for_hands(n_cards)


def test_hands_in_the_order_of_the_rulebook() -> None:
    ranks = [int(evaluate(hand)) for hand in RANKED]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


@pytest.mark.parametrize(("hand", "number"), SINGLE_HANDS)
@pytest.mark.parametrize("checked", [True, False])
def test_single_hands(hand: str, number: int, checked: bool) -> None:
    cards = np.array([oracle.ids(hand)], dtype=np.uint8)
    n_cards = cards.shape[1]
    out = np.zeros(1, dtype=np.uint16)
    row = PORTABLE.hands(n_cards, checked)(cards, tables_for(n_cards), out)
    assert row == NO_BAD_ROW
    assert class_number(out).tolist() == [number]
    out[:] = 0
    hole, board = cards[:, None, :2].copy(), cards[:, 2:].copy()
    deals = out.reshape(1, 1)
    row = PORTABLE.deals(n_cards, checked)(hole, board, tables_for(n_cards), deals)
    assert row == NO_BAD_ROW
    assert class_number(out).tolist() == [number]


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_checked_kernels_stop_at_the_first_bad_row(n_cards: int, make_hands: MakeHands) -> None:
    cards = make_hands(5000, n_cards)
    cards[[3000, 4000], 1] = cards[[3000, 4000], 0]
    cards[3500, 2] = 200
    out = np.zeros(5000, dtype=np.uint16)
    row = PORTABLE.hands(n_cards, True)(cards, tables_for(n_cards), out)
    # It may stop at the start of the block of hands that the bad row is in.
    assert 1500 < row <= 3000
    np.testing.assert_array_equal(out[:row], evaluate(cards[:row]))
    assert not out[4500:].any()
    deals = np.zeros((5000, 1), dtype=np.uint16)
    hole, board = cards[:, None, :2].copy(), cards[:, 2:].copy()
    row = PORTABLE.deals(n_cards, True)(hole, board, tables_for(n_cards), deals)
    assert 1500 < row <= 3000


@pytest.mark.parametrize("n_cards", [5, 6, 7])
@pytest.mark.parametrize("card", [52, 53, 63, 64, 128, 255])
def test_checked_kernels_know_every_card_that_is_none(n_cards: int, card: int) -> None:
    # `evaluate` looks at the range first where it has to; the kernels do not rely on it.
    out = np.zeros(1, dtype=np.uint16)
    for place in range(n_cards):
        cards = np.arange(n_cards, dtype=np.uint8)[None]
        cards[0, place] = card
        assert PORTABLE.hands(n_cards, True)(cards, tables_for(n_cards), out) == 0
        hole, board = cards[:, None, :2].copy(), cards[:, 2:].copy()
        deal = out.reshape(1, 1)
        assert PORTABLE.deals(n_cards, True)(hole, board, tables_for(n_cards), deal) == 0


def test_no_rows() -> None:
    out = np.zeros(0, dtype=np.uint16)
    cards = np.zeros((0, 7), dtype=np.uint8)
    assert PORTABLE.hands(7, True)(cards, tables_for(7), out) == NO_BAD_ROW


def test_every_class_of_five_cards_occurs(all_fives: NDArray[np.uint8]) -> None:
    numbers = class_number(np.unique(evaluate(all_fives)))
    assert sorted(numbers.tolist()) == list(range(1, TOTAL_CLASSES[5] + 1))
