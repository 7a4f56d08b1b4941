"""Plan sampled equity: how hole cards are drawn, and an independent stream for each chunk."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from handrank.equities.combos import N_COMBOS, all_combos, combo_index
from handrank.equities.deals import MOST_DEALS, NoDealError, list_deals, n_deals, require_deal
from handrank.equities.question import Question
from handrank.equities.tasks import SampleBoards, SampleDeals, Task, fields_of_hands
from handrank.kernels.equity.random_hole_cards import Draws
from handrank.kernels.equity.random_numbers import Stream
from handrank.lookup.encoding import HOLE_CARDS
from handrank.rulebook.cards import N_CARDS

# Trials of one stream: long enough to hide the overhead, short enough that Ctrl-C is answered soon.
CHUNK = 1 << 19

# Deals are drawn from a list of all where that is short, or where drawing the hands one by one
# would throw most deals away.
SHORT_LIST = 1 << 12
LOW_ACCEPTANCE = 0.25
# Trial draws that tell how often hands drawn independently do not clash.
_TRIAL_DRAWS = 4096
_TWO_TO_32 = 1 << 32


@dataclass(frozen=True)
class Sample:
    """A sampled question: its players in an order of their own, and its chunks, perhaps endless."""

    order: list[int]
    tasks: Iterator[Task]


def plan_sample(question: Question, seed: int, trials: int | None) -> Sample:
    """Return the chunks of a sampled question, endlessly if `trials` is None.

    The same players in any order are the same question. Chunk i has the same trials whoever runs
    it: its stream is seeded by `seed` and i alone.
    """
    order = sampling_order(question)
    question = question.of_players(order)
    deck = question.deck_left
    if not question.game.two_from_hand and all(len(hands) == 1 for hands in question.hands):
        hole = np.concatenate(question.hands)
        tasks: Iterator[Task] = (
            SampleBoards(question.game, stream, hole, question.board, deck)
            for stream in streams(seed, trials)
        )
    else:
        draws = _plan_draws(question)
        tasks = (
            SampleDeals(question.game, stream, question.n_players, draws, question.board, deck)
            for stream in streams(seed, trials)
        )
    return Sample(order, tasks)


def streams(seed: int, trials: int | None) -> Iterator[Stream]:
    """Yield the streams of the chunks."""
    chunk = 0
    while trials is None or chunk * CHUNK < trials:
        n_trials = CHUNK if trials is None else min(CHUNK, trials - chunk * CHUNK)
        start, step = np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(2, np.uint64)
        yield Stream(n_trials, start, np.uint64(_good_step(int(step))))
        chunk += 1


def _good_step(step: int) -> int:
    """Return an odd step with many changes between neighbouring bits, as SplitMix64 asks for."""
    step |= 1
    return step ^ 0xAAAAAAAAAAAAAAAA if (step ^ step >> 1).bit_count() < 24 else step


def sampling_order(question: Question) -> list[int]:
    """Return the players in an order that depends on their hands only, any hand last."""

    def key(player: int) -> tuple[bool, int, bytes, bytes]:
        hands, weights = question.hands[player], question.weights[player]
        content, weighed = hands.tobytes(), weights.tobytes()
        if question.game.hole_cards == HOLE_CARDS:
            content, weighed = _combo_weights(hands, weights).tobytes(), b""
        return question.holds_anything(player), len(hands), content, weighed

    return sorted(range(question.n_players), key=key)


def _combo_weights(hands: NDArray[np.uint8], weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the weight of each of the 1,326 combos."""
    dense = np.zeros(N_COMBOS, dtype=np.int64)
    dense[combo_index(hands)] = weights
    return dense


def _plan_draws(question: Question) -> Draws:
    """Return how the hands of the first players are drawn, all but those who hold any hand."""
    listed = question.of_players(
        p for p in range(question.n_players) if not question.holds_anything(p)
    )
    if not listed.n_players:
        nothing = np.zeros((0, 1, question.game.hole_cards), dtype=np.uint8)
        empty = np.zeros(0, dtype=np.int64)
        return Draws(np.zeros(1, dtype=np.int64), nothing, empty.astype(np.uint64), empty)
    deals = n_deals(listed)
    if deals <= SHORT_LIST or (deals <= MOST_DEALS and _acceptance(listed) < LOW_ACCEPTANCE):
        hole, weights = list_deals(listed)
        if not len(hole):
            raise NoDealError
        accept, other = alias_table(weights.tolist())
        return Draws(np.array([0, len(hole)], dtype=np.int64), hole, accept, other)
    require_deal(listed)
    tables = [alias_table(weights.tolist()) for weights in listed.weights]
    first = np.concatenate(([0], np.cumsum([len(accept) for accept, _ in tables])))
    return Draws(
        first.astype(np.int64),
        np.concatenate(listed.hands)[:, None],
        np.concatenate([accept for accept, _ in tables]),
        np.concatenate([first[i] + other for i, (_, other) in enumerate(tables)]),
    )


def _acceptance(question: Question) -> float:
    """Return about how often hands drawn independently do not clash."""
    if question.game.hole_cards == HOLE_CARDS:
        return _acceptance_of_combos(question)
    rng = np.random.default_rng(0)
    used = np.zeros(_TRIAL_DRAWS, dtype=np.uint64)
    clear = np.ones(_TRIAL_DRAWS, dtype=np.bool_)
    for hands, weights in zip(question.hands, question.weights, strict=True):
        chosen = rng.choice(len(hands), _TRIAL_DRAWS, p=weights / weights.sum())
        masks = fields_of_hands(hands[chosen])
        clear &= (used & masks) == 0
        used |= masks
    return float(clear.mean())


def _acceptance_of_combos(question: Question) -> float:
    """Return the same for two hole cards: exact for each two players."""
    shares = [
        _combo_weights(hands, weights) / weights.sum()
        for hands, weights in zip(question.hands, question.weights, strict=True)
    ]
    incidence = np.zeros((N_COMBOS, N_CARDS))
    np.put_along_axis(incidence, all_combos().astype(np.intp), 1.0, axis=1)
    accepted = 1.0
    for first, second in combinations(shares, 2):
        # The clashes by card count the same combo twice.
        by_card = (first @ incidence) @ (second @ incidence)
        accepted *= 1.0 - (by_card - first @ second)
    return float(accepted)


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
