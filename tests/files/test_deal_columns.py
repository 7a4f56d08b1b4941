"""The columns of deals are found by their names, and those that do not fit are named."""

import pytest

from handrank.files.deal_columns import find_deal_columns
from handrank.files.errors import FileError


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["board", "bet_1"], "t: no columns of hole cards, hole_1, hole_2"),
        (["hole_1", "hole_2"], "t: no column 'board'"),
        (["hole_1", "hole 1", "board"], "t: columns 'hole_1' and 'hole 1' are the same"),
        (["hole_1", "board", "Board"], "t: it has 2 columns named 'board'"),
        (["hole_1", "hole_2", "board", "bet_1"], "t: seat 2 has 'hole_2', but no .*'bet_1'"),
        (["hole_1", "board", "bet_1", "bet_2"], "t: seat 2 has 'bet_2', but no hole cards"),
        (["hole_1", "hole_2", "board", "folded_2"], "t: seat 1 has 'hole_1', but no"),
    ],
)
def test_columns_that_do_not_fit(names: list[str], message: str) -> None:
    with pytest.raises(FileError, match=message):
        find_deal_columns(names, "t")
