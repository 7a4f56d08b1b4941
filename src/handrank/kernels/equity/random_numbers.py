"""Random numbers and random cards for kernels that sample.

The random numbers come from SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
generators", 2014). A stream is a start and an odd step, so each chunk of trials has its own; the
state is one number, and successive outputs do not wait for each other.

Numbers below a bound are exactly uniform: a 32-bit number times the bound, and the few low halves
that would favour some results are drawn again (Lemire: "Fast random integer generation in an
interval", 2019). Two bounds share one number by multiplying the low half again.
"""

import numpy as np

from handrank.kernels.compiling import inlined
from handrank.lookup.encoding import RANK_SHIFT, SUIT_MASK

_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
TWO_TO_32 = 1 << 32


@inlined
def mixed(state):
    """Return SplitMix64's output for a state."""
    state = (state ^ (state >> np.uint64(30))) * _MIX_1
    state = (state ^ (state >> np.uint64(27))) * _MIX_2
    return state ^ (state >> np.uint64(31))


@inlined
def card_bit(card):
    """Return the card's bit in a mask of four 16-bit fields, one a suit."""
    return np.uint64(1) << np.uint64(16 * (card & SUIT_MASK) + (card >> RANK_SHIFT))


@inlined
def favoured(bound):
    """Return below which low half a number has to be drawn again."""
    return np.uint64(TWO_TO_32 % bound)


@inlined
def sets_of_cards(deck, size, card_keys):
    """Return the keys and the card bits of all sets of `size` cards, 0 to 3, of a deck."""
    n = len(deck)
    n_sets = 1
    for j in range(size):
        n_sets = n_sets * (n - j) // (j + 1)
    keys = np.zeros(n_sets, dtype=np.uint64)
    bits = np.zeros(n_sets, dtype=np.uint64)
    at = 0
    for i in range(n):
        if size == 1:
            keys[at] = card_keys[deck[i]]
            bits[at] = card_bit(deck[i])
            at += 1
        for j in range(i):
            if size == 2:
                keys[at] = card_keys[deck[i]] + card_keys[deck[j]]
                bits[at] = card_bit(deck[i]) | card_bit(deck[j])
                at += 1
            if size == 3:
                for k in range(j):
                    keys[at] = card_keys[deck[i]] + card_keys[deck[j]] + card_keys[deck[k]]
                    bits[at] = card_bit(deck[i]) | card_bit(deck[j]) | card_bit(deck[k])
                    at += 1
    return keys, bits


@inlined
def draw_clear(state, step, set_bits, again_below, used):
    """Draw a set of cards from a list until it is clear of the used ones.

    Returns the new state of the stream and the set's place.
    """
    n = np.uint64(len(set_bits))
    while True:
        state += step
        scaled = (mixed(state) >> HALF) * n
        at = scaled >> HALF
        if (set_bits[at] & used) == 0 and (scaled & LOW_HALF) >= again_below:
            return state, at


@inlined
def pair_limits(n_cards):
    """Return below which low half the shuffle's steps i and i + 1 are drawn again, by even i."""
    limits = np.zeros(n_cards + 2, dtype=np.uint64)
    for i in range(0, n_cards, 2):
        limits[i] = TWO_TO_32 % ((n_cards - i) * max(1, n_cards - i - 1))
    return limits


@inlined
def deal_clear(state, step, shuffled, limits, card_bits, used, dealt, n_dealt):
    """Deal cards that are clear of the used ones by the first steps of a Fisher-Yates shuffle.

    A random number makes four steps. `shuffled`, which may be in any order, has one entry more
    than the deck, for the second step of a pair that begins with the last card; `dealt` has one
    more than `n_dealt`. Returns the new state of the stream.
    """
    one = np.uint64(1)
    size = np.uint64(len(shuffled) - 1)
    got = np.uint64(0)
    i = np.uint64(0)
    while got < n_dealt:
        state += step
        random = mixed(state)
        for _ in range(2):
            scaled = (random & LOW_HALF) * (size - i)
            random >>= HALF
            scaled_low = (scaled & LOW_HALF) * (size - i - one)
            if (scaled_low & LOW_HALF) < limits[i]:
                continue
            j = i + (scaled >> HALF)
            card = shuffled[j]
            shuffled[j] = shuffled[i]
            shuffled[i] = card
            dealt[got] = card
            got += np.uint64((card_bits[card] & used) == 0)
            i += one
            j = i + (scaled_low >> HALF)
            card = shuffled[j]
            shuffled[j] = shuffled[i]
            shuffled[i] = card
            dealt[got] = card
            got += np.uint64((card_bits[card] & used) == 0)
            i += one
            if got >= n_dealt:
                break
    return state
