"""`evaluate_masks`: hands given as masks of 52 bits."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handrank import RULE_SETS, CardError, evaluate, evaluate_masks
from handrank.rulebook.rules import RulesName

MakeHands = Callable[..., NDArray[np.uint8]]


def masks_of(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(
        np.uint64(1) << hands.astype(np.uint64), axis=-1
    )
    return masks


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_masks_rank_as_their_cards_do(
    rules: RulesName, n_cards: int, make_hands: MakeHands
) -> None:
    hands = make_hands(2_000, n_cards, low=16 if rules.startswith("short-deck") else 0)
    expected = evaluate(hands, rules=rules)
    masks = masks_of(hands)
    for check in (True, False):
        np.testing.assert_array_equal(evaluate_masks(masks, rules=rules, check=check), expected)
    np.testing.assert_array_equal(
        evaluate_masks(masks.reshape(20, 100), rules=rules), expected.reshape(20, 100)
    )


def test_hands_of_different_sizes(make_hands: MakeHands) -> None:
    hands = [make_hands(500, n_cards) for n_cards in (5, 6, 7)]
    masks = np.concatenate([masks_of(some) for some in hands])
    expected = np.concatenate([evaluate(some) for some in hands])
    order = np.random.default_rng(1).permutation(len(masks))
    np.testing.assert_array_equal(evaluate_masks(masks[order]), expected[order])


@pytest.mark.parametrize("dtype", ["u8", "i8", ">u8"])
def test_dtypes_and_layouts(dtype: str, make_hands: MakeHands) -> None:
    hands = make_hands(300, 7)
    masks, expected = masks_of(hands).astype(dtype), evaluate(hands)
    np.testing.assert_array_equal(evaluate_masks(masks), expected)
    np.testing.assert_array_equal(evaluate_masks(masks[::-3]), expected[::-3])
    np.testing.assert_array_equal(evaluate_masks(masks.tolist()), expected)
    masks.flags.writeable = False
    np.testing.assert_array_equal(evaluate_masks(masks), expected)


def test_one_mask_and_none() -> None:
    rank: object = evaluate_masks(0b11111)
    assert type(rank) is np.uint16
    assert rank == evaluate([0, 1, 2, 3, 4])
    assert evaluate_masks([]).shape == (0,)
    assert evaluate_masks(np.zeros((3, 0), dtype=np.uint64), check=False).shape == (3, 0)


def test_out_and_threads(make_hands: MakeHands) -> None:
    masks = masks_of(make_hands(200_000, 7))
    expected = evaluate_masks(masks, threads=1)
    out = np.zeros(len(masks), dtype=np.uint16)
    assert evaluate_masks(masks, out=out, threads=3) is out
    np.testing.assert_array_equal(out, expected)
    # Ranks that are written over the masks they come from.
    overlapping = masks.view(np.uint16)[: len(masks)]
    evaluate_masks(masks, out=overlapping)
    np.testing.assert_array_equal(overlapping, expected)


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        (-1, "mask -1 is negative"),
        (-(1 << 63), "mask -9223372036854775808 is negative"),
        (0, "mask 0x0 has 0 cards, but a hand has 5, 6 or 7"),
        (1 << 52 | 0b1111, "mask 0x1000000000000f has bit 52 set, but cards are bits 0..51"),
        (0b1111, "mask 0xf has 4 cards, but a hand has 5, 6 or 7"),
        (0xFF, "mask 0xff has 8 cards, but a hand has 5, 6 or 7"),
    ],
)
def test_the_first_bad_mask_is_named(mask: int, message: str) -> None:
    with pytest.raises(CardError, match=f"^{message}$"):
        evaluate_masks(mask)
    masks = np.full((300, 200), 0b11111, dtype=np.int64)
    masks[250, 7] = mask
    with pytest.raises(CardError, match=rf"^row \(250, 7\): {message}$"):
        evaluate_masks(masks)


@pytest.mark.parametrize("dtype", ["i1", "i2", ">i4", "i8"])
def test_the_first_of_several_bad_masks_is_named(dtype: str) -> None:
    masks = np.array([31, 0b1111, -7, 31, -8], dtype=dtype)
    with pytest.raises(CardError, match=r"^row 1: mask 0xf has 4 cards"):
        evaluate_masks(masks)
    with pytest.raises(CardError, match=r"^row 0: mask -8 is negative$"):
        evaluate_masks(masks[::-1])
    with pytest.raises(CardError, match=r"^row 2: mask -7 is negative$"):
        evaluate_masks(masks[[0, 3, 2, 1]])


def test_masks_that_no_dtype_holds() -> None:
    with pytest.raises(ValueError, match=rf"^masks: {1 << 70} is outside 0\.\.{2**52 - 1}$"):
        evaluate_masks([31, 1 << 70])


@pytest.mark.parametrize("card", range(16))
def test_cards_that_a_short_deck_lacks(card: int) -> None:
    with pytest.raises(CardError, match=rf"^row 1: .. \(card id {card}\) is not in the deck"):
        evaluate_masks([0x1F0000, 0xF0000 | 1 << card, 0x1F0000], rules="short-deck")
    # The lowest of several is named.
    with pytest.raises(CardError, match=rf"^.. \(card id {card}\) is not in the deck"):
        evaluate_masks(0b11111 << card, rules="short-deck")


def test_hands_beside_masks_that_are_not_checked(make_hands: MakeHands) -> None:
    # The first that is a hand says how many cards they have.
    for n_cards in (5, 6, 7):
        hands = make_hands(40, n_cards)
        masks = masks_of(hands)
        for first in (0, 0b1111, 1 << 52 | 0b1111, (1 << 64) - 1):
            mixed = np.concatenate([np.full(3, first, dtype=np.uint64), masks])
            ranks = evaluate_masks(mixed, rules="deuce-to-seven", check=False)
            np.testing.assert_array_equal(ranks[3:], evaluate(hands, rules="deuce-to-seven"))


def test_wrong_arguments() -> None:
    with pytest.raises(CardError, match=r"^row 1: 2c \(card id 0\) is not in the deck, which"):
        evaluate_masks([0x1F0000, 0b11111], rules="short-deck")
    wrong: Any = 2
    with pytest.raises(TypeError, match="check must be True or False, got 2"):
        evaluate_masks(31, check=wrong)
    with pytest.raises(TypeError, match="masks must be integers, got dtype float64"):
        evaluate_masks([31.0])
    with pytest.raises(ValueError, match=r"out must have shape \(1,\), got \(2,\)"):
        evaluate_masks([31], out=np.zeros(2, dtype=np.uint16))
