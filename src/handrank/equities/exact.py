"""Plan exact equity: which way is cheaper, and the tasks of *matchups*.

Two ways lead to the same counts. *Matchups* visits each combination of hands once, up to exchanges
of suits, over all boards; *sweep*, for two players, visits each board once, up to exchanges of
suits that change neither range, with all hands (`equity_sweep`).
"""

import contextlib
import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.equities.combos import N_COMBOS, all_combos
from handrank.equities.plan import ExactPlan, NoDealError
from handrank.equities.question import Question
from handrank.equities.suit_symmetry import combo_images, fixing
from handrank.equities.sweep import plan_sweep
from handrank.equities.tasks import (
    TASK_SECONDS,
    CountMatchups,
    Task,
    card_mask,
)

# Seconds on one 3 GHz core, to choose between the ways and to cut the work: a matchup of two by
# the number of cards to come.
_MATCHUP_SECONDS = (3e-7, 4e-7, 8e-7, 1e-5, 1.2e-4, 3.5e-4)
# Combinations of hands that are listed at once, and at all.
MOST_DEALS = 1 << 22
MOST_DEALS_COUNTED = 1 << 32
# So few matchups are not worth looking for another way.
_FEW_DEALS = 24
# The combinations of up to six players fit a 63-bit number.
_MOST_CODED_PLAYERS = 6


def n_deals(question: Question) -> int:
    """Return how many combinations of hands there are, those that clash included."""
    return math.prod(int(np.count_nonzero(weights)) for weights in question.ranges)


def plan_exact(question: Question, limit: float = math.inf) -> ExactPlan | None:
    """Return the cheapest plan, or None if none is within `limit` seconds.

    Raises
    ------
    ValueError
        If the ranges exclude each other, or there is no plan though `limit` is infinite.
    """
    deals = n_deals(question)
    symmetries = len(fixing(question.board, question.dead))
    at_least = deals / symmetries * matchup_seconds(question)
    best: ExactPlan | None = None
    if question.n_players == 2 and deals > _FEW_DEALS:
        best = plan_sweep(question)
    cap = limit if best is None else min(limit, best.seconds)
    if deals <= MOST_DEALS_COUNTED and at_least <= cap:
        by_hand = _plan_matchups(question)
        if best is None or by_hand.seconds < best.seconds:
            best = by_hand
    if best is None and math.isinf(limit):
        raise ValueError(
            f"{deals:,} combinations of hands are too many to enumerate (at most "
            f"{MOST_DEALS_COUNTED:,}); use method='sampled'"
        )
    return best if best is not None and best.seconds <= limit else None


def matchup_seconds(question: Question) -> float:
    """Return about how long one combination of hands takes on one thread."""
    return _MATCHUP_SECONDS[question.to_come] * question.n_players / 2


def list_deals(question: Question) -> tuple[NDArray[np.int64], list[int]]:
    """Return the combinations of hands that share no card, and their weights.

    Returns
    -------
    deals : ndarray of int64, shape (n, players)
        The players' combos as indices, of `all_combos`.
    weights : list of int
        The product of the combos' weights.

    Raises
    ------
    ValueError
        If there are none.
    """
    bits = combo_bits()
    deals = np.zeros((1, 0), dtype=np.int64)
    used = np.zeros(1, dtype=np.uint64)
    for weights in question.ranges:
        combos = np.flatnonzero(weights)
        row, column = np.nonzero((used[:, None] & bits[combos]) == 0)
        deals = np.column_stack((deals[row], combos[column]))
        used = used[row] | bits[combos[column]]
    if not len(deals):
        raise NoDealError
    largest = math.prod(int(weights.max()) for weights in question.ranges)
    kind = np.int64 if largest < 1 << 62 else object
    product = np.ones(len(deals), dtype=kind)
    for player, weights in enumerate(question.ranges):
        product = product * weights[deals[:, player]].astype(kind)
    return deals, product.tolist()


@lru_cache(maxsize=1)
def combo_bits() -> NDArray[np.uint64]:
    """Return each combo's two card bits, shape (1326,)."""
    return np.array([card_mask(combo) for combo in all_combos()], dtype=np.uint64)


def _plan_matchups(question: Question) -> ExactPlan:
    seconds = matchup_seconds(question)
    step = max(1, round(TASK_SECONDS / seconds))
    blocks: Iterable[tuple[NDArray[np.int64], list[int]]]
    if n_deals(question) <= MOST_DEALS:
        blocks = [up_to_suits(question, *list_deals(question))]
        n_matchups = len(blocks[0][0])
    else:
        blocks = _deal_blocks(question)
        n_matchups = n_deals(question)
    # Tasks are made in the order in which their results are added up.
    awaited: deque[list[int]] = deque()

    def tasks() -> Iterator[Task]:
        for deals, weights in blocks:
            for start in range(0, len(deals), step):
                part = slice(start, start + step)
                awaited.append(weights[part])
                hole = all_combos()[deals[part]]
                yield CountMatchups(question.game.rules, hole, question.board, question.deck)

    def add_up(results: Iterator[Any]) -> list[int]:
        total = [0] * (1 << question.n_players)
        for tallies in results:
            weights = awaited.popleft()
            for winners in np.flatnonzero(tallies.any(axis=0)).tolist():
                # Python's integers: products of ten weights and a count may pass 64 bits.
                counts = tallies[:, winners].tolist()
                total[winners] += sum(w * n for w, n in zip(weights, counts, strict=True))
        if not any(total):
            raise NoDealError
        return total

    return ExactPlan("matchups", n_matchups * seconds, -(-n_matchups // step), tasks, add_up)


def _deal_blocks(question: Question) -> Iterator[tuple[NDArray[np.int64], list[int]]]:
    """Yield the deals and their weights in blocks that fit the memory."""
    if n_deals(question) <= MOST_DEALS:
        with contextlib.suppress(NoDealError):
            yield up_to_suits(question, *list_deals(question))
        return
    sizes = [int(np.count_nonzero(weights)) for weights in question.ranges]
    widest = sizes.index(max(sizes))
    weights = question.ranges[widest]
    for combo in np.flatnonzero(weights):
        single = np.zeros_like(weights)
        single[combo] = weights[combo]
        ranges = (*question.ranges[:widest], single, *question.ranges[widest + 1 :])
        yield from _deal_blocks(replace(question, ranges=ranges))


def up_to_suits(
    question: Question, deals: NDArray[np.int64], weights: list[int]
) -> tuple[NDArray[np.int64], list[int]]:
    """Join the deals that an exchange of suits turns into each other."""
    if question.n_players > _MOST_CODED_PLAYERS or len(deals) == 1:
        return deals, weights
    images = combo_images()
    places = N_COMBOS ** np.arange(question.n_players)[::-1]
    smallest = deals @ places
    for exchange in fixing(question.board, question.dead)[1:]:
        np.minimum(smallest, images[exchange][deals] @ places, out=smallest)
    codes, place = np.unique(smallest, return_inverse=True)
    joined: list[int] = [0] * len(codes)
    for at, weight in zip(place.tolist(), weights, strict=True):
        joined[at] += weight
    return codes[:, None] // places % N_COMBOS, joined
