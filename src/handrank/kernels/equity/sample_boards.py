"""Complete the board of known hands at random and count who wins."""

from functools import cache

import numpy as np

from handrank.kernels.compiling import ANY_NUMBER, HEADS_UP, Kernel, kernel
from handrank.kernels.equity.random_numbers import (
    HALF,
    LOW_HALF,
    card_bit,
    favoured,
    mixed,
    sets_of_cards,
)
from handrank.kernels.portable.steps import flush_suit, lookup_for, rank_slot
from handrank.lookup.encoding import (
    BOARD_CARDS,
    EMPTY_HAND,
    FLUSH_BITS,
    HOLE_CARDS,
    SUITED_MASK,
)


def sample_boards(n_players: int) -> Kernel:
    """Return the kernel that completes the board of known hands at random.

    ``kernel(n_trials, start, step, hole (players, 2), board, deck, card_keys, displacements_7,
    ranks_7, suited, tally)`` adds to ``tally[winners]``. A board is drawn as a set of up to three
    cards and a set of two, both from lists, and drawn again if they overlap.
    """
    return _make_sample_boards(n_players if n_players == HEADS_UP else ANY_NUMBER)


@cache
def _make_sample_boards(known_players: int) -> Kernel:
    lookup = lookup_for(BOARD_CARDS + HOLE_CARDS)
    empty, flush_bits = np.uint64(EMPTY_HAND), np.uint64(FLUSH_BITS)
    suited_mask, board_cards = np.uint64(SUITED_MASK), BOARD_CARDS

    @kernel
    def sample(
        n_trials, start, step, hole, board, deck, card_keys, displacements_7, ranks_7, suited, tally
    ):
        n_players = known_players if known_players else hole.shape[0]
        to_come = board_cards - len(board)
        second = min(2, to_come // 2)
        keys_1, bits_1 = sets_of_cards(deck, to_come - second, card_keys)
        keys_2, bits_2 = sets_of_cards(deck, second, card_keys)
        n_1, n_2 = np.uint64(len(keys_1)), np.uint64(len(keys_2))
        again_1, again_2 = favoured(len(keys_1)), favoured(len(keys_2))
        hole_key = np.empty(n_players, dtype=np.uint64)
        hole_bits = np.zeros(n_players, dtype=np.uint64)
        board_key = empty
        board_bits = np.uint64(0)
        for card in board:
            board_key += card_keys[card]
            board_bits |= card_bit(card)
        for p in range(n_players):
            hole_key[p] = board_key
            for card in hole[p]:
                hole_key[p] += card_keys[card]
                hole_bits[p] |= card_bit(card)
        ranks = np.empty(n_players, dtype=np.uint16)
        counts = np.zeros(1 << n_players, dtype=np.int64)
        state = start
        done = 0
        while done < n_trials:
            state += step
            random = mixed(state)
            scaled_1 = (random >> HALF) * n_1
            scaled_2 = (random & LOW_HALF) * n_2
            set_1 = scaled_1 >> HALF
            set_2 = scaled_2 >> HALF
            if (
                (bits_1[set_1] & bits_2[set_2]) != 0
                or (scaled_1 & LOW_HALF) < again_1
                or (scaled_2 & LOW_HALF) < again_2
            ):
                continue
            key = keys_1[set_1] + keys_2[set_2]
            best = np.uint16(0)
            for p in range(n_players):
                hand = key + hole_key[p]
                full = hand & flush_bits
                if full:
                    field = np.uint64(16) * flush_suit(full)
                    bits = board_bits | bits_1[set_1] | bits_2[set_2] | hole_bits[p]
                    ranks[p] = suited[(bits >> field) & suited_mask]
                else:
                    ranks[p] = ranks_7[rank_slot(hand, displacements_7, lookup)]
                best = max(best, ranks[p])
            winners = np.uint64(0)
            for p in range(n_players):
                winners |= np.uint64(ranks[p] == best) << np.uint64(p)
            counts[winners] += 1
            done += 1
        for i in range(len(counts)):
            tally[i] += counts[i]

    return sample
