"""What the package promises about speed, as data; the report puts the measured figure beside it."""

from dataclasses import dataclass

import own
from contestants import Contestant


@dataclass(frozen=True)
class Goal:
    """The time of `of` is to be at most `at_most` times that of `against`.

    Where there is no `against`, `at_most` is in nanoseconds a hand.
    """

    of: Contestant
    at_most: float
    against: Contestant | None = None


# Ratios carry over from one machine to another; times do only roughly.
GOALS = [
    Goal(own.UNCHECKED, 1.9, own.FLOOR),
    Goal(own.UNCHECKED, 1 / 2.2, own.BASELINE),
    Goal(own.CHECKED, 1.4, own.UNCHECKED),
    Goal(own.SCALAR, 1.0, own.BASELINE),
    Goal(own.DEALS, 0.8, own.UNCHECKED),
    Goal(own.MASKS, 1.3, own.UNCHECKED),
    Goal(own.ALL_HANDS, 0.5, own.UNCHECKED),
    Goal(own.TWO_THREADS, 1 / 1.8, own.UNCHECKED),
    Goal(own.ONE_ARRAY, 3_000),
    Goal(own.ONE_LIST, 6_000),
]
