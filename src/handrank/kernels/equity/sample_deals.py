"""Deal hands from ranges, and boards, at random and count who wins."""

from functools import cache

import numpy as np

from handrank.kernels.compiling import ANY_NUMBER, HEADS_UP, Kernel, kernel
from handrank.kernels.equity.random_numbers import (
    HALF,
    LOW_HALF,
    card_bit,
    deal_clear,
    draw_clear,
    favoured,
    mixed,
    pair_limits,
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
from handrank.rulebook.cards import N_CARDS

# From how many players on hole cards and board are dealt card by card: sets of cards would clash
# too often with those in use.
_DEAL_SINGLY = 4
# Tables of two and of six are asked for most; unrolled loops make a tenth there.
_OWN_DEALS = (HEADS_UP, 6)


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
    the same size after every deal. Few players are dealt sets of cards from lists, each drawn again
    alone until it is clear of the cards in use; many, single cards.
    """
    return _make_sample_deals(n_players if n_players in _OWN_DEALS else ANY_NUMBER)


@cache
def _make_sample_deals(known_players: int) -> Kernel:
    lookup = lookup_for(BOARD_CARDS + HOLE_CARDS)
    empty, flush_bits = np.uint64(EMPTY_HAND), np.uint64(FLUSH_BITS)
    suited_mask = np.uint64(SUITED_MASK)
    board_cards, n_cards = BOARD_CARDS, N_CARDS
    deal_singly = _DEAL_SINGLY

    @kernel
    def sample(
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
        n_players = known_players
        if not n_players:
            while 1 << n_players < len(tally):
                n_players += 1
        singly = n_players >= deal_singly
        n_draws, width = len(first) - 1, combos.shape[1]
        n_ranged = n_draws * width
        combo_bits = np.empty(combos.shape[:2], dtype=np.uint64)
        combo_key = np.empty(combos.shape[:2], dtype=np.uint64)
        for i in range(combos.shape[0]):
            for j in range(width):
                low, high = combos[i, j, 0], combos[i, j, 1]
                combo_bits[i, j] = card_bit(low) | card_bit(high)
                combo_key[i, j] = card_keys[low] + card_keys[high]
        n_choices = np.empty(n_draws, dtype=np.uint64)
        again = np.empty(n_draws, dtype=np.uint64)
        for i in range(n_draws):
            n_choices[i] = first[i + 1] - first[i]
            again[i] = favoured(first[i + 1] - first[i])
        to_come = board_cards - len(board)
        second = min(2, to_come // 2)
        keys_1, bits_1 = sets_of_cards(deck, to_come - second, card_keys)
        keys_2, bits_2 = sets_of_cards(deck, second, card_keys)
        again_1, again_2 = favoured(len(keys_1)), favoured(len(keys_2))
        pair_keys, pair_bits = sets_of_cards(deck, 2, card_keys)
        again_pair = favoured(len(pair_keys))
        card_bits = np.empty(n_cards, dtype=np.uint64)
        for card in range(n_cards):
            card_bits[card] = card_bit(card)
        limits = pair_limits(len(deck))
        shuffled = np.zeros(len(deck) + 1, dtype=np.uint8)
        shuffled[: len(deck)] = deck
        n_dealt = 2 * (n_players - n_ranged) + to_come
        dealt = np.empty(n_dealt + 1, dtype=np.uint8)

        board_key = empty
        board_bits = np.uint64(0)
        for card in board:
            board_key += card_keys[card]
            board_bits |= card_bit(card)
        hole_key = np.empty(n_players, dtype=np.uint64)
        hole_bits = np.empty(n_players, dtype=np.uint64)
        ranks = np.empty(n_players, dtype=np.uint16)
        counts = np.zeros(1 << n_players, dtype=np.int64)
        state = start
        tried = 0
        done = 0
        while done < n_trials:
            used = np.uint64(0)
            clash = np.uint64(0)
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
                for j in range(width):
                    hole_bits[i * width + j] = combo_bits[row, j]
                    hole_key[i * width + j] = combo_key[row, j]
                    clash |= used & combo_bits[row, j]
                    used |= combo_bits[row, j]
            tried += 1
            if clash:
                continue
            bits = board_bits
            key = board_key
            if singly:
                state = deal_clear(
                    state, step, shuffled, limits, card_bits, used, dealt, np.uint64(n_dealt)
                )
                for p in range(n_ranged, n_players):
                    low, high = dealt[2 * (p - n_ranged)], dealt[2 * (p - n_ranged) + 1]
                    hole_key[p] = card_keys[low] + card_keys[high]
                    hole_bits[p] = card_bits[low] | card_bits[high]
                for i in range(n_dealt - to_come, n_dealt):
                    key += card_keys[dealt[i]]
                    bits |= card_bits[dealt[i]]
            else:
                for p in range(n_ranged, n_players):
                    state, at = draw_clear(state, step, pair_bits, again_pair, used)
                    hole_key[p], hole_bits[p] = pair_keys[at], pair_bits[at]
                    used |= pair_bits[at]
                state, at = draw_clear(state, step, bits_1, again_1, used)
                key += keys_1[at]
                bits |= bits_1[at]
                state, at = draw_clear(state, step, bits_2, again_2, used | bits)
                key += keys_2[at]
                bits |= bits_2[at]
            best = np.uint16(0)
            for p in range(n_players):
                hand = key + hole_key[p]
                full = hand & flush_bits
                if full:
                    field = np.uint64(16) * flush_suit(full)
                    ranks[p] = suited[((bits | hole_bits[p]) >> field) & suited_mask]
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
        return tried

    return sample
