"""What users pass: ids, text, numbers, truth values, axes."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrank import CardError, evaluate
from handrank.arrays.reading import (
    as_board,
    as_cards,
    as_integers,
    as_real_numbers,
    as_truth_value,
    as_truth_values,
    nothing_given,
    outside,
    with_players_last,
)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("As", [51]),
        ("As Kd", [51, 45]),
        (["As"], [51]),
        (["As", "Kd"], [51, 45]),
        (["AsKd", "2c 2d"], [[51, 45], [0, 1]]),
        ([["As", "Kd"], ["2c", "2d"]], [[51, 45], [0, 1]]),
        (np.array(["AsKd", "2c2d"]), [[51, 45], [0, 1]]),
        (np.array(["AsKd", "2c2d"], dtype=object), [[51, 45], [0, 1]]),
        (np.array(["AsKd", "2c2d"], dtype=np.dtypes.StringDType()), [[51, 45], [0, 1]]),
        ((51, 45), [51, 45]),
        (range(3), [0, 1, 2]),
        (np.array([51, 45], dtype=object), [51, 45]),
    ],
)
def test_ids_and_text(cards: object, expected: list[object]) -> None:
    assert as_cards(cards).tolist() == expected  # type: ignore[arg-type]


def test_axis_goes_last() -> None:
    cards = np.arange(24).reshape(2, 3, 4)
    assert as_cards(cards, 0).shape == (3, 4, 2)
    assert as_cards(cards, -2)[1, 2].tolist() == cards[1, :, 2].tolist()


@pytest.mark.parametrize(
    ("cards", "dtype"),
    [
        ([0.5, 1.0], "float64"),
        ([True, False], "bool"),
        ([1j], "complex128"),
        (np.array([b"As"]), "S2"),
        (np.array(["2020-01-01"], dtype="M8[D]"), "datetime64"),
        (np.zeros(3, dtype=[("card", "u1")]), "card"),
        (np.zeros((0, 7)), "float64"),
    ],
)
def test_wrong_dtypes_are_named(cards: object, dtype: str) -> None:
    with pytest.raises(TypeError, match=dtype):
        as_cards(cards)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "type_name"),
    [(["As", None], "NoneType"), ([object()], "object"), ([[1, 2], None, "As"][1:], "NoneType")],
)
def test_wrong_objects_are_named(cards: object, type_name: str) -> None:
    with pytest.raises(TypeError, match=type_name):
        as_cards(cards)  # type: ignore[arg-type]


def test_integers_too_large_for_any_dtype() -> None:
    with pytest.raises(ValueError, match=f"{10**30} is outside"):
        as_cards([10**30, 1])
    with pytest.raises(ValueError, match="-1 is outside"):
        as_cards([-1, 10**30])
    # Cards beside them are cards.
    for card in (0, 51):
        with pytest.raises(CardError, match=f"^row 1: card id {10**30} is outside") as caught:
            as_cards([[card, 1], [2, 10**30]])
        assert caught.value.index == (1,)
    with pytest.raises(CardError, match=r"^card id 52 is outside"):
        as_cards([52, 10**30])
    assert as_cards(np.array([0, 51], dtype=object)).tolist() == [0, 51]


def test_bad_text_is_placed() -> None:
    with pytest.raises(CardError, match="'Zz' is not a card") as caught:
        as_cards([["As", "Kd"], ["2c", "Zz"]])
    assert caught.value.index == (1, 1)
    with pytest.raises(CardError, match=r"row 2: 'As' has 1 cards, the hands before it have 2"):
        as_cards(["AsKd", "2c2d", "As"])
    with pytest.raises(CardError, match=r"row 1: 'As' has 1 cards, the hands before it have 2"):
        as_cards(["AsKd", "As"])


def test_ids_and_text_are_not_mixed() -> None:
    mixed = "must be card ids or card text, got card ids and card text mixed at"
    with pytest.raises(TypeError, match=rf"^hole {mixed} 1$"):
        as_cards(np.array(["As", 5, 6], dtype=object), name="hole")
    with pytest.raises(TypeError, match=rf"^cards {mixed} \(1, 0\)$"):
        as_cards(np.array([["As", "Kd"], [5, "Qc"]], dtype=object))
    # What is neither is named first.
    with pytest.raises(TypeError, match=r"got NoneType at 2$"):
        as_cards(np.array(["As", 5, None], dtype=object))
    with pytest.raises(TypeError, match=r"got bool at 1$"):
        as_cards(np.array(["As", True], dtype=object))


def test_rows_of_different_lengths() -> None:
    with pytest.raises(ValueError, match="hole: all hands must have the same number of cards"):
        as_cards([[1, 2, 3], [1, 2]], name="hole")


@pytest.mark.parametrize("axis", [1, -2, 5])
def test_missing_axis(axis: int) -> None:
    with pytest.raises(ValueError, match=rf"shape \(3,\) has no axis {axis}"):
        as_cards([1, 2, 3], axis)


def test_a_single_number_is_no_hand() -> None:
    with pytest.raises(ValueError, match="single number 7"):
        as_cards(7)


def test_empty_text_arrays() -> None:
    with pytest.raises(ValueError, match="number of cards is unknown"):
        as_cards(np.zeros(0, dtype="U4"))


def test_masked_entries() -> None:
    masked = np.ma.MaskedArray([1, 2, 3], mask=[False, True, False])
    with pytest.raises(ValueError, match="masked"):
        as_cards(masked)
    assert as_cards(np.ma.MaskedArray([1, 2, 3])).tolist() == [1, 2, 3]


def test_arrays_of_many_dimensions() -> None:
    assert as_integers(np.zeros((1,) * 30, dtype=np.uint8), "ranks", 9).ndim == 30
    for values in (np.zeros((1,) * 31, dtype=np.uint8), np.zeros((1,) * 31).tolist()):
        with pytest.raises(ValueError, match=r"^ranks has 31 dimensions, more than 30$"):
            as_integers(values, "ranks", 9)


def test_boards_may_be_left_out() -> None:
    nothing: list[Any] = [None, "", [], ()]
    assert all(as_board(board) is None for board in nothing)
    board = as_board("2c 3d 4h")
    assert board is not None
    assert board.tolist() == [0, 5, 10]
    with pytest.raises(ValueError, match=r"^board must have an axis of cards"):
        as_board(7)


def test_real_numbers() -> None:
    assert as_real_numbers([0.5, 2], "values").tolist() == [0.5, 2]
    assert as_real_numbers([True, False], "values").sum() == 1
    assert as_real_numbers(np.array([3], dtype=np.uint8), "values").tolist() == [3]
    wrong: list[Any] = [["x"], [1j], [None]]
    for values in wrong:
        with pytest.raises(TypeError, match=r"^values must be real numbers, got dtype"):
            as_real_numbers(values, "values")
    with pytest.raises(TypeError, match=r"^values has truth values among other things"):
        as_real_numbers([True, 0.5], "values")
    with pytest.raises(ValueError, match=r"^values: all rows must have the same length"):
        as_real_numbers([[1.0], [1.0, 2.0]], "values")


@given(st.data())
def test_outside_as_python_compares(data: st.DataObject) -> None:
    dtype = np.dtype(data.draw(st.sampled_from([*"bBhHiIqQ", ">i2", ">u8"])))
    info = np.iinfo(dtype)
    numbers = data.draw(
        st.lists(st.integers(info.min, info.max) | st.integers(0, 60), min_size=4, max_size=4)
    )
    lowest = data.draw(st.integers(0, 100))
    highest = data.draw(st.integers(lowest, 1 << 20))
    expected = [not lowest <= number <= highest for number in numbers]
    array = np.array(numbers, dtype=dtype).reshape(2, 2)
    for given_array in (array, array[::-1].copy()[::-1], np.asfortranarray(array), array[:, :]):
        assert outside(given_array, lowest, highest).reshape(-1).tolist() == expected


def test_what_counts_as_nothing() -> None:
    nothing: list[Any] = [None, "", "  ", (), [], np.zeros(0, dtype=np.uint8)]
    assert all(nothing_given(cards) for cards in nothing)
    something: list[Any] = ["As", [51], np.zeros((0, 5)), np.zeros((3, 0)), 0, False]
    assert not any(nothing_given(cards) for cards in something)


@pytest.mark.parametrize("value", [1, 0, 2, None, "yes", 1.0, np.uint8(1), [True]])
def test_a_truth_value_is_true_or_false(value: object) -> None:
    with pytest.raises(TypeError, match="check must be True or False, got"):
        as_truth_value(value, "check")


def test_truth_values() -> None:
    assert as_truth_value(True, "check") is True
    assert as_truth_value(np.False_, "check") is False
    assert as_truth_values([True, False], "folded").tolist() == [True, False]
    with pytest.raises(TypeError, match="folded must hold True or False, got dtype int64"):
        as_truth_values([1, 0], "folded")


def test_integers() -> None:
    assert as_integers([1, 2**63], "masks", 2**64).tolist() == [1, 2**63]
    with pytest.raises(ValueError, match=r"ranks: 100000000000000000000 is outside 0\.\.65535"):
        as_integers([1, 10**20], "ranks", 65535)
    assert as_integers(np.array([0, 9], dtype=object), "ranks", 9).tolist() == [0, 9]
    for wrong in (-1, 10):
        with pytest.raises(ValueError, match=rf"^ranks: {wrong} is outside 0\.\.9$"):
            as_integers(np.array([0, wrong], dtype=object), "ranks", 9)
    with pytest.raises(TypeError, match="ranks must be integers, got dtype float64"):
        as_integers([1.0], "ranks", 65535)
    with pytest.raises(TypeError, match="got bool among them"):
        as_integers([1, True], "ranks", 65535)


def test_empty_lists_are_of_integers() -> None:
    assert as_integers([], "ranks", 9).shape == (0,)
    assert as_cards([[], []]).shape == (2, 0)
    assert as_cards([]).dtype.kind == "u"


def test_players_last() -> None:
    array = np.arange(6).reshape(2, 3)
    assert with_players_last(array, "ranks").shape == (2, 3)
    assert with_players_last(array, "ranks", 0).shape == (3, 2)
    assert with_players_last(np.zeros((2, 3, 4)), "ranks").shape == (2, 3, 4)
    with pytest.raises(ValueError, match="ranks must have an axis of players, got the single"):
        with_players_last(np.asarray(5), "ranks")
    assert with_players_last(np.arange(3), "ranks").shape == (3,)
    assert with_players_last(np.zeros((4, 0, 3)), "ranks").shape == (4, 0, 3)
    with pytest.raises(ValueError, match=r"ranks has no players \(shape \(4, 3, 0\)\)"):
        with_players_last(np.zeros((4, 3, 0)), "ranks")
    with pytest.raises(ValueError, match=r"ranks has no players \(shape \(4, 0\)\)"):
        with_players_last(np.zeros((4, 0)), "ranks")


def test_a_list_that_contains_itself() -> None:
    endless: list[Any] = [1]
    endless.append(endless)
    with pytest.raises(ValueError, match="cards is nested without end"):
        evaluate(endless)
