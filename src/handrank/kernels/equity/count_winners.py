"""Count who wins over all boards, for hands that are known card by card.

A board matters in two ways only. Its rank multiset ranks every hand that makes no flush; and if
three or more of its cards share a suit (at most one suit can), the ranks of those cards rank the
flushes. So instead of 1,712,304 boards the kernel visits

- each rank multiset of the cards to come once (6,175 before the flop), weighted by the number of
  ways to choose its suits, and
- for each suit in which someone can make a flush, each choice of board cards of that suit with
  each rank multiset of the others; their number is taken out of the weights above.
"""

from functools import cache

import numpy as np

from handrank.kernels.compiling import ANY_NUMBER, HEADS_UP, Kernel, kernel
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

_BOARD_SLOTS = HASH_SHAPES[BOARD_CARDS].n_slots
# Cards of a board outside the suit that has three or more of it.
_MOST_OFF_SUIT = BOARD_CARDS - (FLUSH_SIZE - HOLE_CARDS)
_MOST_OFF_SETS = N_RANKS * (N_RANKS + 1) // 2


def count_winners(n_players: int) -> Kernel:
    """Return the kernel for a number of players: one for two, and one for any other number.

    It is called as ``kernel(hole, board, live, multisets, card_keys, displacements_5,
    displacements_7, ranks_7, suited, tallies)`` with `hole` (n, players, 2) and `board` as card
    ids, `live` the card bits that boards may be completed from (the hole cards are taken out by
    the kernel), `multisets` from `rank_multisets` for the cards to come. It adds to
    ``tallies[i, winners]`` the number of boards on which exactly the players in the bit mask
    `winners` have the highest rank.
    """
    return _make_count_winners(n_players if n_players == HEADS_UP else ANY_NUMBER)


@cache
def _make_count_winners(known_players: int) -> Kernel:
    board_lookup = lookup_for(BOARD_CARDS)
    lookup = lookup_for(BOARD_CARDS + HOLE_CARDS)
    rank_part = np.uint64((1 << 64) - (1 << RANK_KEY_SHIFT))
    suited_mask = np.uint64(SUITED_MASK)
    flush_size, board_slots = FLUSH_SIZE, _BOARD_SLOTS
    off_sizes, off_sets = _MOST_OFF_SUIT + 1, _MOST_OFF_SETS
    n_suits, n_ranks, suit_mask, rank_shift = N_SUITS, N_RANKS, SUIT_MASK, RANK_SHIFT
    one, heads_up = np.uint64(1), HEADS_UP

    @kernel
    def count(
        hole,
        board,
        live,
        multisets,
        card_keys,
        displacements_5,
        displacements_7,
        ranks_7,
        suited,
        tallies,
    ):
        n_players = known_players if known_players else hole.shape[1]
        to_come = multisets.shape[1]
        board_key = np.uint64(0)
        board_suited = np.zeros(n_suits, dtype=np.uint64)
        board_count = np.zeros(n_suits, dtype=np.int64)
        board_ranks = np.zeros(n_ranks, dtype=np.int64)
        on_board = np.empty(n_ranks, dtype=np.int64)
        for card in board:
            board_key += card_keys[card] & rank_part
            board_suited[card & suit_mask] |= one << np.uint64(card >> rank_shift)
            board_count[card & suit_mask] += 1
            board_ranks[card >> rank_shift] += 1
        rank_key = np.empty(n_ranks, dtype=np.uint64)
        for rank in range(n_ranks):
            rank_key[rank] = card_keys[rank << rank_shift] & rank_part
        # Each multiset's key with the board, and the slot that its weight is kept in.
        n_sets = 0
        # Which of `choices` multiply to its number of suits; the first of them is 1.
        set_terms = np.zeros((multisets.shape[0], max(1, to_come)), dtype=np.uint64)
        set_key = np.empty(multisets.shape[0], dtype=np.uint64)
        set_slot = np.empty(multisets.shape[0], dtype=np.uint64)
        for i in range(multisets.shape[0]):
            key = board_key
            on_board[:] = board_ranks
            for j in range(to_come):
                key += rank_key[multisets[i, j]]
                on_board[multisets[i, j]] += 1
            if on_board.max() > n_suits:
                # No board, and so without a slot of its own.
                continue
            for j in range(to_come):
                if j and multisets[i, j] == multisets[i, j - 1]:
                    set_terms[n_sets, j] = set_terms[n_sets, j - 1] + 1
                    set_terms[n_sets, j - 1] = 0
                else:
                    set_terms[n_sets, j] = np.int64(multisets[i, j]) * (n_suits + 1) + 1
            set_key[n_sets] = key
            set_slot[n_sets] = rank_slot(key, displacements_5, board_lookup)
            n_sets += 1

        weights = np.zeros(board_slots, dtype=np.int64)
        left = np.empty(n_ranks, dtype=np.int64)
        # By rank and number of its cards: the ways to choose them.
        choices = np.empty(n_ranks * (n_suits + 1), dtype=np.int64)
        off = np.empty(n_ranks, dtype=np.int64)
        hole_key = np.empty(n_players, dtype=np.uint64)
        hole_suited = np.empty((n_players, n_suits), dtype=np.uint64)
        hole_count = np.empty((n_players, n_suits), dtype=np.int64)
        off_key = np.empty((off_sizes, off_sets), dtype=np.uint64)
        off_ways = np.empty((off_sizes, off_sets), dtype=np.int64)
        n_off = np.ones(off_sizes, dtype=np.int64)
        open_ranks = np.empty(n_ranks, dtype=np.int64)
        chosen = np.empty(flush_size, dtype=np.int64)
        plain_key = np.empty(n_players, dtype=np.uint64)
        plain_player = np.empty(n_players, dtype=np.int64)
        flush_suited = np.empty(n_players, dtype=np.uint64)
        flush_player = np.empty(n_players, dtype=np.int64)
        player_rank = np.empty(n_players, dtype=np.uint16)

        for m in range(hole.shape[0]):
            deck = live
            hole_suited[:] = 0
            hole_count[:] = 0
            for p in range(n_players):
                hole_key[p] = 0
                for card in hole[m, p]:
                    its_suit = np.int64(card & suit_mask)
                    bit = one << np.uint64(card >> rank_shift)
                    hole_key[p] += card_keys[card] & rank_part
                    hole_suited[p, its_suit] |= bit
                    hole_count[p, its_suit] += 1
                    deck &= ~(bit << np.uint64(16 * its_suit))
            for rank in range(n_ranks):
                left[rank] = 0
                for suit in range(n_suits):
                    left[rank] += np.int64((deck >> np.uint64(16 * suit + rank)) & one)

            # Ways to choose the suits of each multiset: a binomial coefficient for each rank.
            for rank in range(n_ranks):
                choose = np.int64(1)
                for k in range(n_suits + 1):
                    choices[rank * (n_suits + 1) + k] = choose
                    choose = choose * (left[rank] - k) // (k + 1)
            for i in range(n_sets):
                ways = choices[set_terms[i, 0]]
                for j in range(1, to_come):
                    ways *= choices[set_terms[i, j]]
                weights[set_slot[i]] = ways

            tally = tallies[m]
            for suit in range(n_suits):
                most = hole_count[:, suit].max()
                fewest = max(0, flush_size - most - board_count[suit])
                n_open = 0
                for rank in range(n_ranks):
                    here = np.int64((deck >> np.uint64(16 * suit + rank)) & one)
                    off[rank] = left[rank] - here
                    if here:
                        open_ranks[n_open] = rank
                        n_open += 1
                if fewest > min(to_come, n_open):
                    continue
                n_off[1:] = list_up_to_two(off, rank_key, off_key, off_ways)
                for n_chosen in range(fewest, min(to_come, n_open) + 1):
                    n_others = to_come - n_chosen
                    n_flush, n_plain = 0, 0
                    for p in range(n_players):
                        in_suit = board_count[suit] + n_chosen + hole_count[p, suit]
                        if in_suit >= flush_size:
                            flush_player[n_flush] = np.int64(1) << p
                            flush_suited[n_flush] = hole_suited[p, suit] | board_suited[suit]
                            n_flush += 1
                        else:
                            plain_player[n_plain] = np.int64(1) << p
                            plain_key[n_plain] = hole_key[p]
                            n_plain += 1
                    # All but the last card of the suit are chosen here, the last in the loop below.
                    n_prefix = max(0, n_chosen - 1)
                    for j in range(n_prefix):
                        chosen[j] = j
                    while True:
                        prefix_key, prefix = board_key, np.uint64(0)
                        for j in range(n_prefix):
                            prefix_key += rank_key[open_ranks[chosen[j]]]
                            prefix |= one << np.uint64(open_ranks[chosen[j]])
                        begin = chosen[n_prefix - 1] + 1 if n_prefix else 0
                        for last in range(begin, n_open if n_chosen else 1):
                            key, mask = prefix_key, prefix
                            if n_chosen:
                                key += rank_key[open_ranks[last]]
                                mask |= one << np.uint64(open_ranks[last])
                            best_flush = np.uint16(0)
                            flush_winners = np.int64(0)
                            for q in range(n_flush):
                                flush = suited[(mask | flush_suited[q]) & suited_mask]
                                if flush > best_flush:
                                    best_flush, flush_winners = flush, np.int64(0)
                                flush_winners |= flush_player[q] * np.int64(flush == best_flush)
                            for k in range(n_off[n_others]):
                                ways = off_ways[n_others, k]
                                board_sum = key + off_key[n_others, k]
                                slot = rank_slot(board_sum, displacements_5, board_lookup)
                                weights[slot] -= ways
                                best, winners = best_flush, flush_winners
                                for q in range(n_plain):
                                    plain = ranks_7[
                                        rank_slot(board_sum + plain_key[q], displacements_7, lookup)
                                    ]
                                    # A full house or better.
                                    if plain > best:
                                        best, winners = plain, np.int64(0)
                                    winners |= plain_player[q] * np.int64(plain == best)
                                tally[winners] += ways
                        if not n_prefix or not choose_next(chosen, n_prefix, n_open):
                            break

            # What is left makes nobody a flush.
            if known_players == heads_up:
                first, second = hole_key[0], hole_key[1]
                wins = np.int64(0)
                ties = np.int64(0)
                total = np.int64(0)
                for i in range(n_sets):
                    ways = weights[set_slot[i]]
                    key = set_key[i]
                    rank_1 = ranks_7[rank_slot(key + first, displacements_7, lookup)]
                    rank_2 = ranks_7[rank_slot(key + second, displacements_7, lookup)]
                    total += ways
                    wins += ways * np.int64(rank_1 > rank_2)
                    ties += ways * np.int64(rank_1 == rank_2)
                tally[1] += wins
                tally[2] += total - wins - ties
                tally[3] += ties
            else:
                for i in range(n_sets):
                    ways = weights[set_slot[i]]
                    best = np.uint16(0)
                    for p in range(n_players):
                        player_rank[p] = ranks_7[
                            rank_slot(set_key[i] + hole_key[p], displacements_7, lookup)
                        ]
                        best = max(best, player_rank[p])
                    winners = np.int64(0)
                    for p in range(n_players):
                        winners |= np.int64(player_rank[p] == best) << p
                    tally[winners] += ways

    return count
