"""Whole numbers that count something."""

from typing import Any

import numpy as np
import pytest

from handrank.arrays.counts import as_count


def test_integers_of_any_kind() -> None:
    for number in (3, np.int64(3), np.uint8(3), np.array(3)):
        count = as_count(number, "n")
        assert count == 3
        assert type(count) is int
    assert as_count(-3, "n", None) == -3


@pytest.mark.parametrize(
    ("number", "error", "message"),
    [
        (True, TypeError, "n must be an integer, got bool"),
        (1.0, TypeError, "n must be an integer, got float"),
        ("1", TypeError, "n must be an integer, got str"),
        (None, TypeError, "n must be an integer, got NoneType"),
        (0, ValueError, "n must be at least 1, got 0"),
    ],
)
def test_other_things_are_refused(number: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        as_count(number, "n", 1)


def test_the_lowest_number_counts() -> None:
    assert as_count(0, "n") == 0
    assert as_count(3, "n", 3) == 3
    with pytest.raises(ValueError, match="n must be at least 3, got 2"):
        as_count(2, "n", 3)
