"""The numbers that the table generator and the kernels share.

A hand is summed up in one additive number, its *key*: the sum of its cards' keys. Adding a card is
one addition, in any order, so hands can be built card by card and joined (board plus hole cards).

A card key is a uint64::

    bits 16..47   rank key     sums modulo 2**32 to a number that names the rank multiset
    bits 12..15   spades   ┐
    bits  8..11   hearts   │   one counter a suit; it starts at 3 in `EMPTY_HAND`, so its top bit
    bits  4..7    diamonds │   says "five or more" and one AND with `FLUSH_BITS` tests all four
    bits  0..3    clubs    ┘

What the rank keys of a hand carry past bit 47 is ignored. It stays below bit 59, where a number
that is no card id leaves its mark, and that stays below bit 63, so that the key of a hand is the
same number as a signed and as an unsigned integer.

The rank multiset is looked up by *hash and displace*: the low bits of the summed rank key choose a
bucket, and higher bits XOR the bucket's displacement are the slot of the hand rank. A hand with
five or more cards of a suit is looked up by the 13-bit mask of that suit's ranks instead.

A hand rank is a uint16: the category's place in its rule set's order in bits 12..15, the place
inside the category, counted from 1, below. The larger hand rank wins; 0 is no qualifying hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from handrank.rulebook.cards import N_SUITS
from handrank.rulebook.rules import N_RANKS

HAND_SIZES = (5, 6, 7)
HOLE_CARDS = 2
BOARD_CARDS = 5

CATEGORY_SHIFT = 12
PLACE_MASK = (1 << CATEGORY_SHIFT) - 1

RANK_SHIFT = 2
# How many bits hold a card rank.
RANK_BITS = 4
SUIT_MASK = N_SUITS - 1

FLUSH_SIZE = 5
COUNTER_BITS = 4
_COUNTER_TOP = 1 << (COUNTER_BITS - 1)
RANK_KEY_SHIFT = COUNTER_BITS * N_SUITS
RANK_KEY_BITS = 32
# Up to seven of these leave their sum in bits 59..62.
NO_CARD_SHIFT = 59
NO_CARD = 1 << NO_CARD_SHIFT
SUITED_SLOTS = 1 << N_RANKS
SUITED_MASK = SUITED_SLOTS - 1
# Suit fields: the cards of a hand in one uint64, 16 bits a suit and one bit a rank in it.
FIELD_BITS = 16


def _each_counter(value: int) -> int:
    return sum(value << (COUNTER_BITS * suit) for suit in range(N_SUITS))


def at_least(n_cards: int) -> int:
    """Return what sets the top bit of each counter that holds `n_cards` or more, when added."""
    return _each_counter(_COUNTER_TOP - n_cards)


EMPTY_HAND = at_least(FLUSH_SIZE)
FLUSH_BITS = _each_counter(_COUNTER_TOP)
# The bits of a key that hold the counters.
SUIT_COUNTERS = (1 << RANK_KEY_SHIFT) - 1


@dataclass(frozen=True)
class HashShape:
    """Which bits of a rank key one hash uses, and the size of its tables."""

    bucket_bits: int
    slot_shift: int
    slot_bits: int

    @property
    def n_buckets(self) -> int:
        """How many buckets there are, each with a displacement."""
        return 1 << self.bucket_bits

    @property
    def n_slots(self) -> int:
        """How many slots the rank table has."""
        return 1 << self.slot_bits


# By hand size. The fewest buckets and slots that hold all rank multisets (6,175, 18,395 and 49,205)
# after a quick search: 16 KiB of ranks for five cards, which stay in the L1 cache, and 128 KiB for
# seven, which stay in L2.
HASH_SHAPES = {5: HashShape(11, 12, 13), 6: HashShape(12, 12, 15), 7: HashShape(13, 13, 16)}
# Vector kernels read a table's 16-bit entries two at a time, so each has one more at its end.
PADDING = 1

# A row of the table of full boards: the 91 pairs of card ranks, filled up to three registers.
ROW_ENTRIES = 96

# One byte b a card rank, deuce first; with s the same byte read as a signed number, the rank's key
# is s * 2**18 + b * s, modulo 2**32. A CPU that multiplies bytes and adds the products in one
# instruction sums the keys of a hand without a table of 32-bit numbers. The bytes were found by
# scripts/find_rank_bytes.py: with them every rank multiset has a key of its own.
RANK_BYTES = (146, 2, 56, 116, 199, 71, 157, 97, 126, 138, 141, 197, 128)
SIGNED_BYTE_SHIFT = 18


def pair_place(high: int, low: int) -> int:
    """Return where two card ranks stand in a row of the table of full boards: 0..90."""
    return high * (high + 1) // 2 + low


def signed_byte(byte: int) -> int:
    """Return an unsigned byte's bits read as a signed number."""
    return byte - 256 if byte >= 128 else byte


def rank_keys(rank_bytes: Sequence[int] = RANK_BYTES) -> NDArray[np.uint32]:
    """Return the rank keys, shape (13,), that belong to a byte for each card rank."""
    signed = [signed_byte(byte) for byte in rank_bytes]
    keys = [(s << SIGNED_BYTE_SHIFT) + b * s for b, s in zip(rank_bytes, signed, strict=True)]
    return np.array([key % (1 << RANK_KEY_BITS) for key in keys], dtype=np.uint32)


def card_keys() -> NDArray[np.uint64]:
    """Return the key of each card id; `NO_CARD`, which shows in a sum, for ids past 51."""
    keys = np.full(256, NO_CARD, dtype=np.uint64)
    for rank, rank_key in enumerate(rank_keys().tolist()):
        for suit in range(N_SUITS):
            keys[N_SUITS * rank + suit] = rank_key << RANK_KEY_SHIFT | 1 << COUNTER_BITS * suit
    return keys


def suit_fields() -> NDArray[np.uint64]:
    """Return the bit of each card id in suit fields; 0 for ids past 51, shape (256,)."""
    fields = np.zeros(256, dtype=np.uint64)
    for card in range(N_SUITS * N_RANKS):
        rank, suit = divmod(card, N_SUITS)
        fields[card] = 1 << FIELD_BITS * suit + rank
    return fields
