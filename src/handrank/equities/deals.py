"""Deals: combinations of the players' hands in which no card is dealt twice.

Of deals that an exchange of suits turns into each other one is kept, with the weight of all
(suit isomorphism).
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import combinations
from operator import or_

import numpy as np
from numpy.typing import NDArray

from handrank.equities.hand_lists import Hands
from handrank.equities.question import Question
from handrank.equities.suit_isomorphism import exchanged, suit_exchanges
from handrank.equities.tally import Counts
from handrank.lookup.encoding import suit_fields
from handrank.rulebook.errors import CardError, card_error, value_error

# Deals that are listed at once.
MOST_DEALS = 1 << 22
# Sums of products of weights stay below 2**63 with these; larger ones are Python's integers.
MOST_COUNTED = 1 << 62
# Steps of the search for one deal.
_SEARCH_STEPS = 1 << 20

# Deals as cards, shape (n, players, hole cards), and the products of the hands' weights.
Deals = tuple[Hands, Counts]
# Deals as places in the players' lists of hands, shape (n, players).
Places = NDArray[np.int64]


def no_deal() -> CardError:
    """Return the error to raise where no deal gives every player a hand."""
    return card_error("the players' hands exclude each other: every deal uses a card twice")


def fields_of_hands(hands: Hands) -> NDArray[np.uint64]:
    """Return the suit fields of each row of cards, shape (n,)."""
    fields: NDArray[np.uint64] = np.bitwise_or.reduce(suit_fields()[hands], axis=-1)
    return fields


def n_deals(question: Question) -> int:
    """Return how many combinations of hands there are, those that clash included."""
    every = math.comb(len(question.deck), question.game.hole_cards)
    return math.prod(len(hands) or every for hands in question.hands)


def combine_hands(question: Question) -> tuple[Places, Counts]:
    """Return the deals of a question whose hands are all listed, and their weights."""
    # An exchange of suits joins up to 24 deals.
    largest = math.prod(int(weights.max()) for weights in question.weights)
    small = largest * len(suit_exchanges()) < MOST_COUNTED
    product: Counts = np.ones(1, dtype=np.int64 if small else object)
    chosen = np.zeros((1, 0), dtype=np.int64)
    used = np.zeros(1, dtype=np.uint64)
    for hands, weights in zip(question.hands, question.weights, strict=True):
        masks = fields_of_hands(hands)
        row, column = np.nonzero((used[:, None] & masks) == 0)
        chosen = np.column_stack((chosen[row], column))
        used = used[row] | masks[column]
        product = product[row] * weights[column]
    return chosen, product


def hands_at(question: Question, chosen: Places) -> Hands:
    """Return deals as cards."""
    return np.stack([hands[chosen[:, p]] for p, hands in enumerate(question.hands)], axis=1)


def list_deals(question: Question) -> Deals:
    """Return the deals up to exchanges of suits; there may be none."""
    return join_up_to_suits(question, *combine_hands(question))


def join_up_to_suits(question: Question, chosen: Places, weights: Counts) -> Deals:
    """Join deals that exchanges of suits turn into each other."""
    if len(question.exchanges) == 1 or len(chosen) < 2:
        return hands_at(question, chosen), weights
    hands, images = _images(np.concatenate(question.hands), suit_exchanges()[question.exchanges])
    if len(hands) ** question.n_players >= MOST_COUNTED:
        return hands_at(question, chosen), weights
    # A deal is a number whose digits are its hands' places in `hands`.
    digits = len(hands) ** np.arange(question.n_players)[::-1]
    own_masks = fields_of_hands(hands)
    deals = np.stack(
        [
            np.searchsorted(own_masks, fields_of_hands(of_player))[chosen[:, p]]
            for p, of_player in enumerate(question.hands)
        ],
        axis=1,
    )
    smallest = deals @ digits
    for image in images[1:]:
        np.minimum(smallest, image[deals] @ digits, out=smallest)
    codes, place = np.unique(smallest, return_inverse=True)
    joined = np.zeros(len(codes), dtype=weights.dtype)
    np.add.at(joined, place, weights)
    return hands[codes[:, None] // digits % len(hands)], joined


def _images(hands: Hands, exchanges: NDArray[np.intp]) -> tuple[Hands, NDArray[np.intp]]:
    """Return all that exchanges make of hands, by suit fields, and what each makes of each."""
    _, first = np.unique(fields_of_hands(hands), return_index=True)
    hands = hands[first]
    every = exchanged(hands, exchanges).reshape(-1, hands.shape[1])
    masks, first = np.unique(fields_of_hands(every), return_index=True)
    every = every[first]
    return every, np.searchsorted(masks, fields_of_hands(exchanged(every, exchanges)))


def deal_blocks(question: Question) -> Iterator[Deals]:
    """Yield the deals up to suits in blocks that fit the memory."""
    if n_deals(question) <= MOST_DEALS:
        yield list_deals(question)
        return
    sizes = [len(hands) for hands in question.hands]
    widest = sizes.index(max(sizes))
    # So many of the widest player's hands that a block is full, one at least.
    step = max(1, MOST_DEALS * sizes[widest] // n_deals(question))
    for start in range(0, sizes[widest], step):
        hands, weights = list(question.hands), list(question.weights)
        hands[widest] = hands[widest][start : start + step]
        weights[widest] = weights[widest][start : start + step]
        yield from deal_blocks(replace(question, hands=tuple(hands), weights=tuple(weights)))


def require_deal(question: Question) -> None:
    """Raise a CardError unless some deal uses no card twice."""
    masks = sorted((fields_of_hands(hands).tolist() for hands in question.hands), key=len)
    unions = [reduce(or_, hands) for hands in masks]
    # Any k of the players need k times the hole cards.
    for k in range(2, len(masks) + 1):
        for group in combinations(unions, k):
            if reduce(or_, group).bit_count() < question.game.hole_cards * k:
                raise no_deal()
    stack = [(0, 0)]
    for _ in range(_SEARCH_STEPS):
        if not stack:
            raise no_deal()
        player, used = stack.pop()
        if player == len(masks):
            return
        stack += [(player + 1, used | hand) for hand in masks[player] if not used & hand]
    raise value_error("found no deal of the players' hands that uses no card twice")
