"""Plan exact and sampled equity at Omaha."""

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.equities.exact import MOST_DEALS, MOST_DEALS_COUNTED
from handrank.equities.omaha_hands import Hands
from handrank.equities.omaha_question import HandsQuestion
from handrank.equities.omaha_tasks import CountOmaha, SampleOmaha, tally_shape
from handrank.equities.plan import ExactPlan, NoDealError
from handrank.equities.sampled import LOW_ACCEPTANCE, SEARCH_STEPS, SHORT_LIST, alias_table, streams
from handrank.equities.suit_symmetry import exchanged_masks, fixing
from handrank.equities.tasks import TASK_SECONDS, Counts, Draws, Task, card_masks

Masks = NDArray[np.uint64]

# Seconds of a matchup of two on one 3 GHz core, by the number of cards to come.
_MATCHUP_SECONDS = (5e-7, 2e-6, 1.2e-5, 9e-5, 5e-4, 2e-3)
# Trial draws that tell how often hands drawn independently do not clash.
_TRIAL_DRAWS = 4096
_MOST_COUNTED = 1 << 62


def n_deals(question: HandsQuestion) -> int:
    """Return how many combinations of hands there are, those that clash included."""
    every = math.comb(len(question.deck), question.game.hole_cards)
    return math.prod(len(hands) or every for hands in question.hands)


def plan_hands(question: HandsQuestion, limit: float = math.inf) -> ExactPlan | None:
    """Return the plan of an exact count, or None if it takes more than `limit` seconds.

    Raises
    ------
    ValueError
        If every deal uses a card twice, or there are too many to count though `limit` is infinite.
    """
    deals = n_deals(question)
    seconds = _MATCHUP_SECONDS[question.to_come] * question.n_players / 2
    symmetries = len(fixing(question.board, question.dead))
    if deals / symmetries * seconds > limit:
        return None
    if deals > MOST_DEALS_COUNTED:
        raise ValueError(
            f"{deals:,} combinations of hands are too many to enumerate (at most "
            f"{MOST_DEALS_COUNTED:,}); use method='sampled'"
        )
    listed = question.listed()
    if deals <= MOST_DEALS:
        blocks = [_up_to_suits(listed, *_list_deals(listed))]
        n_matchups = len(blocks[0][0])
    else:
        blocks, n_matchups = [], deals
    if n_matchups * seconds > limit:
        return None
    step = max(1, round(TASK_SECONDS / seconds))
    # Tasks are made in the order in which their results are added up.
    awaited: deque[Counts] = deque()

    def tasks() -> Iterator[Task]:
        for hole, weights in blocks or _deal_blocks(listed):
            for start in range(0, len(hole), step):
                part = slice(start, start + step)
                awaited.append(weights[part])
                yield CountOmaha(question.game.name, hole[part], question.board, question.deck)

    def add_up(results: Iterator[Any]) -> list[int]:
        total = [0] * math.prod(tally_shape(question.game, question.n_players))
        for tallies in results:
            counted = _weighted_sum(awaited.popleft(), tallies.reshape(len(tallies), -1))
            total = [old + new for old, new in zip(total, counted, strict=True)]
        if not any(total):
            raise NoDealError
        return total

    return ExactPlan("matchups", n_matchups * seconds, -(-n_matchups // step), tasks, add_up)


def _weighted_sum(weights: Counts, tallies: Counts) -> list[int]:
    largest = int(tallies.max(initial=0)) * int(weights.max(initial=0)) * len(weights)
    if weights.dtype == object or largest > _MOST_COUNTED:
        return [int(n) for n in weights.astype(object) @ tallies.astype(object)]
    return [int(n) for n in weights @ tallies]


def _list_deals(question: HandsQuestion) -> tuple[Hands, Counts]:
    """Return the combinations of hands that share no card, and the products of their weights."""
    masks = [card_masks(hands) for hands in question.hands]
    chosen = np.zeros((1, 0), dtype=np.int64)
    used = np.zeros(1, dtype=np.uint64)
    largest = math.prod(int(weights.max()) for weights in question.weights)
    product: Counts = np.ones(1, dtype=np.int64 if largest < _MOST_COUNTED else object)
    for own_masks, weights in zip(masks, question.weights, strict=True):
        row, column = np.nonzero((used[:, None] & own_masks) == 0)
        chosen = np.column_stack((chosen[row], column))
        used = used[row] | own_masks[column]
        product = product[row] * weights[column]
    hole = np.stack([hands[chosen[:, p]] for p, hands in enumerate(question.hands)], axis=1)
    return hole, product


def _deal_blocks(question: HandsQuestion) -> Iterator[tuple[Hands, Counts]]:
    """Yield the deals and their weights in blocks that fit the memory."""
    if n_deals(question) <= MOST_DEALS:
        yield _up_to_suits(question, *_list_deals(question))
        return
    sizes = [len(hands) for hands in question.hands]
    widest = sizes.index(max(sizes))
    # So many of the widest player's hands that a block is full, one at least.
    step = max(1, MOST_DEALS * sizes[widest] // n_deals(question))
    for start in range(0, sizes[widest], step):
        part = slice(start, start + step)
        hands = [h[part] if p == widest else h for p, h in enumerate(question.hands)]
        weights = [w[part] if p == widest else w for p, w in enumerate(question.weights)]
        yield from _deal_blocks(replace(question, hands=tuple(hands), weights=tuple(weights)))


def _up_to_suits(question: HandsQuestion, hole: Hands, weights: Counts) -> tuple[Hands, Counts]:
    """Join the deals that an exchange of suits turns into each other."""
    exchanges = fixing(question.board, question.dead)
    if len(hole) < 2 or len(exchanges) < 2:
        return hole, weights
    masks = np.stack([card_masks(hole[:, p]) for p in range(hole.shape[1])], axis=1)
    smallest = masks
    for exchange in exchanges[1:]:
        image = exchanged_masks(masks, exchange)
        # Where the first player whose hands differ has the smaller mask.
        differs = image != smallest
        first = differs.argmax(axis=1)[:, None]
        less = np.take_along_axis(image, first, 1) < np.take_along_axis(smallest, first, 1)
        smallest = np.where(less, image, smallest)
    _, kept, place = np.unique(smallest, axis=0, return_index=True, return_inverse=True)
    joined = np.zeros(len(kept), dtype=weights.dtype)
    np.add.at(joined, place.reshape(-1), weights)
    return hole[kept], joined


def hands_order(question: HandsQuestion) -> list[int]:
    """Return the players in an order that depends on their hands only, any hand last."""

    def key(player: int) -> tuple[bool, int, bytes, bytes]:
        hands, weights = question.hands[player], question.weights[player]
        anything = question.holds_anything(player)
        return anything, len(hands), hands.tobytes(), weights.tobytes()

    return sorted(range(question.n_players), key=key)


def sample_hands(question: HandsQuestion, seed: int, trials: int | None) -> Iterator[SampleOmaha]:
    """Yield the chunks of a sampled question, endlessly if `trials` is None.

    The players are in the order of `hands_order`.
    """
    draws = _plan_draws(question)
    known = [hands[0] for hands in question.hands if len(hands) == 1]
    deck = np.setdiff1d(question.deck, np.concatenate(known)) if known else question.deck
    for stream in streams(seed, trials):
        yield SampleOmaha(
            question.game.name, question.n_players, *stream, draws, question.board, deck
        )


def _plan_draws(question: HandsQuestion) -> Draws:
    n_listed = sum(not question.holds_anything(p) for p in range(question.n_players))
    hole_cards = question.game.hole_cards
    if not n_listed:
        nothing = np.zeros((0, 1, hole_cards), dtype=np.uint8)
        empty = np.zeros(0, dtype=np.int64)
        return Draws(np.zeros(1, dtype=np.int64), nothing, empty.astype(np.uint64), empty)
    listed = question.reordered(range(n_listed))
    deals = n_deals(listed)
    if deals <= SHORT_LIST or (deals <= MOST_DEALS and _acceptance(listed) < LOW_ACCEPTANCE):
        hole, weights = _list_deals(listed)
        if not len(hole):
            raise NoDealError
        accept, other = alias_table(weights.tolist())
        return Draws(np.array([0, len(hole)], dtype=np.int64), hole, accept, other)
    _find_deal(listed)
    tables = [alias_table(weights.tolist()) for weights in listed.weights]
    first = np.concatenate(([0], np.cumsum([len(accept) for accept, _ in tables])))
    return Draws(
        first.astype(np.int64),
        np.concatenate(listed.hands)[:, None],
        np.concatenate([accept for accept, _ in tables]),
        np.concatenate([first[i] + other for i, (_, other) in enumerate(tables)]),
    )


def _acceptance(question: HandsQuestion) -> float:
    """Return about how often hands drawn independently do not clash."""
    rng = np.random.default_rng(0)
    used = np.zeros(_TRIAL_DRAWS, dtype=np.uint64)
    clear = np.ones(_TRIAL_DRAWS, dtype=np.bool_)
    for hands, weights in zip(question.hands, question.weights, strict=True):
        chosen = rng.choice(len(hands), _TRIAL_DRAWS, p=weights / weights.sum())
        masks = card_masks(hands[chosen])
        clear &= (used & masks) == 0
        used |= masks
    return float(clear.mean())


def _find_deal(question: HandsQuestion) -> None:
    """Raise a ValueError unless some deal uses no card twice."""
    masks = sorted((card_masks(hands).tolist() for hands in question.hands), key=len)
    stack = [(0, 0)]
    for _ in range(SEARCH_STEPS):
        if not stack:
            raise NoDealError
        player, used = stack.pop()
        if player == len(masks):
            return
        stack += [(player + 1, used | hand) for hand in masks[player] if not used & hand]
    raise ValueError("found no deal of the players' hands without using a card twice")
