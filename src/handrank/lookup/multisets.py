"""Card ranks without suits: which of them a deck holds, and where the hash tables keep them."""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from handrank.lookup.encoding import HASH_SHAPES, rank_keys
from handrank.lookup.tables import Tables
from handrank.rulebook.cards import N_SUITS
from handrank.rulebook.rules import N_RANKS

CardRanks = NDArray[np.uint8]


@cache
def rank_multisets(n_cards: int) -> NDArray[np.uint8]:
    """Return all rank multisets of some cards, also those of more than four of a rank.

    Returns
    -------
    ndarray of uint8, shape (C(n_cards + 12, n_cards), n_cards)
        Ranks in rising order.

    Examples
    --------
    >>> rank_multisets(5).shape
    (6188, 5)
    """
    sets = list(combinations_with_replacement(range(N_RANKS), n_cards))
    return np.array(sets, dtype=np.uint8).reshape(len(sets), n_cards)


def deck_multisets(n_cards: int) -> CardRanks:
    """Return the card ranks of every choice of cards of a deck, suits aside.

    Returns
    -------
    ndarray of uint8, shape (n, n_cards)
        Ranks in rising order.

    Examples
    --------
    >>> deck_multisets(5).shape
    (6175, 5)
    """
    every = rank_multisets(n_cards)
    return every[in_a_deck(every)]


def in_a_deck(card_ranks: CardRanks) -> NDArray[np.bool_]:
    """Say for rows of card ranks whether no rank comes more often than there are suits."""
    counts = np.stack([(card_ranks == rank).sum(axis=-1) for rank in range(N_RANKS)])
    return np.asarray((counts <= N_SUITS).all(axis=0))


def slots_of(card_ranks: CardRanks, tables: Tables) -> NDArray[np.uint32]:
    """Return the slots of rows of five to seven card ranks, as `rank_slot` finds them in kernels.

    The slots of rows that no deck holds are those of other rows.
    """
    n_cards = card_ranks.shape[-1]
    keys = rank_keys()[card_ranks].sum(axis=-1, dtype=np.uint32)
    return slots_of_keys(keys, n_cards, tables)


def slots_of_keys(keys: NDArray[np.uint32], n_cards: int, tables: Tables) -> NDArray[np.uint32]:
    """Return the slots of the summed rank keys of hands of `n_cards`."""
    shape = HASH_SHAPES[n_cards]
    displacements = tables.displacements[n_cards][keys & np.uint32(shape.n_buckets - 1)]
    slots: NDArray[np.uint32] = keys >> np.uint32(shape.slot_shift) ^ displacements
    return slots & np.uint32(shape.n_slots - 1)
