"""The steps that find cards given twice and numbers that are not card ids.

They work on the bytes as they lie in memory and carry two registers along over a whole chunk: the
smallest difference seen between two cards of a hand, and the largest card id. The second look, at
the end of the chunk, is where a fault shows.
"""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from handrank.kernels.vector.avx512.registers import (
    BYTES,
    BYTES_A_LANE,
    I64,
    LANES,
    N_LANES,
    constant,
    lanes,
    larger_bytes,
    pointer,
    shuffle_bytes,
    smaller_bytes,
    splat,
    times,
)
from handrank.rulebook.cards import N_CARDS

_N_BYTES = N_LANES * BYTES_A_LANE


def _partners(size: int, start: int, distance: int) -> tuple[list[int], list[int]]:
    """Pair each byte of a load with the card `distance` further on in its hand, cyclically.

    Returns the partners' places and a mask: 255 for bytes whose hand is not one of the sixteen, or
    lies only in part in the load, which starts `start` bytes into them; the other has it whole.
    """
    places, ignored = [], []
    for byte in range(_N_BYTES):
        hand, card = divmod(start + byte, size)
        first = hand * size - start
        whole = first >= 0 and first + size <= _N_BYTES and 0 <= hand < N_LANES
        places.append(first + (card + distance) % size if whole else byte)
        ignored.append(0 if whole else 255)
    return places, ignored


@intrinsic(prefer_literal=True)
def check_cards(typingctx, closest, largest, hands, first_hand, n_cards):
    """Return `closest` and `largest` with sixteen rows of `hands` (n, n_cards) looked at.

    Every two cards of a hand are at a cyclic distance of at most half its size.
    """
    size = n_cards.literal_value

    def codegen(context, builder, signature, args):
        closest, largest = (builder.bitcast(value, BYTES) for value in args[:2])
        for start in (0, N_LANES * size - _N_BYTES):
            offset = builder.add(times(builder, args[3], size), ir.Constant(I64, start))
            where = pointer(context, builder, signature.args[2], args[2], offset, BYTES)
            cards = builder.load(where, align=1)
            # With three cards a hand the loads reach beyond the sixteen hands.
            inside = [0 <= (start + byte) // size < N_LANES for byte in range(_N_BYTES)]
            known = builder.and_(cards, constant(255 if byte else 0 for byte in inside))
            largest = larger_bytes(builder, largest, known)
            for distance in range(1, size // 2 + 1):
                places, ignored = _partners(size, start, distance)
                difference = builder.xor(cards, shuffle_bytes(builder, cards, constant(places)))
                difference = builder.or_(difference, constant(ignored))
                closest = smaller_bytes(builder, closest, difference)
        both = [builder.bitcast(value, LANES) for value in (closest, largest)]
        return context.make_tuple(builder, signature.return_type, both)

    return types.UniTuple(lanes, 2)(lanes, lanes, hands, types.intp, n_cards), codegen


@intrinsic(prefer_literal=True)
def any_bad(typingctx, closest, largest):
    """Say whether a hand held a card twice or a number that is no card id."""

    def codegen(context, builder, signature, args):
        closest, largest = (builder.bitcast(value, BYTES) for value in args)
        twice = builder.icmp_unsigned("==", closest, splat(0, BYTES))
        no_card = builder.icmp_unsigned(">=", largest, splat(N_CARDS, BYTES))
        bad = builder.bitcast(builder.or_(twice, no_card), I64)
        return builder.icmp_unsigned("!=", bad, ir.Constant(I64, 0))

    return types.boolean(lanes, lanes), codegen
