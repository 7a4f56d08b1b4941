"""Deal hole cards from ranges, and boards, at random and count who wins.

One kernel serves every game: the games differ in how many hole cards there are, in how a player's
hand is ranked and in whether cards are dealt singly.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import ANY_NUMBER, HEADS_UP, Kernel, inlined, kernel, set_up
from handrank.kernels.equity import random_cards
from handrank.kernels.equity.outcomes import add_outcome, add_winners, n_players_of
from handrank.kernels.equity.random_cards import CardSets, DrawRows, Shuffle
from handrank.kernels.equity.two_and_three import best_flush, best_pair, qualified
from handrank.kernels.portable.steps import (
    flush_suit,
    key_and_fields,
    lookup_for,
    rank_slot,
    rank_with_fields,
    ranks_in_suit,
)
from handrank.lookup import encoding

_SEVEN = lookup_for(encoding.BOARD_CARDS + encoding.HOLE_CARDS)
_FIVE = lookup_for(encoding.BOARD_CARDS)
_FLUSH_BITS = np.uint64(encoding.FLUSH_BITS)
# Added to a key's counters, these set the top bit of a suit with two hole cards, with three of the
# board: only then does Omaha have a flush.
_TWO, _THREE = (
    np.uint64(encoding.at_least(encoding.HOLE_CARDS)),
    np.uint64(encoding.at_least(encoding.FLUSH_SIZE - encoding.HOLE_CARDS)),
)
# From how many hold'em players on hole cards and board are dealt card by card: sets of cards would
# clash too often with those in use.
_DEAL_SINGLY = 4
# Tables of two and of six are asked for most; unrolled loops make a tenth there.
_OWN_KERNELS = (HEADS_UP, 6)


def sample_holdem(n_players: int) -> Kernel:
    """Return the kernel that samples deals of hold'em; its tables are those of seven cards."""
    # Few players are dealt sets of cards from lists, each drawn again alone where it clashes.
    known_players = n_players if n_players in _OWN_KERNELS else ANY_NUMBER
    return _make_sample(
        known_players, encoding.HOLE_CARDS, _DEAL_SINGLY, encoding.EMPTY_HAND, _rank_holdem
    )


def sample_omaha() -> Kernel:
    """Return the kernel that samples deals of Omaha games; its tables are `OmahaLookups`."""
    return _make_sample(ANY_NUMBER, ANY_NUMBER, 0, 0, _rank_omaha)


def sample_boards(n_players: int) -> Kernel:
    """Return ``kernel(stream, hole (players, 2), known, tables, tally)``, for known hands."""
    # A board is a set of up to three cards and a set of two, from lists, drawn again where they
    # overlap.
    return _make_sample_boards(n_players if n_players == HEADS_UP else ANY_NUMBER)


@inlined
def _rank_holdem(hole, board_key, board_fields, tables, highs, lows):
    best = np.uint16(0)
    for p in range(len(highs)):
        key, fields = board_key + hole.keys[p], board_fields | hole.fields[p]
        highs[p] = rank_with_fields(key, fields, _SEVEN, tables)
        best = max(best, highs[p])
    return best


@inlined
def _rank_omaha(hole, board_key, board_fields, tables, highs, lows):
    row = np.uint64(rank_slot(board_key, tables.displacements, _FIVE))
    best = np.uint16(0)
    for p in range(np.uint64(len(highs))):
        highs[p] = best_pair(row, hole.cards, p, tables.pair_places, tables.highs)
        if len(lows):
            low = best_pair(row, hole.cards, p, tables.pair_places, tables.lows)
            lows[p] = qualified(low, tables.worst_low)
        full = (board_key + _THREE) & (hole.keys[p] + _TWO) & _FLUSH_BITS
        if full:
            suit = flush_suit(full)
            of_hole = ranks_in_suit(hole.fields[p], suit)
            flush = best_flush(of_hole, ranks_in_suit(board_fields, suit), tables.suited)
            highs[p] = max(highs[p], flush)
        best = max(best, highs[p])
    return best


class Dealing(NamedTuple):
    """What deals are made from; `key` and `fields` are those of the known board cards."""

    rows: DrawRows
    shuffle: Shuffle
    dealt: NDArray[np.uint8]
    pairs: CardSets
    first: CardSets
    second: CardSets
    key: np.uint64
    fields: np.uint64


@set_up
def _get_ready(draws, known, n_dealt_players, singly, card_keys, empty_key):
    """Return what the deals of a kernel are made from; lists that it does not need are short."""
    to_come = encoding.BOARD_CARDS - len(known.board)
    second = min(2, to_come // 2)
    listed = 0 if singly else 1
    key, fields = key_and_fields(known.board, card_keys)
    return Dealing(
        random_cards.sum_rows(draws, card_keys),
        random_cards.ready_shuffle(known.deck),
        np.empty(draws.combos.shape[2] * n_dealt_players + to_come + 1, dtype=np.uint8),
        random_cards.list_card_sets(known.deck, listed * 2, card_keys),
        random_cards.list_card_sets(known.deck, listed * (to_come - second), card_keys),
        random_cards.list_card_sets(known.deck, listed * second, card_keys),
        empty_key + key,
        fields,
    )


@inlined
def _draw_sets(state, step, dealing, used, hole, n_ranged):
    """Draw the other players' hands, then the board, as sets of cards clear of the used ones."""
    pairs, first, second = dealing.pairs, dealing.first, dealing.second
    for p in range(n_ranged, len(hole.keys)):
        state, at = random_cards.draw_card_set(state, step, pairs, used)
        hole.keys[p], hole.fields[p] = pairs.keys[at], pairs.fields[at]
        used |= pairs.fields[at]
    state, at = random_cards.draw_card_set(state, step, first, used)
    key, fields = first.keys[at], first.fields[at]
    state, at = random_cards.draw_card_set(state, step, second, used | fields)
    return state, key + second.keys[at], fields | second.fields[at]


@inlined
def _give_dealt(dealing, card_keys, hole, n_ranged, n_hole, copied):
    """Give the other players the dealt cards; return the key and the suit fields of the rest."""
    dealt, card_fields = dealing.dealt, dealing.shuffle.fields
    at = 0
    for p in range(n_ranged, len(hole.keys)):
        key, fields = np.uint64(0), np.uint64(0)
        for k in range(n_hole):
            card = dealt[at]
            if copied:
                hole.cards[p, k] = card
            key += card_keys[card]
            fields |= card_fields[card]
            at += 1
        hole.keys[p], hole.fields[p] = key, fields
    key, fields = np.uint64(0), np.uint64(0)
    for i in range(at, len(dealt) - 1):
        key += card_keys[dealt[i]]
        fields |= card_fields[dealt[i]]
    return key, fields


@cache
def _make_sample(
    known_players: int,
    known_hole: int,
    singly_from: int,
    empty_key: int,
    rank_players: Callable[..., Any],
) -> Kernel:
    """Make ``kernel(stream, draws, known, tables, tally)``; it returns how many deals it tried."""
    # The whole deal is drawn again if two rows share a card, so what is kept has the probability of
    # the product of the weights. Players who hold any cards, and the board, come from the rest of
    # the deck, which has the same size after every deal.
    copied = 0 if known_hole else 1
    start_key = np.uint64(empty_key)

    @inlined
    def run(stream, draws, dealing, hole, ranks, tables, tally):
        highs, lows = ranks
        n_hole = known_hole if known_hole else draws.combos.shape[2]
        n_ranged = len(draws.first) * draws.combos.shape[1] - draws.combos.shape[1]
        singly = len(highs) >= singly_from
        state, step = stream.start, stream.step
        tried, done = 0, 0
        while done < stream.trials:
            state, used, clash = random_cards.draw_hole_cards(
                state, step, draws, dealing.rows, hole, copied * n_hole
            )
            tried += 1
            if clash:
                continue
            if singly:
                state = random_cards.deal_clear(state, step, dealing.shuffle, used, dealing.dealt)
                key, fields = _give_dealt(dealing, tables.card_keys, hole, n_ranged, n_hole, copied)
            else:
                state, key, fields = _draw_sets(state, step, dealing, used, hole, n_ranged)
            key, fields = dealing.key + key, dealing.fields | fields
            best = rank_players(hole, key, fields, tables, highs, lows)
            add_outcome(tally, highs, best, lows, 1)
            done += 1
        return tried

    @kernel
    def sample(stream, draws, known, tables, tally):
        n_players = known_players if known_players else n_players_of(tally)
        n_dealt_players = n_players - (len(draws.first) - 1) * draws.combos.shape[1]
        singly = n_players >= singly_from
        dealing = _get_ready(draws, known, n_dealt_players, singly, tables.card_keys, start_key)
        hole = random_cards.no_hole_cards(n_players, draws.combos.shape[2])
        highs = np.zeros(n_players, dtype=np.uint16)
        lows = np.zeros(n_players if tally.ndim > 1 else 0, dtype=np.uint16)
        return run(stream, draws, dealing, hole, (highs, lows), tables, tally)

    return sample


@inlined
def _complete_boards(stream, hole, first, second, ranks, tables, tally):
    state, step = stream.start, stream.step
    for _ in range(stream.trials):
        state, i, j = random_cards.draw_two_sets(state, step, first, second)
        key, fields = first.keys[i] + second.keys[j], first.fields[i] | second.fields[j]
        best = _rank_holdem(hole, key, fields, tables, ranks, ranks)
        add_winners(tally, ranks, best, 1)


@cache
def _make_sample_boards(known_players: int) -> Kernel:
    @kernel
    def sample(stream, hole, known, tables, tally):
        n_players = known_players if known_players else hole.shape[0]
        to_come = encoding.BOARD_CARDS - len(known.board)
        few = min(2, to_come // 2)
        first = random_cards.list_card_sets(known.deck, to_come - few, tables.card_keys)
        second = random_cards.list_card_sets(known.deck, few, tables.card_keys)
        key, fields = key_and_fields(known.board, tables.card_keys)
        held = random_cards.no_hole_cards(n_players, 0)
        for p in range(n_players):
            held.keys[p], held.fields[p] = key_and_fields(hole[p], tables.card_keys)
            held.keys[p] += key + np.uint64(encoding.EMPTY_HAND)
            held.fields[p] |= fields
        ranks = np.empty(n_players, dtype=np.uint16)
        _complete_boards(stream, held, first, second, ranks, tables, tally)

    return sample
