"""Range against range: rank every combo once a board, sort, sweep.

Sorted by rank, the weight of all opposing combos below a combo is a running sum. Those that share
a card with it cannot be held at the same time: the running sums by card are taken off, and the
combo itself, which has both its cards in common with itself, is added back once. So a board costs
the sum of the ranges' sizes, not their product.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import inlined, kernel, set_up
from handrank.kernels.portable.steps import key_and_fields, lookup_for, rank_with_fields
from handrank.lookup.encoding import BOARD_CARDS, EMPTY_HAND, HOLE_CARDS
from handrank.rulebook.cards import N_CARDS

_LOOKUP = lookup_for(BOARD_CARDS + HOLE_CARDS)
_DIGIT_BITS = np.uint32(8)
_DIGITS = 1 << 8
# A rank in the high half of a number, a combo in its low half.
_RANK_SHIFT = np.uint32(16)
_COMBO_MASK = np.uint32((1 << 16) - 1)


class Combos(NamedTuple):
    """Combos (n, 2), the weights with which an opponent holds them, their keys and suit fields."""

    cards: NDArray[np.uint8]
    weights: NDArray[np.int64]
    keys: NDArray[np.uint64]
    fields: NDArray[np.uint64]


@set_up
def _sum_combos(cards, weights, card_keys):
    n = len(cards)
    keys = np.empty(n, dtype=np.uint64)
    fields = np.empty(n, dtype=np.uint64)
    for i in range(n):
        keys[i], fields[i] = key_and_fields(cards[i], card_keys)
    return Combos(cards, weights, keys, fields)


@inlined
def _rank_live(board, combos, tables, live, met):
    """List the combos that a board leaves, with their ranks."""
    # Writes their weight by card; returns how many there are and their whole weight.
    board_key, board_fields = key_and_fields(board, tables.card_keys)
    board_key += np.uint64(EMPTY_HAND)
    met[:] = 0
    met_total = np.int64(0)
    n = np.uint64(0)
    for i in range(np.uint64(len(combos.keys))):
        if combos.fields[i] & board_fields:
            continue
        key, fields = board_key + combos.keys[i], board_fields | combos.fields[i]
        rank = rank_with_fields(key, fields, _LOOKUP, tables)
        live[n] = (np.uint32(rank) << _RANK_SHIFT) | np.uint32(i)
        n += np.uint64(1)
        weight = combos.weights[i]
        met_total += weight
        met[combos.cards[i, 0]] += weight
        met[combos.cards[i, 1]] += weight
    return n, met_total


@inlined
def _sort_by_digit(source, target, n, shift, starts):
    """Sort stably by one digit of the numbers, counting how often each digit occurs."""
    digit_mask = np.uint32(_DIGITS - 1)
    starts[:] = 0
    for i in range(n):
        starts[((source[i] >> shift) & digit_mask) + np.uint32(1)] += np.uint32(1)
    for digit in range(1, _DIGITS):
        starts[digit] += starts[digit - 1]
    for i in range(n):
        digit = (source[i] >> shift) & digit_mask
        target[starts[digit]] = source[i]
        starts[digit] += np.uint32(1)


@inlined
def _sweep_sorted(ranked, combos, count, met_total, met, below, outcomes):
    """Go through the combos from the lowest rank up, those of one rank together."""
    n = np.uint64(len(ranked))
    below[:] = 0
    below_total = np.int64(0)
    begin = np.uint64(0)
    while begin < n:
        rank = ranked[begin] >> _RANK_SHIFT
        end = begin
        group = np.int64(0)
        while end < n and ranked[end] >> _RANK_SHIFT == rank:
            i = ranked[end] & _COMBO_MASK
            low, high = combos.cards[i, 0], combos.cards[i, 1]
            weight = combos.weights[i]
            wins = below_total - below[low] - below[high]
            outcomes[i, 0] += count * wins
            outcomes[i, 1] -= count * wins
            outcomes[i, 2] += count * (met_total - met[low] - met[high] + weight)
            group += weight
            end += np.uint64(1)
        for at in range(begin, end):
            i = ranked[at] & _COMBO_MASK
            below[combos.cards[i, 0]] += combos.weights[i]
            below[combos.cards[i, 1]] += combos.weights[i]
        below_total += group
        for at in range(begin, end):
            i = ranked[at] & _COMBO_MASK
            not_above = below_total - below[combos.cards[i, 0]] - below[combos.cards[i, 1]]
            outcomes[i, 1] += count * (not_above + combos.weights[i])
        begin = end


@kernel
def sweep_boards(boards, counts, cards, weights, tables, outcomes):
    """Add, for each combo (n, 2), the opposing weight that it beats, ties and meets: (n, 3)."""
    # `counts` says how many boards each board stands for.
    combos = _sum_combos(cards, weights, tables.card_keys)
    live = np.empty(len(cards), dtype=np.uint32)
    spare = np.empty(len(cards), dtype=np.uint32)
    starts = np.empty(_DIGITS + 1, dtype=np.uint32)
    met = np.empty(N_CARDS, dtype=np.int64)
    below = np.empty(N_CARDS, dtype=np.int64)
    for row in range(len(boards)):
        n, met_total = _rank_live(boards[row], combos, tables, live, met)
        _sort_by_digit(live, spare, n, _RANK_SHIFT, starts)
        _sort_by_digit(spare, live, n, _RANK_SHIFT + _DIGIT_BITS, starts)
        _sweep_sorted(live[:n], combos, counts[row], met_total, met, below, outcomes)
