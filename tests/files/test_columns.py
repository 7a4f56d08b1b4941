"""Headers and columns are told from cards, and those of deals are found by their names."""

import pytest

from handrank.files.columns import (
    columns_by_content,
    columns_by_name,
    find_deal_columns,
    looks_like_header,
    near_misses,
)
from handrank.files.file_errors import FileError


def test_header_and_columns_are_told_from_cards() -> None:
    assert looks_like_header(["hand_id", "As dealt"])
    assert not looks_like_header(["1", "hand"])
    assert not looks_like_header(["As"])
    assert not looks_like_header([""])
    assert not looks_like_header(["?? ??"])
    sample = [["1", "AsKsQsJsTs"], ["2", "AdKdQdJdTd"], ["x", "bad"]]
    assert columns_by_content(sample, ["a", "b"], "f") == [1]
    assert columns_by_content([["1", "2", "3", "4", "300"]], list("abcde"), "f") == [0, 1, 2, 3, 4]
    assert columns_by_name(["id", "hole", "board"]) == [1, 2]


def test_columns_of_deals_in_any_order() -> None:
    found = find_deal_columns(["id", "hole_1", "hole_2", "board", "bet_2", "bet_1"], "t")
    assert (found.seats, found.hole, found.boards) == ((1, 2), (1, 2), (3,))
    assert (found.board_cards, found.bets, found.folded) == ((), (5, 4), {})


def test_columns_of_money_and_of_further_boards() -> None:
    names = ["Player 1", "hole_1", "hole_2", "board", "board_2", "Bet 1", "bets2", "dead", "dead_2"]
    names += ["fold_2", "rake", "board_3"]
    found = find_deal_columns(names, "t")
    assert found.hole == (1, 2), "players have names"
    assert (found.boards, found.bets, found.dead) == ((3, 4, 11), (5, 6), (7, 8))
    assert (found.folded, found.rake, found.amounts) == ({2: 9}, (10,), (5, 6, 7, 8, 10))
    cards = find_deal_columns(["hole_1", "board_1", "board_2", "board_3"], "t")
    assert (cards.boards, cards.board_cards) == ((), (1, 2, 3))
    runs = find_deal_columns(["hole_1", "board_1", "board_2"], "t", lambda column: True)
    assert (runs.boards, runs.board_cards) == ((1, 2), ())
    assert find_deal_columns(["hand_1", "hand_2"], "t").boards == ()


def test_near_misses_are_named() -> None:
    names = [
        "hole_1",
        "bord",
        "bets_1",
        "boards_2",
        "raked",
        "id",
        "name_1",
        "button_seat",
        "foled",
    ]
    found = find_deal_columns(names, "t")
    assert near_misses(names, found) == {
        "bord": "board",
        "boards_2": "board_2",
        "raked": "rake",
        "foled": "folded",
    }


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["board", "bet_1"], "t: no columns of hole cards, hole_1, hole_2"),
        (["hole_1", "hole 1", "board"], "t: columns 'hole_1' and 'hole 1' both have the number 1"),
        (["hole_1", "board", "Board"], "t: it has 2 columns named 'board'"),
        (["hole_1", "hole_2", "board", "bet_1"], "t: seat 2 has 'hole_2', but no .*'bet_1'"),
        (["hole_1", "board", "bet_1", "bet_2"], "t: seat 2 has 'bet_2', but no hole cards"),
        (["hole_1", "board", "folded_2"], "t: seat 2 has 'folded_2', but no hole cards"),
        (["hole_1", "board", "dead_2"], "t: seat 2 has 'dead_2', but no hole cards"),
        (["hole_1", "rake", "Rake"], "t: it has 2 columns named 'rake'"),
    ],
)
def test_columns_that_do_not_fit(names: list[str], message: str) -> None:
    with pytest.raises(FileError, match=message):
        find_deal_columns(names, "t")
