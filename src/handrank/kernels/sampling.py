"""Deal random boards and hands and count who wins.

The random numbers come from SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
generators", 2014). A stream is a start and an odd step, so each chunk of trials has its own; the
state is one number, and successive outputs do not wait for each other.

Numbers below a bound are exactly uniform: a 32-bit number times the bound, and the few low halves
that would favour some results are drawn again (Lemire: "Fast random integer generation in an
interval", 2019). Two bounds share one draw by multiplying the low half again.
"""

from functools import cache

import numpy as np

from handrank.cards import N_CARDS
from handrank.encoding import (
    BOARD_CARDS,
    COUNTER_BITS,
    EMPTY_HAND,
    FLUSH_BITS,
    HASH_SHAPES,
    HOLE_CARDS,
    RANK_SHIFT,
    SUIT_MASK,
    SUITED_MASK,
)
from handrank.kernels.compiling import inlined, kernel
from handrank.kernels.scalar import Kernel, flush_suit, lookup_numbers, rank_slot

_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_TWO_TO_32 = 1 << 32


@inlined
def _mixed(state):  # type: ignore[no-untyped-def]
    """Return SplitMix64's output for a state."""
    state = (state ^ (state >> np.uint64(30))) * _MIX_1
    state = (state ^ (state >> np.uint64(27))) * _MIX_2
    return state ^ (state >> np.uint64(31))


@inlined
def _card_bit(card):  # type: ignore[no-untyped-def]
    """Return the card's bit in a mask of four 16-bit fields, one a suit."""
    return np.uint64(1) << np.uint64(16 * (card & SUIT_MASK) + (card >> RANK_SHIFT))


@inlined
def _sets_of_cards(deck, size, card_keys):  # type: ignore[no-untyped-def]
    """Return the keys and the card bits of all sets of `size` cards, 0 to 3, of a deck."""
    n = len(deck)
    n_sets = 1
    for j in range(size):
        n_sets = n_sets * (n - j) // (j + 1)
    keys = np.zeros(n_sets, dtype=np.uint64)
    bits = np.zeros(n_sets, dtype=np.uint64)
    at = 0
    for i in range(n):
        if size == 1:
            keys[at] = card_keys[deck[i]]
            bits[at] = _card_bit(deck[i])
            at += 1
        for j in range(i):
            if size == 2:
                keys[at] = card_keys[deck[i]] + card_keys[deck[j]]
                bits[at] = _card_bit(deck[i]) | _card_bit(deck[j])
                at += 1
            if size == 3:
                for k in range(j):
                    keys[at] = card_keys[deck[i]] + card_keys[deck[j]] + card_keys[deck[k]]
                    bits[at] = _card_bit(deck[i]) | _card_bit(deck[j]) | _card_bit(deck[k])
                    at += 1
    return keys, bits


@cache
def sample_boards(n_players: int) -> Kernel:
    """Return the kernel that completes the board of known hands at random.

    ``kernel(n_trials, start, step, hole (players, 2), board, deck, card_keys, displacements_7,
    ranks_7, suited, tally)`` adds to ``tally[winners]``. A board is drawn as a set of up to three
    cards and a set of two, both from lists, and drawn again if they overlap.
    """
    shift, slot_mask = lookup_numbers(HASH_SHAPES[BOARD_CARDS + HOLE_CARDS])
    empty, flush_bits = np.uint64(EMPTY_HAND), np.uint64(FLUSH_BITS)
    counter_bits, suited_mask = COUNTER_BITS, np.uint64(SUITED_MASK)
    board_cards, two_to_32 = BOARD_CARDS, _TWO_TO_32

    @kernel
    def sample(  # type: ignore[no-untyped-def]
        n_trials, start, step, hole, board, deck, card_keys, displacements_7, ranks_7, suited, tally
    ):
        to_come = board_cards - len(board)
        second = min(2, to_come // 2)
        keys_1, bits_1 = _sets_of_cards(deck, to_come - second, card_keys)
        keys_2, bits_2 = _sets_of_cards(deck, second, card_keys)
        n_1, n_2 = np.uint64(len(keys_1)), np.uint64(len(keys_2))
        biased_1 = np.uint64(two_to_32 % len(keys_1))
        biased_2 = np.uint64(two_to_32 % len(keys_2))
        hole_key = np.empty(n_players, dtype=np.uint64)
        hole_bits = np.zeros(n_players, dtype=np.uint64)
        board_key = empty
        board_bits = np.uint64(0)
        for card in board:
            board_key += card_keys[card]
            board_bits |= _card_bit(card)
        for p in range(n_players):
            hole_key[p] = board_key
            for card in hole[p]:
                hole_key[p] += card_keys[card]
                hole_bits[p] |= _card_bit(card)
        ranks = np.empty(n_players, dtype=np.uint16)
        counts = np.zeros(1 << n_players, dtype=np.int64)
        state = start
        done = 0
        while done < n_trials:
            state += step
            random = _mixed(state)
            scaled_1 = (random >> _HALF) * n_1
            scaled_2 = (random & _LOW_HALF) * n_2
            set_1 = scaled_1 >> _HALF
            set_2 = scaled_2 >> _HALF
            overlap = bits_1[set_1] & bits_2[set_2]
            if (
                overlap != 0
                or (scaled_1 & _LOW_HALF) < biased_1
                or (scaled_2 & _LOW_HALF) < biased_2
            ):
                continue
            key = keys_1[set_1] + keys_2[set_2]
            done += 1
            best = np.uint16(0)
            for p in range(n_players):
                hand = key + hole_key[p]
                full = hand & flush_bits
                if full:
                    field = np.uint64(16) * flush_suit(full, counter_bits)
                    bits = board_bits | bits_1[set_1] | bits_2[set_2] | hole_bits[p]
                    ranks[p] = suited[(bits >> field) & suited_mask]
                else:
                    ranks[p] = ranks_7[rank_slot(hand, displacements_7, shift, slot_mask)]
                best = max(best, ranks[p])
            winners = np.uint64(0)
            for p in range(n_players):
                winners |= np.uint64(ranks[p] == best) << np.uint64(p)
            counts[winners] += 1
        for winners in range(len(counts)):
            tally[winners] += counts[winners]

    return sample


@cache
def sample_deals(n_players: int) -> Kernel:
    """Return the kernel that deals hole cards from ranges, then the board.

    ``kernel(n_trials, start, step, first, combos, accept, other, board, deck, card_keys,
    displacements_7, ranks_7, suited, tally)`` adds to ``tally[winners]`` and returns how many
    deals it tried. Draw i takes one of the rows ``first[i]:first[i + 1]`` of `combos` (rows,
    players a row, 2) by Walker's alias tables `accept` and `other`; the players whom no draw
    serves come last and hold any two cards.

    The rows are drawn independently and the whole deal is drawn again if two share a card: what
    is kept has the probability of the product of the weights, given that no cards clash. Players
    who hold any two cards, and the board, are then dealt from what is left of the deck, which has
    the same size after every deal.
    """
    shift, slot_mask = lookup_numbers(HASH_SHAPES[BOARD_CARDS + HOLE_CARDS])
    empty, flush_bits = np.uint64(EMPTY_HAND), np.uint64(FLUSH_BITS)
    counter_bits, suited_mask = COUNTER_BITS, np.uint64(SUITED_MASK)
    board_cards, two_to_32, n_cards = BOARD_CARDS, _TWO_TO_32, N_CARDS

    @kernel
    def sample(  # type: ignore[no-untyped-def]
        n_trials,
        start,
        step,
        first,
        combos,
        accept,
        other,
        board,
        deck,
        card_keys,
        displacements_7,
        ranks_7,
        suited,
        tally,
    ):
        to_come = board_cards - len(board)
        n_draws = len(first) - 1
        n_rows, width = combos.shape[0], combos.shape[1]
        n_ranged = n_draws * width
        n_any = n_players - n_ranged
        # The bits and the key of each combo, and of each card.
        combo_bits = np.empty((n_rows, width), dtype=np.uint64)
        combo_key = np.empty((n_rows, width), dtype=np.uint64)
        for i in range(n_rows):
            for j in range(width):
                low, high = combos[i, j, 0], combos[i, j, 1]
                combo_bits[i, j] = _card_bit(low) | _card_bit(high)
                combo_key[i, j] = card_keys[low] + card_keys[high]
        card_bits = np.empty(n_cards, dtype=np.uint64)
        for card in range(n_cards):
            card_bits[card] = _card_bit(card)
        n_choices = np.empty(n_draws, dtype=np.uint64)
        biased = np.empty(n_draws, dtype=np.uint64)
        for i in range(n_draws):
            n_choices[i] = first[i + 1] - first[i]
            biased[i] = two_to_32 % (first[i + 1] - first[i])
        # Bounds of the shuffle's steps, two by two.
        size = len(deck)
        pair_bias = np.zeros(n_cards + 2, dtype=np.uint64)
        for i in range(0, size, 2):
            pair_bias[i] = two_to_32 % (max(1, size - i) * max(1, size - i - 1))
        shuffled = deck.copy()

        board_key = empty
        board_bits = np.uint64(0)
        for card in board:
            board_key += card_keys[card]
            board_bits |= _card_bit(card)
        hole_key = np.empty(n_players, dtype=np.uint64)
        hole_bits = np.empty(n_players, dtype=np.uint64)
        ranks = np.empty(n_players, dtype=np.uint16)
        counts = np.zeros(1 << n_players, dtype=np.int64)
        n_dealt = 2 * n_any + to_come
        dealt = np.empty(n_dealt + 2, dtype=np.uint8)
        state = start
        tried = 0
        done = 0
        while done < n_trials:
            used = np.uint64(0)
            clash = np.uint64(0)
            for i in range(n_draws):
                while True:
                    state += step
                    random = _mixed(state)
                    scaled = (random >> _HALF) * n_choices[i]
                    if (scaled & _LOW_HALF) >= biased[i]:
                        break
                row = np.uint64(first[i]) + (scaled >> _HALF)
                if (random & _LOW_HALF) >= accept[row]:
                    row = np.uint64(other[row])
                for j in range(width):
                    p = i * width + j
                    hole_bits[p] = combo_bits[row, j]
                    hole_key[p] = combo_key[row, j]
                    clash |= used & combo_bits[row, j]
                    used |= combo_bits[row, j]
            tried += 1
            if clash:
                continue
            # The first steps of a Fisher-Yates shuffle; cards that somebody holds are passed over.
            got = 0
            i = 0
            while got < n_dealt:
                left = np.uint64(size - i)
                state += step
                random = _mixed(state) >> _HALF
                scaled = random * left
                low_scaled = (scaled & _LOW_HALF) * (left - np.uint64(1))
                if (low_scaled & _LOW_HALF) < pair_bias[i]:
                    continue
                j = np.uint64(i) + (scaled >> _HALF)
                card = shuffled[j]
                shuffled[j] = shuffled[np.uint64(i)]
                shuffled[np.uint64(i)] = card
                dealt[np.uint64(got)] = card
                got += np.int64((card_bits[card] & used) == 0)
                i += 1
                if i == size:
                    break
                j = np.uint64(i) + (low_scaled >> _HALF)
                card = shuffled[j]
                shuffled[j] = shuffled[np.uint64(i)]
                shuffled[np.uint64(i)] = card
                dealt[np.uint64(got)] = card
                got += np.int64((card_bits[card] & used) == 0)
                i += 1
            for i in range(n_any):
                p = n_ranged + i
                low, high = dealt[2 * i], dealt[2 * i + 1]
                hole_key[p] = card_keys[low] + card_keys[high]
                hole_bits[p] = card_bits[low] | card_bits[high]
            key = board_key
            bits = board_bits
            for i in range(2 * n_any, n_dealt):
                key += card_keys[dealt[i]]
                bits |= card_bits[dealt[i]]
            best = np.uint16(0)
            for p in range(n_players):
                hand = key + hole_key[p]
                full = hand & flush_bits
                if full:
                    field = np.uint64(16) * flush_suit(full, counter_bits)
                    ranks[p] = suited[((bits | hole_bits[p]) >> field) & suited_mask]
                else:
                    ranks[p] = ranks_7[rank_slot(hand, displacements_7, shift, slot_mask)]
                best = max(best, ranks[p])
            winners = np.uint64(0)
            for p in range(n_players):
                winners |= np.uint64(ranks[p] == best) << np.uint64(p)
            counts[winners] += 1
            done += 1
        for winners in range(len(counts)):
            tally[winners] += counts[winners]
        return tried

    return sample
