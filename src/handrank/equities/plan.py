"""What the ways to count equity exactly have in common."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from handrank.equities.tasks import (
    Task,
)


class NoDealError(ValueError):
    """No deal gives every player a combo of the range."""

    def __init__(self) -> None:
        super().__init__("the players' ranges exclude each other: every deal uses a card twice")


@dataclass(frozen=True)
class ExactPlan:
    """How an exact question is worked on.

    Attributes
    ----------
    way : str
        ``"matchups"`` or ``"sweep"``.
    seconds : float
        About how long it takes on one thread.
    n_tasks : int
        How many tasks there are.
    tasks : callable
        Returns them.
    add_up : callable
        Takes the tasks' results, in order, and returns the tally by winners.
    """

    way: str
    seconds: float
    n_tasks: int
    tasks: Callable[[], Iterator[Task]]
    add_up: Callable[[Iterator[Any]], list[int]]
