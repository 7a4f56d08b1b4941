"""The ways to answer a question, whichever game it is about: ranges of two cards or whole hands."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from numpy.typing import ArrayLike

from handrank.equities.exact import plan_exact
from handrank.equities.omaha_plans import hands_order, plan_hands, sample_hands
from handrank.equities.omaha_question import HandsQuestion, read_hands_question
from handrank.equities.plan import ExactPlan
from handrank.equities.question import Question, read_question
from handrank.equities.sampled import sample_tasks, sampling_order
from handrank.equities.tasks import Counts, Task
from handrank.rulebook.games import get_game

Asked = Question | HandsQuestion


def read_asked(players: Sequence[Any], board: ArrayLike, dead: ArrayLike, game: str) -> Asked:
    """Check the arguments of `handrank.equity` and bring them to one form.

    Raises
    ------
    TypeError, ValueError
        As `handrank.equity` says.
    """
    found = get_game(game)
    if found.two_from_hand:
        return read_hands_question(players, board, dead, found)
    return read_question(players, board, dead, game)


def plan_asked(question: Asked, limit: float = math.inf) -> ExactPlan | None:
    """Return the plan of an exact count, or None if it takes more than `limit` seconds.

    Raises
    ------
    ValueError
        If every deal uses a card twice, or there are too many to count though `limit` is infinite.
    """
    if isinstance(question, HandsQuestion):
        return plan_hands(question, limit)
    return plan_exact(question, limit)


def plan_sample(
    question: Asked, seed: int, trials: int | None
) -> tuple[Iterator[Task], Callable[[Counts], list[int]]]:
    """Return the chunks of a sampled question, and what brings their tallies to the asked order.

    The same players in any order are the same question: the chunks are those of one order.
    """
    n = question.n_players
    if isinstance(question, HandsQuestion):
        order = hands_order(question)
        tasks: Iterator[Task] = sample_hands(question.reordered(order), seed, trials)
    else:
        order = sampling_order(question)
        ranges = tuple(question.ranges[p] for p in order)
        tasks = sample_tasks(replace(question, ranges=ranges), seed, trials)
    if question.game.low_rules is not None:
        # Counts by player first.
        places = [order.index(player) for player in range(n)]
        return tasks, lambda tally: tally[places].reshape(-1).tolist()
    # Counts by the bit mask of the winners.
    sources = [
        sum(1 << i for i, p in enumerate(order) if winners >> p & 1) for winners in range(1 << n)
    ]
    return tasks, lambda tally: tally[sources].tolist()
