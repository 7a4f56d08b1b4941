"""Hands classed by others: the "Poker Hand" data of the UCI Machine Learning Repository."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from handrank import HandCategory, evaluate, hand_category

REAL = Path(__file__).parents[3] / "shared" / "real"


@pytest.fixture
def uci() -> NDArray[np.int8]:
    """Return rows of suit and rank of five cards, and the class."""
    path = REAL / "uci_poker_training.npy"
    if not path.is_file():
        pytest.skip(f"the recorded hands are not at {path}")
    rows: NDArray[np.int8] = np.load(path)
    return rows


def test_all_classed_hands(uci: NDArray[np.int8]) -> None:
    assert uci.shape == (25_010, 11)
    # Suits 1..4 are hearts, spades, diamonds, clubs; ranks 1..13 go from the ace to the king.
    suits = np.array([2, 3, 1, 0])[uci[:, 0:10:2] - 1]
    ranks = (uci[:, 1:10:2] + 11) % 13
    categories = hand_category(evaluate(4 * ranks + suits))
    # Their classes 0..9 are our categories: nothing is high card, 9 is the royal flush.
    assert set(uci[:, 10].tolist()) == set(HandCategory)
    np.testing.assert_array_equal(categories, uci[:, 10])
