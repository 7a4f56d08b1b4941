"""Counting bits: what CPUs have an instruction for and Numba no name."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def count_bits(typingctx, value):
    """Return how many bits of a uint64 are set."""

    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def lowest_bit(typingctx, value):
    """Return the number of the lowest bit set in a uint64; 64 if none is."""

    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), codegen
