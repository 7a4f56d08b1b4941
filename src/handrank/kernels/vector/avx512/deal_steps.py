"""The steps that bring hole cards and their boards together; see `vector.board_sums`."""

from llvmlite import ir
from numba import types

from handrank.kernels.vector.avx512.registers import (
    ARRAY,
    BYTES_A_LANE,
    I32,
    LANES,
    LITERAL,
    N_LANES,
    WORDS,
    constant,
    lanes,
    splat,
    step,
    two_lanes,
)
from handrank.kernels.vector.board_sums import FIFTH_SHIFT


@step(lanes, ARRAY, types.intp)
def load_pairs(emit, hole, first):
    """Return sixteen rows of `hole` (n, 2), the two cards in the low bytes of a lane."""
    return emit.zext(emit.read(hole, first, 2, WORDS), LANES)


@step(lanes, lanes, lanes)
def put_fifth(emit, suits, fifth):
    """Return the suit counters with a fifth card beside them."""
    return emit.or_(suits, emit.shl(fifth, splat(FIFTH_SHIFT)))


@step(two_lanes, lanes, lanes, lanes, lanes, lanes, LITERAL)
def check_pairs(emit, closest, largest, pairs, suits, cards, has_fifth):
    """Return `closest` and `largest` with hole cards looked at beside their boards.

    See `check_steps`; the boards' own cards are looked at there.
    """
    for hole_card in (0, 1):
        places = [BYTES_A_LANE * lane + hole_card for lane in range(N_LANES)]
        index = constant(place for place in places for _ in range(BYTES_A_LANE))
        card = emit.bitcast(emit.shuffle_bytes(pairs, index), LANES)
        closest = emit.smaller_bytes(closest, emit.xor(cards, card))
    # The first hole card against the second, in the lowest byte of each lane.
    difference = emit.xor(pairs, emit.lshr(pairs, splat(8)))
    closest = emit.smaller_bytes(closest, emit.or_(difference, splat(0xFFFFFF00)))
    if has_fifth:
        fifth = emit.lshr(suits, splat(FIFTH_SHIFT))
        twice = emit.or_(fifth, emit.shl(fifth, splat(8)))
        difference = emit.or_(emit.xor(pairs, twice), splat(0xFFFF0000))
        closest = emit.smaller_bytes(closest, difference)
    return closest, emit.larger_bytes(largest, pairs)


@step(lanes, lanes, types.float32, types.float32)
def divide_lanes(emit, numbers, added, reciprocal):
    """Return ``(numbers + added) * reciprocal``, in float32, cut to whole numbers."""
    floats = ir.VectorType(ir.FloatType(), N_LANES)
    total = emit.fadd(emit.uitofp(numbers, floats), emit.broadcast(added, floats))
    return emit.fptoui(emit.fmul(total, emit.broadcast(reciprocal, floats)), LANES)


@step(lanes, ARRAY, types.intp, lanes, types.intp)
def gather_pairs(emit, hole, first, numbers, n_rows):
    """Return the cards of the rows ``first + numbers`` of `hole` (n, 2), see `load_pairs`.

    It reads four bytes a row: for the last of all rows, number ``n_rows - 1``, from the one before
    on, so as not to leave the array. The bytes above the two cards are rubbish.
    """
    last = emit.broadcast(emit.sub(emit.trunc(n_rows, I32), ir.Constant(I32, 2)))
    clamp = emit.icmp_unsigned(">", numbers, last)
    cards = emit.gather(emit.pointer(hole, first, 2), emit.select(clamp, last, numbers), 2)
    return emit.select(clamp, emit.lshr(cards, splat(16)), cards)


@step(two_lanes, lanes, lanes, lanes, LITERAL)
def join_hands(emit, cards, suits, pairs, n_board):
    """Return whole hands: four cards a lane and the rest, as `card_steps` has them."""
    if n_board < BYTES_A_LANE:
        low = emit.or_(emit.and_(cards, splat(0xFFFFFF)), emit.shl(pairs, splat(24)))
        return low, emit.lshr(pairs, splat(8))
    if n_board == BYTES_A_LANE:
        return cards, pairs
    fifth = emit.and_(emit.lshr(suits, splat(FIFTH_SHIFT)), splat(0xFF))
    return cards, emit.or_(emit.shl(pairs, splat(8)), fifth)
