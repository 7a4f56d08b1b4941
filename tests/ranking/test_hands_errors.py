"""`evaluate`: wrong input gives no rank; the error names the first bad row and the card."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from numpy.typing import NDArray

from handrank import CardError, class_number, evaluate, evaluate_masks, hand_category, rank_of_class

MakeHands = Callable[..., NDArray[np.uint8]]

# What stands in the bad row, and what the error says of it.
TWICE = ([51, 2, 4, 51, 6, 8, 10], r"As \(card id 51\) is given twice")
TOO_HIGH = ([3, 52, 4, 5, 6, 8, 10], r"card id 52 is outside 0\.\.51")
NEGATIVE = ([3, 2, 4, 5, 6, 8, -1], r"card id -1 is outside 0\.\.51")
WRAPPING = ([300, 1, 2, 3, 4, 5, 6], r"card id 300 is outside 0\.\.51")
WRAPPING_BELOW = ([-256, 1, 2, 3, 4, 5, 6], r"card id -256 is outside 0\.\.51")


# Small arrays, and arrays of several blocks of their kind.
@pytest.mark.parametrize(
    ("dtype", "size", "bad"),
    [
        (dtype, size, bad)
        for dtype, size in [
            ("u1", 10),
            ("u1", 2_200_000),
            ("i1", 40_000),
            ("i8", 10),
            ("i8", 100_000),
            (">u2", 70_000),
        ]
        for bad in (TWICE, TOO_HIGH, NEGATIVE, WRAPPING, WRAPPING_BELOW)
        if np.iinfo(dtype).min <= min(bad[0]) and max(bad[0]) <= np.iinfo(dtype).max
    ],
)
def test_the_first_bad_row_is_named(
    dtype: str, size: int, bad: tuple[list[int], str], make_hands: MakeHands
) -> None:
    row, message = bad
    cards = np.resize(make_hands(1000), (size, 7)).astype(dtype)
    for place in (size - 1, size // 2, 0):
        # The later bad rows stay, so that the first of several is asked for.
        cards[place] = row
        with pytest.raises(CardError, match=f"^row {place}: {message}") as caught:
            evaluate(cards)
        assert caught.value.index == (place,)
        assert caught.value.reason == str(caught.value).split(": ")[1]


@pytest.mark.parametrize("n_cards", [5, 6, 7])
@pytest.mark.parametrize("dtype", ["u1", "i4"])
def test_every_place_in_a_hand_is_checked(n_cards: int, dtype: str, make_hands: MakeHands) -> None:
    hand = make_hands(1, n_cards, seed=4)[0].astype(dtype)
    for place in range(n_cards):
        for other in range(n_cards):
            if other != place:
                twice = hand.copy()
                twice[place] = twice[other]
                with pytest.raises(CardError, match=f"card id {hand[other]}. is given twice"):
                    evaluate(twice)
        outside = hand.copy()
        for number in (52, 63, 64, 127):
            outside[place] = number
            with pytest.raises(CardError, match=rf"card id {number} is outside 0\.\.51"):
                evaluate(outside)


def test_the_row_of_many_dimensions_is_named(make_hands: MakeHands) -> None:
    cards = make_hands(60).reshape(3, 4, 5, 7)
    cards[1, 2, 3, 6] = 99
    with pytest.raises(CardError, match=r"^row \(1, 2, 3\): card id 99") as caught:
        evaluate(cards)
    assert caught.value.index == (1, 2, 3)
    with pytest.raises(CardError) as caught:
        evaluate(np.moveaxis(cards, 3, 1), axis=1)
    assert caught.value.index == (1, 2, 3)


def test_a_single_hand_has_no_row() -> None:
    with pytest.raises(CardError, match=r"^As \(card id 51\) is given twice$") as caught:
        evaluate("As As Ks Qs Js Ts 9s")
    assert caught.value.index == ()


@pytest.mark.parametrize("dtypes", [("u1", "u1"), ("i8", "i8"), ("u1", "i4"), ("u8", "i8")])
@pytest.mark.parametrize("size", [9, 40_000])
@pytest.mark.parametrize("where", ["hole", "board", "hole against board"])
def test_the_first_bad_deal_is_named(
    where: str, size: int, dtypes: tuple[str, str], make_hands: MakeHands
) -> None:
    deals = np.resize(make_hands(1000, 11), (size, 11))
    hole = deals[:, :6].reshape(size, 3, 2).astype(dtypes[0])
    board = deals[:, None, 6:].astype(dtypes[1])
    for place in (size - 1, size // 2, 0):
        if where == "hole":
            hole[place, 1] = 51, 51
            player, message = 1, r"As \(card id 51\) is given twice"
        elif where == "board":
            board[place, 0, 4] = 77
            player, message = 0, r"card id 77 is outside 0\.\.51"
        else:
            hole[place, 2, 0] = board[place, 0, 3]
            player, message = 2, rf"card id {board[place, 0, 3]}\) is given twice"
        with pytest.raises(CardError, match=message) as caught:
            evaluate(hole, board)
        assert caught.value.index == (place, player)
        assert str(caught.value).startswith(f"row ({place}, {player}): ")


def test_a_board_for_all_is_checked_against_each(make_hands: MakeHands) -> None:
    hole = np.array([[0, 1], [2, 3], [4, 50]], dtype=np.uint8)
    with pytest.raises(CardError, match=r"^row 2: Ah \(card id 50\) is given twice"):
        evaluate(hole, [46, 47, 48, 49, 50])
    with pytest.raises(CardError, match=r"^Kc \(card id 44\) is given twice"):
        evaluate("Kc Kd", "Kc 2c 3c")
    # Two players may hold the same card: each hand is looked at for itself.
    assert evaluate([[0, 1], [0, 1]], [46, 47, 48]).shape == (2,)


@pytest.mark.parametrize("n_cards", [0, 1, 2, 4, 8, 52])
def test_wrong_number_of_cards(n_cards: int) -> None:
    with pytest.raises(ValueError, match=f"5, 6 or 7 cards, got {n_cards} along axis -1 of shape"):
        evaluate(np.zeros((3, n_cards), dtype=np.uint8))
    with pytest.raises(ValueError, match=rf"got {n_cards} along axis 0 .*\({n_cards}, 3\)"):
        evaluate(np.zeros((n_cards, 3), dtype=np.uint8), axis=0)


@pytest.mark.parametrize("n_hole", [0, 1, 3, 4, 7])
def test_wrong_number_of_hole_cards(n_hole: int) -> None:
    with pytest.raises(ValueError, match=f"2 hole cards, got {n_hole}"):
        evaluate(np.zeros((3, n_hole), dtype=np.uint8), [1, 2, 3])


@pytest.mark.parametrize("n_board", [0, 1, 2, 6])
def test_wrong_number_of_board_cards(n_board: int) -> None:
    with pytest.raises(ValueError, match=f"3, 4 or 5 cards, got {n_board}"):
        evaluate([50, 51], np.zeros((3, n_board), dtype=np.uint8))


def test_shapes_that_do_not_broadcast() -> None:
    with pytest.raises(ValueError, match=r"\(4, 3, 2\) and board \(4, 5\) do not broadcast"):
        evaluate(np.zeros((4, 3, 2), dtype=np.uint8), np.zeros((4, 5), dtype=np.uint8))


@pytest.mark.parametrize("dtype", ["f8", "f4", "bool", "c16", "S1", "M8[s]"])
def test_wrong_dtypes(dtype: str) -> None:
    cards = np.zeros((2, 7), dtype=dtype)
    for check in (True, False):
        with pytest.raises(
            TypeError, match="cards must be .* got dtype " + re.escape(str(cards.dtype))
        ):
            evaluate(cards, check=check)
    with pytest.raises(TypeError, match="board must be"):
        evaluate([1, 2], cards[0, :5])


def test_integers_beyond_every_dtype() -> None:
    for number in (2**63 - 1, -(2**63), 2**64, -(2**64), 10**40):
        with pytest.raises(ValueError, match=f"{number} is outside"):
            evaluate([0, 1, 2, 3, number])
    with pytest.raises(ValueError, match=f"{2**64 - 1} is outside"):
        evaluate(np.array([0, 1, 2, 3, 2**64 - 1], dtype=np.uint64))


@pytest.mark.parametrize("n_cards", [5, 6, 7])
@given(data=st.data())
def test_unchecked_garbage_never_crashes(n_cards: int, data: st.DataObject) -> None:
    dtype = data.draw(st.sampled_from(["u1", "i1", "u2", "i8", "u8"]))
    cards = data.draw(npst.arrays(dtype, (data.draw(st.integers(0, 4)), n_cards)))
    assert evaluate(cards, check=False).shape == cards.shape[:-1]
    assert evaluate(cards[:, :2], cards[:, 2:], check=False).shape == cards.shape[:-1]


def test_much_unchecked_garbage_never_crashes() -> None:
    rng = np.random.default_rng(1)
    for n_cards in (5, 6, 7):
        cards = rng.integers(0, 256, (200_000, n_cards), dtype=np.uint8)
        cards[:1000] = np.repeat(np.arange(1000) % 256, n_cards).reshape(-1, n_cards)
        assert evaluate(cards, check=False).shape == (200_000,)
        assert evaluate(cards[:, :2], cards[:, 2:], check=False).shape == (200_000,)


def test_the_check_changes_no_rank(make_hands: MakeHands) -> None:
    for n_cards in (5, 6, 7):
        cards = make_hands(20_000, n_cards)
        np.testing.assert_array_equal(evaluate(cards), evaluate(cards, check=False))


@given(npst.arrays(np.int8, (3, 5), elements=st.integers(-1, 52), fill=st.nothing()))
def test_a_row_is_refused_exactly_when_it_is_no_hand(cards: NDArray[np.int8]) -> None:
    good = [len(set(row)) == 5 and min(row) >= 0 and max(row) < 52 for row in cards.tolist()]
    if all(good):
        evaluate(cards)
    else:
        with pytest.raises(CardError, match=f"^row {good.index(False)}: "):
            evaluate(cards)


@pytest.mark.parametrize(
    "cards", [[True, False, 2, 3, 4], (0, True, 5, 6, 7), [[0, 1, 2, 3, True]]]
)
def test_truth_values_among_ids_are_refused(cards: Any) -> None:
    with pytest.raises(TypeError, match="got bool among them"):
        evaluate(cards)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([0, 1, 2, 3, None], "got NoneType at 4"),
        ([0, 1, 2, 3, "As"], "got card ids and card text mixed at 0"),
        (
            ["AsKsQsJsTs", float("nan")],
            "must be card ids or card text, got dtype|'na' is not a card",
        ),
    ],
)
def test_what_is_neither_an_id_nor_text_is_named(cards: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        evaluate(np.array(cards, dtype=object) if message.startswith("got") else cards)


def test_integers_that_no_dtype_holds_together() -> None:
    with pytest.raises(ValueError, match=f"card id {2**64 - 1} is outside"):
        evaluate([2**64 - 1, 1, 2, 3, 4])
    with pytest.raises(ValueError, match="masks: 18446744073709551615 is outside"):
        evaluate_masks([31, 2**64 - 1, -1])


@pytest.mark.parametrize("function", [evaluate_masks, hand_category, class_number, rank_of_class])
def test_masked_entries_are_refused(function: Any) -> None:
    with pytest.raises(ValueError, match="masked entries"):
        function(np.ma.masked_array([31, 31], [False, True]))


@pytest.mark.parametrize("axis", [None, 0.0, "0"])
def test_an_axis_is_an_integer(axis: Any) -> None:
    with pytest.raises(TypeError, match="axis must be an integer"):
        evaluate(np.zeros((5, 2), dtype=np.uint8), axis=axis)


def test_odd_arguments_get_plain_answers() -> None:
    single: list[Any] = [[0, 1, 2, 3, 4], np.arange(5, dtype=np.uint8), "2c 2d 2h 2s 3c"]
    for hand in single:
        for axis in (1, -2, 10**30):
            with pytest.raises(ValueError, match=f"has no axis {axis}"):
                evaluate(hand, axis=axis)
        with pytest.raises(TypeError, match="axis must be an integer, got float"):
            evaluate(hand, axis=-1.0)  # type: ignore[call-overload]
        assert evaluate(hand, axis=0) == evaluate(hand)
    odd: list[Any] = [[], {}, (), 5]
    for rules in odd:
        with pytest.raises(ValueError, match="unknown rules"):
            evaluate([0, 1, 2, 3, 4], rules=rules)
    with pytest.raises(ValueError, match="threads must be at least 1"):
        evaluate([0, 1, 2, 3, 4], threads=0)
    for check in (2, "no", None):
        with pytest.raises(TypeError, match=f"check must be True or False, got {check!r}"):
            evaluate([0, 1, 2, 3, 4], check=check)  # type: ignore[call-overload]
    assert evaluate([0, 1, 2, 3, 4], check=np.True_) == evaluate([0, 1, 2, 3, 4])  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="give game or rules, not both"):
        evaluate([0, 1, 2, 3, 4], game="holdem", rules="high")
    with pytest.raises(ValueError, match="unknown game 'whist'"):
        evaluate([0, 1, 2, 3, 4], game="whist")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="index 1: no hand has rank 0 under 'short-deck'"):
        hand_category([4097, 0], rules="short-deck")
