"""Kernels with the tables bound as constants, for one hand a call and for users' own loops.

The tables are bound in closures, which Numba's cache compares: code compiled for other tables is
never taken up again. Nothing leaves the tables: ids that are no cards, or the same card twice, give
a meaningless rank and no crash.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from handrank.cards import N_CARDS, N_SUITS
from handrank.encoding import COUNTER_BITS, EMPTY_HAND, FLUSH_BITS, HASH_SHAPES, SUITED_MASK
from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.scalar import flush_suit, lookup_numbers, rank_slot
from handrank.tables import load_tables

# A hand that grows card by card is two numbers: its key, and its cards with a field of 16 bits a
# suit and one bit a rank in it. Both are signed, as Python's integers and Numba's literals are:
# Numba would join a signed and an unsigned variable in a float.
_FIELD_BITS = 16
_EMPTY_COUNT = N_SUITS * (EMPTY_HAND & (1 << COUNTER_BITS) - 1)


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
def _look_up(key, cards, displacements, shift, slot_mask, ranks, suited):  # type: ignore[no-untyped-def]
    """Return the rank of a hand of a known size."""
    full = key & np.uint64(FLUSH_BITS)
    if full:
        field = flush_suit(full, COUNTER_BITS) * np.uint64(_FIELD_BITS)
        return suited[(cards >> field) & np.uint64(SUITED_MASK)]
    return ranks[rank_slot(key, displacements, shift, slot_mask)]


@inlined
def _size_of(key):  # type: ignore[no-untyped-def]
    """Return how many cards a key sums up: its four suit counters less what they start at."""
    pairs = (key & np.uint64(0x0F0F)) + (key >> np.uint64(COUNTER_BITS) & np.uint64(0x0F0F))
    return (pairs + (pairs >> np.uint64(8)) & np.uint64(0xFF)) - np.uint64(_EMPTY_COUNT)


@kernel
def join_hands(hand, other):  # type: ignore[no-untyped-def]
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
    card_keys, card_fields, suited = tables.card_keys, _card_fields(), tables.suited
    empty = np.uint64(EMPTY_HAND)
    displacements5, ranks5 = tables.displacements[5], tables.ranks[5]
    displacements6, ranks6 = tables.displacements[6], tables.ranks[6]
    displacements7, ranks7 = tables.displacements[7], tables.ranks[7]
    shift5, slots5 = lookup_numbers(HASH_SHAPES[5])
    shift6, slots6 = lookup_numbers(HASH_SHAPES[6])
    shift7, slots7 = lookup_numbers(HASH_SHAPES[7])

    @kernel
    def evaluate5(c0, c1, c2, c3, c4):  # type: ignore[no-untyped-def]
        key, fields = empty, np.uint64(0)
        for card in (c0, c1, c2, c3, c4):
            key += card_keys[np.uint8(card)]
            fields |= card_fields[np.uint8(card)]
        return _look_up(key, fields, displacements5, shift5, slots5, ranks5, suited)

    @kernel
    def evaluate6(c0, c1, c2, c3, c4, c5):  # type: ignore[no-untyped-def]
        key, fields = empty, np.uint64(0)
        for card in (c0, c1, c2, c3, c4, c5):
            key += card_keys[np.uint8(card)]
            fields |= card_fields[np.uint8(card)]
        return _look_up(key, fields, displacements6, shift6, slots6, ranks6, suited)

    @kernel
    def evaluate7(c0, c1, c2, c3, c4, c5, c6):  # type: ignore[no-untyped-def]
        key, fields = empty, np.uint64(0)
        for card in (c0, c1, c2, c3, c4, c5, c6):
            key += card_keys[np.uint8(card)]
            fields |= card_fields[np.uint8(card)]
        return _look_up(key, fields, displacements7, shift7, slots7, ranks7, suited)

    @kernel
    def rank_hand(hand):  # type: ignore[no-untyped-def]
        key, fields = np.uint64(hand[0]), np.uint64(hand[1])
        size = _size_of(key)
        if size == 7:
            return _look_up(key, fields, displacements7, shift7, slots7, ranks7, suited)
        if size == 5:
            return _look_up(key, fields, displacements5, shift5, slots5, ranks5, suited)
        if size == 6:
            return _look_up(key, fields, displacements6, shift6, slots6, ranks6, suited)
        return np.uint16(0)

    @kernel
    def add_card(hand, card):  # type: ignore[no-untyped-def]
        key = np.int64(hand[0]) + np.int64(card_keys[np.uint8(card)])
        return key, np.int64(hand[1]) | np.int64(card_fields[np.uint8(card)])

    @kernel
    def evaluate_row(cards):  # type: ignore[no-untyped-def]
        key, fields = empty, np.uint64(0)
        for card in cards:
            key += card_keys[np.uint8(card)]
            fields |= card_fields[np.uint8(card)]
        if len(cards) == 7:
            return _look_up(key, fields, displacements7, shift7, slots7, ranks7, suited)
        if len(cards) == 5:
            return _look_up(key, fields, displacements5, shift5, slots5, ranks5, suited)
        if len(cards) == 6:
            return _look_up(key, fields, displacements6, shift6, slots6, ranks6, suited)
        return np.uint16(0)

    @kernel
    def checked_row(cards):  # type: ignore[no-untyped-def]
        """Return the rank, or 0 where a card is outside 0..51 or given twice."""
        key, fields = empty, np.uint64(0)
        for card in cards:
            if card < 0 or card >= N_CARDS or fields & card_fields[np.uint8(card)]:
                return np.uint16(0)
            key += card_keys[np.uint8(card)]
            fields |= card_fields[np.uint8(card)]
        if len(cards) == 7:
            return _look_up(key, fields, displacements7, shift7, slots7, ranks7, suited)
        if len(cards) == 5:
            return _look_up(key, fields, displacements5, shift5, slots5, ranks5, suited)
        if len(cards) == 6:
            return _look_up(key, fields, displacements6, shift6, slots6, ranks6, suited)
        return np.uint16(0)

    return BoundKernels(
        evaluate5, evaluate6, evaluate7, evaluate_row, add_card, rank_hand, checked_row
    )
