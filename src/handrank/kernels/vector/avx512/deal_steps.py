"""The steps that bring hole cards and their boards together; see `vector.board_sums`."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from handrank.kernels.vector.avx512.registers import (
    BYTES,
    BYTES_A_LANE,
    I8,
    I32,
    I64,
    LANES,
    N_LANES,
    WORDS,
    broadcast,
    call,
    constant,
    gather,
    lanes,
    larger_bytes,
    pointer,
    shuffle_bytes,
    smaller_bytes,
    splat,
    times,
)
from handrank.kernels.vector.board_sums import FIFTH_SHIFT


@intrinsic(prefer_literal=True)
def load_lanes(typingctx, array, first):
    """Return ``array[first : first + 16]`` of uint32."""

    def codegen(context, builder, signature, args):
        offset = times(builder, args[1], 4)
        where = pointer(context, builder, signature.args[0], args[0], offset, LANES)
        return builder.load(where, align=4)

    return lanes(array, types.intp), codegen


@intrinsic(prefer_literal=True)
def store_lanes(typingctx, array, first, values):
    """``array[first : first + 16]`` of uint32 = the lanes."""

    def codegen(context, builder, signature, args):
        offset = times(builder, args[1], 4)
        where = pointer(context, builder, signature.args[0], args[0], offset, LANES)
        builder.store(args[2], where, align=4)
        return context.get_dummy_value()

    return types.void(array, types.intp, lanes), codegen


@intrinsic(prefer_literal=True)
def load_four_lanes(typingctx, array, first):
    """Return ``array[first : first + 4]`` of uint32, four times over.

    A load of sixteen bytes seldom crosses a cache line; one of 64 bytes at any place always does.
    """
    four = ir.VectorType(I32, 4)

    def codegen(context, builder, signature, args):
        offset = times(builder, args[1], 4)
        where = pointer(context, builder, signature.args[0], args[0], offset, four)
        few = builder.load(where, align=4)
        return builder.shuffle_vector(few, few, constant([lane % 4 for lane in range(16)], LANES))

    return lanes(array, types.intp), codegen


@intrinsic(prefer_literal=True)
def pick_lanes(typingctx, values, index):
    """Return ``values[index]``, lane by lane."""

    def codegen(context, builder, signature, args):
        return call(builder, "llvm.x86.avx512.permvar.si.512", LANES, *args)

    return lanes(lanes, lanes), codegen


@intrinsic(prefer_literal=True)
def load_pairs(typingctx, hole, first):
    """Return sixteen rows of `hole` (n, 2), the two cards in the low bytes of a lane."""

    def codegen(context, builder, signature, args):
        offset = times(builder, args[1], 2)
        where = pointer(context, builder, signature.args[0], args[0], offset, WORDS)
        return builder.zext(builder.load(where, align=1), LANES)

    return lanes(hole, types.intp), codegen


@intrinsic(prefer_literal=True)
def put_fifth(typingctx, suits, fifth):
    """Return the suit counters with a fifth card beside them."""

    def codegen(context, builder, signature, args):
        return builder.or_(args[0], builder.shl(args[1], splat(FIFTH_SHIFT)))

    return lanes(lanes, lanes), codegen


@intrinsic(prefer_literal=True)
def check_pairs(typingctx, closest, largest, pairs, suits, cards, has_fifth):
    """Return `closest` and `largest` with hole cards looked at beside their boards.

    See `handrank.kernels.vector.avx512.check_steps`; the boards' own cards are looked at there.
    """

    def codegen(context, builder, signature, args):
        closest, largest, pairs = (builder.bitcast(value, BYTES) for value in args[:3])
        cards = builder.bitcast(args[4], BYTES)
        differences = []
        for hole_card in (0, 1):
            places = [BYTES_A_LANE * lane + hole_card for lane in range(N_LANES)]
            index = constant(place for place in places for _ in range(BYTES_A_LANE))
            differences.append(builder.xor(cards, shuffle_bytes(builder, pairs, index)))
        # The first hole card against the second, in the lowest byte of each lane.
        other = builder.lshr(args[2], splat(8))
        difference = builder.or_(builder.xor(args[2], other), splat(0xFFFFFF00))
        differences.append(builder.bitcast(difference, BYTES))
        if has_fifth.literal_value:
            fifth = builder.lshr(args[3], splat(FIFTH_SHIFT))
            twice = builder.or_(fifth, builder.shl(fifth, splat(8)))
            difference = builder.or_(builder.xor(args[2], twice), splat(0xFFFF0000))
            differences.append(builder.bitcast(difference, BYTES))
        for difference in differences:
            closest = smaller_bytes(builder, closest, difference)
        largest = larger_bytes(builder, largest, pairs)
        both = [builder.bitcast(value, LANES) for value in (closest, largest)]
        return context.make_tuple(builder, signature.return_type, both)

    result = types.UniTuple(lanes, 2)
    return result(lanes, lanes, lanes, lanes, lanes, has_fifth), codegen


@intrinsic(prefer_literal=True)
def divide_lanes(typingctx, numbers, added, reciprocal):
    """Return ``(numbers + added) * reciprocal``, in float32, cut to whole numbers."""
    floats = ir.VectorType(ir.FloatType(), N_LANES)

    def codegen(context, builder, signature, args):
        shifted, factor = (broadcast(builder, value, floats) for value in args[1:])
        total = builder.fadd(builder.uitofp(args[0], floats), shifted)
        return builder.fptoui(builder.fmul(total, factor), LANES)

    return lanes(lanes, types.float32, types.float32), codegen


@intrinsic(prefer_literal=True)
def look_up_lanes(typingctx, array, index):
    """Return ``array[index]`` of uint32 for each lane."""

    def codegen(context, builder, signature, args):
        base = pointer(context, builder, signature.args[0], args[0], ir.Constant(I64, 0), I8)
        return gather(builder, base, args[1], 4)

    return lanes(array, lanes), codegen


@intrinsic(prefer_literal=True)
def gather_pairs(typingctx, hole, first, numbers, n_rows):
    """Return the cards of the rows ``first + numbers`` of `hole` (n, 2), see `load_pairs`.

    It reads four bytes a row: for the last of all rows, number ``n_rows - 1``, from the one before
    on, so as not to leave the array. The bytes above the two cards are rubbish.
    """

    def codegen(context, builder, signature, args):
        base = pointer(context, builder, signature.args[0], args[0], times(builder, args[1], 2), I8)
        one_before = builder.sub(builder.trunc(args[3], I32), ir.Constant(I32, 2))
        last = broadcast(builder, one_before)
        clamp = builder.icmp_unsigned(">", args[2], last)
        cards = gather(builder, base, builder.select(clamp, last, args[2]), 2)
        return builder.select(clamp, builder.lshr(cards, splat(16)), cards)

    return lanes(hole, types.intp, lanes, types.intp), codegen


@intrinsic(prefer_literal=True)
def join_hands(typingctx, cards, suits, pairs, n_board):
    """Return whole hands: four cards a lane and the rest, as `card_steps` has them."""

    def codegen(context, builder, signature, args):
        cards, suits, pairs = args[:3]
        low, high = cards, pairs
        if n_board.literal_value < BYTES_A_LANE:
            low = builder.or_(builder.and_(cards, splat(0xFFFFFF)), builder.shl(pairs, splat(24)))
            high = builder.lshr(pairs, splat(8))
        elif n_board.literal_value > BYTES_A_LANE:
            fifth = builder.and_(builder.lshr(suits, splat(FIFTH_SHIFT)), splat(0xFF))
            high = builder.or_(builder.shl(pairs, splat(8)), fifth)
        return context.make_tuple(builder, signature.return_type, [low, high])

    return types.UniTuple(lanes, 2)(lanes, lanes, lanes, n_board), codegen
