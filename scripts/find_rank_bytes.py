"""Search the byte of each card rank that `handrank.lookup.encoding.RANK_BYTES` holds.

A byte for each of the 13 ranks gives them keys, and the keys give every rank multiset of seven
cards a sum. The search changes one byte at a time and keeps what leaves no more multisets with
equal sums than before, or a few more now and then (simulated annealing), until no two are equal.
"""

import sys

import numpy as np
from numpy.typing import NDArray

from five_card_ranks import all_multisets, counts_of
from handrank.lookup.encoding import HAND_SIZES, rank_keys
from handrank.rulebook.rules import N_RANKS

SEED = 5
STEPS = 8000
TEMPERATURE = 0.35


def equal_sums(rank_bytes: NDArray[np.int64], counts: NDArray[np.int64]) -> int:
    """Return how many multisets have the key sum of another one before them."""
    sums = counts @ rank_keys(rank_bytes.tolist()).astype(np.int64) & 0xFFFFFFFF
    return len(sums) - len(np.unique(sums))


def find_rank_bytes(seed: int) -> NDArray[np.int64] | None:
    """Return bytes under which no two sums are equal, or None."""
    counts = counts_of(all_multisets(max(HAND_SIZES)))
    rng = np.random.default_rng(seed)
    best = rng.choice(256, N_RANKS, replace=False)
    equal = equal_sums(best, counts)
    for _ in range(STEPS):
        changed = best.copy()
        changed[rng.integers(N_RANKS)] = rng.integers(256)
        if len(set(changed.tolist())) < N_RANKS:
            continue
        now = equal_sums(changed, counts)
        if now <= equal or rng.random() < np.exp((equal - now) / TEMPERATURE):
            best, equal = changed, now
        if equal == 0:
            return best
    return None


if __name__ == "__main__":
    found = find_rank_bytes(SEED)
    if found is None:
        sys.exit(f"seed {SEED} finds none in {STEPS} steps")
    print(tuple(found.tolist()))
