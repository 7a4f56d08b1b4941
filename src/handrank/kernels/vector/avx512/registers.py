"""What the steps are made of: 512-bit registers as Numba values, in LLVM's words.

A step works on sixteen hands. What it needs of a CPU that NumPy and Numba have no name for is
written as a function that emits LLVM instructions when a kernel is compiled; `step` makes it one
that kernels can call.

A `lanes` value is one register, seen as it suits the step::

    lane        0           1          ...     15          16 x uint32, one hand a lane
    byte     0 1 2 3     4 5 6 7       ...  60 61 62 63    64 x uint8, up to four cards a lane

The steps are in the modules that `steps` gathers.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

N_LANES = 16
BYTES_A_LANE = 4
N_BYTES = N_LANES * BYTES_A_LANE

I1, I8, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))
LANES = ir.VectorType(I32, N_LANES)
BYTES = ir.VectorType(I8, N_BYTES)
WORDS = ir.VectorType(I16, N_LANES)
_EVERY_LANE = ir.Constant(ir.VectorType(I1, N_LANES), [1] * N_LANES)


class _Lanes(types.Type):  # type: ignore[misc]
    """The type of one 512-bit register."""

    def __init__(self) -> None:
        super().__init__("lanes")


lanes = _Lanes()
two_lanes = types.UniTuple(lanes, 2)


@register_model(_Lanes)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, frontend_type: Any) -> None:
        super().__init__(manager, frontend_type, LANES)


# Arguments of a step whose type is the caller's: an array of any type, a number known beforehand.
ARRAY, LITERAL = "array", "literal"


def step(result: Any, *arguments: Any) -> Callable[[Callable[..., Any]], Any]:
    """Make a function that emits instructions, given an `Emitter`, one that kernels call."""
    # An array comes as a pointer to its first byte, a literal as an int.

    def make(function: Callable[..., Any]) -> Any:
        @wraps(function)
        def find_types(typingctx: Any, *given: Any) -> Any:
            kinds = [
                actual if kind in (ARRAY, LITERAL) else kind
                for kind, actual in zip(arguments, given, strict=True)
            ]

            def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                pairs = zip(kinds, values, strict=True)
                passed = [_as_passed(context, builder, kind, value) for kind, value in pairs]
                return _as_result(context, builder, result, function(Emitter(builder), *passed))

            return result(*kinds), codegen

        return intrinsic(prefer_literal=True)(find_types)

    return make


def _as_passed(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.IntegerLiteral):
        return kind.literal_value
    if isinstance(kind, types.Array):
        data = context.make_array(kind)(context, builder, value).data
        return builder.bitcast(data, I8.as_pointer())
    return value


def _as_result(context: Any, builder: Any, kind: Any, found: Any) -> Any:
    if kind == types.void:
        return context.get_dummy_value()
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, [builder.bitcast(one, LANES) for one in found])
    return builder.bitcast(found, LANES) if kind == lanes else found


def splat(value: int, vector: Any = LANES) -> Any:
    """Return a constant with one value in every place."""
    return ir.Constant(vector, [value] * vector.count)


def constant(values: Iterable[int], vector: Any = BYTES) -> Any:
    """Return a constant vector."""
    return ir.Constant(vector, [int(value) for value in values])


class Emitter:
    """LLVM's builder of instructions, with more words for registers and arrays."""

    def __init__(self, builder: Any) -> None:
        self._builder = builder

    def __getattr__(self, name: str) -> Any:
        """Return what the builder has: ``add``, ``xor``, ``select`` and so on."""
        return getattr(self._builder, name)

    def call(self, name: str, result: Any, *args: Any) -> Any:
        """Call one of LLVM's own functions by name."""
        function_type = ir.FunctionType(result, [argument.type for argument in args])
        function = cgutils.get_or_insert_function(self.module, function_type, name)
        return self._builder.call(function, args)

    def broadcast(self, value: Any, vector: Any = LANES) -> Any:
        """Return a vector with a number known at run time in every place."""
        undefined = ir.Constant(vector, ir.Undefined)
        first = self.insert_element(undefined, value, ir.Constant(I32, 0))
        return self.shuffle_vector(first, undefined, splat(0, ir.VectorType(I32, vector.count)))

    def pointer(self, array: Any, row: Any, row_bytes: int, skipped: int = 0, to: Any = I8) -> Any:
        """Return a pointer, to something of type `to`, into a row of an array."""
        start = self.mul(row, ir.Constant(I64, row_bytes))
        place = self.gep(array, [self.add(start, ir.Constant(I64, skipped))])
        return self.bitcast(place, to.as_pointer())

    def read(self, array: Any, row: Any, row_bytes: int, vector: Any, skipped: int = 0) -> Any:
        """Load a vector from a row on, `skipped` bytes further."""
        return self.load(self.pointer(array, row, row_bytes, skipped, vector), align=1)

    def write(self, array: Any, row: Any, row_bytes: int, values: Any) -> None:
        """Store a vector from a row on."""
        self.store(values, self.pointer(array, row, row_bytes, to=values.type), align=1)

    def read_hands(self, hands: Any, first: Any, size: int) -> Iterator[tuple[int, Any]]:
        """Load 64 bytes twice to cover sixteen hands, the second ending with them."""
        # With each comes where it starts: below 0, before the hands, if they have three cards.
        for start in (0, N_LANES * size - N_BYTES):
            yield start, self.read(hands, first, size, BYTES, start)

    def shuffle_bytes(self, table: Any, index: Any) -> Any:
        """Return ``table[index]`` for 64 bytes; only the low six bits of an index count."""
        pair = self._as_bytes(table, index)
        return self.call("llvm.x86.avx512.permvar.qi.512", BYTES, *pair)

    def add_products(self, total: Any, unsigned: Any, signed: Any) -> Any:
        """Return total plus the sum of the four products of bytes in each lane."""
        pair = [self.bitcast(value, LANES) for value in (unsigned, signed)]
        return self.call("llvm.x86.avx512.vpdpbusd.512", LANES, total, *pair)

    def gather(self, base: Any, index: Any, scale: int) -> Any:
        """Return the four bytes at ``base + scale * index`` for each lane."""
        name, factor = "llvm.x86.avx512.mask.gather.dpi.512", ir.Constant(I32, scale)
        return self.call(name, LANES, splat(0), base, index, _EVERY_LANE, factor)

    def prefetch_line(self, address: Any) -> None:
        """Prefetch the cache line of a byte; the address may lie outside of all memory."""
        # LLVM's name for it depends on whether its pointers still have types.
        name = "llvm.prefetch.p0i8" if "*" in str(address.type) else "llvm.prefetch.p0"
        read, keep, data = (ir.Constant(I32, flag) for flag in (0, 3, 1))
        self.call(name, ir.VoidType(), address, read, keep, data)

    def smaller_bytes(self, values: Any, others: Any) -> Any:
        """Return the smaller of two unsigned bytes, 64 times."""
        values, others = self._as_bytes(values, others)
        return self.select(self.icmp_unsigned("<", values, others), values, others)

    def larger_bytes(self, values: Any, others: Any) -> Any:
        """Return the larger of two unsigned bytes, 64 times."""
        values, others = self._as_bytes(values, others)
        return self.select(self.icmp_unsigned(">", values, others), values, others)

    def nonzero_lanes(self, values: Any) -> Any:
        """Return which lanes are not 0 as one 16-bit number, lane 0 in the lowest bit."""
        return self.bitcast(self.icmp_unsigned("!=", values, splat(0)), I16)

    def _as_bytes(self, *values: Any) -> list[Any]:
        return [self.bitcast(value, BYTES) for value in values]
