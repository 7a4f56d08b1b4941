"""Weights: what a user may give, and the whole numbers that hands are counted with."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.rulebook.errors import type_error, value_error

Weights = NDArray[np.float64]

# Weights are counted in whole numbers, so that exact results are exact and independent of order.
# Decimal fractions of up to three places are kept as they are; others are rounded. A sweep's sums,
# the largest, stay below 2**63 with these: up to 1,326 of them on each of C(50, 5) boards.
_LARGEST_DENOMINATOR = 1000
_LARGEST_WEIGHT = 1 << 26


def checked_weights(weights: ArrayLike | None, n: int) -> Weights:
    """Return `n` weights, 1 each if none are given; they must be finite and not negative."""
    given = np.ones(n) if weights is None else np.asarray(weights)
    if given.dtype.kind not in "biuf":
        raise type_error("weights must be real numbers, got dtype {dtype}", dtype=str(given.dtype))
    if given.shape != (n,):
        raise value_error("weights must have shape ({n},), got {shape}", n=n, shape=given.shape)
    array = given.astype(np.float64)
    bad = ~(np.isfinite(array) & (array >= 0))
    if bad.any():
        place = int(bad.argmax())
        raise value_error(
            "weight {place} is {weight}; weights are finite and not negative",
            place=place,
            weight=str(given[place]),
        )
    return array


def whole_weights(weights: Weights) -> NDArray[np.int64]:
    """Return the smallest whole numbers in the proportion of the weights.

    Examples
    --------
    >>> whole_weights(np.array([0.5, 0.0, 1.0, 0.25])).tolist()
    [2, 0, 4, 1]
    """
    held = weights > 0
    values = weights[held]
    if values.min() == values.max():
        return held.astype(np.int64)
    whole = _as_fractions(weights, 1.0)
    if whole is None:
        # 3e-7 and 1e-7 are no such fractions, but one is three times the other.
        whole = _as_fractions(weights, float(values.min()))
    if whole is None:
        whole = np.rint(weights / weights.max() * _LARGEST_WEIGHT)
        whole = np.where(held, np.maximum(whole, 1), 0)
    numbers: NDArray[np.int64] = whole.astype(np.int64)
    return numbers // math.gcd(*np.unique(numbers[held]).tolist())


def _as_fractions(weights: Weights, unit: float) -> Weights | None:
    """Return weights in units as whole numbers, if they are fractions of small denominators."""
    values = np.unique(weights[weights > 0]) / unit
    for denominator in range(1, _LARGEST_DENOMINATOR + 1):
        scaled = values * denominator
        if scaled[-1] > _LARGEST_WEIGHT:
            return None
        if np.allclose(scaled, np.rint(scaled), rtol=1e-12, atol=0):
            return np.rint(weights / unit * denominator)
    return None
