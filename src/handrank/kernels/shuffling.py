"""Deal random hands: the first steps of a Fisher-Yates shuffle."""

import numpy as np

from handrank.kernels.compiling import kernel


@kernel
def deal_hands(rng, deck, hands):  # type: ignore[no-untyped-def]
    """Fill each row of `hands` with cards drawn without replacement; `deck` is left shuffled.

    A deck need not be put in order again between hands: any order is as good as another where each
    step draws uniformly. Several steps share one draw: a uniform number below 52 * 51 * 50 * ...
    names a card for each by its mixed-radix digits, exactly.
    """
    size = np.uint64(len(deck))
    n_cards = hands.shape[1]
    for i in range(hands.shape[0]):
        drawn = 0
        while drawn < n_cards:
            # As many steps as one draw below 2**63 has room for.
            last = drawn
            ways = np.uint64(1)
            while last < n_cards and ways <= np.uint64(1 << 57):
                ways *= size - np.uint64(last)
                last += 1
            number = np.uint64(rng.integers(0, np.int64(ways)))
            while drawn < last:
                left = size - np.uint64(drawn)
                at = np.uint64(drawn) + number % left
                number //= left
                card = deck[at]
                deck[at] = deck[drawn]
                deck[drawn] = card
                hands[i, drawn] = card
                drawn += 1
