"""What the steps are made of: 512-bit registers as Numba values, in LLVM's words.

A step works on sixteen hands. What it needs of a CPU that NumPy and Numba have no name
for is written as *intrinsics*: functions whose bodies are LLVM instructions. `numba.extending`'s
`intrinsic` calls the Python function when a kernel is compiled; it returns the types of the call
and a `codegen` that emits the instructions.

A `lanes` value is one register, seen as it suits the step::

    lane        0           1          ...     15          16 x uint32, one hand a lane
    byte     0 1 2 3     4 5 6 7       ...  60 61 62 63    64 x uint8, up to four cards a lane

This module holds the type and the words for `codegen` bodies. The steps are in the modules that
`steps` gathers.
"""

from collections.abc import Iterable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import models, register_model

N_LANES = 16
BYTES_A_LANE = 4

I1, I8, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))
LANES = ir.VectorType(I32, N_LANES)
BYTES = ir.VectorType(I8, N_LANES * BYTES_A_LANE)
WORDS = ir.VectorType(I16, N_LANES)
_EVERY_LANE = ir.Constant(ir.VectorType(I1, N_LANES), [1] * N_LANES)


class _Lanes(types.Type):  # type: ignore[misc]
    """The type of one 512-bit register."""

    def __init__(self) -> None:
        super().__init__("lanes")


lanes = _Lanes()


@register_model(_Lanes)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, frontend_type: Any) -> None:
        super().__init__(manager, frontend_type, LANES)


def splat(value: int, vector: Any = LANES) -> Any:
    """Return a constant with one value in every place."""
    return ir.Constant(vector, [value] * vector.count)


def constant(values: Iterable[int], vector: Any = BYTES) -> Any:
    """Return a constant vector."""
    return ir.Constant(vector, [int(value) for value in values])


def broadcast(builder: Any, value: Any, vector: Any = LANES) -> Any:
    """Return a vector with a number known at run time in every place."""
    undefined = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(undefined, value, ir.Constant(I32, 0))
    return builder.shuffle_vector(first, undefined, splat(0, ir.VectorType(I32, vector.count)))


def call(builder: Any, name: str, result: Any, *args: Any) -> Any:
    """Call one of LLVM's own functions by name."""
    function_type = ir.FunctionType(result, [argument.type for argument in args])
    function = cgutils.get_or_insert_function(builder.module, function_type, name)
    return builder.call(function, args)


def pointer(context: Any, builder: Any, array_type: Any, array: Any, offset: Any, to: Any) -> Any:
    """Return a pointer, to something of type `to`, at a byte offset into an array."""
    data = context.make_array(array_type)(context, builder, array).data
    start = builder.bitcast(data, I8.as_pointer())
    return builder.bitcast(builder.gep(start, [offset]), to.as_pointer())


def times(builder: Any, number: Any, factor: int) -> Any:
    """Return a row number times the bytes a row: an offset for `pointer`."""
    return builder.mul(number, ir.Constant(I64, factor))


def shuffle_bytes(builder: Any, table: Any, index: Any) -> Any:
    """Return ``table[index]`` for 64 bytes; only the low six bits of an index count."""
    return call(builder, "llvm.x86.avx512.permvar.qi.512", BYTES, table, index)


def add_products(builder: Any, total: Any, unsigned: Any, signed: Any) -> Any:
    """Return total plus the sum of the four products of bytes in each lane."""
    pair = [v if v.type == LANES else builder.bitcast(v, LANES) for v in (unsigned, signed)]
    return call(builder, "llvm.x86.avx512.vpdpbusd.512", LANES, total, *pair)


def gather(builder: Any, base: Any, index: Any, scale: int) -> Any:
    """Return the four bytes at ``base + scale * index`` for each lane."""
    name = "llvm.x86.avx512.mask.gather.dpi.512"
    return call(builder, name, LANES, splat(0), base, index, _EVERY_LANE, ir.Constant(I32, scale))


def prefetch_line(builder: Any, address: Any) -> None:
    """Prefetch the cache line of a byte; the address may lie outside of all memory."""
    # LLVM's name for it depends on whether its pointers still have types.
    name = "llvm.prefetch.p0i8" if "*" in str(address.type) else "llvm.prefetch.p0"
    read, keep, data = (ir.Constant(I32, flag) for flag in (0, 3, 1))
    call(builder, name, ir.VoidType(), address, read, keep, data)


def smaller_bytes(builder: Any, values: Any, others: Any) -> Any:
    """Return the smaller of two unsigned bytes, 64 times."""
    return builder.select(builder.icmp_unsigned("<", values, others), values, others)


def larger_bytes(builder: Any, values: Any, others: Any) -> Any:
    """Return the larger of two unsigned bytes, 64 times."""
    return builder.select(builder.icmp_unsigned(">", values, others), values, others)


def lane_bits(builder: Any, true_or_false: Any) -> Any:
    """Return sixteen truth values as one 16-bit number, lane 0 in the lowest bit."""
    return builder.bitcast(true_or_false, I16)
