"""The steps on hands given as card masks: one uint64, bit = card id.

A mask holds a nibble a rank, one bit a suit::

    bits   0..3   4..7   8..11  ...  48..51
    rank    2      3      4     ...    A        bit 0 of a nibble = clubs .. bit 3 = spades

The low halves of sixteen masks stand in one register, the high halves in another. How many cards of
each rank a hand holds is the number of bits in a nibble; how many of each suit, the number of bits
in a byte once each 8 x 8 bits of a mask are turned over.
"""

from llvmlite import ir
from numba import types

from handrank.kernels.vector.avx512.registers import (
    ARRAY,
    BYTES,
    I8,
    I16,
    I64,
    LANES,
    LITERAL,
    N_LANES,
    constant,
    lanes,
    splat,
    step,
)
from handrank.lookup.encoding import FLUSH_SIZE, RANK_BYTES, SIGNED_BYTE_SHIFT, signed_byte
from handrank.rulebook.cards import N_CARDS
from handrank.rulebook.rules import N_RANKS

_QUADS = ir.VectorType(I64, 8)
_MASK_BYTES = 8
_RANKS_A_HALF = 8
# The 8 x 8 bit matrix of one row a byte, row i with bit i, which turns another one over.
_UNIT_MATRIX = sum(1 << 8 * row + row for row in range(8))
_HIGH_HALF_BITS = (1 << N_CARDS - 32) - 1

# A rank key is weighted by a number of cards in three parts whose factors fit a signed byte:
# key = s << SIGNED_BYTE_SHIFT + middle << _MIDDLE_SHIFT + lowest.
_MIDDLE_SHIFT = 7
_HIGH_PARTS = [signed_byte(byte) for byte in RANK_BYTES]
_PRODUCTS = [byte * signed_byte(byte) for byte in RANK_BYTES]
_MIDDLE_PARTS = [product + (1 << _MIDDLE_SHIFT - 1) >> _MIDDLE_SHIFT for product in _PRODUCTS]
_LOWEST_PARTS = [
    product - (middle << _MIDDLE_SHIFT)
    for product, middle in zip(_PRODUCTS, _MIDDLE_PARTS, strict=True)
]


def _halves(emit, first, second):
    """Return the low and the high dwords of two registers of eight uint64."""
    pair = [emit.bitcast(value, LANES) for value in (first, second)]
    return [
        emit.shuffle_vector(*pair, constant((2 * lane + half for lane in range(N_LANES)), LANES))
        for half in (0, 1)
    ]


@step(types.UniTuple(lanes, 3), ARRAY, types.intp)
def load_masks(emit, masks, first):
    """Return the low halves of sixteen masks, the high halves and four suit counts, as bytes."""
    loads, counts = [], []
    for skipped in (0, _MASK_BYTES * _QUADS.count):
        loads.append(emit.read(masks, first, _MASK_BYTES, _QUADS, skipped))
        # After turning, byte i counts suit i % 4 among even (i < 4) or odd ranks.
        units = emit.bitcast(splat(_UNIT_MATRIX, _QUADS), BYTES)
        matrices = emit.bitcast(loads[-1], BYTES)
        name = "llvm.x86.vgf2p8affineqb.512"
        turned = emit.call(name, BYTES, units, matrices, ir.Constant(I8, 0))
        counts.append(emit.call("llvm.ctpop.v64i8", BYTES, turned))
    return *_halves(emit, *loads), emit.add(*_halves(emit, *counts))


@step(lanes, lanes, lanes)
def mask_keys(emit, low, high):
    """Return the rank keys of masks: for each rank its key times its number of cards."""
    # Four registers of counts: even and odd ranks of the low and the high halves.
    counts, ranks_of = [], []
    for half, (values, known_bits) in enumerate(((low, 0xFFFFFFFF), (high, _HIGH_HALF_BITS))):
        for odd in (0, 1):
            nibbles = 0x0F0F0F0F << 4 * odd & known_bits
            chosen = emit.bitcast(emit.and_(values, splat(nibbles)), BYTES)
            counts.append(emit.call("llvm.ctpop.v64i8", BYTES, chosen))
            ranks_of.append([_RANKS_A_HALF * half + 2 * byte + odd for byte in range(4)])
    key = splat(0)
    for parts, shift in (
        (_HIGH_PARTS, SIGNED_BYTE_SHIFT - _MIDDLE_SHIFT),
        (_MIDDLE_PARTS, _MIDDLE_SHIFT),
        (_LOWEST_PARTS, 0),
    ):
        for count, ranks in zip(counts, ranks_of, strict=True):
            weights = [parts[rank] & 0xFF if rank < N_RANKS else 0 for rank in ranks]
            key = emit.add_products(key, count, constant(weights * N_LANES))
        key = emit.shl(key, splat(shift))
    return key


@step(types.uint16, lanes, types.boolean)
def flush_masks(emit, suits, suits_count):
    """Return 16 bits: the hands with five or more cards of a suit, if suits count at all."""
    missing = splat((0x80 - FLUSH_SIZE) * 0x01010101)
    bits = emit.nonzero_lanes(emit.and_(emit.add(suits, missing), splat(0x80808080)))
    return emit.select(suits_count, bits, ir.Constant(bits.type, 0))


@step(lanes, lanes, lanes, lanes, LITERAL)
def check_masks(emit, bad, high, suits, n_cards):
    """Return `bad`, and not 0 in the lanes whose mask has not `n_cards` bits or one above 51."""
    size = emit.add_products(splat(0), suits, splat(1, BYTES))
    above = emit.and_(high, splat(0xFFFFFFFF ^ _HIGH_HALF_BITS))
    return emit.or_(bad, emit.or_(emit.xor(size, splat(n_cards)), above))


@step(types.boolean, lanes)
def any_lane(emit, values):
    """Say whether some lane is not 0."""
    return emit.icmp_unsigned("!=", emit.nonzero_lanes(values), ir.Constant(I16, 0))


@step(types.uint64, types.uint64, types.uint64)
def extract_bits(emit, value, mask):
    """Return the bits of a uint64 under a mask, pushed together."""
    return emit.call("llvm.x86.bmi.pext.64", I64, value, mask)
