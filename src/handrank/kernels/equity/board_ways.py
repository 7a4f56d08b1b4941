"""How many boards come, by what matters about them: what both exact counts share.

A board matters in two ways only. Its rank multiset ranks every hand that makes no flush; and if
three or more of its cards share a suit (at most one suit can), the ranks of those cards rank the
flushes. So instead of 1,712,304 boards the kernels visit

- each rank multiset of the cards to come once (6,175 before the flop), weighted by the number of
  ways to choose its suits, and
- for each suit in which someone can make a flush, each choice of board cards of that suit with
  each rank multiset of the others; their number is taken out of the weights above.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import inlined, set_up
from handrank.kernels.portable.steps import field_bit, lookup_for, next_combination, rank_slot
from handrank.lookup import encoding
from handrank.rulebook.cards import N_SUITS
from handrank.rulebook.rules import N_RANKS

BOARD_LOOKUP = lookup_for(encoding.BOARD_CARDS)
# A card key without its suit counters.
RANK_PART = np.uint64((1 << 64) - (1 << encoding.RANK_KEY_SHIFT))
_BOARD_SLOTS = encoding.HASH_SHAPES[encoding.BOARD_CARDS].n_slots
# Cards of a board outside the suit that has three or more of it.
_MOST_OFF_SUIT = encoding.BOARD_CARDS - (encoding.FLUSH_SIZE - encoding.HOLE_CARDS)
_OFF_SETS = N_RANKS * (N_RANKS + 1) // 2
_SUITED_SETS = math.comb(N_RANKS, encoding.BOARD_CARDS)
_ONE = np.uint64(1)


class KnownBoard(NamedTuple):
    """The known board cards: their rank key, and by suit the mask of their ranks and how many."""

    key: np.uint64
    suited: NDArray[np.uint64]
    counts: NDArray[np.int64]


class Boards(NamedTuple):
    """The rank multisets that complete the board: keys and slots of the whole boards."""

    # `places` point into `DeckWays.choices`; their product is the number of ways to choose the
    # suits.

    keys: NDArray[np.uint64]
    slots: NDArray[np.uint64]
    factors: NDArray[np.uint64]


class DeckWays(NamedTuple):
    """What a deck holds: cards by rank, the ways to choose k of a rank, boards by their slot."""

    left: NDArray[np.int64]
    choices: NDArray[np.int64]
    boards: NDArray[np.int64]


class SuitWays(NamedTuple):
    """How boards come by their cards of one suit."""

    rank_keys: NDArray[np.uint64]
    # The ranks of the suit that the deck holds; keys and masks of choices with the known board.
    ranks: NDArray[np.int64]
    suited_keys: NDArray[np.uint64]
    suited: NDArray[np.uint64]
    # Of the deck's other cards: how many by rank; of none, one and two of them the rank multisets.
    off: NDArray[np.int64]
    off_keys: NDArray[np.uint64]
    off_ways: NDArray[np.int64]
    n_off: NDArray[np.int64]
    # Room to step through combinations.
    chosen: NDArray[np.int64]


class Hands(NamedTuple):
    """Hole cards by player: rank keys; by suit the mask of the ranks and how many."""

    keys: NDArray[np.uint64]
    suited: NDArray[np.uint64]
    counts: NDArray[np.int64]


@set_up
def sum_known_board(board, card_keys):
    """Return what is known of the board."""
    key = np.uint64(0)
    suited = np.zeros(N_SUITS, dtype=np.uint64)
    counts = np.zeros(N_SUITS, dtype=np.int64)
    for card in board:
        key += card_keys[card] & RANK_PART
        suited[card & encoding.SUIT_MASK] |= _ONE << np.uint64(card >> encoding.RANK_SHIFT)
        counts[card & encoding.SUIT_MASK] += 1
    return KnownBoard(key, suited, counts)


@set_up
def list_rank_keys(card_keys):
    """Return the key of each card rank."""
    keys = np.empty(N_RANKS, dtype=np.uint64)
    for rank in range(N_RANKS):
        keys[rank] = card_keys[rank << encoding.RANK_SHIFT] & RANK_PART
    return keys


@set_up
def complete_board(known, board_key, multisets, rank_keys, tables):
    """List the boards that the known cards and the rank multisets of the others make."""
    n, to_come = multisets.shape
    keys = np.empty(n, dtype=np.uint64)
    slots = np.empty(n, dtype=np.uint64)
    factors = np.zeros((n, max(1, to_come)), dtype=np.uint64)
    on_board = np.zeros(N_RANKS, dtype=np.uint64)
    for card in known.board:
        on_board[card >> encoding.RANK_SHIFT] += _ONE
    n_boards = 0
    for i in range(n):
        key, possible = board_key, True
        for j in range(to_come):
            rank = np.uint64(multisets[i, j])
            first = rank * np.uint64(N_SUITS + 1)
            factor = first + _ONE
            if j and multisets[i, j] == multisets[i, j - 1]:
                factor = factors[n_boards, j - 1] + _ONE
                factors[n_boards, j - 1] = 0
            factors[n_boards, j] = factor
            key += rank_keys[rank]
            possible &= factor - first + on_board[rank] <= np.uint64(N_SUITS)
        # No deck holds the others, and their slot is another board's.
        if possible:
            keys[n_boards] = key
            slots[n_boards] = rank_slot(key, tables.displacements, BOARD_LOOKUP)
            n_boards += 1
    return Boards(keys[:n_boards], slots[:n_boards], factors[:n_boards])


@set_up
def room_for_ways(n_players, rank_keys):
    """Return room for `Hands`, `DeckWays` and `SuitWays`."""
    hands = Hands(
        np.empty(n_players, dtype=np.uint64),
        np.empty((n_players, N_SUITS), dtype=np.uint64),
        np.empty((n_players, N_SUITS), dtype=np.int64),
    )
    deck_ways = DeckWays(
        np.empty(N_RANKS, dtype=np.int64),
        np.empty(N_RANKS * (N_SUITS + 1), dtype=np.int64),
        np.zeros(_BOARD_SLOTS, dtype=np.int64),
    )
    suit_ways = SuitWays(
        rank_keys,
        np.empty(N_RANKS, dtype=np.int64),
        np.empty(_SUITED_SETS, dtype=np.uint64),
        np.empty(_SUITED_SETS, dtype=np.uint64),
        np.empty(N_RANKS, dtype=np.int64),
        np.zeros((_MOST_OFF_SUIT + 1, _OFF_SETS), dtype=np.uint64),
        np.ones((_MOST_OFF_SUIT + 1, _OFF_SETS), dtype=np.int64),
        np.ones(_MOST_OFF_SUIT + 1, dtype=np.int64),
        np.empty(encoding.BOARD_CARDS, dtype=np.int64),
    )
    return hands, deck_ways, suit_ways


@inlined
def take_hands(hole, i, deck, card_keys, hands):
    """Sum up the hands of row i; return the deck, as suit fields, without their cards."""
    hands.suited[:] = 0
    hands.counts[:] = 0
    for p in range(len(hands.keys)):
        hands.keys[p] = 0
        for k in range(hole.shape[2]):
            card = hole[i, p, k]
            suit = np.int64(card & encoding.SUIT_MASK)
            hands.keys[p] += card_keys[card] & RANK_PART
            hands.suited[p, suit] |= _ONE << np.uint64(card >> encoding.RANK_SHIFT)
            hands.counts[p, suit] += 1
            deck &= ~field_bit(card)
    return deck


@inlined
def count_boards(deck, boards, to_come, ways):
    """Write to `ways` how many cards of a rank, and boards of a slot, the deck allows."""
    for rank in range(N_RANKS):
        left = np.int64(0)
        for suit in range(N_SUITS):
            left += np.int64((deck >> np.uint64(encoding.FIELD_BITS * suit + rank)) & _ONE)
        ways.left[rank] = left
        # Binomial coefficients.
        choose = np.int64(1)
        for k in range(N_SUITS + 1):
            ways.choices[rank * (N_SUITS + 1) + k] = choose
            choose = choose * (left - k) // (k + 1)
    for i in range(len(boards.slots)):
        product = ways.choices[boards.factors[i, 0]]
        for j in range(1, to_come):
            product *= ways.choices[boards.factors[i, j]]
        ways.boards[boards.slots[i]] = product


@inlined
def split_deck(deck, suit, left, ways):
    """Part the deck into the cards of a suit and the others; return how many the suit has."""
    n_open = 0
    for rank in range(N_RANKS):
        here = np.int64((deck >> np.uint64(encoding.FIELD_BITS * suit + rank)) & _ONE)
        ways.off[rank] = left[rank] - here
        if here:
            ways.ranks[n_open] = rank
            n_open += 1
    return n_open


@inlined
def list_off_suit(ways):
    """List the rank multisets of one and of two cards that are not of the suit."""
    off, rank_keys = ways.off, ways.rank_keys
    n_single, n_double = 0, 0
    for rank in range(N_RANKS):
        if not off[rank]:
            continue
        ways.off_keys[1, n_single] = rank_keys[rank]
        ways.off_ways[1, n_single] = off[rank]
        n_single += 1
        for other in range(rank, N_RANKS):
            product = off[rank] * off[other]
            if other == rank:
                product = off[rank] * (off[rank] - 1) // 2
            if product:
                ways.off_keys[2, n_double] = rank_keys[rank] + rank_keys[other]
                ways.off_ways[2, n_double] = product
                n_double += 1
    ways.n_off[1], ways.n_off[2] = n_single, n_double


@inlined
def list_suited(board, suit, n_open, n_chosen, ways):
    """List the boards' cards of a suit with `n_chosen` of its open ranks; return how many."""
    chosen, rank_keys = ways.chosen, ways.rank_keys
    for j in range(n_chosen):
        chosen[j] = j
    # All but the last are chosen by combinations, the last in the loop inside.
    n_prefix = max(0, n_chosen - 1)
    n = 0
    while True:
        prefix_key, prefix = board.key, board.suited[suit]
        for j in range(n_prefix):
            prefix_key += rank_keys[ways.ranks[chosen[j]]]
            prefix |= _ONE << np.uint64(ways.ranks[chosen[j]])
        if not n_chosen:
            ways.suited_keys[0], ways.suited[0] = prefix_key, prefix
            return 1
        for last in range(chosen[n_prefix - 1] + 1 if n_prefix else 0, n_open):
            ways.suited_keys[n] = prefix_key + rank_keys[ways.ranks[last]]
            ways.suited[n] = prefix | _ONE << np.uint64(ways.ranks[last])
            n += 1
        if not n_prefix or not next_combination(chosen, n_prefix, n_open):
            return n
