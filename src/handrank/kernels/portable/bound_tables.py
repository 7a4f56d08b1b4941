"""Kernels with the tables bound as constants, for one hand a call and for users' own loops.

The tables are bound in closures, which Numba's cache compares: code compiled for other tables is
never taken up again. Nothing leaves the tables: ids that are no cards, or the same card twice, give
a meaningless rank and no crash.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable.best_of_subsets import best_of_fields
from handrank.kernels.portable.bits import count_bits
from handrank.kernels.portable.rank_hands import flush_suit, lookup_numbers, rank_slot
from handrank.lookup.encoding import EMPTY_HAND, FLUSH_BITS, HASH_SHAPES, SUITED_MASK
from handrank.lookup.tables import load_tables
from handrank.rulebook.cards import N_CARDS, N_SUITS, lowest_card

# A hand that grows card by card is two numbers: its key, and its cards with a field of 16 bits a
# suit and one bit a rank in it. Both are signed, as Python's integers and Numba's literals are:
# Numba would join a signed and an unsigned variable in a float.
_FIELD_BITS = 16


@dataclass(frozen=True)
class BoundKernels:
    """The functions of `handrank.jit` under one rule set, and the checked one of `evaluate`."""

    evaluate5: Kernel
    evaluate6: Kernel
    evaluate7: Kernel
    evaluate_row: Kernel
    add_card: Kernel
    rank_hand: Kernel
    checked_row: Kernel


@inlined
def _look_up(key, cards, lookup, tables):
    """Return the rank of a hand of a known size."""
    full = key & np.uint64(FLUSH_BITS)
    if full:
        field = flush_suit(full) * np.uint64(_FIELD_BITS)
        return tables.suited[(cards >> field) & np.uint64(SUITED_MASK)]
    return tables.ranks[rank_slot(key, tables.displacements, lookup)]


@kernel
def join_hands(hand, other):
    """Return the hand of two hands' cards together; see `handrank.jit`."""
    return np.int64(hand[0]) + np.int64(other[0]) - EMPTY_HAND, np.int64(hand[1]) | np.int64(
        other[1]
    )


def _card_fields() -> NDArray[np.uint64]:
    """Return the bit of each card id; none for ids past 51."""
    fields = np.zeros(256, dtype=np.uint64)
    for card in range(N_CARDS):
        rank, suit = divmod(card, N_SUITS)
        fields[card] = 1 << (_FIELD_BITS * suit + rank)
    return fields


@cache
def bound_kernels(rules: str) -> BoundKernels:
    """Return the functions of a rule set, its tables bound."""
    tables = load_tables(rules)
    card_keys, card_fields = tables.card_keys, _card_fields()
    empty, flush_bits = np.uint64(EMPTY_HAND), np.uint64(FLUSH_BITS)
    tables5, tables6, tables7 = (tables.for_hands(size) for size in (5, 6, 7))
    lowest = lowest_card(tables.rules)
    # Constants to Numba, which leaves out the branch that is not taken.
    undecided, field_bits = not tables.rules.suited_decide, _FIELD_BITS
    lookup5 = lookup_numbers(HASH_SHAPES[5])
    lookup6 = lookup_numbers(HASH_SHAPES[6])
    lookup7 = lookup_numbers(HASH_SHAPES[7])

    @inlined
    def rank_sized(key, fields, size):
        """Return the rank of a hand of `size` cards; 0 for other sizes than 5, 6 and 7."""
        if undecided and (size == 6 or size == 7) and key & flush_bits:
            return best_of_fields(fields, field_bits, tables5)
        if size == 7:
            return _look_up(key, fields, lookup7, tables7)
        if size == 5:
            return _look_up(key, fields, lookup5, tables5)
        if size == 6:
            return _look_up(key, fields, lookup6, tables6)
        return np.uint16(0)

    @inlined
    def sum_cards(cards):
        """Return the key and the fields of some card ids."""
        key, fields = empty, np.uint64(0)
        for card in cards:
            key += card_keys[np.uint8(card)]
            fields |= card_fields[np.uint8(card)]
        return key, fields

    # Arguments of different integer types would make tuples that Numba cannot go through.
    @kernel
    def evaluate5(c0, c1, c2, c3, c4):
        key, fields = sum_cards(
            (np.uint8(c0), np.uint8(c1), np.uint8(c2), np.uint8(c3), np.uint8(c4))
        )
        return rank_sized(key, fields, 5)

    @kernel
    def evaluate6(c0, c1, c2, c3, c4, c5):
        key, fields = sum_cards(
            (np.uint8(c0), np.uint8(c1), np.uint8(c2), np.uint8(c3), np.uint8(c4), np.uint8(c5))
        )
        return rank_sized(key, fields, 6)

    @kernel
    def evaluate7(c0, c1, c2, c3, c4, c5, c6):
        key, fields = sum_cards(
            (
                np.uint8(c0),
                np.uint8(c1),
                np.uint8(c2),
                np.uint8(c3),
                np.uint8(c4),
                np.uint8(c5),
                np.uint8(c6),
            )
        )
        return rank_sized(key, fields, 7)

    @kernel
    def evaluate_row(cards):
        key, fields = sum_cards(cards)
        return rank_sized(key, fields, len(cards))

    @kernel
    def add_card(hand, card):
        key = np.int64(hand[0]) + np.int64(card_keys[np.uint8(card)])
        return key, np.int64(hand[1]) | np.int64(card_fields[np.uint8(card)])

    @kernel
    def rank_hand(hand):
        key, fields = np.uint64(hand[0]), np.uint64(hand[1])
        return rank_sized(key, fields, count_bits(fields))

    @kernel
    def checked_row(cards):
        """Return the rank, or 0 where a card is outside the deck or given twice."""
        fields = np.uint64(0)
        for card in cards:
            if card < lowest or card >= N_CARDS or fields & card_fields[np.uint8(card)]:
                return np.uint16(0)
            fields |= card_fields[np.uint8(card)]
        key, fields = sum_cards(cards)
        return rank_sized(key, fields, len(cards))

    return BoundKernels(
        evaluate5, evaluate6, evaluate7, evaluate_row, add_card, rank_hand, checked_row
    )
