"""The steps that know nothing of cards: constants, loads and stores, look-ups, lists."""

from llvmlite import ir
from numba import types

from handrank.kernels.vector.avx512.registers import (
    ARRAY,
    I1,
    I16,
    I32,
    I64,
    LANES,
    N_LANES,
    WORDS,
    constant,
    lanes,
    splat,
    step,
)


@step(lanes)
def all_zeros(emit):
    """Return a register of zeros."""
    return splat(0)


@step(lanes)
def all_ones(emit):
    """Return a register of ones."""
    return splat(0xFFFFFFFF)


@step(types.void, ARRAY, types.intp)
def prefetch(emit, array, offset):
    """Prefetch the cache line at a byte offset of an array; the address may lie outside."""
    emit.prefetch_line(emit.pointer(array, offset, 1))


@step(lanes, ARRAY, lanes)
def look_up(emit, table, index):
    """Return ``table[index]`` of a uint16 table for each lane; the high halves are rubbish."""
    # It reads four bytes an entry, so the table needs one entry more than the largest index.
    return emit.gather(table, index, 2)


@step(lanes, ARRAY, lanes)
def look_up_lanes(emit, array, index):
    """Return ``array[index]`` of uint32 for each lane."""
    return emit.gather(array, index, 4)


@step(lanes, ARRAY, types.intp)
def load_lanes(emit, array, first):
    """Return ``array[first : first + 16]`` of uint32."""
    return emit.read(array, first, 4, LANES)


@step(types.void, ARRAY, types.intp, lanes)
def store_lanes(emit, array, first, values):
    """``array[first : first + 16]`` of uint32 = the lanes."""
    emit.write(array, first, 4, values)


@step(lanes, ARRAY, types.intp)
def load_four_lanes(emit, array, first):
    """Return ``array[first : first + 4]`` of uint32, four times over."""
    # A load of sixteen bytes seldom crosses a cache line; one of 64 bytes at any place always does.
    few = emit.read(array, first, 4, ir.VectorType(I32, 4))
    return emit.shuffle_vector(few, few, constant([lane % 4 for lane in range(16)], LANES))


@step(lanes, lanes, lanes)
def pick_lanes(emit, values, index):
    """Return ``values[index]``, lane by lane."""
    return emit.call("llvm.x86.avx512.permvar.si.512", LANES, values, index)


@step(types.void, ARRAY, types.intp, lanes)
def store_words(emit, out, first, values):
    """``out[first : first + 16]`` (uint16) = the low halves of the lanes."""
    emit.write(out, first, 2, emit.trunc(values, WORDS))


@step(lanes, ARRAY, types.intp)
def load_words(emit, array, first):
    """Return ``array[first : first + 16]`` (uint16), one a lane."""
    return emit.zext(emit.read(array, first, 2, WORDS), LANES)


@step(types.void, ARRAY, types.intp, ARRAY, types.intp, lanes)
def scatter_words(emit, out, start, listed, first, values):
    """``out[start + listed[first + lane]]`` (uint16) = the low half of each lane."""
    base = emit.pointer(out, start, 2, to=I16)
    places = emit.pointer(listed, first, 2, to=I16)
    words = emit.trunc(values, WORDS)
    for lane in range(N_LANES):
        place = emit.load(emit.gep(places, [ir.Constant(I64, lane)]))
        where = emit.gep(base, [emit.zext(place, I64)])
        emit.store(emit.extract_element(words, ir.Constant(I32, lane)), where)


@step(types.intp, ARRAY, types.intp, types.intp, types.uint32)
def append_set_bits(emit, listed, count, first, bits):
    """Append ``first + i`` for each bit i set in a uint32; return the new count."""
    # It writes 32 entries of the uint16 list from `count` on, whatever the number of bits.
    many = ir.VectorType(I16, 32)
    numbers = emit.add(emit.broadcast(emit.trunc(first, I16), many), constant(range(32), many))
    chosen = emit.bitcast(bits, ir.VectorType(I1, 32))
    name = "llvm.x86.avx512.mask.compress.v32i16"
    emit.write(listed, count, 2, emit.call(name, many, numbers, splat(0, many), chosen))
    return emit.add(count, emit.zext(emit.ctpop(bits), I64))
