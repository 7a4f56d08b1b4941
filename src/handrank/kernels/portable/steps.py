"""The steps that portable kernels share: bits, the look-up of a rank, the cards of a flush."""

from collections.abc import Callable

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from handrank.kernels.compiling import INTERPRETED, Kernel, inlined
from handrank.lookup import encoding

# Bucket mask, slot shift and slot mask of a hash.
Lookup = tuple[np.uint32, np.uint32, np.uint32]


def _intrinsic_or(interpreted: Kernel) -> Callable[[Kernel], Kernel]:
    """Emit an instruction, or call a Python function where nothing is compiled."""
    return (lambda _: interpreted) if INTERPRETED else intrinsic


@_intrinsic_or(lambda value: np.uint64(int(value).bit_count()))
def bit_count(typingctx, value):
    """Return how many bits of a uint64 are set."""
    return types.uint64(types.uint64), lambda _c, builder, _s, args: builder.ctpop(args[0])


@_intrinsic_or(lambda value: np.uint64((int(value) & -int(value) or 1 << 64).bit_length() - 1))
def trailing_zeros(typingctx, value):
    """Return the number of the lowest bit that is set in a uint64; 64 if none is."""
    no = ir.Constant(ir.IntType(1), 0)
    return types.uint64(types.uint64), lambda _c, builder, _s, args: builder.cttz(args[0], no)


def lookup_for(n_cards: int) -> Lookup:
    """Return what `rank_slot` needs to know of the hash for hands of `n_cards`."""
    shape = encoding.HASH_SHAPES[n_cards]
    return (
        np.uint32(shape.n_buckets - 1),
        np.uint32(shape.slot_shift),
        np.uint32(shape.n_slots - 1),
    )


@inlined
def rank_slot(key, displacements, lookup):
    """Return where the rank of a hand without a flush stands."""
    rank_key = np.uint32(key >> np.uint64(encoding.RANK_KEY_SHIFT))
    displacement = displacements[rank_key & lookup[0]]
    return ((rank_key >> lookup[1]) ^ np.uint32(displacement)) & lookup[2]


@inlined
def flush_suit(full):
    """Return the suit whose counter has its top bit set in `full`, a key AND `FLUSH_BITS`."""
    suit = np.uint64(0)
    full >>= np.uint64(encoding.COUNTER_BITS - 1)
    while not full & np.uint64(1):
        full >>= np.uint64(encoding.COUNTER_BITS)
        suit += np.uint64(1)
    return suit


@inlined
def suited_ranks(cards, suit):
    """Return the 13-bit mask of the ranks that `cards` hold in one suit."""
    ranks = np.uint64(0)
    for card in cards:
        in_suit = np.uint64(np.uint64(card & encoding.SUIT_MASK) == suit)
        ranks |= in_suit << np.uint64(card >> encoding.RANK_SHIFT)
    return ranks & np.uint64(encoding.SUITED_MASK)


@inlined
def mask_bit(card):
    """Return the card's bit in a card mask; bits of a hand add up to their OR if all differ."""
    return np.uint64(1) << np.uint64(card & np.uint8(63))


@inlined
def rank_bit(card):
    """Return the bit of the card's rank."""
    return np.uint64(1) << np.uint64(card >> encoding.RANK_SHIFT)


@inlined
def field_bit(card):
    """Return the card's bit in suit fields."""
    return np.uint64(1) << np.uint64(
        encoding.FIELD_BITS * (card & encoding.SUIT_MASK) + (card >> encoding.RANK_SHIFT)
    )


@inlined
def key_and_fields(cards, card_keys):
    """Return the key and the suit fields of some cards."""
    key, fields = np.uint64(0), np.uint64(0)
    for card in cards:
        key += card_keys[card]
        fields |= field_bit(card)
    return key, fields


@inlined
def ranks_in_suit(fields, suit):
    """Return the 13-bit mask of the ranks that suit fields hold in one suit."""
    return (fields >> (np.uint64(encoding.FIELD_BITS) * suit)) & np.uint64(encoding.SUITED_MASK)


@inlined
def rank_with_fields(key, fields, lookup, tables):
    """Return the rank of a hand from its key and its suit fields, see `encoding.suit_fields`."""
    full = key & np.uint64(encoding.FLUSH_BITS)
    if full:
        return tables.suited[ranks_in_suit(fields, flush_suit(full))]
    return tables.ranks[rank_slot(key, tables.displacements, lookup)]


@inlined
def next_combination(chosen, n_chosen, n):
    """Turn rising places below `n` into the next ones in order; return False after the last."""
    j = n_chosen - 1
    while j >= 0 and chosen[j] == n - n_chosen + j:
        j -= 1
    if j < 0:
        return False
    chosen[j] += 1
    for following in range(j + 1, n_chosen):
        chosen[following] = chosen[following - 1] + 1
    return True
