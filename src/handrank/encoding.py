"""The numbers that the table generator and the kernels share.

A hand is summed up in one additive number, its *key*: the sum of its cards' keys. Adding a card is
one addition, in any order, so hands can be built card by card and joined (board plus hole cards).

A card key is a uint64::

    bits 16..47   rank key     sums modulo 2**32 to a number that names the rank multiset
    bits 12..15   spades   ┐
    bits  8..11   hearts   │   one counter a suit; it starts at 3 in `EMPTY_HAND`, so its top bit
    bits  4..7    diamonds │   says "five or more" and one AND with `FLUSH_BITS` tests all four
    bits  0..3    clubs    ┘

What the rank keys of a hand carry past bit 47 is ignored; it stays far below bit 63, so that a key
is the same number as a signed and as an unsigned integer.

The rank multiset is looked up by *hash and displace*: the top bits of the summed rank key choose a
displacement, and the low bits XOR that displacement are the slot of the hand rank. A hand with
five or more cards of a suit is looked up by the 13-bit mask of that suit's ranks instead.

A hand rank is a uint16: the category's place in its rule set's order in bits 12..15, the place
inside the category, counted from 1, below. The larger hand rank wins; 0 is no qualifying hand.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from handrank.cards import N_CARDS, N_SUITS
from handrank.rules import N_RANKS

HAND_SIZES = (5, 6, 7)
HOLE_CARDS = 2
BOARD_CARDS = 5

CATEGORY_SHIFT = 12
PLACE_MASK = (1 << CATEGORY_SHIFT) - 1

RANK_SHIFT = 2
SUIT_MASK = N_SUITS - 1

FLUSH_SIZE = 5
COUNTER_BITS = 4
_COUNTER_TOP = 1 << (COUNTER_BITS - 1)
RANK_KEY_SHIFT = COUNTER_BITS * N_SUITS
RANK_KEY_BITS = 32
SUITED_SLOTS = 1 << N_RANKS
SUITED_MASK = SUITED_SLOTS - 1


def _each_counter(value: int) -> int:
    return sum(value << (COUNTER_BITS * suit) for suit in range(N_SUITS))


EMPTY_HAND = _each_counter(_COUNTER_TOP - FLUSH_SIZE)
FLUSH_BITS = _each_counter(_COUNTER_TOP)


@dataclass(frozen=True)
class HashShape:
    """The size of one hash: how many key bits choose a displacement, how many name a slot."""

    displacement_bits: int
    slot_bits: int

    @property
    def n_displacements(self) -> int:
        """How many displacements the table holds."""
        return 1 << self.displacement_bits

    @property
    def n_slots(self) -> int:
        """How many slots the rank table has."""
        return 1 << self.slot_bits


# By hand size. The smallest powers of two that hold all rank multisets (6,175, 18,395 and 49,205)
# with a quick search: the five-card table (16 KiB of ranks, 2 KiB of displacements) stays in L1.
HASH_SHAPES = {5: HashShape(10, 13), 6: HashShape(12, 15), 7: HashShape(13, 16)}

# Any 13 numbers whose sums name each multiset would do. These are the first outputs of
# splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014) from
# state 0: fixed, patternless, and odd enough for both the top and the low bits to spread.
_GOLDEN_GAMMA = 0x9E3779B97F4A7C15
_WORD = (1 << 64) - 1


def _splitmix64(index: int) -> int:
    mixed = (index + 1) * _GOLDEN_GAMMA & _WORD
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
    return mixed ^ mixed >> 31


def rank_keys() -> NDArray[np.uint32]:
    """Return the 13 rank keys, deuce first.

    Returns
    -------
    ndarray of uint32, shape (13,)

    Examples
    --------
    >>> rank_keys().shape
    (13,)
    """
    return np.array(
        [_splitmix64(rank) >> (64 - RANK_KEY_BITS) for rank in range(N_RANKS)], dtype=np.uint32
    )


def card_keys() -> NDArray[np.uint64]:
    """Return the key of each card id.

    Returns
    -------
    ndarray of uint64, shape (256,)
        Indexed by card id. The entries past 51 are 0: they keep a kernel inside the table when it
        is handed unchecked ids that are no cards.

    Examples
    --------
    >>> hex(int(card_keys()[51]) & 0xFFFF)  # the ace of spades counts one spade
    '0x1000'
    """
    keys = np.zeros(256, dtype=np.uint64)
    for rank, rank_key in enumerate(rank_keys().tolist()):
        for suit in range(N_SUITS):
            keys[N_SUITS * rank + suit] = rank_key << RANK_KEY_SHIFT | 1 << COUNTER_BITS * suit
    assert not keys[N_CARDS:].any()
    return keys
