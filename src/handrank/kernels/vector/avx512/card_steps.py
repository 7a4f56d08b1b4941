"""The steps on cards: sixteen hands, up to four cards a lane.

A hand of seven cards stands in two registers, cards 0..3 in the one and 4..6 in the other::

    lane                 0                        1            ...
    byte      0    1    2    3         4    5    6    7        ...
    low      c0   c1   c2   c3        c0   c1   c2   c3        hand 0, hand 1, ...
    high     c4   c5   c6    -        c4   c5   c6    -

A byte permute looks up a number of one byte for 64 cards at once, and a byte dot product adds four
products to each lane. That is why a rank key is made of a byte (`encoding.RANK_BYTES`).
"""

from collections.abc import Callable

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from handrank.kernels.vector.avx512.registers import (
    BYTES,
    BYTES_A_LANE,
    I1,
    I8,
    I64,
    LANES,
    N_LANES,
    add_products,
    broadcast,
    constant,
    gather,
    lane_bits,
    lanes,
    pointer,
    shuffle_bytes,
    splat,
    times,
)
from handrank.lookup.encoding import (
    COUNTER_BITS,
    EMPTY_HAND,
    FLUSH_BITS,
    HASH_SHAPES,
    RANK_BYTES,
    RANK_SHIFT,
    SIGNED_BYTE_SHIFT,
    SUIT_MASK,
    SUITED_MASK,
)
from handrank.rulebook.cards import N_CARDS, N_SUITS

_N_BYTES = N_LANES * BYTES_A_LANE
_ONE_EACH = splat(1, BYTES)


def by_card(value: Callable[[int], int]) -> list[int]:
    """Return a table of 64 bytes, indexed by card id, from the values of the 52 cards."""
    return [value(card) for card in range(N_CARDS)] + [0] * (_N_BYTES - N_CARDS)


_RANK_BYTE = by_card(lambda card: RANK_BYTES[card >> RANK_SHIFT])
# The square of 4**suit is 16**suit, one in the suit's counter of four bits.
SUIT_ROOT = by_card(lambda card: 1 << COUNTER_BITS // 2 * (card & SUIT_MASK))
# The rank masks of the clubs, ranks 0..7 and 8..12 apart because a byte has eight bits.
_CLUB_BITS_LOW = by_card(lambda card: (1 << card // N_SUITS) & 0xFF if card % N_SUITS == 0 else 0)
_CLUB_BITS_HIGH = by_card(lambda card: (1 << card // N_SUITS) >> 8 if card % N_SUITS == 0 else 0)


def _cards_only(count: int) -> ir.Constant:
    """Return a mask of the bytes that hold a card where each lane has `count` cards."""
    mask = [byte % BYTES_A_LANE < count for byte in range(_N_BYTES)]
    return ir.Constant(ir.VectorType(I1, _N_BYTES), mask)


def _card_table(builder, table, cards, count):
    """Return ``table[card]`` for each card, 0 in the bytes that hold none."""
    found = shuffle_bytes(builder, constant(table), builder.bitcast(cards, BYTES))
    if count == BYTES_A_LANE:
        return found
    return builder.select(_cards_only(count), found, splat(0, BYTES))


def _two_loads(n_cards: int) -> tuple[int, int]:
    """Return where two loads of 64 bytes start that cover sixteen hands and not a byte more."""
    return 0, N_LANES * n_cards - _N_BYTES


@intrinsic(prefer_literal=True)
def spread_cards(typingctx, hands, first_hand, n_cards, part):
    """Return cards 0..3 (part 0) or 4.. (part 1) of sixteen rows of `hands` (n, n_cards).

    Two loads cover the rows, hands 0..7 in the first and 8..15 in the second; a permute of each
    puts the cards in their lanes.
    """
    size, skipped = n_cards.literal_value, BYTES_A_LANE * part.literal_value
    count = min(BYTES_A_LANE, size - skipped)
    from_first = [byte < _N_BYTES // 2 for byte in range(_N_BYTES)]

    def codegen(context, builder, signature, args):
        halves = []
        for start in _two_loads(size):
            offset = builder.add(times(builder, args[1], size), ir.Constant(I64, start))
            where = pointer(context, builder, signature.args[0], args[0], offset, BYTES)
            # Lanes without a fourth card repeat the last one; bytes of the other half are rubbish.
            places = [
                size * hand + skipped + min(card, count - 1) - start
                for hand in range(N_LANES)
                for card in range(BYTES_A_LANE)
            ]
            index = constant(place % _N_BYTES for place in places)
            halves.append(shuffle_bytes(builder, builder.load(where, align=1), index))
        chosen = ir.Constant(ir.VectorType(I1, _N_BYTES), from_first)
        return builder.bitcast(builder.select(chosen, *halves), LANES)

    return lanes(hands, types.intp, n_cards, part), codegen


@intrinsic(prefer_literal=True)
def add_rank_keys(typingctx, keys, cards, count):
    """Return keys plus the 32-bit rank keys of `count` cards a lane.

    With b the byte of a card's rank and s the same byte read as a signed number, its key is
    ``(s << SIGNED_BYTE_SHIFT) + b * s``: one dot product with ones, one of the bytes with
    themselves, whose first factor the CPU reads unsigned and whose second it reads signed.
    """
    n_cards = count.literal_value

    def codegen(context, builder, signature, args):
        found = _card_table(builder, _RANK_BYTE, args[1], n_cards)
        signed_sum = add_products(builder, splat(0), _ONE_EACH, found)
        high_part = builder.shl(signed_sum, splat(SIGNED_BYTE_SHIFT))
        return builder.add(add_products(builder, high_part, found, found), args[0])

    return lanes(lanes, lanes, count), codegen


@intrinsic(prefer_literal=True)
def hand_keys(typingctx, low, high, count):
    """Return the rank keys of hands with four cards in `low` and `count` in `high`.

    The same as `add_rank_keys` twice, with one shift for both.
    """
    n_high = count.literal_value

    def codegen(context, builder, signature, args):
        parts = [
            _card_table(builder, _RANK_BYTE, cards, n_cards)
            for cards, n_cards in zip(args[:2], (BYTES_A_LANE, n_high), strict=True)
        ]
        key = splat(0)
        for part in parts:
            key = add_products(builder, key, _ONE_EACH, part)
        key = builder.shl(key, splat(SIGNED_BYTE_SHIFT))
        for part in parts:
            key = add_products(builder, key, part, part)
        return key

    return lanes(lanes, lanes, count), codegen


@intrinsic(prefer_literal=True)
def no_suits(typingctx):
    """Return the suit counters of sixteen empty hands."""
    return lanes(), lambda context, builder, signature, args: splat(EMPTY_HAND)


@intrinsic(prefer_literal=True)
def add_suits(typingctx, suits, cards, count):
    """Return the suit counters with `count` cards a lane counted in."""
    n_cards = count.literal_value

    def codegen(context, builder, signature, args):
        found = _card_table(builder, SUIT_ROOT, args[1], n_cards)
        return add_products(builder, args[0], found, found)

    return lanes(lanes, lanes, count), codegen


@intrinsic(prefer_literal=True)
def flush_lanes(typingctx, suits, flush_bits):
    """Return 16 bits: the hands with five or more cards of a suit.

    `flush_bits` is `FLUSH_BITS`, or 0 where suits do not count.
    """

    def codegen(context, builder, signature, args):
        tested = builder.and_(args[0], broadcast(builder, args[1]))
        return lane_bits(builder, builder.icmp_unsigned("!=", tested, splat(0)))

    return types.uint16(lanes, types.uint32), codegen


@intrinsic(prefer_literal=True)
def find_slots(typingctx, keys, displacements, n_cards):
    """Return the slots of sixteen rank keys in the rank table of hands of `n_cards`."""
    shape = HASH_SHAPES[n_cards.literal_value]

    def codegen(context, builder, signature, args):
        buckets = builder.and_(args[0], splat(shape.n_buckets - 1))
        base = pointer(context, builder, signature.args[1], args[1], ir.Constant(I64, 0), I8)
        displaced = gather(builder, base, buckets, 2)
        slots = builder.xor(builder.lshr(args[0], splat(shape.slot_shift)), displaced)
        return builder.and_(slots, splat(shape.n_slots - 1))

    return lanes(lanes, displacements, n_cards), codegen


@intrinsic(prefer_literal=True)
def gather_cards(typingctx, hands, first_hand, numbers, n_cards, part):
    """Return cards 0..3 (part 0) or 4.. (part 1) of the rows ``first_hand + numbers``.

    For part 1 it reads the last four bytes of each row, never a byte beyond it.
    """
    size, is_high = n_cards.literal_value, part.literal_value
    start = size - BYTES_A_LANE if is_high else 0

    def codegen(context, builder, signature, args):
        offset = builder.add(times(builder, args[1], size), ir.Constant(I64, start))
        base = pointer(context, builder, signature.args[0], args[0], offset, I8)
        cards = gather(builder, base, builder.mul(args[2], splat(size)), 1)
        return builder.lshr(cards, splat(8 * (2 * BYTES_A_LANE - size))) if is_high else cards

    return lanes(hands, types.intp, lanes, n_cards, part), codegen


@intrinsic(prefer_literal=True)
def suited_ranks(typingctx, low, high, suits, count):
    """Return the 13-bit masks of the ranks in the suit that has five or more cards.

    ``card ^ suit`` turns the cards of that suit into clubs, and only clubs have a bit.
    """
    n_high = count.literal_value

    def codegen(context, builder, signature, args):
        full = builder.and_(args[2], splat(FLUSH_BITS))
        suit = splat(0)
        for other in range(1, N_SUITS):
            lowest = splat(1 << COUNTER_BITS * (other + 1) - 1)
            reached = builder.icmp_unsigned(">=", full, lowest)
            suit = builder.select(reached, splat(other * 0x01010101), suit)
        masks = []
        for table in (_CLUB_BITS_LOW, _CLUB_BITS_HIGH):
            total = splat(0)
            for cards, n_cards in zip(args[:2], (BYTES_A_LANE, n_high), strict=True):
                bits = _card_table(builder, table, builder.xor(cards, suit), n_cards)
                total = add_products(builder, total, bits, _ONE_EACH)
            masks.append(total)
        mask = builder.or_(masks[0], builder.shl(masks[1], splat(8)))
        # Unchecked garbage, a card many times over, must not lead out of the table.
        return builder.and_(mask, splat(SUITED_MASK))

    return lanes(lanes, lanes, lanes, count), codegen
