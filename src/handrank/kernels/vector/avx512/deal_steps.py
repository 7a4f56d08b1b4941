"""The steps that bring hole cards and their boards together.

They serve any number of players, a hand a lane (see `vector.board_sums`), or, from
`load_player_pairs` on, the players of one full board side by side. There sixteen players' hole
cards are the 16-bit words of half a register; the other half is the same once more and goes along
for nothing::

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
    BYTES_A_LANE,
    I1,
    I16,
    I32,
    I64,
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
from handrank.lookup.encoding import RANK_SHIFT, ROW_ENTRIES, pair_place

N_WORDS = 2 * N_LANES
_WORDS = ir.VectorType(I16, N_WORDS)
# Of uint16: a row and a register.
_ROW_BYTES, _REGISTER_BYTES = 2 * ROW_ENTRIES, 2 * N_WORDS
# Where the pairs with a card as the higher one start in a row.
_PAIR_START = by_card(lambda card: pair_place(card >> RANK_SHIFT, 0))


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
    """Return `closest` and `largest` with hole cards looked at beside their boards."""
    # See `check_cards`; the boards' own cards are looked at there.
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
    """Return the cards of the rows ``first + numbers`` of `hole` (n, 2), see `load_pairs`."""
    # It reads four bytes a row, for the last row from the one before on; those above are rubbish.
    last = emit.broadcast(emit.sub(emit.trunc(n_rows, I32), ir.Constant(I32, 2)))
    clamp = emit.icmp_unsigned(">", numbers, last)
    cards = emit.gather(emit.pointer(hole, first, 2), emit.select(clamp, last, numbers), 2)
    return emit.select(clamp, emit.lshr(cards, splat(16)), cards)


@step(two_lanes, lanes, lanes, lanes, LITERAL)
def join_pairs(emit, cards, suits, pairs, n_board):
    """Return whole hands: four cards a lane and the rest, as `card_steps` has them."""
    if n_board < BYTES_A_LANE:
        low = emit.or_(emit.and_(cards, splat(0xFFFFFF)), emit.shl(pairs, splat(24)))
        return low, emit.lshr(pairs, splat(8))
    if n_board == BYTES_A_LANE:
        return cards, pairs
    fifth = emit.and_(emit.lshr(suits, splat(FIFTH_SHIFT)), splat(0xFF))
    return cards, emit.or_(emit.shl(pairs, splat(8)), fifth)


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
    """Return ``table[row, places]`` of a uint16 table with rows of three registers."""
    # The row is loaded whole and looked up in registers, so no place leads out of the table.
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
    """Return `closest` and `largest` with players' two cards looked at, see `check_cards`."""
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
