"""Plan sampled equity: how hole cards are drawn, and an independent stream for each chunk."""

import math
from collections.abc import Iterator
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from handrank.equities import deals
from handrank.equities.combos import N_COMBOS, combo_index
from handrank.equities.question import Question
from handrank.equities.tasks import Task, draw_boards, draw_deals
from handrank.kernels.equity.random_cards import Draws, KnownCards, Stream
from handrank.lookup.encoding import HOLE_CARDS

# Trials of one stream: long enough to hide the overhead, short enough that Ctrl-C is answered soon.
CHUNK = 1 << 19

# Deals are drawn from a list of all where that is short, or where drawing the hands one by one
# would throw most deals away.
SHORT_LIST = 1 << 12
LOW_ACCEPTANCE = 0.25
# Of more than two hole cards, trial draws tell how often they clash.
_TRIAL_DRAWS = 4096
_TWO_TO_32 = 1 << 32


def plan_sample(
    question: Question, seed: int, trials: int | None
) -> tuple[list[int], Iterator[Task]]:
    """Return an order of the players and the chunks of the sample, endless if `trials` is None."""
    # The players' own order changes nothing; chunk i has the same trials whoever runs it.
    order = sampling_order(question)
    question = question.of_players(order)
    known = KnownCards(question.board, question.deck_left)
    if not question.game.two_from_hand and all(len(hands) == 1 for hands in question.hands):
        draw = partial(draw_boards, question.game, known, np.concatenate(question.hands))
    else:
        n_players, draws = question.n_players, _plan_draws(question)
        draw = partial(draw_deals, question.game, known, n_players, draws)
    return order, (partial(draw, stream) for stream in streams(seed, trials))


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
            by_combo = np.zeros(N_COMBOS, dtype=np.int64)
            by_combo[combo_index(hands)] = weights
            content, weighed = by_combo.tobytes(), b""
        return question.holds_anything(player), len(hands), content, weighed

    return sorted(range(question.n_players), key=key)


def _plan_draws(question: Question) -> Draws:
    """Return how the hands of the first players are drawn, all but those who hold any hand."""
    listed = question.of_players(
        p for p in range(question.n_players) if not question.holds_anything(p)
    )
    if not listed.n_players:
        nothing = np.zeros((0, 1, question.game.hole_cards), dtype=np.uint8)
        empty = np.zeros(0, dtype=np.int64)
        return Draws(np.zeros(1, dtype=np.int64), nothing, empty.astype(np.uint64), empty)
    n_deals = deals.n_deals(listed)
    listable = n_deals <= deals.MOST_DEALS
    if n_deals <= SHORT_LIST or (listable and _acceptance(listed) < LOW_ACCEPTANCE):
        chosen, weights = deals.combine_hands(listed)
        if not len(chosen):
            raise deals.no_deal()
        accept, other = alias_table(weights.tolist())
        rows = np.array([0, len(chosen)], dtype=np.int64)
        return Draws(rows, deals.hands_at(listed, chosen), accept, other)
    deals.require_deal(listed)
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
    shares = [weights / weights.sum() for weights in question.weights]
    drawn = list(zip(map(deals.fields_of_hands, question.hands), shares, strict=True))
    if question.game.hole_cards == HOLE_CARDS:
        # Exact for each two players.
        pairs = combinations(drawn, 2)
        return math.prod(float(p @ (((a[:, None] & b) == 0) @ q)) for (a, p), (b, q) in pairs)
    rng, clear = np.random.default_rng(0), np.ones(_TRIAL_DRAWS, dtype=np.bool_)
    used = np.zeros(_TRIAL_DRAWS, dtype=np.uint64)
    for masks, of_player in drawn:
        chosen = masks[rng.choice(len(masks), _TRIAL_DRAWS, p=of_player)]
        clear &= (used & chosen) == 0
        used |= chosen
    return float(clear.mean())


def alias_table(weights: list[int]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return Walker's alias table: row i stands with probability accept / 2**32, else other[i]."""
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
