"""The steps that rank the players of one full board side by side.

Sixteen players' hole cards are the 16-bit words of half a register; the other half is the same once
more and goes along for nothing::

    word      0       1     ...   15      16     ...
    byte    0   1   2   3      30  31    32  33
    player    0       1     ...   15       0     ...

What is known of the board comes as plain numbers, which are put in every word.
"""

from llvmlite import ir
from numba import types

from handrank.kernels.vector.avx512.card_steps import SUIT_ROOT, by_card
from handrank.kernels.vector.avx512.registers import (
    ARRAY,
    BYTES,
    I1,
    I16,
    I32,
    I64,
    N_LANES,
    WORDS,
    constant,
    lanes,
    splat,
    step,
    two_lanes,
)
from handrank.lookup.encoding import RANK_SHIFT, ROW_ENTRIES, pair_place

N_WORDS = 2 * N_LANES
_WORDS = ir.VectorType(I16, N_WORDS)
# Of uint16: a row and a register.
_ROW_BYTES, _REGISTER_BYTES = 2 * ROW_ENTRIES, 2 * N_WORDS
# Where the pairs with a card as the higher one start in a row.
_PAIR_START = by_card(lambda card: pair_place(card >> RANK_SHIFT, 0))


@step(lanes, ARRAY, types.intp)
def load_player_pairs(emit, hole, first):
    """Return sixteen rows of `hole` (n, 2)."""
    half = emit.read(hole, first, 2, WORDS)
    twice = constant([word % N_LANES for word in range(N_WORDS)], ir.VectorType(I32, N_WORDS))
    return emit.shuffle_vector(half, half, twice)


@step(lanes, lanes)
def pair_places(emit, pairs):
    """Return where each player's two cards stand in a row, see `encoding.pair_place`."""
    words = emit.bitcast(pairs, _WORDS)
    second = emit.lshr(words, splat(8, _WORDS))
    # In the low byte of each word; the high one is rubbish.
    high, low = emit.larger_bytes(words, second), emit.smaller_bytes(words, second)
    start = emit.bitcast(emit.shuffle_bytes(_PAIR_START, high), _WORDS)
    low_rank = emit.lshr(emit.bitcast(low, _WORDS), splat(RANK_SHIFT, _WORDS))
    low_rank = emit.and_(low_rank, splat(0xFF >> RANK_SHIFT, _WORDS))
    return emit.add(emit.and_(start, splat(0xFF, _WORDS)), low_rank)


@step(lanes, ARRAY, types.intp, lanes)
def look_up_in_row(emit, table, row, places):
    """Return ``table[row, places]`` of a uint16 table with rows of three registers.

    The row is loaded whole and looked up in registers, so no place leads out of the table.
    """
    parts = [
        emit.read(table, row, _ROW_BYTES, _WORDS, skipped)
        for skipped in range(0, _ROW_BYTES, _REGISTER_BYTES)
    ]
    index = emit.bitcast(places, _WORDS)
    two = emit.call("llvm.x86.avx512.vpermi2var.hi.512", _WORDS, parts[0], index, parts[1])
    third = emit.call("llvm.x86.avx512.permvar.hi.512", _WORDS, parts[2], index)
    in_third = emit.icmp_unsigned(">=", index, splat(2 * N_WORDS, _WORDS))
    return emit.select(in_third, third, two)


@step(types.void, ARRAY, types.intp)
def prefetch_row(emit, table, row):
    """Prefetch the cache lines of a row, see `look_up_in_row`."""
    for skipped in range(0, _ROW_BYTES, _REGISTER_BYTES):
        emit.prefetch_line(emit.pointer(table, row, _ROW_BYTES, skipped))


@step(types.void, ARRAY, types.intp, lanes)
def store_player_ranks(emit, out, first, words):
    """``out[first : first + 16]`` (uint16) = the words."""
    both = emit.bitcast(words, _WORDS)
    half = constant(range(N_LANES), ir.VectorType(I32, N_LANES))
    emit.write(out, first, 2, emit.shuffle_vector(both, both, half))


@step(types.uint16, lanes, types.uint32, types.uint32)
def flush_players(emit, pairs, board_suits, flush_bits):
    """Return 16 bits: the players with five or more cards of a suit, see `flush_lanes`."""
    # The square of a root is one in a suit's counter; the squares of two cards are added.
    roots = emit.shuffle_bytes(SUIT_ROOT, pairs)
    counters = emit.call("llvm.x86.avx512.pmaddubs.w.512", _WORDS, roots, roots)
    board, tested = (
        emit.broadcast(emit.trunc(number, I16), _WORDS) for number in (board_suits, flush_bits)
    )
    full = emit.and_(emit.add(counters, board), tested)
    hits = emit.bitcast(emit.icmp_unsigned("!=", full, splat(0, _WORDS)), I32)
    return emit.trunc(hits, I16)


@step(two_lanes, lanes, lanes, lanes)
def check_twins(emit, closest, largest, pairs):
    """Return `closest` and `largest` with players' two cards looked at, see `check_steps`."""
    words = emit.bitcast(pairs, _WORDS)
    # The first card against the second, in the low byte of each word.
    difference = emit.xor(words, emit.lshr(words, splat(8, _WORDS)))
    difference = emit.or_(difference, splat(0xFF00, _WORDS))
    return emit.smaller_bytes(closest, difference), emit.larger_bytes(largest, pairs)


@step(types.uint32, lanes, types.uint64)
def cards_in(emit, pairs, mask):
    """Return 32 bits: the cards of sixteen players that are in a mask of cards, a bit a card id."""
    quads, hits = ir.VectorType(I64, len(range(0, N_WORDS, 4))), ir.VectorType(I1, 2 * N_WORDS)
    every = emit.bitcast(emit.broadcast(mask, quads), BYTES)
    cards = emit.bitcast(pairs, BYTES)
    found = emit.call("llvm.x86.avx512.vpshufbitqmb.512", hits, every, cards)
    return emit.trunc(emit.bitcast(found, I64), I32)
