"""`out=`: what is written to, what is refused, and that nothing beside it is touched."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from handrank import evaluate, evaluate_masks

Ranker = Callable[[NDArray[Any]], object]
GUARD = 77


class Hostile(np.ndarray):
    """An array that says other things of itself than what it is made of."""

    def __array_finalize__(self, obj: object) -> None:
        self.notes = getattr(obj, "notes", "")

    def __getitem__(self, index: Any) -> Any:
        return "an item"

    def __setitem__(self, index: Any, value: Any) -> None:
        raise RuntimeError("not to be written to")

    def reshape(self, *shape: Any, **options: Any) -> Any:
        return np.zeros((1, 1))

    def view(self, *kinds: Any, **options: Any) -> Any:
        raise RuntimeError("not to be seen otherwise")

    def __array_wrap__(self, *arguments: Any, **options: Any) -> Any:
        raise RuntimeError("not to be wrapped")

    @property  # type: ignore[misc]
    def shape(self) -> Any:
        return (3,)

    @property
    def flags(self) -> Any:
        raise RuntimeError("no flags")


SUBCLASSES = [np.matrix, np.recarray, Hostile]


def hands(shape: tuple[int, ...], seed: int = 1) -> NDArray[np.uint8]:
    order = np.random.default_rng(seed).random((*shape, 52)).argpartition(7, axis=-1)
    return order[..., :7].astype(np.uint8)


def as_masks(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    masks: NDArray[np.uint64] = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=-1)
    return masks


def rankers(cards: NDArray[np.uint8]) -> dict[str, Callable[[Any], object]]:
    """Return the functions that write ranks to `out`, by name."""
    masks = as_masks(cards)
    return {
        "hands": lambda out: evaluate(cards, out=out),
        "wide ids": lambda out: evaluate(cards.astype("i8"), out=out, threads=2),
        "board": lambda out: evaluate(cards[..., :2], cards[..., 2:], out=out),
        "unchecked": lambda out: evaluate(cards, out=out, check=False),
        "masks": lambda out: evaluate_masks(masks, out=out),
        "signed masks": lambda out: evaluate_masks(masks.astype("i8"), out=out, threads=2),
    }


RANKERS = list(rankers(hands((1,))))


def guarded(shape: tuple[int, ...]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Return an array in the middle of memory that must not change, and all that memory."""
    memory = np.full(3 * int(np.prod(shape)), GUARD, dtype=np.uint16)
    third = len(memory) // 3
    return memory[third : 2 * third].reshape(shape), memory


def is_untouched(memory: NDArray[np.uint16]) -> bool:
    third = len(memory) // 3
    return bool((memory[:third] == GUARD).all() and (memory[2 * third :] == GUARD).all())


@pytest.mark.parametrize("shape", [(1, 40), (40, 1), (1, 70_000), (3, 30_000), (0, 4)])
@pytest.mark.parametrize("kind", SUBCLASSES)
@pytest.mark.parametrize("name", RANKERS)
def test_subclasses(shape: tuple[int, ...], kind: Any, name: str) -> None:
    cards = hands(shape)
    out, memory = guarded(shape)
    given = out.view(kind)
    assert rankers(cards)[name](given) is given
    np.testing.assert_array_equal(out, evaluate(cards))
    assert is_untouched(memory)


@pytest.mark.parametrize("name", RANKERS)
def test_a_memory_map(name: str, tmp_path: Path) -> None:
    cards = hands((500,))
    given = np.memmap(tmp_path / "ranks", dtype=np.uint16, mode="w+", shape=(500,))
    assert rankers(cards)[name](given) is given
    np.testing.assert_array_equal(np.fromfile(tmp_path / "ranks", dtype=np.uint16), evaluate(cards))


@pytest.mark.parametrize("name", RANKERS)
def test_an_unaligned_array(name: str) -> None:
    cards = hands((300,))
    given = np.zeros(601, dtype=np.uint8)[1:].view(np.uint16)
    assert not given.flags.aligned
    assert rankers(cards)[name](given) is given
    np.testing.assert_array_equal(given, evaluate(cards))


@pytest.mark.parametrize("kind", [np.matrix, np.recarray, Hostile])
def test_input_that_is_a_subclass(kind: Any) -> None:
    cards = hands((30,))
    expected = evaluate(cards)
    np.testing.assert_array_equal(evaluate(cards.view(kind)), expected)
    masks = as_masks(cards)[None]
    np.testing.assert_array_equal(evaluate_masks(masks.view(kind)), expected[None])
    assert type(evaluate(cards.view(kind))) is np.ndarray


def test_unaligned_input() -> None:
    cards = hands((300,))
    memory = np.zeros(300 * 7 * 8 + 1, dtype=np.uint8)[1:]
    unaligned = memory.view(np.int64).reshape(300, 7)
    unaligned[:] = cards
    np.testing.assert_array_equal(evaluate(unaligned), evaluate(cards))
    assert evaluate(unaligned[5]) == evaluate(cards[5])
    masks = memory[: 300 * 8].view(np.uint64)
    masks[:] = as_masks(cards)
    np.testing.assert_array_equal(evaluate_masks(masks), evaluate(cards))


@pytest.mark.parametrize("name", RANKERS)
@pytest.mark.parametrize("mask", [False, True])
def test_masked_arrays_are_refused(name: str, mask: bool) -> None:
    given = np.ma.MaskedArray(np.zeros(30, dtype=np.uint16), mask=mask)
    with pytest.raises(TypeError, match="out must not be a masked array"):
        rankers(hands((30,)))[name](given)


@pytest.mark.parametrize("name", RANKERS)
@pytest.mark.parametrize("steps", [(0, 2), (60, 0), (2, 2), (58, 2), (-4, -4), (0, 0)])
def test_arrays_that_overlap_themselves_are_refused(name: str, steps: tuple[int, int]) -> None:
    memory = np.zeros(3000, dtype=np.uint16)
    given = as_strided(memory[1000:], (2, 30), steps)
    with pytest.raises(ValueError, match="out overlaps itself"):
        rankers(hands((2, 30)))[name](given)
    assert not memory.any()


@pytest.mark.parametrize(
    "cut",
    [
        lambda out: out[::-1, ::-1],
        lambda out: out[:, ::3],
        lambda out: out.T[::2].T,
        lambda out: out[5, None],
        lambda out: out[5, :, None],
        lambda out: out.reshape(8, 10, 8, 10)[::3, 2:5, 1, ::-2],
        lambda out: np.einsum("iji->ij", out.reshape(8, 10, 80)[..., :8]),
        lambda out: np.lib.stride_tricks.sliding_window_view(out, 80, axis=1, writeable=True),
    ],
)
def test_what_is_cut_from_an_array_is_written_to(cut: Callable[[Any], Any]) -> None:
    memory = np.full((80, 80), GUARD, dtype=np.uint16)
    given = cut(memory)
    cards = hands(given.shape)
    assert evaluate(cards, out=given) is given
    np.testing.assert_array_equal(given, evaluate(cards))
    assert np.count_nonzero(memory != GUARD) == given.size


@pytest.mark.parametrize("dtype", [">u2", "i2", np.dtype([("rank", "u2")]), "u4", object])
def test_other_dtypes_are_refused(dtype: Any) -> None:
    if np.dtype(dtype).isnative and np.little_endian is False:
        pytest.skip("this machine's own byte order")
    with pytest.raises(TypeError, match="out must be an array of dtype uint16"):
        evaluate(hands((30,)), out=np.zeros(30, dtype=dtype))


def test_things_that_only_look_like_arrays_are_refused() -> None:
    memory = np.zeros(30, dtype=np.uint16)

    class Looks:
        dtype, shape = memory.dtype, memory.shape
        __array_interface__ = memory.__array_interface__

    with pytest.raises(TypeError, match="out must be an array of dtype uint16, got Looks"):
        evaluate(hands((30,)), out=Looks())  # type: ignore[call-overload]
