"""Winners and pot shares from hand ranks."""

from typing import Any

import numpy as np
import pytest

from handrank import pot_shares, winners


def test_winners_and_shares() -> None:
    ranks = [[5, 9, 9, 1], [0, 0, 0, 0], [0, 0, 1, 0], [65535, 2, 65535, 65535]]
    assert winners(ranks).tolist() == [
        [False, True, True, False],
        [False] * 4,
        [False, False, True, False],
        [True, False, True, True],
    ]
    third = 1 / 3
    assert pot_shares(ranks).tolist() == [
        [0, 0.5, 0.5, 0],
        [0, 0, 0, 0],
        [0, 0, 1, 0],
        [third, 0, third, third],
    ]
    assert winners(ranks).dtype == np.bool_
    assert pot_shares(ranks).dtype == np.float64


def test_one_deal_and_no_deals() -> None:
    assert winners([3, 7]).tolist() == [False, True]
    assert pot_shares([3, 3]).tolist() == [0.5, 0.5]
    assert winners(np.zeros((0, 6), np.uint16)).shape == (0, 6)


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
@pytest.mark.parametrize("dtype", [np.uint16, np.int64, ">u4"])
def test_any_axis(axis: int, dtype: Any) -> None:
    ranks = np.random.default_rng(2).integers(0, 4, (5, 6, 7)).astype(dtype)
    best = ranks.max(axis=axis, keepdims=True)
    expected = (ranks == best) & (ranks > 0)
    np.testing.assert_array_equal(winners(ranks, axis=axis), expected)
    count = expected.sum(axis=axis, keepdims=True)
    np.testing.assert_array_equal(pot_shares(ranks, axis=axis), expected / np.maximum(count, 1))


@pytest.mark.parametrize("threads", [1, 3])
def test_shares_of_a_million_deals_sum_to_one(threads: int) -> None:
    ranks = np.random.default_rng(3).integers(1, 12, (1_000_000, 9)).astype(np.uint16)
    shares = pot_shares(ranks, threads=threads)
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-15)
    np.testing.assert_array_equal(shares > 0, winners(ranks, threads=threads))


@pytest.mark.parametrize("function", [winners, pot_shares])
@pytest.mark.parametrize(
    ("ranks", "axis", "error", "message"),
    [
        ([1.0, 2.0], -1, TypeError, r"ranks must be integers.*float64"),
        (["As"], -1, TypeError, r"ranks must be integers"),
        (7, -1, ValueError, r"ranks must have an axis of players"),
        ([], -1, ValueError, r"ranks has no players"),
        (np.zeros((0, 3), np.uint16), 0, ValueError, r"ranks has no players"),
        ([1, 2], 1, ValueError, r"ranks of shape \(2,\) has no axis 1"),
        ([[1, 2], [3, -1]], -1, ValueError, r"^row 1: ranks: -1 is outside 0\.\.65535"),
        ([[1, 2], [70000, 1]], -1, ValueError, r"^row 1: ranks: 70000 is outside 0\.\.65535"),
    ],
)
def test_refuses_ranks(
    function: Any, ranks: Any, axis: int, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        function(ranks, axis=axis)


@pytest.mark.parametrize("function", [winners, pot_shares])
@pytest.mark.parametrize("axis", [0.0, None, "0"])
def test_an_axis_is_an_integer(function: Any, axis: Any) -> None:
    with pytest.raises(TypeError, match=f"axis must be an integer, got {type(axis).__name__}"):
        function([[1, 2]], axis=axis)
