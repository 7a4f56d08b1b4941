"""Deal random boards and hands of Omaha and count who wins."""

import numpy as np

from handrank.kernels.compiling import kernel
from handrank.kernels.equity.omaha_outcomes import (
    add_outcome,
    best_flush,
    best_hole,
)
from handrank.kernels.equity.random_numbers import (
    HALF,
    LOW_HALF,
    card_bit,
    deal_clear,
    favoured,
    mixed,
    pair_limits,
)
from handrank.kernels.portable.steps import flush_suit, lookup_for, rank_slot
from handrank.lookup.encoding import (
    BOARD_CARDS,
    FLUSH_BITS,
    FLUSH_SIZE,
    HOLE_CARDS,
    SUITED_MASK,
    at_least,
)
from handrank.rulebook.cards import N_CARDS

_LOOKUP = lookup_for(BOARD_CARDS)
_SUITED_MASK = np.uint64(SUITED_MASK)
_FLUSH_BITS = np.uint64(FLUSH_BITS)
# Added to a key's counters, these set the top bit of a suit with two hole cards, with three of the
# board: only then is there a flush.
_TWO, _THREE = np.uint64(at_least(HOLE_CARDS)), np.uint64(at_least(FLUSH_SIZE - HOLE_CARDS))


@kernel
def sample_omaha(
    n_trials,
    start,
    step,
    first,
    combos,
    accept,
    other,
    n_players,
    board,
    deck,
    card_keys,
    displacements,
    pair_numbers,
    high_ranks,
    low_ranks,
    worst_low,
    suited,
    tally,
):
    """Add to `tally` how often each outcome came; return how many deals were tried.

    The stream and the draws are those of `handrank.kernels.equity.sample_deals.sample_deals`, with
    `combos` (rows, players a row, hole cards); the outcomes are those of `count_omaha`.
    """
    n_draws, width, n_hole = len(first) - 1, combos.shape[1], combos.shape[2]
    n_ranged = n_draws * width
    row_bits = np.zeros(combos.shape[0], dtype=np.uint64)
    for i in range(combos.shape[0]):
        for j in range(width):
            for card in combos[i, j]:
                row_bits[i] |= card_bit(card)
    n_choices = np.empty(n_draws, dtype=np.uint64)
    again = np.empty(n_draws, dtype=np.uint64)
    for i in range(n_draws):
        n_choices[i] = first[i + 1] - first[i]
        again[i] = favoured(first[i + 1] - first[i])
    card_bits = np.empty(N_CARDS, dtype=np.uint64)
    for card in range(N_CARDS):
        card_bits[card] = card_bit(card)
    limits = pair_limits(len(deck))
    shuffled = np.zeros(len(deck) + 1, dtype=np.uint8)
    shuffled[: len(deck)] = deck
    to_come = BOARD_CARDS - len(board)
    n_dealt = n_hole * (n_players - n_ranged) + to_come
    dealt = np.empty(n_dealt + 1, dtype=np.uint8)
    known_key, known_bits = np.uint64(0), np.uint64(0)
    for card in board:
        known_key += card_keys[card]
        known_bits |= card_bit(card)

    has_low = tally.ndim > 1
    hole = np.zeros((n_players, n_hole), dtype=np.uint8)
    highs = np.zeros(n_players, dtype=np.uint16)
    lows = np.zeros(n_players, dtype=np.uint16)
    state = start
    tried, done = 0, 0
    while done < n_trials:
        used, clash = np.uint64(0), np.uint64(0)
        for i in range(n_draws):
            while True:
                state += step
                random = mixed(state)
                scaled = (random >> HALF) * n_choices[i]
                if (scaled & LOW_HALF) >= again[i]:
                    break
            row = np.uint64(first[i]) + (scaled >> HALF)
            if (random & LOW_HALF) >= accept[row]:
                row = np.uint64(other[row])
            clash |= used & row_bits[row]
            used |= row_bits[row]
            for j in range(width):
                for k in range(n_hole):
                    hole[i * width + j, k] = combos[row, j, k]
        tried += 1
        if clash:
            continue
        state = deal_clear(
            state, step, shuffled, limits, card_bits, used, dealt, np.uint64(n_dealt)
        )
        for p in range(n_ranged, n_players):
            for k in range(n_hole):
                hole[p, k] = dealt[(p - n_ranged) * n_hole + k]
        board_key, board_bits = known_key, known_bits
        for i in range(n_dealt - to_come, n_dealt):
            board_key += card_keys[dealt[i]]
            board_bits |= card_bits[dealt[i]]
        row = np.uint64(rank_slot(board_key, displacements, _LOOKUP))
        for p in range(np.uint64(n_players)):
            highs[p] = best_hole(row, hole, p, pair_numbers, high_ranks)
            if has_low:
                low = best_hole(row, hole, p, pair_numbers, low_ranks)
                lows[p] = low if low >= worst_low else np.uint16(0)
            hole_key = np.uint64(0)
            for k in range(np.uint64(n_hole)):
                hole_key += card_keys[hole[p, k]]
            full = (board_key + _THREE) & (hole_key + _TWO) & _FLUSH_BITS
            if full:
                field = np.uint64(16) * flush_suit(full)
                bits = np.uint64(0)
                for k in range(np.uint64(n_hole)):
                    bits |= card_bits[hole[p, k]]
                flush = best_flush(
                    (bits >> field) & _SUITED_MASK, (board_bits >> field) & _SUITED_MASK, suited
                )
                highs[p] = max(highs[p], flush)
        add_outcome(tally, highs, lows, 1)
        done += 1
    return tried
