"""Count who wins at Omaha over all boards, for hands that are known card by card.

The best hands without a flush, and the low hands, are looked up once for each rank multiset of a
board and each player; a flush is worked out once for each choice of board cards of its suit.
"""

import numpy as np

from handrank.kernels.compiling import inlined, kernel
from handrank.kernels.equity import board_ways
from handrank.kernels.equity.board_ways import BOARD_LOOKUP
from handrank.kernels.equity.outcomes import add_outcome
from handrank.kernels.equity.two_and_three import (
    best_flush,
    best_listed_pair,
    list_pairs,
    qualified,
)
from handrank.kernels.portable.steps import key_and_fields, rank_slot
from handrank.lookup.encoding import BOARD_CARDS, FLUSH_SIZE, HASH_SHAPES, HOLE_CARDS, SUITED_MASK
from handrank.rulebook.cards import N_SUITS

_SLOTS = HASH_SHAPES[BOARD_CARDS].n_slots
_SUITED_MASK = np.uint64(SUITED_MASK)
# Board cards of a suit that makes a flush.
_FLUSH_BOARD = FLUSH_SIZE - HOLE_CARDS


@inlined
def _rank_boards(slots, boards, pairs, n_pairs, pair_ranks, worst, best):
    """Write by slot what the players have, suits aside, on the boards that come."""
    for i in range(len(slots)):
        slot = slots[i]
        if boards[slot]:
            for p in range(len(n_pairs)):
                rank = best_listed_pair(slot, pairs, p, n_pairs[p], pair_ranks)
                best[slot, p] = qualified(rank, worst)


@inlined
def _count_flush_boards(suit_ways, i, n_others, flushes, ranks, boards, tables, tally):
    """Count the boards with some cards of a suit, and take them out of those by rank multiset."""
    plain, lows, highs = ranks
    for k in range(suit_ways.n_off[n_others]):
        ways = suit_ways.off_ways[n_others, k]
        key = suit_ways.suited_keys[i] + suit_ways.off_keys[n_others, k]
        slot = rank_slot(key, tables.displacements, BOARD_LOOKUP)
        boards[slot] -= ways
        best = np.uint16(0)
        for p in range(len(flushes)):
            highs[p] = max(plain[slot, p], flushes[p])
            best = max(best, highs[p])
        add_outcome(tally, highs, best, lows[slot], ways)


@inlined
def _count_other_boards(slots, boards, plain, lows, tally):
    """Count the boards that make nobody a flush."""
    for i in range(len(slots)):
        slot = slots[i]
        if boards[slot]:
            best = np.uint16(0)
            for p in range(plain.shape[1]):
                best = max(best, plain[slot, p])
            add_outcome(tally, plain[slot], best, lows[slot], boards[slot])


@kernel
def count_omaha(hole, known, multisets, tables, tallies):
    """Add to ``tallies[i]`` how often each outcome comes; see `add_outcome` for their places."""
    # The deck of `known` still holds the hole cards (n, players, cards).
    n_players, n_hole = hole.shape[1], hole.shape[2]
    to_come = multisets.shape[1]
    board = board_ways.sum_known_board(known.board, tables.card_keys)
    rank_keys = board_ways.list_rank_keys(tables.card_keys)
    _, whole_deck = key_and_fields(known.deck, tables.card_keys)
    boards = board_ways.complete_board(known, board.key, multisets, rank_keys, tables)
    hands, deck_ways, suit_ways = board_ways.room_for_ways(n_players, rank_keys)
    pairs = np.empty((n_players, n_hole * (n_hole - 1) // 2), dtype=np.uint8)
    n_pairs = np.empty(n_players, dtype=np.int64)
    plain = np.zeros((_SLOTS, n_players), dtype=np.uint16)
    lows = np.zeros((_SLOTS, n_players), dtype=np.uint16)
    flushes = np.empty(n_players, dtype=np.uint16)
    highs = np.empty(n_players, dtype=np.uint16)
    slots, ways, ranks = boards.slots, deck_ways.boards, (plain, lows, highs)
    for m in range(hole.shape[0]):
        deck = board_ways.take_hands(hole, m, whole_deck, tables.card_keys, hands)
        board_ways.count_boards(deck, boards, to_come, deck_ways)
        for p in range(n_players):
            n_pairs[p] = list_pairs(hole, m, p, tables.pair_places, pairs)
        _rank_boards(slots, ways, pairs, n_pairs, tables.highs, np.uint16(0), plain)
        if tallies.ndim > 2:
            _rank_boards(slots, ways, pairs, n_pairs, tables.lows, tables.worst_low, lows)
        for suit in range(N_SUITS):
            n_open = board_ways.split_deck(deck, suit, deck_ways.left, suit_ways)
            fewest = max(0, _FLUSH_BOARD - board.counts[suit])
            if hands.counts[:, suit].max() < HOLE_CARDS or fewest > min(to_come, n_open):
                continue
            board_ways.list_off_suit(suit_ways)
            for n_chosen in range(fewest, min(to_come, n_open) + 1):
                for i in range(board_ways.list_suited(board, suit, n_open, n_chosen, suit_ways)):
                    mask = suit_ways.suited[i] & _SUITED_MASK
                    for p in range(n_players):
                        of_hole = hands.suited[p, suit] & _SUITED_MASK
                        flushes[p] = best_flush(of_hole, mask, tables.suited)
                    _count_flush_boards(
                        suit_ways, i, to_come - n_chosen, flushes, ranks, ways, tables, tallies[m]
                    )
        _count_other_boards(slots, ways, plain, lows, tallies[m])
