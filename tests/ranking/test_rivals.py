"""Other evaluators as a second truth."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import phevaluator
import pytest
import treys
from numpy.typing import NDArray

from handrank import class_number, evaluate, format_cards

MakeHands = Callable[..., NDArray[np.uint8]]

# Their card ids are ours: 4 * rank + suit with the deuce of clubs first.
phevaluate = phevaluator.evaluate_cards


def test_card_ids_of_phevaluator_are_ours() -> None:
    for card in range(52):
        assert phevaluator.Card(card).describe_card() == format_cards([card])


def test_every_five_card_hand_has_phevaluators_class_number(all_fives: NDArray[np.uint8]) -> None:
    theirs = np.fromiter(
        (phevaluate(*hand) for hand in combinations(range(52), 5)), dtype=np.uint16
    )
    np.testing.assert_array_equal(class_number(evaluate(all_fives)), theirs)


@pytest.mark.parametrize(("n_cards", "n_hands"), [(6, 100_000), (7, 1_000_000)])
def test_random_hands_have_phevaluators_class_number(
    n_cards: int, n_hands: int, make_hands: MakeHands
) -> None:
    cards = make_hands(n_hands, n_cards, seed=2026)
    theirs = np.fromiter((phevaluate(*hand) for hand in cards.tolist()), dtype=np.uint16)
    np.testing.assert_array_equal(class_number(evaluate(cards)), theirs)
    np.testing.assert_array_equal(class_number(evaluate(cards[:, :2], cards[:, 2:])), theirs)


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_a_sample_has_treys_class_number(n_cards: int, make_hands: MakeHands) -> None:
    evaluator = treys.Evaluator()
    cards = make_hands(3000, n_cards, seed=8)
    texts = format_cards(cards)
    theirs = [
        evaluator.evaluate([], [treys.Card.new(card) for card in text.split()]) for text in texts
    ]
    assert class_number(evaluate(cards)).tolist() == theirs
