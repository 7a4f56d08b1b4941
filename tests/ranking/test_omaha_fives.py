"""`best_five_omaha`: two hole cards and three board cards that make a hand."""

from typing import Any

import numpy as np
import pytest

from handrank import (
    RULE_SETS,
    CardError,
    best_five_omaha,
    deal,
    describe,
    evaluate,
    evaluate_omaha,
    format_cards,
)


@pytest.mark.parametrize(
    ("hole", "board", "five", "text"),
    [
        # Four hearts on the board and one in the hand make no flush.
        ("AhAsKd3c", "2h5h9hJhKc", "Ah As Kc Jh 9h", "pair of aces"),
        # Three aces in the hand: only two of them play.
        ("AhAsAd3c", "2h5h9sJhKc", "Ah As Kc Jh 9s", "pair of aces"),
        # The board's full house does not play.
        ("AhKs7d3c", "9h9s9dJhJc", "9h 9s 9d Ah Ks", "three of a kind, nines"),
        ("AhQh7d3c", "2h5h9hJhKc", "Ah Qh Jh 9h 5h", "flush, ace high, in hearts"),
        ("Th9hQcJc", "8h7h6hKs2d", "Th 9h 8h 7h 6h", "straight flush, ten high, in hearts"),
        ("As2d7c8hKd", "3h4c5sKcQc", "5s 4c 3h 2d As", "straight, five high"),
    ],
)
def test_exactly_two_hole_cards_play(hole: str, board: str, five: str, text: str) -> None:
    played = best_five_omaha(hole, board)
    assert format_cards(played) == five
    assert describe(played) == text


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize(("n_hole", "n_board"), [(4, 5), (5, 4), (6, 3), (6, 5)])
def test_the_five_have_the_hands_rank(rules: str, n_hole: int, n_board: int) -> None:
    dead = np.arange(16) if rules.startswith("short-deck") else ()
    cards = deal(2_000, n_hole + n_board, rng=np.random.default_rng(3), dead=dead)
    hole, board = cards[:, :n_hole], cards[:, n_hole:]
    fives = best_five_omaha(hole, board, rules=rules)
    ranks: Any = evaluate_omaha(hole, board, rules=rules)
    assert (evaluate(fives, rules=rules) == ranks).all()
    assert ((fives[:, :, None] == hole[:, None, :]).sum(axis=(1, 2)) == 2).all()
    assert ((fives[:, :, None] == board[:, None, :]).sum(axis=(1, 2)) == 3).all()


def test_hole_cards_and_boards_broadcast() -> None:
    cards = deal(40, 13, rng=np.random.default_rng(3))
    hole, board = cards[:, :8].reshape(40, 2, 4), cards[:, None, 8:]
    fives = best_five_omaha(hole, board)
    assert fives.shape == (40, 2, 5)
    assert (fives[:, 1] == best_five_omaha(hole[:, 1], board[:, 0], threads=1)).all()
    assert best_five_omaha(hole[:0], board[:0]).shape == (0, 2, 5)


def test_bad_hands_are_refused() -> None:
    with pytest.raises(CardError, match=r"As \(card id 51\) is given twice"):
        best_five_omaha("AsKsQsJs", "As2c3c")
    with pytest.raises(ValueError, match="4, 5 or 6 hole cards, got 2"):
        best_five_omaha("AsKs", "Ac2c3c")
