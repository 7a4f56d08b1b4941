"""Random cards that are clear of the cards in use, for kernels that sample.

A few cards are drawn fastest as one set from a list of all sets of their size; many cards would
clash too often and are dealt by the first steps of a Fisher-Yates shuffle.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import inlined
from handrank.kernels.equity.random_numbers import HALF, LOW_HALF, TWO_TO_32, mixed, rejected_below
from handrank.kernels.portable.steps import field_bit
from handrank.rulebook.cards import N_CARDS


class KnownCards(NamedTuple):
    """The board cards that are known, and the deck without all known cards, as card ids."""

    board: NDArray[np.uint8]
    deck: NDArray[np.uint8]


class CardSets(NamedTuple):
    """All sets of some size of a deck's cards: their keys and suit fields."""

    keys: NDArray[np.uint64]
    fields: NDArray[np.uint64]
    rejected: np.uint64


class Shuffle(NamedTuple):
    """A deck to deal from, with one entry more for the second step of a pair at its end.

    `rejected` says below which low half steps i and i + 1 are drawn again, by even i; `fields` has
    the bit of each card id.
    """

    cards: NDArray[np.uint8]
    rejected: NDArray[np.uint64]
    fields: NDArray[np.uint64]


@inlined
def list_card_sets(deck, size, card_keys):
    """List all sets of `size` cards, 0 to 3."""
    n = len(deck)
    n_sets = 1
    for j in range(size):
        n_sets = n_sets * (n - j) // (j + 1)
    keys = np.zeros(n_sets, dtype=np.uint64)
    fields = np.zeros(n_sets, dtype=np.uint64)
    at = 0
    for i in range(n):
        if size == 1:
            keys[at] = card_keys[deck[i]]
            fields[at] = field_bit(deck[i])
            at += 1
        for j in range(i):
            if size == 2:
                keys[at] = card_keys[deck[i]] + card_keys[deck[j]]
                fields[at] = field_bit(deck[i]) | field_bit(deck[j])
                at += 1
            if size == 3:
                for k in range(j):
                    keys[at] = card_keys[deck[i]] + card_keys[deck[j]] + card_keys[deck[k]]
                    fields[at] = field_bit(deck[i]) | field_bit(deck[j]) | field_bit(deck[k])
                    at += 1
    return CardSets(keys, fields, rejected_below(n_sets))


@inlined
def draw_card_set(state, step, sets, used):
    """Draw sets until one is clear of the used cards; return the stream's state and its place."""
    n = np.uint64(len(sets.fields))
    while True:
        state += step
        scaled = (mixed(state) >> HALF) * n
        at = scaled >> HALF
        if (sets.fields[at] & used) == 0 and (scaled & LOW_HALF) >= sets.rejected:
            return state, at


@inlined
def ready_shuffle(deck):
    """Return a deck to deal from again and again; any order of it is as good as another."""
    n = len(deck)
    cards = np.zeros(n + 1, dtype=np.uint8)
    cards[:n] = deck
    rejected = np.zeros(n + 2, dtype=np.uint64)
    for i in range(0, n, 2):
        rejected[i] = TWO_TO_32 % ((n - i) * max(1, n - i - 1))
    fields = np.empty(N_CARDS, dtype=np.uint64)
    for card in range(N_CARDS):
        fields[card] = field_bit(card)
    return Shuffle(cards, rejected, fields)


@inlined
def _swap_and_keep(shuffle, i, j, used, dealt, got):
    """Make step i of the shuffle; keep its card if it is clear and return how many are kept."""
    card = shuffle.cards[j]
    shuffle.cards[j] = shuffle.cards[i]
    shuffle.cards[i] = card
    dealt[got] = card
    return got + np.uint64((shuffle.fields[card] & used) == 0)


@inlined
def deal_clear(state, step, shuffle, used, dealt):
    """Deal cards that are clear of the used ones; return the stream's new state.

    `dealt` has one entry more than there are cards to deal. A random number makes four steps.
    """
    one = np.uint64(1)
    size = np.uint64(len(shuffle.cards) - 1)
    n_dealt = np.uint64(len(dealt) - 1)
    got = np.uint64(0)
    i = np.uint64(0)
    while got < n_dealt:
        state += step
        random = mixed(state)
        for _ in range(2):
            scaled = (random & LOW_HALF) * (size - i)
            random >>= HALF
            scaled_low = (scaled & LOW_HALF) * (size - i - one)
            if (scaled_low & LOW_HALF) < shuffle.rejected[i]:
                continue
            got = _swap_and_keep(shuffle, i, i + (scaled >> HALF), used, dealt, got)
            i += one
            got = _swap_and_keep(shuffle, i, i + (scaled_low >> HALF), used, dealt, got)
            i += one
            if got >= n_dealt:
                break
    return state
