"""Lists of hands: every form they are given in, and what is refused."""

from typing import Any

import numpy as np
import pytest

from handrank import Range, parse_cards
from handrank.equities.hand_lists import HandList, Player, every_hand, read_player
from handrank.rulebook.games import Game, get_game

OMAHA = get_game("omaha")


def hands_of(player: Player, game: Game) -> HandList:
    return read_player(player, game)[0]


def test_every_form_of_one_hand() -> None:
    hand = parse_cards("AsAhKsKh")
    forms: list[Any] = ["AsAhKsKh", " Kh Ks Ah As ", "A♠A♥K♠K♥", hand, hand[None].astype(np.int64)]
    forms += [[51, 50, 47, 46], (51, 50, 47, 46), ["As", "Ah", "Ks", "Kh"], ["KhKsAhAs"]]
    for form in forms:
        hands = hands_of(form, OMAHA)
        assert hands.hands.tolist() == [[46, 47, 50, 51]]
        assert hands.weights.tolist() == [1.0]


def test_a_hand_given_twice_counts_once_at_the_larger_weight() -> None:
    hands = hands_of("AsAhKsKh:0.25; 2c3c4c5c, KsKhAsAh:0.5", OMAHA)
    assert hands.weights.tolist() == [1.0, 0.5]
    arrays = hands_of((["AsAhKsKh", "2c3c4c5c", "KhKsAhAs"], [0.25, 1, 0.5]), OMAHA)
    np.testing.assert_array_equal(arrays.hands, hands.hands)
    np.testing.assert_array_equal(arrays.weights, hands.weights)
    # A weight of 0 is no hand.
    assert len(hands_of((["AsAhKsKh", "2c3c4c5c"], [0, 1]), OMAHA).hands) == 1


def test_any_hand() -> None:
    for text in ("random", " Random "):
        hands, label = read_player(text, OMAHA)
        assert len(hands.hands) == 0
        assert str(hands) == "random"
        assert label == text.strip()


def test_hands_of_two_cards_are_in_the_order_of_combos() -> None:
    hands, label = read_player(Range.parse("AA:0.5, KhKs"), get_game("holdem"))
    assert label == "KsKh, AA:0.5"
    assert hands.hands.tolist()[:2] == [[46, 47], [48, 49]]
    assert hands.weights.tolist() == [1.0] + [0.5] * 6


def test_labels_are_short() -> None:
    assert str(hands_of(parse_cards("AsAhKsKh"), OMAHA)) == "KhKsAhAs"
    many = every_hand(range(8), 4)
    assert str(hands_of(many, OMAHA)).endswith(", +67")


@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        ("QQ+", "'QQ\\+' at position 0 of 'QQ\\+'"),
        ("AsAhKsKh, AAKK", "'AAKK' at position 10"),
        ("AsAhKsKh, 25%", "'25%' at position 10"),
        ("AsAhKsKh, random", "'random' at position 10"),
        ("AsAhKs", "got 3 cards; omaha is played with 4 hole cards"),
        ("AsAhKsKs", "given twice"),
        ("AsAhKsKh:0", "weight 0 is not a finite number"),
        ("AsAhKsKh:x", "weight 'x' is not a number"),
        ("AsAhKsKh:inf", "weight inf is not a finite number"),
        ("", "no hand is given"),
        (" , ", "no hand is given"),
        ([[0, 1, 2, 52]], "hand 0: card id 52"),
        ([0, 1], "shape \\(1, 2\\)"),
        ((["AsAhKsKh"], [1, 2]), "weights must have shape \\(1,\\), got \\(2,\\)"),
        ((["AsAhKsKh"], [-1]), "not negative"),
        ((["AsAhKsKh"], [0]), "no hand has a weight above 0"),
    ],
)
def test_what_is_refused(player: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        hands_of(player, OMAHA)


def test_ranges_are_of_two_cards() -> None:
    with pytest.raises(TypeError, match="a Range is of hold'em's two cards"):
        hands_of(Range.parse("AA"), OMAHA)
    with pytest.raises(TypeError, match="weights must be real numbers"):
        hands_of((["AsAhKsKh"], ["x"]), OMAHA)
