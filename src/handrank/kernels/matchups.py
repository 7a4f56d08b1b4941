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
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from handrank.cards import N_SUITS
from handrank.encoding import (
    BOARD_CARDS,
    FLUSH_SIZE,
    HASH_SHAPES,
    HOLE_CARDS,
    RANK_KEY_SHIFT,
    RANK_SHIFT,
    SUIT_MASK,
    SUITED_MASK,
)
from handrank.kernels.compiling import Kernel, kernel
from handrank.kernels.scalar import lookup_numbers, rank_slot
from handrank.rules import N_RANKS

_BOARD_SLOTS = HASH_SHAPES[BOARD_CARDS].n_slots
# Cards of a board outside the suit that has three or more of it.
_MOST_OFF_SUIT = BOARD_CARDS - (FLUSH_SIZE - HOLE_CARDS)
_MOST_OFF_SETS = N_RANKS * (N_RANKS + 1) // 2


@cache
def rank_multisets(n_cards: int) -> NDArray[np.uint8]:
    """Return all rank multisets of some cards, also those of more than four of a rank.

    Returns
    -------
    ndarray of uint8, shape (C(n_cards + 12, n_cards), n_cards)
        Ranks in rising order.

    Examples
    --------
    >>> rank_multisets(5).shape
    (6188, 5)
    """
    sets = list(combinations_with_replacement(range(N_RANKS), n_cards))
    return np.array(sets, dtype=np.uint8).reshape(len(sets), n_cards)


@cache
def count_winners(n_players: int) -> Kernel:
    """Return the kernel for a number of players.

    It is called as ``kernel(hole, board, live, multisets, card_keys, displacements_5,
    displacements_7, ranks_7, suited, tallies)`` with `hole` (n, players, 2) and `board` as card
    ids, `live` the card bits that boards may be completed from (the hole cards are taken out by
    the kernel), `multisets` from `rank_multisets` for the cards to come. It adds to
    ``tallies[i, winners]`` the number of boards on which exactly the players in the bit mask
    `winners` have the highest rank.
    """
    board_shift, board_mask = lookup_numbers(HASH_SHAPES[BOARD_CARDS])
    shift, slot_mask = lookup_numbers(HASH_SHAPES[BOARD_CARDS + HOLE_CARDS])
    rank_part = np.uint64((1 << 64) - (1 << RANK_KEY_SHIFT))
    suited_mask = np.uint64(SUITED_MASK)
    flush_size, board_slots = FLUSH_SIZE, _BOARD_SLOTS
    off_sizes, off_sets = _MOST_OFF_SUIT + 1, _MOST_OFF_SETS
    n_suits, n_ranks, suit_mask, rank_shift = N_SUITS, N_RANKS, SUIT_MASK, RANK_SHIFT
    one = np.uint64(1)

    @kernel
    def count(  # type: ignore[no-untyped-def]
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
        to_come = multisets.shape[1]
        board_key = np.uint64(0)
        board_suited = np.zeros(n_suits, dtype=np.uint64)
        board_count = np.zeros(n_suits, dtype=np.int64)
        for card in board:
            board_key += card_keys[card] & rank_part
            board_suited[card & suit_mask] |= one << np.uint64(card >> rank_shift)
            board_count[card & suit_mask] += 1
        rank_key = np.empty(n_ranks, dtype=np.uint64)
        for rank in range(n_ranks):
            rank_key[rank] = card_keys[rank << rank_shift] & rank_part
        # Each multiset's key with the board, and the slot that its weight is kept in.
        n_sets = 0
        set_row = np.empty(multisets.shape[0], dtype=np.int64)
        set_key = np.empty(multisets.shape[0], dtype=np.uint64)
        set_slot = np.empty(multisets.shape[0], dtype=np.uint64)
        for i in range(multisets.shape[0]):
            if to_come == flush_size and multisets[i, 0] == multisets[i, to_come - 1]:
                continue
            key = board_key
            for j in range(to_come):
                key += rank_key[multisets[i, j]]
            set_row[n_sets] = i
            set_key[n_sets] = key
            set_slot[n_sets] = rank_slot(key, displacements_5, board_shift, board_mask)
            n_sets += 1

        weights = np.zeros(board_slots, dtype=np.int64)
        left = np.empty(n_ranks, dtype=np.int64)
        off = np.empty(n_ranks, dtype=np.int64)
        hole_key = np.empty(n_players, dtype=np.uint64)
        hole_suited = np.empty((n_players, n_suits), dtype=np.uint64)
        hole_count = np.empty((n_players, n_suits), dtype=np.int64)
        off_key = np.empty((off_sizes, off_sets), dtype=np.uint64)
        off_ways = np.empty((off_sizes, off_sets), dtype=np.int64)
        n_off = np.zeros(off_sizes, dtype=np.int64)
        open_ranks = np.empty(n_ranks, dtype=np.int64)
        chosen = np.empty(flush_size, dtype=np.int64)
        flush_rank = np.empty(n_players, dtype=np.uint16)
        player_rank = np.empty(n_players, dtype=np.uint16)

        for m in range(hole.shape[0]):
            deck = live
            hole_suited[:] = 0
            hole_count[:] = 0
            for p in range(n_players):
                hole_key[p] = 0
                for card in hole[m, p]:
                    suit = np.int64(card & suit_mask)
                    bit = one << np.uint64(card >> rank_shift)
                    hole_key[p] += card_keys[card] & rank_part
                    hole_suited[p, suit] |= bit
                    hole_count[p, suit] += 1
                    deck &= ~(bit << np.uint64(16 * suit))
            for rank in range(n_ranks):
                left[rank] = 0
                for suit in range(n_suits):
                    left[rank] += np.int64((deck >> np.uint64(16 * suit + rank)) & one)

            # Ways to choose the suits of each multiset.
            for i in range(n_sets):
                ways = np.int64(1)
                run = 0
                last = -1
                for j in range(to_come):
                    rank = np.int64(multisets[set_row[i], j])
                    run = run + 1 if rank == last else 0
                    last = rank
                    # Adding the (run + 1)-th card of a rank: C(n, run + 1) from C(n, run).
                    ways *= left[rank] - run
                    if run:
                        ways //= run + 1
                weights[set_slot[i]] = ways

            tally = tallies[m]
            for suit in range(n_suits):
                most = np.int64(0)
                for p in range(n_players):
                    most = max(most, hole_count[p, suit])
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
                # Rank multisets of up to two cards of other suits.
                off_key[0, 0], off_ways[0, 0], n_off[0] = 0, 1, 1
                n_off[1] = n_off[2] = 0
                for rank in range(n_ranks):
                    if not off[rank]:
                        continue
                    off_key[1, n_off[1]] = rank_key[rank]
                    off_ways[1, n_off[1]] = off[rank]
                    n_off[1] += 1
                    for other in range(rank, n_ranks):
                        ways = off[rank] * off[other]
                        if other == rank:
                            ways = off[rank] * (off[rank] - 1) // 2
                        if ways:
                            off_key[2, n_off[2]] = rank_key[rank] + rank_key[other]
                            off_ways[2, n_off[2]] = ways
                            n_off[2] += 1

                for n_chosen in range(fewest, min(to_come, n_open) + 1):
                    n_others = to_come - n_chosen
                    in_suit = board_count[suit] + n_chosen
                    for j in range(n_chosen):
                        chosen[j] = j
                    while True:
                        key = board_key
                        mask = board_suited[suit]
                        for j in range(n_chosen):
                            rank = open_ranks[chosen[j]]
                            key += rank_key[rank]
                            mask |= one << np.uint64(rank)
                        all_flush = True
                        for p in range(n_players):
                            flush_rank[p] = 0
                            if in_suit + hole_count[p, suit] >= flush_size:
                                flush_rank[p] = suited[(mask | hole_suited[p, suit]) & suited_mask]
                            else:
                                all_flush = False
                        if all_flush:
                            ways = np.int64(0)
                            for k in range(n_off[n_others]):
                                board_sum = key + off_key[n_others, k]
                                slot = rank_slot(
                                    board_sum, displacements_5, board_shift, board_mask
                                )
                                weights[slot] -= off_ways[n_others, k]
                                ways += off_ways[n_others, k]
                            best = np.uint16(0)
                            for p in range(n_players):
                                best = max(best, flush_rank[p])
                            winners = np.int64(0)
                            for p in range(n_players):
                                winners |= np.int64(flush_rank[p] == best) << p
                            tally[winners] += ways
                        else:
                            for k in range(n_off[n_others]):
                                board_sum = key + off_key[n_others, k]
                                slot = rank_slot(
                                    board_sum, displacements_5, board_shift, board_mask
                                )
                                ways = off_ways[n_others, k]
                                weights[slot] -= ways
                                best = np.uint16(0)
                                for p in range(n_players):
                                    rank = flush_rank[p]
                                    if not rank:
                                        rank = ranks_7[
                                            rank_slot(
                                                board_sum + hole_key[p],
                                                displacements_7,
                                                shift,
                                                slot_mask,
                                            )
                                        ]
                                    player_rank[p] = rank
                                    best = max(best, rank)
                                winners = np.int64(0)
                                for p in range(n_players):
                                    winners |= np.int64(player_rank[p] == best) << p
                                tally[winners] += ways
                        # The next choice of cards of the suit.
                        j = n_chosen - 1
                        while j >= 0 and chosen[j] == n_open - n_chosen + j:
                            j -= 1
                        if j < 0:
                            break
                        chosen[j] += 1
                        for following in range(j + 1, n_chosen):
                            chosen[following] = chosen[following - 1] + 1

            # What is left makes nobody a flush.
            if n_players == 2:
                first, second = hole_key[0], hole_key[1]
                wins = np.int64(0)
                ties = np.int64(0)
                total = np.int64(0)
                for i in range(n_sets):
                    ways = weights[set_slot[i]]
                    key = set_key[i]
                    rank_1 = ranks_7[rank_slot(key + first, displacements_7, shift, slot_mask)]
                    rank_2 = ranks_7[rank_slot(key + second, displacements_7, shift, slot_mask)]
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
                            rank_slot(set_key[i] + hole_key[p], displacements_7, shift, slot_mask)
                        ]
                        best = max(best, player_rank[p])
                    winners = np.int64(0)
                    for p in range(n_players):
                        winners |= np.int64(player_rank[p] == best) << p
                    tally[winners] += ways

    return count
