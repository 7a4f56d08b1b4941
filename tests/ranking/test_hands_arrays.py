"""`evaluate`: the arrays that go in and come out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from handrank import evaluate

MakeHands = Callable[..., NDArray[np.uint8]]
DTYPES = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", ">u2", ">i4", ">u8", "<i8", "intp"]


@pytest.fixture
def cards(make_hands: MakeHands) -> NDArray[np.uint8]:
    return make_hands(300)


@pytest.fixture
def ranks(cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return the ranks one hand a call, as the arrays' truth."""
    return np.array([evaluate(hand) for hand in cards], dtype=np.uint16)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("check", [True, False])
def test_integer_dtypes(
    dtype: str, check: bool, cards: NDArray[np.uint8], ranks: NDArray[np.uint16]
) -> None:
    result = evaluate(cards.astype(dtype), check=check)
    assert result.dtype == np.uint16
    np.testing.assert_array_equal(result, ranks)


@pytest.mark.parametrize("dtype", ["u1", "i8", ">u4"])
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_layouts(dtype: str, n_cards: int, make_hands: MakeHands) -> None:
    cards = make_hands(120, n_cards).astype(dtype)
    ranks = np.array([evaluate(hand.tolist()) for hand in cards])

    padded = np.zeros((240, n_cards + 3), dtype=dtype)
    padded[::2, 2 : n_cards + 2] = cards
    raw = np.frombuffer(b"\0" + cards.tobytes(), dtype="u1")[1:]
    odd = raw.view(dtype).reshape(cards.shape) if cards.itemsize > 1 else cards
    frozen = cards.copy()
    frozen.flags.writeable = False
    layouts = {
        "fortran": np.asfortranarray(cards),
        "strided": padded[::2, 2 : n_cards + 2],
        "cards reversed": cards[:, ::-1],
        "unaligned": odd,
        "read-only": frozen,
        "from bytes": np.frombuffer(cards.tobytes(), dtype).reshape(-1, n_cards),
    }
    for name, array in layouts.items():
        np.testing.assert_array_equal(evaluate(array), ranks, err_msg=name)
    np.testing.assert_array_equal(evaluate(cards[::-1]), ranks[::-1])
    np.testing.assert_array_equal(evaluate(cards[::3]), ranks[::3])
    np.testing.assert_array_equal(evaluate(np.broadcast_to(cards[0], (9, n_cards))), ranks[[0] * 9])


def test_nothing_is_written_to_the_cards(cards: NDArray[np.uint8]) -> None:
    before = cards.copy()
    evaluate(cards)
    evaluate(cards[:, :2], cards[:, 2:])
    np.testing.assert_array_equal(cards, before)


@pytest.mark.parametrize("mode", ["r", "r+", "c"])
def test_memory_maps(
    mode: Literal["r", "r+", "c"],
    tmp_path: Path,
    cards: NDArray[np.uint8],
    ranks: NDArray[np.uint16],
) -> None:
    for name, array in {
        "c": cards,
        "f": np.asfortranarray(cards),
        "big": cards.astype(">i2"),
    }.items():
        path = tmp_path / f"{name}.npy"
        np.save(path, array)
        mapped = np.load(path, mmap_mode=mode)
        result = evaluate(mapped)
        np.testing.assert_array_equal(result, ranks)
        assert type(result) is np.ndarray


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_axis(axis: int, cards: NDArray[np.uint8], ranks: NDArray[np.uint16]) -> None:
    array = np.moveaxis(cards.reshape(20, 15, 7), -1, axis)
    np.testing.assert_array_equal(evaluate(array, axis=axis), ranks.reshape(20, 15))
    copied = np.ascontiguousarray(array)
    np.testing.assert_array_equal(evaluate(copied, axis=axis), ranks.reshape(20, 15))


def test_axis_goes_for_the_board_too(cards: NDArray[np.uint8], ranks: NDArray[np.uint16]) -> None:
    np.testing.assert_array_equal(evaluate(cards.T[:2], cards.T[2:], axis=0), ranks)


@pytest.mark.parametrize("lead", [(300,), (300, 1), (1, 300), (3, 100), (3, 4, 25), (5, 5, 3, 4)])
def test_leading_dimensions(
    lead: tuple[int, ...], cards: NDArray[np.uint8], ranks: NDArray[np.uint16]
) -> None:
    np.testing.assert_array_equal(evaluate(cards.reshape(*lead, 7)), ranks.reshape(lead))


def test_a_single_hand_gives_a_scalar() -> None:
    for hand in ([51, 47, 43, 39, 35], (51, 47, 43, 39, 35), "AsKsQsJsTs", np.arange(35, 52, 4)):
        rank: object = evaluate(hand)
        assert type(rank) is np.uint16
        assert rank == 9 << 12 | 1


@pytest.mark.parametrize("shape", [(0, 7), (0, 5), (3, 0, 6), (0, 4, 7), (2, 0, 3, 7)])
@pytest.mark.parametrize("dtype", ["u1", "i8"])
def test_no_hands(shape: tuple[int, ...], dtype: str) -> None:
    result = evaluate(np.zeros(shape, dtype=dtype))
    assert result.shape == shape[:-1]
    assert result.dtype == np.uint16


@pytest.mark.parametrize("size", [2_300_000, 100_000])
@pytest.mark.parametrize("dtype", ["u1", "i8"])
def test_many_blocks_are_as_few(size: int, dtype: str, cards: NDArray[np.uint8]) -> None:
    if dtype == "i8":
        size //= 10
    index = np.random.default_rng(2).integers(0, len(cards), size)
    many = cards[index].astype(dtype)
    np.testing.assert_array_equal(evaluate(many), evaluate(cards)[index])
    # Rows of a wide array are more than a block holds as well.
    wide = many[: size // 2 * 2].reshape(2, -1, 7)
    np.testing.assert_array_equal(evaluate(wide).ravel(), evaluate(cards)[index[: size // 2 * 2]])


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ((2,), (5,)),
        ((2,), (6, 5)),
        ((6, 2), (5,)),
        ((6, 2), (6, 5)),
        ((6, 2), (1, 5)),
        ((1, 2), (6, 5)),
        ((6, 4, 2), (6, 1, 5)),
        ((6, 4, 2), (4, 5)),
        ((6, 4, 2), (1, 4, 5)),
        ((6, 4, 2), (5,)),
        ((4, 2), (6, 1, 5)),
        ((6, 1, 2), (4, 5)),
        ((2, 3, 4, 2), (2, 1, 1, 5)),
        ((2, 3, 4, 2), (2, 3, 1, 5)),
        ((2, 3, 4, 2), (3, 1, 5)),
        ((2, 1, 4, 2), (2, 3, 1, 5)),
        ((2, 3, 4, 2), (1, 3, 4, 5)),
        ((1, 1, 2), (1, 1, 5)),
        ((0, 2), (5,)),
        ((0, 2), (0, 5)),
        ((0, 3, 2), (0, 1, 5)),
        ((3, 0, 2), (3, 1, 5)),
        ((3, 0, 2), (3, 0, 5)),
        ((3, 0, 2), (5,)),
        ((1, 2), (0, 5)),
        ((3, 1, 2), (1, 0, 5)),
    ],
)
@pytest.mark.parametrize("n_board", [3, 4, 5])
@pytest.mark.parametrize("dtypes", [("u1", "u1"), ("i8", "u1"), ("u1", ">u4"), ("u8", "i8")])
def test_hole_cards_and_board_broadcast(
    hole: tuple[int, ...], board: tuple[int, ...], n_board: int, dtypes: tuple[str, str]
) -> None:
    board = (*board[:-1], n_board)
    rng = np.random.default_rng(5)
    # Halves of the deck, so that no board card is in the hole.
    hole_cards = np.argsort(rng.random((*hole[:-1], 26)))[..., :2].astype(dtypes[0])
    board_cards = np.argsort(rng.random((*board[:-1], 26)))[..., :n_board].astype(dtypes[1]) + 26
    board_cards = board_cards.astype(dtypes[1])
    lead = np.broadcast_shapes(hole[:-1], board[:-1])
    joined = np.concatenate(
        (
            np.broadcast_to(hole_cards, (*lead, 2)).astype("u1"),
            np.broadcast_to(board_cards, (*lead, n_board)).astype("u1"),
        ),
        axis=-1,
    )
    for check in (True, False):
        result = evaluate(hole_cards, board_cards, check=check)
        assert result.shape == lead
        np.testing.assert_array_equal(result, evaluate(joined))


def test_many_deals_are_as_few(make_hands: MakeHands) -> None:
    deals = make_hands(400, 9)
    index = np.random.default_rng(2).integers(0, len(deals), 400_000)
    few = evaluate(deals[:, :4].reshape(-1, 2, 2), deals[:, None, 4:])
    many = deals[index]
    hole, board = many[:, :4].reshape(-1, 2, 2), many[:, None, 4:]
    np.testing.assert_array_equal(evaluate(np.ascontiguousarray(hole), board), few[index])
    np.testing.assert_array_equal(evaluate(hole.astype("i4"), board.astype("i8")), few[index])
    one_board = evaluate(hole.reshape(-1, 2)[:, :1] // 2 * 2 + [0, 1], [0, 1, 2], check=False)
    assert one_board.shape == (800_000,)


@pytest.mark.parametrize(
    ("cards", "board"),
    [
        ("AsKs", "QsJsTs2c3d"),
        (["As", "Ks"], ["Qs", "Js", "Ts", "2c", "3d"]),
        ([51, 47], "QsJsTs2c3d"),
        ("AsKs", [43, 39, 35, 0, 5]),
    ],
)
def test_text_for_one_deal(cards: Any, board: Any) -> None:
    assert evaluate(cards, board) == 9 << 12 | 1


def test_text_for_many_hands() -> None:
    hands = ["AsKsQsJsTs2c3d", "as ks qs js 10s 2c 3d", "A♠K♠Q♠J♠T♠2♣3♦"]
    assert evaluate(hands).tolist() == [9 << 12 | 1] * 3
    assert evaluate(np.array(hands)).tolist() == [9 << 12 | 1] * 3
    assert evaluate([hand[:14:1] for hand in hands[:1]]).shape == (1,)
    assert evaluate([["As", "Ks", "Qs", "Js", "Ts"]]).tolist() == [9 << 12 | 1]
    assert evaluate(["As", "Ks", "Qs", "Js", "Ts"]) == 9 << 12 | 1
    assert evaluate(["AsKs", "2c2d"], "QsJsTs3d4h").shape == (2,)


class TestOut:
    def test_it_is_filled_and_returned(
        self, cards: NDArray[np.uint8], ranks: NDArray[np.uint16]
    ) -> None:
        out = np.zeros(300, dtype=np.uint16)
        assert evaluate(cards, out=out) is out
        np.testing.assert_array_equal(out, ranks)
        out = np.zeros(300, dtype=np.uint16)
        assert evaluate(cards[:, :2], cards[:, 2:], out=out) is out
        np.testing.assert_array_equal(out, ranks)

    def test_zero_dimensions(self, cards: NDArray[np.uint8], ranks: NDArray[np.uint16]) -> None:
        out = np.zeros((), dtype=np.uint16)
        assert evaluate(cards[0], out=out) is out
        assert out[()] == ranks[0]

    def test_other_layouts(self, cards: NDArray[np.uint8], ranks: NDArray[np.uint16]) -> None:
        spread = np.zeros((300, 2), dtype=np.uint16)
        evaluate(cards, out=spread[:, 1])
        np.testing.assert_array_equal(spread[:, 1], ranks)
        assert not spread[:, 0].any()
        backwards = np.zeros(300, dtype=np.uint16)
        evaluate(cards, out=backwards[::-1])
        np.testing.assert_array_equal(backwards[::-1], ranks)
        fortran = np.zeros((20, 15), dtype=np.uint16, order="F")
        evaluate(cards.reshape(20, 15, 7), out=fortran)
        np.testing.assert_array_equal(fortran, ranks.reshape(20, 15))
        fortran[...] = 0
        evaluate(cards[:, :2].reshape(20, 15, 2), cards[:, 2:].reshape(20, 15, 5), out=fortran)
        np.testing.assert_array_equal(fortran, ranks.reshape(20, 15))

    def test_many_blocks_and_a_stride(self, cards: NDArray[np.uint8]) -> None:
        index = np.random.default_rng(2).integers(0, len(cards), 100_000)
        out = np.zeros((100_000, 3), dtype=np.uint16)
        evaluate(cards[index].astype("i4"), out=out[:, 2])
        np.testing.assert_array_equal(out[:, 2], evaluate(cards)[index])
        assert not out[:, :2].any()

    def test_it_may_overlap_the_cards(
        self, cards: NDArray[np.uint8], ranks: NDArray[np.uint16]
    ) -> None:
        for column in (0, 3, 6):
            wide = cards.astype(np.uint16)
            evaluate(wide, out=wide[:, column])
            np.testing.assert_array_equal(wide[:, column], ranks)
        wide = cards.astype(np.uint16)
        evaluate(wide[:, :2], wide[:, 2:], out=wide[:, 4])
        np.testing.assert_array_equal(wide[:, 4], ranks)
        memory = np.zeros(300 * 7, dtype=np.uint8)
        same = memory.reshape(300, 7)
        same[...] = cards
        evaluate(same, out=memory[:600].view(np.uint16))
        np.testing.assert_array_equal(memory[:600].view(np.uint16), ranks)

    @pytest.mark.parametrize("shape", [(299,), (301,), (300, 1), (1, 300), ()])
    def test_exact_shape(self, shape: tuple[int, ...], cards: NDArray[np.uint8]) -> None:
        out = np.zeros(shape, dtype=np.uint16)
        with pytest.raises(ValueError, match=r"out must have shape \(300,\)"):
            evaluate(cards, out=out)
        assert not out.any()

    @pytest.mark.parametrize("dtype", ["i2", "u4", "i8", ">u2", "f8", "u1", "bool"])
    def test_exact_dtype(self, dtype: str, cards: NDArray[np.uint8]) -> None:
        out = np.zeros(300, dtype=dtype)
        with pytest.raises(TypeError, match=rf"uint16, got {out.dtype}"):
            evaluate(cards, out=out)

    def test_only_arrays(self, cards: NDArray[np.uint8]) -> None:
        with pytest.raises(TypeError, match="uint16, got list"):
            evaluate(cards, out=[0] * 300)  # type: ignore[call-overload]

    def test_read_only(self, cards: NDArray[np.uint8]) -> None:
        out = np.zeros(300, dtype=np.uint16)
        out.flags.writeable = False
        with pytest.raises(ValueError, match="read-only"):
            evaluate(cards, out=out)
