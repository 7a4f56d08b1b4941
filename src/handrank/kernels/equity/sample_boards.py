"""Complete the board of known hands at random and count who wins."""

from functools import cache

import numpy as np

from handrank.kernels.borrowing import borrowed
from handrank.kernels.compiling import ANY_NUMBER, HEADS_UP, Kernel, inlined, kernel
from handrank.kernels.equity.outcomes import add_winners
from handrank.kernels.equity.random_cards import list_card_sets
from handrank.kernels.equity.random_numbers import HALF, LOW_HALF, mixed
from handrank.kernels.portable.steps import field_bit, lookup_for, rank_with_fields
from handrank.lookup.encoding import BOARD_CARDS, EMPTY_HAND, HOLE_CARDS

_LOOKUP = lookup_for(BOARD_CARDS + HOLE_CARDS)


def sample_boards(n_players: int) -> Kernel:
    """Return the kernel that completes the board of known hands at random.

    ``kernel(stream, hole (players, 2), known, tables, tally)`` adds to ``tally[winners]``. A board
    is drawn as a set of up to three cards and a set of two, both from lists, and drawn again if
    they overlap.
    """
    return _make_sample_boards(n_players if n_players == HEADS_UP else ANY_NUMBER)


@inlined
def _draw_two_sets(state, step, first, second):
    """Draw from both lists until the sets are clear of each other: one random number a draw."""
    n_1, n_2 = np.uint64(len(first.keys)), np.uint64(len(second.keys))
    while True:
        state += step
        random = mixed(state)
        scaled_1 = (random >> HALF) * n_1
        scaled_2 = (random & LOW_HALF) * n_2
        at_1, at_2 = scaled_1 >> HALF, scaled_2 >> HALF
        if (
            (first.fields[at_1] & second.fields[at_2]) == 0
            and (scaled_1 & LOW_HALF) >= first.rejected
            and (scaled_2 & LOW_HALF) >= second.rejected
        ):
            return state, at_1, at_2


@inlined
def _sum_hands(hole, board, card_keys, keys, fields):
    """Write the keys and the suit fields of the players' hands with the board."""
    for p in range(len(keys)):
        keys[p], fields[p] = np.uint64(EMPTY_HAND), np.uint64(0)
        for card in hole[p]:
            keys[p] += card_keys[card]
            fields[p] |= field_bit(card)
        for card in board:
            keys[p] += card_keys[card]
            fields[p] |= field_bit(card)


@inlined
def _run(stream, first, second, keys, fields, ranks, tables, tally):
    first, second, tables, tally = borrowed((first, second, tables, tally))
    keys, fields, ranks = borrowed((keys, fields, ranks))
    state, step = stream.start, stream.step
    for _ in range(stream.trials):
        state, at_1, at_2 = _draw_two_sets(state, step, first, second)
        board_key = first.keys[at_1] + second.keys[at_2]
        board_fields = first.fields[at_1] | second.fields[at_2]
        best = np.uint16(0)
        for p in range(len(ranks)):
            key, cards = board_key + keys[p], board_fields | fields[p]
            ranks[p] = rank_with_fields(key, cards, _LOOKUP, tables)
            best = max(best, ranks[p])
        add_winners(tally, ranks, best, 1)


@cache
def _make_sample_boards(known_players: int) -> Kernel:
    board_cards = BOARD_CARDS

    @kernel
    def sample(stream, hole, known, tables, tally):
        n_players = known_players if known_players else hole.shape[0]
        to_come = board_cards - len(known.board)
        few = min(2, to_come // 2)
        first = list_card_sets(known.deck, to_come - few, tables.card_keys)
        second = list_card_sets(known.deck, few, tables.card_keys)
        keys = np.empty(n_players, dtype=np.uint64)
        fields = np.empty(n_players, dtype=np.uint64)
        _sum_hands(hole, known.board, tables.card_keys, keys, fields)
        ranks = np.empty(n_players, dtype=np.uint16)
        _run(stream, first, second, keys, fields, ranks, tables, tally)

    return sample
