"""The steps on cards: sixteen hands, up to four cards a lane.

A hand of seven cards stands in two registers, cards 0..3 in the one and 4..6 in the other::

    lane                 0                        1            ...
    byte      0    1    2    3         4    5    6    7        ...
    low      c0   c1   c2   c3        c0   c1   c2   c3        hand 0, hand 1, ...
    high     c4   c5   c6    -        c4   c5   c6    -

A byte permute looks up a number of one byte for 64 cards at once, and a byte dot product adds four
products to each lane. That is why a rank key is made of a byte (`encoding.RANK_BYTES`).

The checks, which find cards given twice and numbers that are not card ids, work on the bytes as
they lie in memory and carry two registers of faults along over a whole chunk: the smallest
difference seen between two cards of a hand, and the largest card id. The second look, at the end of
the chunk, is where a fault shows.
"""

from collections.abc import Callable

from llvmlite import ir
from numba import types

from handrank.kernels.vector.avx512.registers import (
    ARRAY,
    BYTES,
    BYTES_A_LANE,
    I1,
    I64,
    LITERAL,
    N_BYTES,
    N_LANES,
    constant,
    lanes,
    splat,
    step,
    two_lanes,
)
from handrank.lookup import encoding
from handrank.rulebook.cards import N_CARDS, N_SUITS

_ONE_EACH = splat(1, BYTES)


def by_card(value: Callable[[int], int]) -> ir.Constant:
    """Return a table of 64 bytes, indexed by card id, from the values of the 52 cards."""
    return constant([value(card) for card in range(N_CARDS)] + [0] * (N_BYTES - N_CARDS))


_RANK_BYTE = by_card(lambda card: encoding.RANK_BYTES[card >> encoding.RANK_SHIFT])
# The square of 4**suit is 16**suit, one in the suit's counter of four bits.
SUIT_ROOT = by_card(lambda card: 1 << encoding.COUNTER_BITS // 2 * (card & encoding.SUIT_MASK))
# The rank masks of the clubs, ranks 0..7 and 8..12 apart because a byte has eight bits.
_CLUB_BITS_LOW = by_card(lambda card: (1 << card // N_SUITS) & 0xFF if card % N_SUITS == 0 else 0)
_CLUB_BITS_HIGH = by_card(lambda card: (1 << card // N_SUITS) >> 8 if card % N_SUITS == 0 else 0)


def _choose_bytes(emit, chosen, ones, others):
    """Return `ones` in the bytes for whose place `chosen` is true, `others` elsewhere."""
    mask = ir.Constant(ir.VectorType(I1, N_BYTES), [chosen(byte) for byte in range(N_BYTES)])
    return emit.select(mask, ones, others)


def _card_table(emit, table, cards, count):
    """Return ``table[card]`` for each card, 0 in the bytes of a lane after the first `count`."""
    found = emit.shuffle_bytes(table, cards)
    return _choose_bytes(emit, lambda byte: byte % BYTES_A_LANE < count, found, splat(0, BYTES))


@step(lanes, ARRAY, types.intp, LITERAL, LITERAL)
def spread_cards(emit, hands, first_hand, size, part):
    """Return cards 0..3 (part 0) or 4.. (part 1) of sixteen rows of `hands` (n, size)."""
    # Two loads cover eight rows each; a permute of each puts the cards in their lanes.
    skipped = BYTES_A_LANE * part
    last = min(BYTES_A_LANE, size - skipped) - 1
    halves = []
    for start, cards in emit.read_hands(hands, first_hand, size):
        # Lanes without a fourth card repeat the last one; bytes of the other half are rubbish.
        places = [
            size * hand + skipped + min(card, last) - start
            for hand in range(N_LANES)
            for card in range(BYTES_A_LANE)
        ]
        index = constant(place % N_BYTES for place in places)
        halves.append(emit.shuffle_bytes(cards, index))
    return _choose_bytes(emit, lambda byte: byte < N_BYTES // 2, *halves)


def _sum_rank_keys(emit, *found):
    """Return the summed rank keys of cards, whose rank bytes stand in one or two registers."""
    # With b the byte of a card's rank and s the same byte read as a signed number, its key is ``(s
    # << SIGNED_BYTE_SHIFT) + b * s``: one dot product with ones, one of the bytes with themselves,
    # whose first factor the CPU reads unsigned and whose second it reads signed.
    keys = splat(0)
    for part in found:
        keys = emit.add_products(keys, _ONE_EACH, part)
    keys = emit.shl(keys, splat(encoding.SIGNED_BYTE_SHIFT))
    for part in found:
        keys = emit.add_products(keys, part, part)
    return keys


@step(lanes, lanes, lanes, LITERAL)
def add_rank_keys(emit, keys, cards, count):
    """Return keys plus the 32-bit rank keys of `count` cards a lane."""
    return emit.add(_sum_rank_keys(emit, _card_table(emit, _RANK_BYTE, cards, count)), keys)


@step(lanes, lanes, lanes, LITERAL)
def hand_keys(emit, low, high, count):
    """Return the rank keys of hands with four cards in `low` and `count` in `high`."""
    # The same as `add_rank_keys` twice, with one shift for both.
    first = _card_table(emit, _RANK_BYTE, low, BYTES_A_LANE)
    return _sum_rank_keys(emit, first, _card_table(emit, _RANK_BYTE, high, count))


@step(lanes)
def no_suits(emit):
    """Return the suit counters of sixteen empty hands."""
    return splat(encoding.EMPTY_HAND)


@step(lanes, lanes, lanes, LITERAL)
def add_suits(emit, suits, cards, count):
    """Return the suit counters with `count` cards a lane counted in."""
    found = _card_table(emit, SUIT_ROOT, cards, count)
    return emit.add_products(suits, found, found)


@step(types.uint16, lanes, types.uint32)
def flush_lanes(emit, suits, flush_bits):
    """Return 16 bits: the hands with five or more cards of a suit."""
    # `flush_bits` is `FLUSH_BITS`, or 0 where suits do not count.
    return emit.nonzero_lanes(emit.and_(suits, emit.broadcast(flush_bits)))


@step(lanes, lanes, ARRAY, LITERAL)
def find_slots(emit, keys, displacements, n_cards):
    """Return the slots of sixteen rank keys in the rank table of hands of `n_cards`."""
    shape = encoding.HASH_SHAPES[n_cards]
    displaced = emit.gather(displacements, emit.and_(keys, splat(shape.n_buckets - 1)), 2)
    slots = emit.xor(emit.lshr(keys, splat(shape.slot_shift)), displaced)
    return emit.and_(slots, splat(shape.n_slots - 1))


@step(lanes, ARRAY, types.intp, lanes, LITERAL, LITERAL)
def gather_cards(emit, hands, first_hand, numbers, size, part):
    """Return cards 0..3 (part 0) or 4.. (part 1) of the rows ``first_hand + numbers``."""
    # For part 1 it reads the last four bytes of each row, never a byte beyond it.
    base = emit.pointer(hands, first_hand, size, size - BYTES_A_LANE if part else 0)
    cards = emit.gather(base, emit.mul(numbers, splat(size)), 1)
    return emit.lshr(cards, splat(8 * (2 * BYTES_A_LANE - size))) if part else cards


@step(lanes, lanes, lanes, lanes, LITERAL)
def suited_rank_lanes(emit, low, high, suits, count):
    """Return the 13-bit masks of the ranks in the suit that has five or more cards."""
    # ``card ^ suit`` turns the cards of that suit into clubs, and only clubs have a bit.
    full = emit.and_(suits, splat(encoding.FLUSH_BITS))
    suit = splat(0)
    for other in range(1, N_SUITS):
        reached = emit.icmp_unsigned(
            ">=", full, splat(1 << encoding.COUNTER_BITS * (other + 1) - 1)
        )
        suit = emit.select(reached, splat(other * 0x01010101), suit)
    masks = []
    for table in (_CLUB_BITS_LOW, _CLUB_BITS_HIGH):
        total = splat(0)
        for cards, n_cards in ((low, BYTES_A_LANE), (high, count)):
            bits = _card_table(emit, table, emit.xor(cards, suit), n_cards)
            total = emit.add_products(total, bits, _ONE_EACH)
        masks.append(total)
    mask = emit.or_(masks[0], emit.shl(masks[1], splat(8)))
    # Unchecked garbage, a card many times over, must not lead out of the table.
    return emit.and_(mask, splat(encoding.SUITED_MASK))


def _partners(size: int, start: int, distance: int) -> tuple[list[int], list[int]]:
    """Pair each byte of a load with the card `distance` further on in its hand, cyclically."""
    # Returns the partners' places and a mask: 255 for bytes whose hand is not one of the sixteen,
    # or lies only in part in the load, which starts `start` bytes into them; the other has it
    # whole.
    places, ignored = [], []
    for byte in range(N_BYTES):
        hand, card = divmod(start + byte, size)
        first = hand * size - start
        whole = first >= 0 and first + size <= N_BYTES and 0 <= hand < N_LANES
        places.append(first + (card + distance) % size if whole else byte)
        ignored.append(0 if whole else 255)
    return places, ignored


@step(two_lanes, lanes, lanes, ARRAY, types.intp, LITERAL)
def check_cards(emit, closest, largest, hands, first_hand, size):
    """Return `closest` and `largest` with sixteen rows of `hands` (n, size) looked at."""
    # Every two cards of a hand are at a cyclic distance of at most half its size.
    for start, cards in emit.read_hands(hands, first_hand, size):
        # With three cards a hand the loads reach beyond the sixteen hands.
        inside = [0 <= (start + byte) // size < N_LANES for byte in range(N_BYTES)]
        known = emit.and_(cards, constant(255 if byte else 0 for byte in inside))
        largest = emit.larger_bytes(largest, known)
        for distance in range(1, size // 2 + 1):
            places, ignored = _partners(size, start, distance)
            difference = emit.xor(cards, emit.shuffle_bytes(cards, constant(places)))
            closest = emit.smaller_bytes(closest, emit.or_(difference, constant(ignored)))
    return closest, largest


@step(types.boolean, lanes, lanes)
def any_bad(emit, closest, largest):
    """Say whether a hand held a card twice or a number that is no card id."""
    closest, largest = (emit.bitcast(value, BYTES) for value in (closest, largest))
    twice = emit.icmp_unsigned("==", closest, splat(0, BYTES))
    no_card = emit.icmp_unsigned(">=", largest, splat(N_CARDS, BYTES))
    bad = emit.bitcast(emit.or_(twice, no_card), I64)
    return emit.icmp_unsigned("!=", bad, ir.Constant(I64, 0))
