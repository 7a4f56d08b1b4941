"""Plan sampled equity: how hole cards are drawn, and an independent stream for each chunk."""

import math
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from handrank.equities.combos import N_COMBOS, all_combos
from handrank.equities.exact import MOST_DEALS, combo_bits, list_deals, n_deals
from handrank.equities.plan import NoDealError
from handrank.equities.question import Question
from handrank.equities.tasks import Draws, SampleDeals
from handrank.lookup.encoding import HOLE_CARDS

# Trials of one stream: long enough to hide the overhead, short enough that Ctrl-C is answered soon.
CHUNK = 1 << 19

# Combinations of hands are drawn from a list of all deals where that is short, or where drawing
# the hands one by one would throw most deals away.
SHORT_LIST = 1 << 12
LOW_ACCEPTANCE = 0.25
# Steps of the search for one deal without a clash.
SEARCH_STEPS = 1 << 20
_TWO_TO_32 = 1 << 32


def sample_tasks(question: Question, seed: int, trials: int | None) -> Iterator[SampleDeals]:
    """Yield the chunks of a sampled question, endlessly if `trials` is None.

    Chunk i has the same trials whoever runs it: its stream is seeded by `seed` and i alone.
    """
    hole, draws, fixed = _plan_draws(question)
    deck = np.setdiff1d(question.deck, fixed)
    for stream in streams(seed, trials):
        yield SampleDeals(
            question.game.rules, question.n_players, *stream, hole, draws, question.board, deck
        )


def streams(seed: int, trials: int | None) -> Iterator[tuple[int, int, int]]:
    """Yield the number of trials of each chunk and the start and step of its random numbers."""
    chunk = 0
    while trials is None or chunk * CHUNK < trials:
        n_trials = CHUNK if trials is None else min(CHUNK, trials - chunk * CHUNK)
        start, step = np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(2, np.uint64)
        yield n_trials, int(start), _good_step(int(step))
        chunk += 1


def _good_step(step: int) -> int:
    """Return an odd step with many changes between neighbouring bits, as SplitMix64 asks for."""
    step |= 1
    return step ^ 0xAAAAAAAAAAAAAAAA if (step ^ step >> 1).bit_count() < 24 else step


def sampling_order(question: Question) -> list[int]:
    """Return the players in an order that depends on their ranges only, any two cards last."""

    def key(player: int) -> tuple[bool, int, bytes]:
        weights = question.ranges[player]
        return _any_two(question, weights), int(np.count_nonzero(weights)), weights.tobytes()

    return sorted(range(question.n_players), key=key)


def _any_two(question: Question, weights: NDArray[np.int64]) -> bool:
    """Say whether the weights are those of any two cards of the deck, known hands aside."""
    known = [all_combos()[np.flatnonzero(w)[0]] for w in question.ranges if _single(w)]
    deck = np.setdiff1d(question.deck, np.concatenate(known)) if known else question.deck
    held = weights > 0
    same = len(np.unique(weights[held])) == 1
    return same and not _single(weights) and held.sum() == math.comb(len(deck), HOLE_CARDS)


def _single(weights: NDArray[np.int64]) -> bool:
    return int(np.count_nonzero(weights)) == 1


def _plan_draws(
    question: Question,
) -> tuple[NDArray[np.uint8] | None, Draws | None, NDArray[np.uint8]]:
    """Return the known hands or the draws, and the cards of players with one combo."""
    ranges = [weights for weights in question.ranges if not _any_two(question, weights)]
    hands = [all_combos()[np.flatnonzero(w)[0]] for w in ranges if _single(w)]
    fixed = np.concatenate(hands) if hands else np.zeros(0, dtype=np.uint8)
    if len(hands) == question.n_players:
        return np.stack(hands), None, fixed
    if not ranges:
        empty = np.zeros(0, dtype=np.int64)
        nothing = np.zeros((0, 1, HOLE_CARDS), dtype=np.uint8)
        return (
            None,
            Draws(np.zeros(1, dtype=np.int64), nothing, empty.astype(np.uint64), empty),
            fixed,
        )
    ranged = Question(question.game, question.labels, tuple(ranges), question.board, question.dead)
    deals = n_deals(ranged)
    if deals <= SHORT_LIST or (deals <= MOST_DEALS and _acceptance(ranges) < LOW_ACCEPTANCE):
        rows, weights = list_deals(ranged)
        accept, other = alias_table(weights)
        first = np.array([0, len(rows)], dtype=np.int64)
        return None, Draws(first, all_combos()[rows], accept, other), fixed
    _find_deal(ranges)
    tables = [alias_table(weights[weights > 0].tolist()) for weights in ranges]
    sizes = [len(accept) for accept, _ in tables]
    first = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    combos = np.concatenate([all_combos()[weights > 0] for weights in ranges])[:, None]
    accept = np.concatenate([accept for accept, _ in tables])
    other = np.concatenate([first[i] + other for i, (_, other) in enumerate(tables)])
    return None, Draws(first, combos, accept, other), fixed


def _acceptance(ranges: list[NDArray[np.int64]]) -> float:
    """Return about how often independent draws do not clash: exact for each two players."""
    incidence = np.zeros((N_COMBOS, 52))
    np.put_along_axis(incidence, all_combos().astype(np.intp), 1.0, axis=1)
    accepted = 1.0
    shares = [weights / weights.sum() for weights in ranges]
    for first, second in combinations(shares, 2):
        # The clashes by card count the same combo twice.
        by_card = (first @ incidence) @ (second @ incidence)
        accepted *= 1.0 - (by_card - first @ second)
    return accepted


def alias_table(weights: list[int]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return Walker's alias table: row i stands with probability accept[i] / 2**32, else other[i].

    Exact but for the rounding to 32 bits.
    """
    n, total = len(weights), sum(weights)
    scaled = [weight * n for weight in weights]
    small = [i for i, weight in enumerate(scaled) if weight < total]
    large = [i for i, weight in enumerate(scaled) if weight >= total]
    accept = [_TWO_TO_32] * n
    other = list(range(n))
    while small:
        low, high = small.pop(), large[-1]
        accept[low] = (2 * scaled[low] * _TWO_TO_32 + total) // (2 * total)
        other[low] = high
        scaled[high] -= total - scaled[low]
        if scaled[high] < total:
            small.append(large.pop())
    return np.array(accept, dtype=np.uint64), np.array(other, dtype=np.int64)


def _find_deal(ranges: list[NDArray[np.int64]]) -> None:
    """Raise a ValueError unless some deal uses no card twice."""
    bits = combo_bits()
    hands = sorted(([int(b) for b in bits[weights > 0]] for weights in ranges), key=len)
    # Any k of the players need 2 k different cards.
    for k in range(2, len(hands) + 1):
        for group in combinations(range(len(hands)), k):
            union = 0
            for player in group:
                for hand in hands[player]:
                    union |= hand
            if union.bit_count() < HOLE_CARDS * k:
                raise NoDealError
    stack = [(0, 0)]
    for _ in range(SEARCH_STEPS):
        if not stack:
            raise NoDealError
        player, used = stack.pop()
        if player == len(hands):
            return
        stack += [(player + 1, used | hand) for hand in hands[player] if not used & hand]
    raise ValueError("found no deal of the players' ranges without using a card twice")
