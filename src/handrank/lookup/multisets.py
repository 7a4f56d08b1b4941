"""Card ranks without suits: which of them a deck holds, and where the hash tables keep them."""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from handrank.lookup.encoding import HASH_SHAPES, rank_keys
from handrank.lookup.tables import Tables
from handrank.rulebook.cards import N_SUITS
from handrank.rulebook.rules import N_RANKS


@cache
def rank_multisets(n_cards: int) -> NDArray[np.uint8]:
    """Return all rank multisets of some cards, also those of more than four of a rank."""
    # Rows are in rising order, and each rises: for five cards shape (6188, 5).
    sets = list(combinations_with_replacement(range(N_RANKS), n_cards))
    return np.array(sets, dtype=np.uint8).reshape(len(sets), n_cards)


def deck_multisets(n_cards: int) -> NDArray[np.uint8]:
    """Return the rank multisets of some cards that a deck holds, for five cards 6,175."""
    every = rank_multisets(n_cards)
    counts = np.stack([(every == rank).sum(axis=-1) for rank in range(N_RANKS)])
    return every[(counts <= N_SUITS).all(axis=0)]


def keys_of(card_ranks: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return the summed rank keys of rows of card ranks."""
    keys: NDArray[np.uint32] = rank_keys()[card_ranks].sum(axis=-1, dtype=np.uint32)
    return keys


def slots_of(keys: NDArray[np.uint32], n_cards: int, tables: Tables) -> NDArray[np.uint32]:
    """Return the slots of the summed rank keys of hands of `n_cards`, as kernels find them."""
    # The slots of hands that no deck holds are those of other hands.
    shape = HASH_SHAPES[n_cards]
    displacements = tables.displacements[n_cards][keys & np.uint32(shape.n_buckets - 1)]
    slots: NDArray[np.uint32] = keys >> np.uint32(shape.slot_shift) ^ displacements
    return slots & np.uint32(shape.n_slots - 1)
