"""Count who wins at hold'em over all boards, for hands that are known card by card."""

from functools import cache

import numpy as np

from handrank.kernels.compiling import ANY_NUMBER, HEADS_UP, Kernel, inlined, kernel
from handrank.kernels.equity import board_ways
from handrank.kernels.equity.board_ways import BOARD_LOOKUP
from handrank.kernels.equity.outcomes import add_winners
from handrank.kernels.portable.steps import key_and_fields, lookup_for, rank_slot
from handrank.lookup.encoding import BOARD_CARDS, FLUSH_SIZE, HOLE_CARDS, SUITED_MASK
from handrank.rulebook.cards import N_SUITS

_LOOKUP = lookup_for(BOARD_CARDS + HOLE_CARDS)
_SUITED_MASK = np.uint64(SUITED_MASK)


def count_holdem(n_players: int) -> Kernel:
    """Return the kernel for a number of players: one for two, and one for any other number."""
    # ``kernel(hole, known, multisets, five, seven, tallies)`` counts boards in ``tallies[i,
    # winners]``.
    return _make_count(n_players if n_players == HEADS_UP else ANY_NUMBER)


@inlined
def _split_players(board, hands, suit, n_chosen, flushes, plain):
    """Part the players into those who have a flush and the others; return how many have one."""
    # Both lists hold a player's bit, and what ranks the hand: suited ranks, or a rank key.
    n_flushes, n_plain = 0, 0
    for p in range(len(hands.keys)):
        if board.counts[suit] + n_chosen + hands.counts[p, suit] >= FLUSH_SIZE:
            flushes[n_flushes, 0] = np.uint64(1) << np.uint64(p)
            flushes[n_flushes, 1] = hands.suited[p, suit]
            n_flushes += 1
        else:
            plain[n_plain, 0] = np.uint64(1) << np.uint64(p)
            plain[n_plain, 1] = hands.keys[p]
            n_plain += 1
    return n_flushes


@inlined
def _best_flush(mask, flushes, n_flushes, suited):
    """Return the best flush with the board's suited ranks, and who has it."""
    best, winners = np.uint16(0), np.uint64(0)
    for q in range(n_flushes):
        rank = suited[(mask | flushes[q, 1]) & _SUITED_MASK]
        if rank > best:
            best, winners = rank, np.uint64(0)
        winners |= flushes[q, 0] * np.uint64(rank == best)
    return best, winners


@inlined
def _winners_on(key, flush, plain, seven):
    """Return who wins on a board, given its rank key and the best flush with who has it."""
    best, winners = flush
    for q in range(len(plain)):
        rank = seven.ranks[rank_slot(key + plain[q, 1], seven.displacements, _LOOKUP)]
        # A full house or better.
        if rank > best:
            best, winners = rank, np.uint64(0)
        winners |= plain[q, 0] * np.uint64(rank == best)
    return winners


@inlined
def _count_off_suit(suit_ways, i, n_others, flush, plain, boards, tables, tally):
    """Count the boards with some cards of a suit, and take them out of those by rank multiset."""
    five, seven = tables
    for k in range(suit_ways.n_off[n_others]):
        ways = suit_ways.off_ways[n_others, k]
        key = suit_ways.suited_keys[i] + suit_ways.off_keys[n_others, k]
        boards[rank_slot(key, five.displacements, BOARD_LOOKUP)] -= ways
        tally[_winners_on(key, flush, plain, seven)] += ways


@inlined
def _count_rest_heads_up(boards, ways, keys, seven, tally):
    """Count the boards that make nobody a flush, for two players."""
    first, second = keys[0], keys[1]
    wins, ties, total = np.int64(0), np.int64(0), np.int64(0)
    for i in range(len(boards.keys)):
        key, n = boards.keys[i], ways[boards.slots[i]]
        rank_1 = seven.ranks[rank_slot(key + first, seven.displacements, _LOOKUP)]
        rank_2 = seven.ranks[rank_slot(key + second, seven.displacements, _LOOKUP)]
        total += n
        wins += n * np.int64(rank_1 > rank_2)
        ties += n * np.int64(rank_1 == rank_2)
    tally[1] += wins
    tally[2] += total - wins - ties
    tally[3] += ties


@inlined
def _count_rest(boards, ways, keys, ranks, seven, tally):
    """Count the boards that make nobody a flush."""
    for i in range(len(boards.keys)):
        best = np.uint16(0)
        for p in range(len(keys)):
            slot = rank_slot(boards.keys[i] + keys[p], seven.displacements, _LOOKUP)
            ranks[p] = seven.ranks[slot]
            best = max(best, ranks[p])
        add_winners(tally, ranks, best, ways[boards.slots[i]])


@cache
def _make_count(known_players: int) -> Kernel:
    heads_up = HEADS_UP

    @kernel
    def count(hole, known, multisets, five, seven, tallies):
        n_players = known_players if known_players else hole.shape[1]
        to_come = multisets.shape[1]
        board = board_ways.sum_known_board(known.board, seven.card_keys)
        rank_keys = board_ways.list_rank_keys(seven.card_keys)
        _, whole_deck = key_and_fields(known.deck, seven.card_keys)
        boards = board_ways.complete_board(known, board.key, multisets, rank_keys, five)
        hands, deck_ways, suit_ways = board_ways.room_for_ways(n_players, rank_keys)
        flushes = np.empty((n_players, 2), dtype=np.uint64)
        plain = np.empty((n_players, 2), dtype=np.uint64)
        ranks = np.empty(n_players, dtype=np.uint16)
        # Keys without suit counters: suits do not count.
        n_suits = N_SUITS if seven.card_keys[0] & ~board_ways.RANK_PART else 0
        tables, ways = (five, seven), deck_ways.boards
        for m in range(hole.shape[0]):
            tally = tallies[m]
            deck = board_ways.take_hands(hole, m, whole_deck, seven.card_keys, hands)
            board_ways.count_boards(deck, boards, to_come, deck_ways)
            for suit in range(n_suits):
                fewest = max(0, FLUSH_SIZE - hands.counts[:, suit].max() - board.counts[suit])
                n_open = board_ways.split_deck(deck, suit, deck_ways.left, suit_ways)
                if fewest > min(to_come, n_open):
                    continue
                board_ways.list_off_suit(suit_ways)
                for n_chosen in range(fewest, min(to_come, n_open) + 1):
                    n_flushes = _split_players(board, hands, suit, n_chosen, flushes, plain)
                    others = plain[: n_players - n_flushes]
                    n = board_ways.list_suited(board, suit, n_open, n_chosen, suit_ways)
                    for i in range(n):
                        flush = _best_flush(suit_ways.suited[i], flushes, n_flushes, seven.suited)
                        _count_off_suit(
                            suit_ways, i, to_come - n_chosen, flush, others, ways, tables, tally
                        )
            if known_players == heads_up:
                _count_rest_heads_up(boards, ways, hands.keys, seven, tally)
            else:
                _count_rest(boards, ways, hands.keys, ranks, seven, tally)

    return count
