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
from numba.extending import intrinsic

from handrank.kernels.vector.avx512.card_steps import SUIT_ROOT, by_card
from handrank.kernels.vector.avx512.registers import (
    BYTES,
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
    lanes,
    larger_bytes,
    pointer,
    prefetch_line,
    shuffle_bytes,
    smaller_bytes,
    splat,
    times,
)
from handrank.lookup.encoding import RANK_SHIFT, ROW_ENTRIES, pair_place

N_WORDS = 2 * N_LANES
_WORDS = ir.VectorType(I16, N_WORDS)
# Where the pairs with a card as the higher one start in a row.
_PAIR_START = by_card(lambda card: pair_place(card >> RANK_SHIFT, 0))


@intrinsic(prefer_literal=True)
def load_player_pairs(typingctx, hole, first):
    """Return sixteen rows of `hole` (n, 2)."""

    def codegen(context, builder, signature, args):
        offset = times(builder, args[1], 2)
        where = pointer(context, builder, signature.args[0], args[0], offset, WORDS)
        half = builder.load(where, align=1)
        twice = constant([word % N_LANES for word in range(N_WORDS)], ir.VectorType(I32, N_WORDS))
        return builder.bitcast(builder.shuffle_vector(half, half, twice), LANES)

    return lanes(hole, types.intp), codegen


@intrinsic(prefer_literal=True)
def pair_places(typingctx, pairs):
    """Return where each player's two cards stand in a row, see `encoding.pair_place`."""

    def codegen(context, builder, signature, args):
        words = builder.bitcast(args[0], _WORDS)
        second = builder.bitcast(builder.lshr(words, splat(8, _WORDS)), BYTES)
        first = builder.bitcast(words, BYTES)
        # In the low byte of each word; the high one is rubbish.
        high, low = larger_bytes(builder, first, second), smaller_bytes(builder, first, second)
        start = builder.bitcast(shuffle_bytes(builder, constant(_PAIR_START), high), _WORDS)
        low_rank = builder.lshr(builder.bitcast(low, _WORDS), splat(RANK_SHIFT, _WORDS))
        low_rank = builder.and_(low_rank, splat(0xFF >> RANK_SHIFT, _WORDS))
        places = builder.add(builder.and_(start, splat(0xFF, _WORDS)), low_rank)
        return builder.bitcast(places, LANES)

    return lanes(lanes), codegen


@intrinsic(prefer_literal=True)
def look_up_in_row(typingctx, table, row, places):
    """Return ``table[row, places]`` of a uint16 table with rows of three registers.

    The row is loaded whole and looked up in registers, so no place leads out of the table.
    """

    def codegen(context, builder, signature, args):
        start = times(builder, args[1], 2 * ROW_ENTRIES)
        parts = []
        for part in range(ROW_ENTRIES // N_WORDS):
            offset = builder.add(start, ir.Constant(I64, 2 * N_WORDS * part))
            where = pointer(context, builder, signature.args[0], args[0], offset, _WORDS)
            parts.append(builder.load(where, align=2))
        index = builder.bitcast(args[2], _WORDS)
        two = call(builder, "llvm.x86.avx512.vpermi2var.hi.512", _WORDS, parts[0], index, parts[1])
        third = call(builder, "llvm.x86.avx512.permvar.hi.512", _WORDS, parts[2], index)
        in_third = builder.icmp_unsigned(">=", index, splat(2 * N_WORDS, _WORDS))
        return builder.bitcast(builder.select(in_third, third, two), LANES)

    return lanes(table, types.intp, lanes), codegen


@intrinsic(prefer_literal=True)
def prefetch_row(typingctx, table, row):
    """Prefetch the cache lines of a row, see `look_up_in_row`."""

    def codegen(context, builder, signature, args):
        start = times(builder, args[1], 2 * ROW_ENTRIES)
        for part in range(ROW_ENTRIES // N_WORDS):
            offset = builder.add(start, ir.Constant(I64, 2 * N_WORDS * part))
            prefetch_line(
                builder, pointer(context, builder, signature.args[0], args[0], offset, I8)
            )
        return context.get_dummy_value()

    return types.void(table, types.intp), codegen


@intrinsic(prefer_literal=True)
def store_player_ranks(typingctx, out, first, words):
    """``out[first : first + 16]`` (uint16) = the words."""

    def codegen(context, builder, signature, args):
        offset = times(builder, args[1], 2)
        where = pointer(context, builder, signature.args[0], args[0], offset, WORDS)
        both = builder.bitcast(args[2], _WORDS)
        half = constant(range(N_LANES), ir.VectorType(I32, N_LANES))
        builder.store(builder.shuffle_vector(both, both, half), where, align=2)
        return context.get_dummy_value()

    return types.void(out, types.intp, lanes), codegen


@intrinsic(prefer_literal=True)
def flush_players(typingctx, pairs, board_suits, flush_bits):
    """Return 16 bits: the players with five or more cards of a suit, see `flush_lanes`."""

    def codegen(context, builder, signature, args):
        # The square of a root is one in a suit's counter; the squares of two cards are added.
        roots = shuffle_bytes(builder, constant(SUIT_ROOT), builder.bitcast(args[0], BYTES))
        counters = call(builder, "llvm.x86.avx512.pmaddubs.w.512", _WORDS, roots, roots)
        board, tested = (
            broadcast(builder, builder.trunc(number, I16), _WORDS) for number in args[1:]
        )
        full = builder.and_(builder.add(counters, board), tested)
        hits = builder.bitcast(builder.icmp_unsigned("!=", full, splat(0, _WORDS)), I32)
        return builder.trunc(hits, I16)

    return types.uint16(lanes, types.uint32, types.uint32), codegen


@intrinsic(prefer_literal=True)
def check_twins(typingctx, closest, largest, pairs):
    """Return `closest` and `largest` with players' two cards looked at.

    See `handrank.kernels.vector.avx512.check_steps`.
    """

    def codegen(context, builder, signature, args):
        closest, largest, cards = (builder.bitcast(value, BYTES) for value in args)
        words = builder.bitcast(args[2], _WORDS)
        # The first card against the second, in the low byte of each word.
        difference = builder.xor(words, builder.lshr(words, splat(8, _WORDS)))
        difference = builder.or_(difference, splat(0xFF00, _WORDS))
        both = [
            smaller_bytes(builder, closest, builder.bitcast(difference, BYTES)),
            larger_bytes(builder, largest, cards),
        ]
        both = [builder.bitcast(value, LANES) for value in both]
        return context.make_tuple(builder, signature.return_type, both)

    return types.UniTuple(lanes, 2)(lanes, lanes, lanes), codegen


@intrinsic(prefer_literal=True)
def cards_in(typingctx, pairs, mask):
    """Return 32 bits: the cards of sixteen players that are in a mask of cards, a bit a card id."""
    quads = ir.VectorType(I64, len(range(0, N_WORDS, 4)))
    hits = ir.VectorType(I1, 2 * N_WORDS)

    def codegen(context, builder, signature, args):
        every = builder.bitcast(broadcast(builder, args[1], quads), BYTES)
        cards = builder.bitcast(args[0], BYTES)
        found = call(builder, "llvm.x86.avx512.vpshufbitqmb.512", hits, every, cards)
        return builder.trunc(builder.bitcast(found, I64), I32)

    return types.uint32(lanes, types.uint64), codegen
