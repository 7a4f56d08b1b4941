"""The steps that know nothing of cards: constants, loads and stores, look-ups, lists."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from handrank.kernels.vector.avx512.registers import (
    I1,
    I8,
    I16,
    I32,
    I64,
    LANES,
    N_LANES,
    WORDS,
    broadcast,
    call,
    constant,
    gather,
    lane_bits,
    lanes,
    pointer,
    prefetch_line,
    splat,
    times,
)


@intrinsic(prefer_literal=True)
def all_zeros(typingctx):
    """Return a register of zeros."""
    return lanes(), lambda context, builder, signature, args: splat(0)


@intrinsic(prefer_literal=True)
def all_ones(typingctx):
    """Return a register of ones."""
    return lanes(), lambda context, builder, signature, args: splat(0xFFFFFFFF)


@intrinsic(prefer_literal=True)
def any_lane(typingctx, values):
    """Say whether some lane is not 0."""

    def codegen(context, builder, signature, args):
        hit = lane_bits(builder, builder.icmp_unsigned("!=", args[0], splat(0)))
        return builder.icmp_unsigned("!=", hit, ir.Constant(I16, 0))

    return types.boolean(lanes), codegen


@intrinsic(prefer_literal=True)
def prefetch(typingctx, array, offset):
    """Prefetch the cache line at a byte offset of an array; the address may lie outside."""

    def codegen(context, builder, signature, args):
        prefetch_line(builder, pointer(context, builder, signature.args[0], args[0], args[1], I8))
        return context.get_dummy_value()

    return types.void(array, types.intp), codegen


@intrinsic(prefer_literal=True)
def look_up(typingctx, table, index):
    """Return ``table[index]`` of a uint16 table for each lane; the high halves are rubbish.

    It reads four bytes an entry, so the table needs one entry more than the largest index.
    """

    def codegen(context, builder, signature, args):
        base = pointer(context, builder, signature.args[0], args[0], ir.Constant(I64, 0), I8)
        return gather(builder, base, args[1], 2)

    return lanes(table, lanes), codegen


@intrinsic(prefer_literal=True)
def store_words(typingctx, out, first, values):
    """``out[first : first + 16]`` (uint16) = the low halves of the lanes."""

    def codegen(context, builder, signature, args):
        offset = times(builder, args[1], 2)
        where = pointer(context, builder, signature.args[0], args[0], offset, WORDS)
        builder.store(builder.trunc(args[2], WORDS), where, align=2)
        return context.get_dummy_value()

    return types.void(out, types.intp, lanes), codegen


@intrinsic(prefer_literal=True)
def load_words(typingctx, array, first):
    """Return ``array[first : first + 16]`` (uint16), one a lane."""

    def codegen(context, builder, signature, args):
        offset = times(builder, args[1], 2)
        where = pointer(context, builder, signature.args[0], args[0], offset, WORDS)
        return builder.zext(builder.load(where, align=2), LANES)

    return lanes(array, types.intp), codegen


@intrinsic(prefer_literal=True)
def scatter_words(typingctx, out, start, listed, first, values):
    """``out[start + listed[first + lane]]`` (uint16) = the low half of each lane."""

    def codegen(context, builder, signature, args):
        out_type, _, listed_type = signature.args[:3]
        base = pointer(context, builder, out_type, args[0], times(builder, args[1], 2), I16)
        offset = times(builder, args[3], 2)
        places = pointer(context, builder, listed_type, args[2], offset, I16)
        words = builder.trunc(args[4], WORDS)
        for lane in range(N_LANES):
            place = builder.load(builder.gep(places, [ir.Constant(I64, lane)]))
            where = builder.gep(base, [builder.zext(place, I64)])
            builder.store(builder.extract_element(words, ir.Constant(I32, lane)), where)
        return context.get_dummy_value()

    return types.void(out, types.intp, listed, types.intp, lanes), codegen


@intrinsic(prefer_literal=True)
def append_set_bits(typingctx, listed, count, first, bits):
    """Append ``first + i`` for each bit i set in a uint32; return the new count.

    It writes 32 entries of the uint16 list from `count` on, whatever the number of bits.
    """
    many = ir.VectorType(I16, 32)

    def codegen(context, builder, signature, args):
        numbers = builder.add(
            broadcast(builder, builder.trunc(args[2], I16), many), constant(range(32), many)
        )
        chosen = builder.bitcast(args[3], ir.VectorType(I1, 32))
        name = "llvm.x86.avx512.mask.compress.v32i16"
        packed = call(builder, name, many, numbers, splat(0, many), chosen)
        offset = times(builder, args[1], 2)
        where = pointer(context, builder, signature.args[0], args[0], offset, many)
        builder.store(packed, where, align=2)
        return builder.add(args[1], builder.zext(builder.ctpop(args[3]), I64))

    return types.intp(listed, types.intp, types.intp, types.uint32), codegen
