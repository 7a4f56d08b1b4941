"""Tests for the presets that kernels and their steps are compiled with."""

from typing import Any

import numba
import numpy as np
import pytest

from handrank.kernels.compiling import inlined, kernel, set_up


@inlined
def _given_back(pair: Any) -> Any:
    return pair


@inlined
def _made(n: int) -> Any:
    return np.zeros(n).sum()


@inlined
def _first_of(pair: Any) -> Any:
    return pair[0][0]


@set_up
def _two_arrays(n: int) -> Any:
    return np.arange(n), np.arange(n)


class TestInlined:
    def test_arrays_that_would_be_freed_too_early_are_refused(self) -> None:
        with pytest.raises(RuntimeError, match="counts no references returns"):
            _given_back((np.zeros(2), np.zeros(2)))

    def test_it_cannot_make_arrays(self) -> None:
        with pytest.raises(numba.TypingError):
            _made(3)

    def test_what_kernels_made_lives_on_after_steps(self) -> None:
        @kernel
        def sum_up(n: int) -> Any:
            total = 0
            for _ in range(n):
                pair = _two_arrays(n)
                total += _first_of(pair) + pair[1].sum()
            return total

        assert sum_up(100) == 100 * 4950

    def test_arrays_that_kernels_made_are_freed_once(self) -> None:
        arrays = _two_arrays(10)
        assert _first_of(arrays) == 0
        assert [np.asarray(array).sum() for array in arrays] == [45, 45]
