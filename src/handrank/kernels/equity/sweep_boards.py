"""Range against range: rank every combo once a board, sort, sweep.

Sorted by rank, the weight of all opposing combos below a combo is a running sum. Those that share
a card with it cannot be held at the same time: the running sums by card are taken off, and the
combo itself, which has both its cards in common with itself, is added back once. So a board costs
the sum of the ranges' sizes, not their product.
"""

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable.steps import flush_suit, lookup_for, rank_slot
from handrank.lookup.encoding import (
    BOARD_CARDS,
    EMPTY_HAND,
    FLUSH_BITS,
    HOLE_CARDS,
    RANK_SHIFT,
    SUIT_MASK,
    SUITED_MASK,
)
from handrank.rulebook.cards import N_CARDS

_DIGIT_BITS = 8
_DIGITS = 1 << _DIGIT_BITS


@inlined
def _card_bit(card):
    """Return the card's bit in a mask of four 16-bit fields, one a suit."""
    return np.uint64(1) << np.uint64(16 * (card & SUIT_MASK) + (card >> RANK_SHIFT))


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


def _make_sweep() -> Kernel:
    lookup = lookup_for(BOARD_CARDS + HOLE_CARDS)
    empty, flush_bits = np.uint64(EMPTY_HAND), np.uint64(FLUSH_BITS)
    suited_mask = np.uint64(SUITED_MASK)
    digit_bits, digits, n_cards = np.uint32(_DIGIT_BITS), _DIGITS, N_CARDS
    low_bits = np.uint32((1 << 16) - 1)

    @kernel
    def sweep(
        boards, counts, combos, weights, card_keys, displacements_7, ranks_7, suited, outcomes
    ):
        """Add, for each combo, the opposing weight that it beats, ties and meets.

        `combos` (n, 2) are those of either player and `weights` (n,) the opponent's, whole
        numbers; `counts` says how many boards each board stands for. `outcomes` is (n, 3).
        """
        n_combos = combos.shape[0]
        combo_key = np.empty(n_combos, dtype=np.uint64)
        combo_bits = np.empty(n_combos, dtype=np.uint64)
        for i in range(n_combos):
            combo_key[i] = card_keys[combos[i, 0]] + card_keys[combos[i, 1]]
            combo_bits[i] = _card_bit(combos[i, 0]) | _card_bit(combos[i, 1])
        # A rank in the high half, the combo in the low half.
        live = np.empty(n_combos, dtype=np.uint32)
        spare = np.empty(n_combos, dtype=np.uint32)
        starts = np.empty(digits + 1, dtype=np.uint32)
        met = np.empty(n_cards, dtype=np.int64)
        below = np.empty(n_cards, dtype=np.int64)
        for row in range(boards.shape[0]):
            board_key = empty
            board_bits = np.uint64(0)
            for card in boards[row]:
                board_key += card_keys[card]
                board_bits |= _card_bit(card)
            met[:] = 0
            below[:] = 0
            met_total = np.int64(0)
            n = np.uint64(0)
            for i in range(np.uint64(n_combos)):
                if combo_bits[i] & board_bits:
                    continue
                key = board_key + combo_key[i]
                full = key & flush_bits
                if full:
                    field = np.uint64(16) * flush_suit(full)
                    rank = suited[((board_bits | combo_bits[i]) >> field) & suited_mask]
                else:
                    rank = ranks_7[rank_slot(key, displacements_7, lookup)]
                live[n] = (np.uint32(rank) << np.uint32(16)) | np.uint32(i)
                n += np.uint64(1)
                weight = weights[i]
                met_total += weight
                met[combos[i, 0]] += weight
                met[combos[i, 1]] += weight
            _sort_by_digit(live, spare, n, np.uint32(16), starts)
            _sort_by_digit(spare, live, n, np.uint32(16) + digit_bits, starts)
            count = counts[row]
            below_total = np.int64(0)
            begin = np.uint64(0)
            while begin < n:
                rank = live[begin] >> np.uint32(16)
                end = begin
                group = np.int64(0)
                while end < n and live[end] >> np.uint32(16) == rank:
                    i = live[end] & low_bits
                    low, high = combos[i, 0], combos[i, 1]
                    wins = below_total - below[low] - below[high]
                    outcomes[i, 0] += count * wins
                    outcomes[i, 1] -= count * wins
                    outcomes[i, 2] += count * (met_total - met[low] - met[high] + weights[i])
                    group += weights[i]
                    end += np.uint64(1)
                for at in range(begin, end):
                    i = live[at] & low_bits
                    below[combos[i, 0]] += weights[i]
                    below[combos[i, 1]] += weights[i]
                below_total += group
                for at in range(begin, end):
                    i = live[at] & low_bits
                    not_above = below_total - below[combos[i, 0]] - below[combos[i, 1]]
                    outcomes[i, 1] += count * (not_above + weights[i])
                begin = end

    return sweep


sweep_boards = _make_sweep()
