"""What users pass, on its way to the kernels."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrank import CardError
from handrank.arrays.blocks import block_indices, is_native, to_native
from handrank.arrays.legality import bad_row_reason, bad_rows, fits_a_byte
from handrank.arrays.reading import as_cards, outside


@given(st.lists(st.integers(0, 5), max_size=4), st.integers(1, 20))
def test_blocks_cover_every_row_once_and_in_order(shape: list[int], limit: int) -> None:
    rows = np.arange(math.prod(shape)).reshape(shape)
    blocks = [rows[index] for index in block_indices(tuple(shape), limit)]
    assert all(np.size(block) <= limit for block in blocks)
    assert [row for block in blocks for row in np.ravel(block)] == list(range(rows.size))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("As Kd", [51, 45]),
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


def test_bad_text_is_placed() -> None:
    with pytest.raises(CardError, match="'Zz' is not a card") as caught:
        as_cards([["As", "Kd"], ["2c", "Zz"]])
    assert caught.value.index == (1, 1)
    with pytest.raises(CardError, match=r"row 2: 'As' has 1 cards, the hands before it have 2"):
        as_cards(["AsKd", "2c2d", "As"])


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


def test_native_layout() -> None:
    block = np.arange(14, dtype=np.uint8).reshape(2, 7)
    assert is_native(block)
    assert np.shares_memory(to_native(block), block)
    frozen = block.copy()
    frozen.flags.writeable = False
    for foreign in (block[:, ::-1], np.asfortranarray(block), block.astype(">i8"), frozen):
        assert not is_native(foreign)
        native = to_native(foreign)
        assert is_native(native)
        assert native.tolist() == foreign.tolist()


@pytest.mark.parametrize(
    ("card", "fits"), [(0, True), (51, True), (52, False), (-1, False), (256, False), (300, False)]
)
def test_fits_a_byte(card: int, fits: bool) -> None:
    assert fits_a_byte(np.array([[1, card, 2]], dtype=np.int64)) is fits


def test_bad_rows_and_reasons() -> None:
    rows = np.array([[1, 2, 3], [51, 7, 51], [1, 52, 2], [-1, 2, 3], [3, 2, 1]])
    assert bad_rows(rows).tolist() == [False, True, True, True, False]
    assert bad_row_reason(rows[1]) == "As (card id 51) is given twice"
    assert bad_row_reason(rows[2]) == "card id 52 is outside 0..51"
    assert bad_row_reason(rows[3]) == "card id -1 is outside 0..51"


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
