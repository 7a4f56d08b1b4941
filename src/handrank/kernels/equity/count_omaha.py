"""Count who wins at Omaha over all boards, for hands that are known card by card.

As in `count_winners`, a board matters by its rank multiset and, if three or more of its
cards share a suit, by the ranks of those. The best hands without a flush, and the low hands, are
looked up once for each of the 6,175 rank multisets and each player; a flush is worked out once for
each choice of board cards of its suit.
"""

import numpy as np

from handrank.kernels.compiling import kernel
from handrank.kernels.equity.omaha_outcomes import add_outcome, best_flush, best_pair, list_pairs
from handrank.kernels.equity.rank_sets import choose_next, list_up_to_two
from handrank.kernels.portable.steps import lookup_for, rank_slot
from handrank.lookup.encoding import (
    BOARD_CARDS,
    FLUSH_SIZE,
    HASH_SHAPES,
    HOLE_CARDS,
    RANK_KEY_SHIFT,
    RANK_SHIFT,
    SUIT_MASK,
    SUITED_MASK,
)
from handrank.rulebook.cards import N_SUITS
from handrank.rulebook.rules import N_RANKS

_LOOKUP = lookup_for(BOARD_CARDS)
_SLOTS = HASH_SHAPES[BOARD_CARDS].n_slots
_RANK_PART = np.uint64((1 << 64) - (1 << RANK_KEY_SHIFT))
_SUITED_MASK = np.uint64(SUITED_MASK)
# Board cards of a suit that makes a flush: at least these, and at most so many others.
_FLUSH_BOARD = FLUSH_SIZE - HOLE_CARDS
_OFF_SIZES = BOARD_CARDS - _FLUSH_BOARD + 1
_OFF_SETS = N_RANKS * (N_RANKS + 1) // 2
_ONE = np.uint64(1)


@kernel
def count_omaha(
    hole,
    board,
    live,
    multisets,
    card_keys,
    displacements,
    pair_numbers,
    high_ranks,
    low_ranks,
    worst_low,
    suited,
    tallies,
):
    """Add to ``tallies[i]`` how often each outcome comes; see `add_outcome` for their places.

    `hole` (n, players, hole cards) and `board` are card ids, `live` the card bits that boards may
    be completed from (the hole cards are taken out by the kernel), `multisets` from
    `rank_multisets` for the cards to come. `high_ranks` and `low_ranks` are `pair_ranks` of two
    rule sets; low ranks below `worst_low` do not qualify, and without low hands `tallies` has two
    dimensions.
    """
    n_players, n_hole = hole.shape[1], hole.shape[2]
    to_come = multisets.shape[1]
    board_key = np.uint64(0)
    board_suited = np.zeros(N_SUITS, dtype=np.uint64)
    board_count = np.zeros(N_SUITS, dtype=np.int64)
    board_ranks = np.zeros(N_RANKS, dtype=np.int64)
    on_board = np.empty(N_RANKS, dtype=np.int64)
    for card in board:
        board_key += card_keys[card] & _RANK_PART
        board_suited[card & SUIT_MASK] |= _ONE << np.uint64(card >> RANK_SHIFT)
        board_count[card & SUIT_MASK] += 1
        board_ranks[card >> RANK_SHIFT] += 1
    rank_key = np.empty(N_RANKS, dtype=np.uint64)
    for rank in range(N_RANKS):
        rank_key[rank] = card_keys[rank << RANK_SHIFT] & _RANK_PART
    # The slot of each multiset with the board; ways to choose suits are products of `choices`.
    n_sets = 0
    set_terms = np.zeros((multisets.shape[0], max(1, to_come)), dtype=np.uint64)
    set_slot = np.empty(multisets.shape[0], dtype=np.uint64)
    for i in range(multisets.shape[0]):
        key = board_key
        on_board[:] = board_ranks
        for j in range(to_come):
            key += rank_key[multisets[i, j]]
            on_board[multisets[i, j]] += 1
        if on_board.max() > N_SUITS:
            continue
        for j in range(to_come):
            if j and multisets[i, j] == multisets[i, j - 1]:
                set_terms[n_sets, j] = set_terms[n_sets, j - 1] + 1
                set_terms[n_sets, j - 1] = 0
            else:
                set_terms[n_sets, j] = np.int64(multisets[i, j]) * (N_SUITS + 1) + 1
        set_slot[n_sets] = rank_slot(key, displacements, _LOOKUP)
        n_sets += 1

    has_low = tallies.ndim > 2
    weights = np.zeros(_SLOTS, dtype=np.int64)
    plain = np.zeros((_SLOTS, n_players), dtype=np.uint16)
    lows = np.zeros((_SLOTS, n_players), dtype=np.uint16)
    left = np.empty(N_RANKS, dtype=np.int64)
    off = np.empty(N_RANKS, dtype=np.int64)
    choices = np.empty(N_RANKS * (N_SUITS + 1), dtype=np.int64)
    pairs = np.empty((n_players, n_hole * (n_hole - 1) // 2), dtype=np.uint8)
    n_pairs = np.empty(n_players, dtype=np.int64)
    hole_suited = np.empty((n_players, N_SUITS), dtype=np.uint64)
    hole_count = np.empty((n_players, N_SUITS), dtype=np.int64)
    off_key = np.empty((_OFF_SIZES, _OFF_SETS), dtype=np.uint64)
    off_ways = np.empty((_OFF_SIZES, _OFF_SETS), dtype=np.int64)
    n_off = np.ones(_OFF_SIZES, dtype=np.int64)
    open_ranks = np.empty(N_RANKS, dtype=np.int64)
    chosen = np.empty(BOARD_CARDS, dtype=np.int64)
    flush = np.empty(n_players, dtype=np.uint16)
    high = np.empty(n_players, dtype=np.uint16)

    for m in range(hole.shape[0]):
        tally = tallies[m]
        deck = live
        hole_suited[:] = 0
        hole_count[:] = 0
        for p in range(n_players):
            n_pairs[p] = list_pairs(hole, m, p, pair_numbers, pairs)
            for card in hole[m, p]:
                its_suit = np.int64(card & SUIT_MASK)
                bit = _ONE << np.uint64(card >> RANK_SHIFT)
                hole_suited[p, its_suit] |= bit
                hole_count[p, its_suit] += 1
                deck &= ~(bit << np.uint64(16 * its_suit))
        for rank in range(N_RANKS):
            left[rank] = 0
            for suit in range(N_SUITS):
                left[rank] += np.int64((deck >> np.uint64(16 * suit + rank)) & _ONE)
        # Ways to choose the suits of each multiset: a binomial coefficient for each rank.
        for rank in range(N_RANKS):
            choose = np.int64(1)
            for k in range(N_SUITS + 1):
                choices[rank * (N_SUITS + 1) + k] = choose
                choose = choose * (left[rank] - k) // (k + 1)
        for i in range(n_sets):
            ways = choices[set_terms[i, 0]]
            for j in range(1, to_come):
                ways *= choices[set_terms[i, j]]
            slot = set_slot[i]
            weights[slot] = ways
            if not ways:
                continue
            for p in range(n_players):
                plain[slot, p] = best_pair(slot, pairs, p, n_pairs[p], high_ranks)
            if has_low:
                for p in range(n_players):
                    low = best_pair(slot, pairs, p, n_pairs[p], low_ranks)
                    lows[slot, p] = low if low >= worst_low else np.uint16(0)

        for suit in range(N_SUITS):
            if hole_count[:, suit].max() < HOLE_CARDS:
                continue
            n_open = 0
            for rank in range(N_RANKS):
                here = np.int64((deck >> np.uint64(16 * suit + rank)) & _ONE)
                off[rank] = left[rank] - here
                if here:
                    open_ranks[n_open] = rank
                    n_open += 1
            fewest = max(0, _FLUSH_BOARD - board_count[suit])
            if fewest > min(to_come, n_open):
                continue
            n_off[1:] = list_up_to_two(off, rank_key, off_key, off_ways)
            for n_chosen in range(fewest, min(to_come, n_open) + 1):
                n_others = to_come - n_chosen
                for j in range(n_chosen):
                    chosen[j] = j
                while True:
                    chosen_key, mask = board_key, board_suited[suit]
                    for j in range(n_chosen):
                        chosen_key += rank_key[open_ranks[chosen[j]]]
                        mask |= _ONE << np.uint64(open_ranks[chosen[j]])
                    for p in range(n_players):
                        flush[p] = best_flush(
                            hole_suited[p, suit] & _SUITED_MASK, mask & _SUITED_MASK, suited
                        )
                    for k in range(n_off[n_others]):
                        ways = off_ways[n_others, k]
                        slot = rank_slot(chosen_key + off_key[n_others, k], displacements, _LOOKUP)
                        weights[slot] -= ways
                        for p in range(n_players):
                            high[p] = max(plain[slot, p], flush[p])
                        add_outcome(tally, high, lows[slot], ways)
                    if not n_chosen or not choose_next(chosen, n_chosen, n_open):
                        break

        # What is left makes nobody a flush.
        for i in range(n_sets):
            slot = set_slot[i]
            if weights[slot]:
                add_outcome(tally, plain[slot], lows[slot], weights[slot])
