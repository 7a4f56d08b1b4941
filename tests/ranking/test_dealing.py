"""Random hands. Seeds are fixed, so a test of chance cannot fail by chance."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from figures import HANDS, TOTAL_HANDS
from handrank import deal, evaluate, hand_category


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def chi_square(counts: NDArray[np.int64], expected: object = None) -> float:
    """Return how many standard deviations chi-square lies above its mean."""
    counts = counts.ravel().astype(float)
    ideal = np.full(counts.size, counts.mean()) if expected is None else np.asarray(expected)
    freedom = counts.size - 1
    return float((((counts - ideal) ** 2 / ideal).sum() - freedom) / np.sqrt(2 * freedom))


@pytest.mark.parametrize("n_cards", [1, 2, 5, 7, 9, 23, 52])
def test_hands_of_different_cards(n_cards: int) -> None:
    hands = deal(5000, n_cards, rng=rng())
    assert hands.dtype == np.uint8
    assert hands.shape == (5000, n_cards)
    assert hands.flags.c_contiguous
    ordered = np.sort(hands, axis=1)
    assert ordered.max() < 52
    assert (np.diff(ordered.astype(int), axis=1) > 0).all()


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("n_cards", [5, 7, 11])
def test_each_card_is_as_likely_at_each_place(n_cards: int, seed: int) -> None:
    hands = deal(200_000, n_cards, rng=rng(seed))
    for place in range(n_cards):
        assert abs(chi_square(np.bincount(hands[:, place], minlength=52))) < 5


@pytest.mark.parametrize("seed", [1, 2])
def test_each_pair_of_cards_is_as_likely_at_any_two_places(seed: int) -> None:
    hands = deal(600_000, 12, rng=rng(seed)).astype(np.int64)
    apart = ~np.eye(52, dtype=bool)
    # Neighbours share a draw, the tenth and eleventh card lie on both sides of a new one.
    for first, second in [(0, 1), (0, 6), (5, 6), (8, 9), (9, 10), (10, 11), (0, 11)]:
        counts = np.bincount(hands[:, first] * 52 + hands[:, second], minlength=52 * 52)
        assert abs(chi_square(counts.reshape(52, 52)[apart])) < 5


def test_hands_do_not_depend_on_the_hand_before() -> None:
    hands = deal(400_000, 7, rng=rng()).astype(np.int64)
    for place in (0, 6):
        counts = np.bincount(hands[:-1, place] * 52 + hands[1:, place], minlength=52 * 52)
        assert abs(chi_square(counts)) < 5


def test_every_order_of_a_small_deck_is_as_likely() -> None:
    hands = deal(240_000, 4, rng=rng(), dead=range(5, 52)).astype(np.int64)
    counts = np.bincount(hands @ [125, 25, 5, 1], minlength=625)
    assert (counts > 0).sum() == 5 * 4 * 3 * 2
    assert abs(chi_square(counts[counts > 0])) < 5


def test_categories_come_as_often_as_they_should() -> None:
    found = np.bincount(hand_category(evaluate(deal(1_000_000, 7, rng=rng()))), minlength=10)
    expected = np.array(HANDS[7]) * (1_000_000 / TOTAL_HANDS[7])
    assert abs(chi_square(found, expected)) < 5


def test_equal_states_give_equal_hands() -> None:
    # More hands than are dealt in one go.
    first = deal(300_000, 3, rng=rng(5))
    np.testing.assert_array_equal(first, deal(300_000, 3, rng=rng(5)))
    assert (first != deal(300_000, 3, rng=rng(6))).any()
    source = rng(5)
    deal(300_000, 3, rng=source)
    assert (deal(300_000, 3, rng=source) != first).any()


def test_hands_of_a_seed_stay_the_same() -> None:
    # A recorded result: published simulations must come out again in later versions.
    assert deal(3, 7, rng=rng(0)).tolist() == [
        [33, 7, 13, 8, 45, 34, 24],
        [14, 13, 25, 38, 2, 19, 37],
        [25, 1, 35, 13, 21, 50, 8],
    ]


@pytest.mark.parametrize("bits", [np.random.MT19937, np.random.Philox, np.random.SFC64])
def test_any_bit_generator(bits: type[np.random.BitGenerator]) -> None:
    hands = deal(1000, 5, rng=np.random.Generator(bits(1)))
    assert evaluate(hands).shape == (1000,)


def test_dead_cards_are_not_dealt() -> None:
    for dead in ("As Ks Qs", [51, 47, 43], ("As", "Ks", "Qs"), np.array([51, 47, 43])):
        hands = deal(50_000, 7, rng=rng(), dead=dead)
        counts = np.bincount(hands.ravel(), minlength=52)
        assert not counts[[51, 47, 43]].any()
        assert abs(chi_square(counts[counts > 0])) < 5
    empties: list[Any] = [None, (), [], "", " ", np.zeros(0, dtype=np.uint8)]
    for nothing in empties:
        np.testing.assert_array_equal(deal(10, rng=rng(), dead=nothing), deal(10, rng=rng()))


def test_the_whole_deck_and_nothing() -> None:
    assert sorted(deal(1, 52, rng=rng())[0].tolist()) == list(range(52))
    assert sorted(deal(1, 49, rng=rng(), dead=[0, 1, 2])[0].tolist()) == list(range(3, 52))
    assert deal(0, rng=rng()).shape == (0, 7)
    assert deal(3, 0, rng=rng()).shape == (3, 0)
    n: Any = np.int64(2)
    assert deal(n, n + 3, rng=rng()).shape == (2, 5)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"n": -1}, ValueError, "n must be at least 0, got -1"),
        ({"n_cards": -2}, ValueError, "n_cards must be at least 0, got -2"),
        ({"n": 1.5}, TypeError, "n must be an integer, got float"),
        ({"n": "3"}, TypeError, "n must be an integer, got str"),
        ({"n_cards": None}, TypeError, "n_cards must be an integer, got NoneType"),
        ({"n_cards": 53}, ValueError, "cannot deal 53 cards from a deck of 52"),
        ({"n_cards": 51, "dead": "As Ks"}, ValueError, "cannot deal 51 cards from a deck of 50"),
        ({"rng": 1}, TypeError, "numpy.random.Generator, got int"),
        ({"rng": np.random.RandomState(1)}, TypeError, "got RandomState"),
        ({"rng": None, "seed": "1"}, TypeError, "seed must be an integer, got str"),
        ({"rng": None, "seed": -1}, ValueError, "seed must be at least 0, got -1"),
        ({"dead": "As As"}, ValueError, r"dead: As \(card id 51\) is given twice"),
        ({"dead": [52]}, ValueError, r"dead: card id 52 is outside 0\.\.51"),
        ({"dead": [-1]}, ValueError, r"dead: card id -1 is outside 0\.\.51"),
        ({"dead": "Xx"}, ValueError, "dead: 'Xx' is not a card"),
        ({"dead": [0.5]}, TypeError, "dead must be .* float64"),
        ({"dead": [[1, 2]]}, ValueError, r"dead must be one row of cards, got shape \(1, 2\)"),
    ],
)
def test_errors(arguments: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        deal(**{"n": 3, "rng": rng(), **arguments})  # type: ignore[arg-type]


def test_a_seed_in_place_of_a_generator() -> None:
    np.testing.assert_array_equal(deal(9, seed=5), deal(9, rng=rng(5)))
    assert (deal(9, seed=5) != deal(9)).any()
    with pytest.raises(ValueError, match="give seed or rng, not both"):
        deal(3, seed=1, rng=rng())
