"""Go through every hand of the deck, and count hand ranks."""

import numpy as np

from handrank.kernels.compiling import kernel
from handrank.rulebook.cards import N_CARDS


@kernel
def fill_hands(following, hands):
    """Fill `hands` (n, n_cards) in lexicographic order of card ids; return how many rows.

    `following` is the first hand to write; it is left at the one after the last written, or with
    -1 as its first card where there is none.
    """
    n_cards = hands.shape[1]
    last = n_cards - 1
    for row in range(hands.shape[0]):
        if following[0] < 0:
            return row
        for j in range(n_cards):
            hands[row, j] = following[j]
        j = last
        while j >= 0 and following[j] == N_CARDS - n_cards + j:
            j -= 1
        if j < 0:
            following[0] = -1
        else:
            following[j] += 1
            for k in range(j + 1, n_cards):
                following[k] = following[k - 1] + 1
    return hands.shape[0]


@kernel
def add_to_counts(ranks, counts):
    """Count each of `ranks` (n,) in ``counts[rank]``.

    Two counts by turns, since a rank that comes twice running would wait for itself.
    """
    other = np.zeros(len(counts), dtype=np.int64)
    for i in range(0, len(ranks) - 1, 2):
        counts[ranks[i]] += 1
        other[ranks[i + 1]] += 1
    if len(ranks) % 2:
        counts[ranks[-1]] += 1
    for rank in range(len(counts)):
        counts[rank] += other[rank]
