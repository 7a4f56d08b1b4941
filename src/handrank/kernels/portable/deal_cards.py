"""Deal random hands: the first steps of a Fisher-Yates shuffle."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import kernel, typed_kernel

Cards = NDArray[np.integer[Any]]

# A random float64 is a multiple of 2**-53.
_BITS = np.uint64(53)
_FRACTION = np.uint64((1 << 53) - 1)
# Steps share a draw while all their outcomes together are fewer than this, times one last number
# of cards: fewer than one draw in a hundred has to be repeated.
_SHARED_WAYS = np.uint64(1 << 40)


@typed_kernel
def deal_into(rng: np.random.Generator, deck: Cards, out: Cards) -> None:
    """Draw cards without replacement; the deck is left in another order.

    A deck need not be put in order again between deals: any order is as good as another, since each
    step draws uniformly from what is left.

    Parameters
    ----------
    rng : numpy.random.Generator
        The source of chance.
    deck : ndarray of int, shape (d,)
        The cards to draw from, any numbers of any integer dtype; its first become the ones drawn.
    out : ndarray of int, shape (n,)
        Where to put them; places past d are left as they are. Its dtype has to hold them.

    Examples
    --------
    >>> import numpy as np
    >>> deck, hand = np.arange(52, dtype=np.uint8), np.zeros(7, dtype=np.uint8)
    >>> deal_into(np.random.default_rng(5), deck, hand)
    >>> len(set(hand.tolist()))
    7
    """
    size = np.uint64(len(deck))
    n_cards = np.uint64(min(len(out), len(deck)))
    drawn = np.uint64(0)
    while drawn < n_cards:
        # Several steps share one random number in [0, 1): times the number of cards left, its whole
        # part is a step and the rest the number for the next.
        start = np.uint64(rng.random() * 2.0**53)
        rest, ways, last = start, np.uint64(1), drawn
        while last < n_cards and ways < _SHARED_WAYS:
            rest = rest * (size - last) & _FRACTION
            ways *= size - last
            last += np.uint64(1)
        # Some outcomes come from one number more than others. Those surplus numbers, known by a
        # small rest, are drawn again, so that all outcomes are equally likely to the last bit
        # (Lemire, "Fast random integer generation in an interval", 2019).
        if rest < ways and rest < (np.uint64(1) << _BITS) % ways:
            continue
        rest = start
        while drawn < last:
            product = rest * (size - drawn)
            rest = product & _FRACTION
            at = drawn + (product >> _BITS)
            card = deck[at]
            deck[at] = deck[drawn]
            deck[drawn] = card
            out[drawn] = card
            drawn += np.uint64(1)


@kernel
def deal_hands(rng, deck, hands):
    """Fill each row of `hands` from a full deck, see `deal_into`."""
    for i in range(hands.shape[0]):
        deal_into(rng, deck, hands[i])
