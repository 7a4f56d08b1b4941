"""The portable kernels: one hand at a time, on any CPU that Numba compiles for.

Each takes its tables as arguments and trusts the shapes it is given. Unchecked kernels stay inside
the tables whatever the ids are, so garbage in gives a garbage rank and never a crash.

Three hands in a hundred have a flush, at no moment that a CPU can foretell, so a branch for them
would be guessed wrong each time. The kernels for arrays take no such branch: every hand is looked
up by its rank multiset, hands with a flush are put on a list, and the list is gone through after.
"""

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.lookup.encoding import (
    COUNTER_BITS,
    EMPTY_HAND,
    FLUSH_BITS,
    HAND_SIZES,
    HASH_SHAPES,
    HOLE_CARDS,
    NO_CARD_SHIFT,
    RANK_KEY_SHIFT,
    RANK_SHIFT,
    SUIT_MASK,
    SUITED_MASK,
    HashShape,
)

NO_BAD_ROW = -1
# The hands with a flush among so many are listed; their cards are still in the L1 cache then.
_BLOCK = 1024

# Bucket mask, slot shift and slot mask of a hash.
Lookup = tuple[np.uint32, np.uint32, np.uint32]


def lookup_numbers(shape: HashShape) -> Lookup:
    """Return what `rank_slot` needs to know of a hash."""
    return (
        np.uint32(shape.n_buckets - 1),
        np.uint32(shape.slot_shift),
        np.uint32(shape.n_slots - 1),
    )


@inlined
def rank_slot(key, displacements, lookup):
    """Return where the rank of a hand without a flush stands."""
    rank_key = np.uint32(key >> np.uint64(RANK_KEY_SHIFT))
    displacement = displacements[rank_key & lookup[0]]
    return ((rank_key >> lookup[1]) ^ np.uint32(displacement)) & lookup[2]


@inlined
def flush_suit(full):
    """Return the suit whose counter has its top bit set in `full`, a key AND `FLUSH_BITS`."""
    suit = np.uint64(0)
    full >>= np.uint64(COUNTER_BITS - 1)
    while not full & np.uint64(1):
        full >>= np.uint64(COUNTER_BITS)
        suit += np.uint64(1)
    return suit


@inlined
def suited_ranks(cards, suit):
    """Return the 13-bit mask of the ranks that `cards` hold in one suit."""
    mask = np.uint64(0)
    for card in cards:
        in_suit = np.uint64(np.uint64(card & SUIT_MASK) == suit)
        mask |= in_suit << np.uint64(card >> RANK_SHIFT)
    return mask & np.uint64(SUITED_MASK)


@inlined
def deck_bit(card):
    """Return the card's bit; the sum of a hand's is their OR only if no card comes twice."""
    return np.uint64(1) << np.uint64(card & np.uint8(63))


def _make_rank_hands(n_cards: int, *, checked: bool) -> Kernel:
    lookup = lookup_numbers(HASH_SHAPES[n_cards])

    @kernel
    def rank_hands(cards, tables, out):
        card_keys, displacements, ranks, suited = tables
        n_rows = np.uint64(cards.shape[0])
        flushes = np.empty(_BLOCK + 1, dtype=np.uint64)
        for start in range(np.uint64(0), n_rows, np.uint64(_BLOCK)):
            n_flushes, bad = np.uint64(0), np.uint64(0)
            for i in range(start, min(start + np.uint64(_BLOCK), n_rows)):
                key, deck_sum, deck_union = np.uint64(EMPTY_HAND), np.uint64(0), np.uint64(0)
                for j in range(n_cards):
                    card = cards[i, np.uint64(j)]
                    key += card_keys[card]
                    if checked:
                        deck_sum += deck_bit(card)
                        deck_union |= deck_bit(card)
                if checked:
                    bad |= (deck_sum ^ deck_union) | key >> np.uint64(NO_CARD_SHIFT)
                out[i] = ranks[rank_slot(key, displacements, lookup)]
                flushes[n_flushes] = i
                n_flushes += np.uint64(key & np.uint64(FLUSH_BITS) != 0)
            if checked and bad:
                return np.int64(start)
            for i in flushes[:n_flushes]:
                key = np.uint64(EMPTY_HAND)
                for j in range(n_cards):
                    key += card_keys[cards[i, np.uint64(j)]]
                suit = flush_suit(key & np.uint64(FLUSH_BITS))
                out[i] = suited[suited_ranks(cards[i], suit)]
        return NO_BAD_ROW

    return rank_hands


def _make_rank_deals(n_cards: int, *, checked: bool) -> Kernel:
    lookup = lookup_numbers(HASH_SHAPES[n_cards])
    n_board = n_cards - HOLE_CARDS

    @kernel
    def rank_deals(hole, board, tables, out):
        card_keys, displacements, ranks, suited = tables
        n_players = np.uint64(hole.shape[1])
        for i in range(np.uint64(hole.shape[0])):
            board_key, board_sum, board_union = np.uint64(EMPTY_HAND), np.uint64(0), np.uint64(0)
            for j in range(n_board):
                card = board[i, np.uint64(j)]
                board_key += card_keys[card]
                board_sum += deck_bit(card)
                board_union |= deck_bit(card)
            bad = np.uint64(0)
            for p in range(n_players):
                first, second = hole[i, p, 0], hole[i, p, 1]
                key = board_key + card_keys[first] + card_keys[second]
                if checked:
                    deck_sum = board_sum + deck_bit(first) + deck_bit(second)
                    deck_union = board_union | deck_bit(first) | deck_bit(second)
                    bad |= (deck_sum ^ deck_union) | key >> np.uint64(NO_CARD_SHIFT)
                full = key & np.uint64(FLUSH_BITS)
                if full:
                    suit = flush_suit(full)
                    mask = suited_ranks(hole[i, p], suit) | suited_ranks(board[i], suit)
                    out[i, p] = suited[mask]
                else:
                    out[i, p] = ranks[rank_slot(key, displacements, lookup)]
            if checked and bad:
                return np.int64(i * n_players)
        return NO_BAD_ROW

    return rank_deals


# By hand size and by whether the cards are checked. `rank_hands(cards (n, size), ...)` and
# `rank_deals(hole (deals, players, 2), board (deals, size - 2), ...)` write to `out` and return
# `NO_BAD_ROW`, or a row, counted over deals times players, before which all are good and soon after
# which one is bad.
RANK_HANDS = {
    (size, checked): _make_rank_hands(size, checked=checked)
    for size in HAND_SIZES
    for checked in (False, True)
}
RANK_DEALS = {
    (size, checked): _make_rank_deals(size, checked=checked)
    for size in HAND_SIZES
    for checked in (False, True)
}
