"""Weights count in proportion, as whole numbers."""

import numpy as np
import pytest

from handrank import equity
from handrank.equities.question import whole_weights


class TestWeights:
    """Weights count in proportion, however small those are that known cards leave."""

    def test_of_those_that_are_left(self) -> None:
        # The aces are blocked, and three times as often as fives he has kings, which win.
        players = ["AsAd:1, KsKd:3e-7, 5s5d:1e-7", "QsQd"]
        result = equity(players, board="AsKhKc2c3d", method="exact")
        assert result.equity == (0.75, 0.25)
        players = ["AsAd2s2d:1, KsKd9s9d:3e-7, 8s8d7s7d:1e-7", "QsQdJsJd"]
        result = equity(players, board="AsKhKc2c3d", game="omaha", method="exact")
        assert result.equity == (0.75, 0.25)

    @pytest.mark.parametrize(
        ("weights", "whole"),
        [
            ([0.5, 0.0, 1.0, 0.25], [2, 0, 4, 1]),
            ([0.125, 0.3], [5, 12]),
            ([3e-7, 1e-7, 2.5e-7], [6, 2, 5]),
            ([1e6, 2e6], [1, 2]),
            ([7.0, 7.0, 0.0], [1, 1, 0]),
            ([1.0, 1e-12], [1 << 26, 1]),
            ([1.0, 1e-12, 0.0], [1 << 26, 1, 0]),
            ([0.001, 1.0], [1, 1000]),
            ([1.0, 1e9], [1, 1 << 26]),
            ([1.0, 2.0, 1e9], [1, 1, 1 << 26]),
        ],
    )
    def test_as_whole_numbers(self, weights: list[float], whole: list[int]) -> None:
        assert whole_weights(np.array(weights)).tolist() == whole

    def test_others_are_rounded_to_a_small_part_of_the_largest(self) -> None:
        weights = np.random.default_rng(1).random(50)
        whole = whole_weights(weights)
        np.testing.assert_allclose(whole / whole.max(), weights / weights.max(), atol=2**-26)
