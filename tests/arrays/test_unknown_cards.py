"""What stands for a hand that nobody saw."""

from typing import Any

import numpy as np
import pytest

from handrank import showdown
from handrank.arrays.unknown_cards import is_unknown, set_unknown_apart


@pytest.mark.parametrize(
    "text",
    [
        "????",
        "??",
        "?",
        "Xx",
        "XxXx",
        "xx xx",
        "-",
        "--",
        "nan",
        "NaN",
        "None",
        "",
        "  ",
        "n/a",
        "Ah??",
        "??Ah",
        "Ah ?? Kd ??",
        "Xx,Ah",
        "R♥ ??",
        "?? ??",
    ],
)
def test_texts_of_unknown_hands(text: str) -> None:
    assert is_unknown(text)


@pytest.mark.parametrize("text", ["AhKh", "Ah", "1", "??Zz", "ace", "xylophone", "0", "?!", "nano"])
def test_other_texts(text: str) -> None:
    assert not is_unknown(text)


@pytest.mark.parametrize("nothing", ["????", "-", None, float("nan"), "Ah??", ""])
def test_unknown_hands_rank_0(nothing: Any) -> None:
    board = "2c 7d 9h Js Kd"
    for hole in (
        ["AhAs", nothing, "3c4d"],
        np.array(["AhAs", nothing, "3c4d"], dtype=object),
        [["Ah", "As"], ["??", "??"], ["3c", "4d"]],
    ):
        result = showdown(hole, board)
        assert (result.ranks == 0).tolist() == [False, True, False]
        assert result.winners.tolist() == [True, False, False]


def test_ids_and_known_texts_stay_as_they_are() -> None:
    for hands in (["AhAs", "KdKc"], np.zeros((3, 2), np.int8), [[1, 2], [3, 4]], "AhAs", []):
        same, unknown = set_unknown_apart(hands, "hole", 2)
        assert same is hands
        assert unknown is None


def test_the_number_of_cards_is_that_of_known_hands_or_of_the_game() -> None:
    hands, unknown = set_unknown_apart(["AhAsKdKc", "????"], "hole", 2)
    assert np.asarray(hands).tolist() == ["AhAsKdKc", "2c 2c 2c 2c"]
    assert unknown is not None
    assert unknown.tolist() == [False, True]
    hands, _ = set_unknown_apart(["-", "????"], "hole", 3)
    assert np.asarray(hands).tolist() == ["2c 2c 2c"] * 2


def test_unreadable_texts_beside_unknown_ones_are_named() -> None:
    with pytest.raises(ValueError, match="'Zz' is not a card"):
        showdown(["AhAs", "??", "Zz3c"], "2c 7d 9h Js Kd")
    with pytest.raises(ValueError, match=r"same number of cards|unknown hand|has 1 card"):
        showdown([["Ah", "As"], "??"], "2c 7d 9h Js Kd")
    with pytest.raises(ValueError, match=r"As .* is given twice"):
        showdown(["AhAs", "??", "As3c"], "2c 7d 9h Js Kd")
