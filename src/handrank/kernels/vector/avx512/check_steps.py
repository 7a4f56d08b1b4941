"""The steps that find cards given twice and numbers that are not card ids.

They work on the bytes as they lie in memory and carry two registers along over a whole chunk: the
smallest difference seen between two cards of a hand, and the largest card id. The second look, at
the end of the chunk, is where a fault shows.
"""

from llvmlite import ir
from numba import types

from handrank.kernels.vector.avx512.registers import (
    ARRAY,
    BYTES,
    I64,
    LITERAL,
    N_BYTES,
    N_LANES,
    constant,
    lanes,
    splat,
    step,
    two_lanes,
)
from handrank.rulebook.cards import N_CARDS


def _partners(size: int, start: int, distance: int) -> tuple[list[int], list[int]]:
    """Pair each byte of a load with the card `distance` further on in its hand, cyclically.

    Returns the partners' places and a mask: 255 for bytes whose hand is not one of the sixteen, or
    lies only in part in the load, which starts `start` bytes into them; the other has it whole.
    """
    places, ignored = [], []
    for byte in range(N_BYTES):
        hand, card = divmod(start + byte, size)
        first = hand * size - start
        whole = first >= 0 and first + size <= N_BYTES and 0 <= hand < N_LANES
        places.append(first + (card + distance) % size if whole else byte)
        ignored.append(0 if whole else 255)
    return places, ignored


@step(two_lanes, lanes, lanes, ARRAY, types.intp, LITERAL)
def check_cards(emit, closest, largest, hands, first_hand, size):
    """Return `closest` and `largest` with sixteen rows of `hands` (n, size) looked at.

    Every two cards of a hand are at a cyclic distance of at most half its size.
    """
    for start, cards in emit.read_hands(hands, first_hand, size):
        # With three cards a hand the loads reach beyond the sixteen hands.
        inside = [0 <= (start + byte) // size < N_LANES for byte in range(N_BYTES)]
        known = emit.and_(cards, constant(255 if byte else 0 for byte in inside))
        largest = emit.larger_bytes(largest, known)
        for distance in range(1, size // 2 + 1):
            places, ignored = _partners(size, start, distance)
            difference = emit.xor(cards, emit.shuffle_bytes(cards, constant(places)))
            closest = emit.smaller_bytes(closest, emit.or_(difference, constant(ignored)))
    return closest, largest


@step(types.boolean, lanes, lanes)
def any_bad(emit, closest, largest):
    """Say whether a hand held a card twice or a number that is no card id."""
    closest, largest = (emit.bitcast(value, BYTES) for value in (closest, largest))
    twice = emit.icmp_unsigned("==", closest, splat(0, BYTES))
    no_card = emit.icmp_unsigned(">=", largest, splat(N_CARDS, BYTES))
    bad = emit.bitcast(emit.or_(twice, no_card), I64)
    return emit.icmp_unsigned("!=", bad, ir.Constant(I64, 0))
