"""Random numbers, cards and hands for kernels that sample.

Random numbers come from SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
generators", 2014). A stream is a start and an odd step, so each chunk of trials has its own; the
state is one number, and successive outputs do not wait for each other.

Numbers below a bound are exactly uniform by rejection sampling: a 32-bit number times the bound,
whose high half is the result; the few low halves that would favour some results are drawn again
(Lemire: "Fast random integer generation in an interval", 2019). Two bounds share one number by
multiplying the low half again.

A few cards are drawn fastest as one set from a list of all sets of their size; many cards would
clash too often with those in use and are dealt by the first steps of a Fisher-Yates shuffle.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import inlined, set_up
from handrank.kernels.portable.steps import field_bit, key_and_fields, next_combination
from handrank.rulebook.cards import N_CARDS

_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_TWO_TO_32 = 1 << 32


class Stream(NamedTuple):
    """How many trials a kernel makes, and the stream of random numbers that they are made from."""

    trials: int
    start: np.uint64
    step: np.uint64


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
    """A deck to deal from, with one entry more for the second step of a pair at its end."""

    cards: NDArray[np.uint8]
    # Below which low half steps i and i + 1 are drawn again, by even i.
    rejected: NDArray[np.uint64]
    # The suit field of each card id.
    fields: NDArray[np.uint64]


class Draws(NamedTuple):
    """How hole cards are drawn: from weighted lists, by Walker's alias tables."""

    # Draw i takes any row of ``first[i]:first[i + 1]``; it stands with probability ``accept /
    # 2**32``, else ``other`` takes its place. Players whom no draw serves come last and hold any
    # cards.

    first: NDArray[np.int64]
    combos: NDArray[np.uint8]
    accept: NDArray[np.uint64]
    other: NDArray[np.int64]


class DrawRows(NamedTuple):
    """Keys and suit fields of all rows of the draws, and the numbers to draw a row with."""

    keys: NDArray[np.uint64]
    fields: NDArray[np.uint64]
    sizes: NDArray[np.uint64]
    rejected: NDArray[np.uint64]


class HoleCards(NamedTuple):
    """What the players of a deal hold: the keys, the suit fields, and (players, n) card ids."""

    keys: NDArray[np.uint64]
    fields: NDArray[np.uint64]
    cards: NDArray[np.uint8]


@inlined
def _mixed(state):
    """Return SplitMix64's output for a state."""
    state = (state ^ (state >> np.uint64(30))) * _MIX_1
    state = (state ^ (state >> np.uint64(27))) * _MIX_2
    return state ^ (state >> np.uint64(31))


@inlined
def _rejected_below(bound):
    """Return below which low half a number under `bound` is drawn again."""
    return np.uint64(_TWO_TO_32 % bound)


@set_up
def list_card_sets(deck, size, card_keys):
    """List all sets of `size` cards, 0 to 3."""
    n = len(deck)
    n_sets = 1
    for j in range(size):
        n_sets = n_sets * (n - j) // (j + 1)
    keys = np.zeros(n_sets, dtype=np.uint64)
    fields = np.zeros(n_sets, dtype=np.uint64)
    chosen = np.arange(size)
    for at in range(n_sets - 1, -1, -1):
        for j in range(size):
            card = deck[n - 1 - chosen[j]]
            keys[at] += card_keys[card]
            fields[at] |= field_bit(card)
        next_combination(chosen, size, n)
    return CardSets(keys, fields, _rejected_below(n_sets))


@inlined
def draw_card_set(state, step, sets, used):
    """Draw sets until one is clear of the used cards; return the stream's state and its place."""
    n = np.uint64(len(sets.fields))
    while True:
        state += step
        scaled = (_mixed(state) >> _HALF) * n
        at = scaled >> _HALF
        if (sets.fields[at] & used) == 0 and (scaled & _LOW_HALF) >= sets.rejected:
            return state, at


@inlined
def draw_two_sets(state, step, first, second):
    """Draw from both lists until the sets are clear of each other: one random number a draw."""
    n_1, n_2 = np.uint64(len(first.keys)), np.uint64(len(second.keys))
    while True:
        state += step
        random = _mixed(state)
        scaled_1 = (random >> _HALF) * n_1
        scaled_2 = (random & _LOW_HALF) * n_2
        at_1, at_2 = scaled_1 >> _HALF, scaled_2 >> _HALF
        if (
            (first.fields[at_1] & second.fields[at_2]) == 0
            and (scaled_1 & _LOW_HALF) >= first.rejected
            and (scaled_2 & _LOW_HALF) >= second.rejected
        ):
            return state, at_1, at_2


@set_up
def ready_shuffle(deck):
    """Return a deck to deal from again and again; any order of it is as good as another."""
    n = len(deck)
    cards = np.zeros(n + 1, dtype=np.uint8)
    for i in range(n):
        # A slice of an array as target would make compiling take two seconds more.
        cards[i] = deck[i]
    rejected = np.zeros(n + 2, dtype=np.uint64)
    for i in range(0, n, 2):
        rejected[i] = _TWO_TO_32 % ((n - i) * max(1, n - i - 1))
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
    """Deal cards that are clear of the used ones; return the stream's new state."""
    # `dealt` has one entry more than there are cards to deal. A random number makes four steps.
    one = np.uint64(1)
    size = np.uint64(len(shuffle.cards) - 1)
    n_dealt = np.uint64(len(dealt) - 1)
    got = np.uint64(0)
    i = np.uint64(0)
    while got < n_dealt:
        state += step
        random = _mixed(state)
        for _ in range(2):
            scaled = (random & _LOW_HALF) * (size - i)
            random >>= _HALF
            scaled_low = (scaled & _LOW_HALF) * (size - i - one)
            if (scaled_low & _LOW_HALF) < shuffle.rejected[i]:
                continue
            got = _swap_and_keep(shuffle, i, i + (scaled >> _HALF), used, dealt, got)
            i += one
            got = _swap_and_keep(shuffle, i, i + (scaled_low >> _HALF), used, dealt, got)
            i += one
            if got >= n_dealt:
                break
    return state


@set_up
def sum_rows(draws, card_keys):
    """Return what `draw_hole_cards` looks up."""
    n_rows, width, _ = draws.combos.shape
    keys = np.empty((n_rows, width), dtype=np.uint64)
    fields = np.empty((n_rows, width), dtype=np.uint64)
    for i in range(n_rows):
        for j in range(width):
            keys[i, j], fields[i, j] = key_and_fields(draws.combos[i, j], card_keys)
    n_draws = len(draws.first) - 1
    sizes = np.empty(n_draws, dtype=np.uint64)
    rejected = np.empty(n_draws, dtype=np.uint64)
    for i in range(n_draws):
        sizes[i] = draws.first[i + 1] - draws.first[i]
        rejected[i] = _rejected_below(draws.first[i + 1] - draws.first[i])
    return DrawRows(keys, fields, sizes, rejected)


@set_up
def no_hole_cards(n_players, n_hole):
    """Return room for what the players hold."""
    return HoleCards(
        np.zeros(n_players, dtype=np.uint64),
        np.zeros(n_players, dtype=np.uint64),
        np.zeros((n_players, n_hole), dtype=np.uint8),
    )


@inlined
def _draw_row(state, step, draws, rows, i):
    """Return the stream's new state and the row of draw i."""
    while True:
        state += step
        random = _mixed(state)
        scaled = (random >> _HALF) * rows.sizes[i]
        if (scaled & _LOW_HALF) >= rows.rejected[i]:
            break
    row = np.uint64(draws.first[i]) + (scaled >> _HALF)
    if (random & _LOW_HALF) >= draws.accept[row]:
        row = np.uint64(draws.other[row])
    return state, row


@inlined
def draw_hole_cards(state, step, draws, rows, hole, n_copied):
    """Make all draws, also where they clash, and copy `n_copied` card ids of each hand."""
    # Returns the stream's new state, the cards in use, and those that more than one player holds.
    used, clash = np.uint64(0), np.uint64(0)
    width = draws.combos.shape[1]
    for i in range(len(rows.sizes)):
        state, row = _draw_row(state, step, draws, rows, i)
        for j in range(width):
            p = i * width + j
            hole.keys[p] = rows.keys[row, j]
            hole.fields[p] = rows.fields[row, j]
            for k in range(n_copied):
                hole.cards[p, k] = draws.combos[row, j, k]
            clash |= used & rows.fields[row, j]
            used |= rows.fields[row, j]
    return state, used, clash
