"""Who holds the best hand, one deal a row, the players along the second axis."""

import numpy as np

from handrank.kernels.compiling import inlined, kernel


@inlined
def _best_rank(ranks, i):
    """Return the best rank of deal i; 1, which nobody has, where all are 0."""
    best = np.uint16(1)
    for p in range(ranks.shape[1]):
        best = max(best, ranks[i, p])
    return best


@kernel
def mark_winners(ranks, won):
    """Mark the players who hold the best rank; nobody where all ranks are 0."""
    for i in range(ranks.shape[0]):
        best = _best_rank(ranks, i)
        for p in range(ranks.shape[1]):
            won[i, p] = ranks[i, p] == best


@kernel
def share_pots(ranks, shares):
    """Share a pot of 1 among the players who hold the best rank."""
    for i in range(ranks.shape[0]):
        best = _best_rank(ranks, i)
        n_winners = 0
        for p in range(ranks.shape[1]):
            n_winners += ranks[i, p] == best
        share = 1.0 / max(n_winners, 1)
        for p in range(ranks.shape[1]):
            shares[i, p] = share if ranks[i, p] == best else 0.0
