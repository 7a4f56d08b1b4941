"""Lists of Omaha hands: every form they are given in, and what is refused."""

from typing import Any

import numpy as np
import pytest

from handrank import Range, parse_cards
from handrank.equities.omaha_hands import HandList, every_hand
from handrank.rulebook.games import get_game

OMAHA = get_game("omaha")


def test_every_form_of_one_hand() -> None:
    hand = parse_cards("AsAhKsKh")
    forms: list[Any] = ["AsAhKsKh", " Kh Ks Ah As ", "A♠A♥K♠K♥", hand, hand[None].astype(np.int64)]
    forms += [[51, 50, 47, 46], (51, 50, 47, 46), ["As", "Ah", "Ks", "Kh"], ["KhKsAhAs"]]
    for form in forms:
        hands = HandList.read(form, OMAHA)
        assert hands.hands.tolist() == [[46, 47, 50, 51]]
        assert hands.weights.tolist() == [1.0]
        assert not hands.anything


def test_a_hand_given_twice_counts_once_at_the_larger_weight() -> None:
    hands = HandList.read("AsAhKsKh:0.25; 2c3c4c5c, KsKhAsAh:0.5", OMAHA)
    assert hands.weights.tolist() == [1.0, 0.5]
    arrays = HandList.read((["AsAhKsKh", "2c3c4c5c", "KhKsAhAs"], [0.25, 1, 0.5]), OMAHA)
    np.testing.assert_array_equal(arrays.hands, hands.hands)
    np.testing.assert_array_equal(arrays.weights, hands.weights)
    # A weight of 0 is no hand.
    assert len(HandList.read((["AsAhKsKh", "2c3c4c5c"], [0, 1]), OMAHA).hands) == 1


def test_anything() -> None:
    assert HandList.read("random", OMAHA).anything
    assert HandList.read(" Random ", OMAHA).anything
    assert str(HandList.read("random", OMAHA)) == "random"


def test_labels_are_short() -> None:
    assert str(HandList.read(parse_cards("AsAhKsKh"), OMAHA)) == "KhKsAhAs"
    many = every_hand(range(8), 4)
    assert str(HandList.read(many, OMAHA)).endswith(", +67")


@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        ("QQ+", "'QQ\\+' at position 0 of 'QQ\\+'"),
        ("AsAhKsKh, AAKK", "'AAKK' at position 10"),
        ("AsAhKsKh, 25%", "'25%' at position 10"),
        ("AsAhKsKh, random", "'random' at position 10"),
        ("AsAhKs", "got 3 cards; omaha is played with 4 hole cards"),
        ("AsAhKsKs", "given twice"),
        ("AsAhKsKh:0", "weight 0 is no finite number"),
        ("AsAhKsKh:x", "weight 'x' is no number"),
        ("AsAhKsKh:inf", "weight inf is no finite number"),
        ("", "no hand is given"),
        (" , ", "no hand is given"),
        ([[0, 1, 2, 52]], "hand 0: card id 52"),
        ([0, 1], "shape \\(1, 2\\)"),
        ((["AsAhKsKh"], [1, 2]), "1 hands need as many weights"),
        ((["AsAhKsKh"], [-1]), "not negative"),
        ((["AsAhKsKh"], [0]), "no hand has a weight above 0"),
    ],
)
def test_what_is_refused(player: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        HandList.read(player, OMAHA)


def test_ranges_are_of_two_cards() -> None:
    with pytest.raises(TypeError, match="a Range is of hold'em's two cards"):
        HandList.read(Range.parse("AA"), OMAHA)
    with pytest.raises(TypeError, match="weights must be real numbers"):
        HandList.read((["AsAhKsKh"], ["x"]), OMAHA)
