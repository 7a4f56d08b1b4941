"""The best five of six or seven cards, found among all choices of five.

For hands with five or more cards of a suit under rules where those do not decide: there the best
hand is made of cards of mixed suits and no table tells which.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import kernel
from handrank.kernels.portable.steps import flush_suit, lookup_for, rank_bit, rank_slot
from handrank.lookup import encoding
from handrank.lookup.tables import Tables
from handrank.rulebook.cards import N_CARDS, N_SUITS

_LOOKUP = lookup_for(encoding.FLUSH_SIZE)
_LARGEST = max(encoding.HAND_SIZES)


def rank_undecided(
    target: NDArray[np.uint16],
    cards_of: Callable[[NDArray[np.int64]], NDArray[np.uint8]],
    tables: Tables,
    n_cards: int,
) -> None:
    """Rank the rows that a kernel left at 0 because their suited cards do not decide."""
    if n_cards == encoding.FLUSH_SIZE or tables.rules.suited_decide:
        return
    rows = np.flatnonzero(target == 0)
    target[rows] = best_of_subsets(cards_of(rows), tables.for_hands(encoding.FLUSH_SIZE))


@kernel
def best_of_subsets(cards, tables):
    """Return the ranks of hands (n, 6 or 7), from the tables for five cards."""
    out = np.zeros(cards.shape[0], dtype=np.uint16)
    for i in range(cards.shape[0]):
        out[i] = best_of_row(cards[i], tables)
    return out


@kernel
def best_of_row(cards, tables):
    """Return the rank of one hand of six or seven card ids."""
    card_keys, displacements, ranks, suited = tables
    whole = np.uint64(encoding.EMPTY_HAND)
    for card in cards:
        whole += card_keys[card]
    best = np.uint16(0)
    # Which card or which two cards are left out; i = j leaves out one.
    left_out_two = len(cards) == _LARGEST
    for i in range(len(cards)):
        for j in range(i, len(cards)):
            if (i != j) != left_out_two:
                continue
            key = whole - card_keys[cards[i]]
            if left_out_two:
                key -= card_keys[cards[j]]
            full = key & np.uint64(encoding.FLUSH_BITS)
            if full:
                suit = flush_suit(full)
                held = np.uint64(0)
                for place, card in enumerate(cards):
                    if place != i and place != j and np.uint64(card & encoding.SUIT_MASK) == suit:
                        held |= rank_bit(card)
                rank = suited[held & np.uint64(encoding.SUITED_MASK)]
            else:
                rank = ranks[rank_slot(key, displacements, _LOOKUP)]
            best = max(best, rank)
    return best


@kernel
def best_of_fields(fields, tables):
    """Return the rank of six or seven cards given by suit fields, see `encoding.suit_fields`."""
    cards = np.zeros(_LARGEST, dtype=np.uint8)
    n_cards = 0
    for card in range(N_CARDS):
        place = np.uint64(encoding.FIELD_BITS * (card % N_SUITS) + card // N_SUITS)
        if n_cards < _LARGEST and fields >> place & np.uint64(1):
            cards[n_cards] = card
            n_cards += 1
    return best_of_row(cards[:n_cards], tables)
