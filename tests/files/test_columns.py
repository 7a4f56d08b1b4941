"""Headers and columns are told from cards, and those of deals are found by their names."""

import pytest

from handrank.files.columns import (
    columns_by_content,
    columns_by_name,
    find_deal_columns,
    looks_like_header,
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
    assert found[:4] == ((1, 2), (1, 2), (3,), (5, 4))


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["board", "bet_1"], "t: no columns of hole cards, hole_1, hole_2"),
        (["hole_1", "hole_2"], "t: no column 'board'"),
        (["hole_1", "hole 1", "board"], "t: columns 'hole_1' and 'hole 1' both have the number 1"),
        (["hole_1", "board", "Board"], "t: it has 2 columns named 'board'"),
        (["hole_1", "hole_2", "board", "bet_1"], "t: seat 2 has 'hole_2', but no .*'bet_1'"),
        (["hole_1", "board", "bet_1", "bet_2"], "t: seat 2 has 'bet_2', but no hole cards"),
        (["hole_1", "hole_2", "board", "folded_2"], "t: seat 1 has 'hole_1', but no"),
    ],
)
def test_columns_that_do_not_fit(names: list[str], message: str) -> None:
    with pytest.raises(FileError, match=message):
        find_deal_columns(names, "t")
