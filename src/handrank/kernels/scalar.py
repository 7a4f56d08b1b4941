"""The portable kernels: one hand at a time, on any CPU that Numba compiles for.

Each takes its tables as arguments and trusts the shapes it is given. Unchecked kernels stay inside
the tables whatever the ids are, so garbage in gives a garbage rank and never a crash.
"""

import numpy as np

from handrank.cards import N_CARDS
from handrank.encoding import (
    COUNTER_BITS,
    EMPTY_HAND,
    FLUSH_BITS,
    HAND_SIZES,
    HASH_SHAPES,
    HOLE_CARDS,
    RANK_KEY_BITS,
    RANK_KEY_SHIFT,
    RANK_SHIFT,
    SUIT_MASK,
    SUITED_MASK,
    HashShape,
)
from handrank.kernels.compiling import Kernel, inlined, kernel

NO_BAD_ROW = -1


@inlined
def rank_slot(key, displacements, displacement_shift, slot_mask):  # type: ignore[no-untyped-def]
    """Return where the rank of a hand without a flush stands."""
    rank_key = np.uint32(key >> np.uint64(RANK_KEY_SHIFT))
    displacement = displacements[rank_key >> displacement_shift]
    return (rank_key & slot_mask) ^ np.uint32(displacement)


@inlined
def flush_suit(full, counter_bits):  # type: ignore[no-untyped-def]
    """Return the suit whose counter has its top bit set in `full`."""
    suit = np.uint64(0)
    full >>= np.uint64(counter_bits - 1)
    while not full & np.uint64(1):
        full >>= np.uint64(counter_bits)
        suit += np.uint64(1)
    return suit


@inlined
def _suited_ranks(cards, suit):  # type: ignore[no-untyped-def]
    """Return the 13-bit mask of the ranks that `cards` hold in one suit."""
    mask = np.uint64(0)
    for card in cards:
        if np.uint64(card & SUIT_MASK) == suit:
            mask |= np.uint64(1) << np.uint64(card >> RANK_SHIFT)
    return mask


@inlined
def _add_to_deck(seen, card):  # type: ignore[no-untyped-def]
    """Return `seen` with the card's bit, and with bit 63 if the card was there or is none."""
    bit = np.uint64(1) << np.uint64(card & np.uint8(63))
    bad = (seen & bit) != 0 or card >= N_CARDS
    return seen | bit | (np.uint64(bad) << np.uint64(63))


def lookup_numbers(shape: HashShape) -> tuple[np.uint32, np.uint32]:
    """Return the shift that leaves a key's displacement bits and the mask of its slot bits."""
    return np.uint32(RANK_KEY_BITS - shape.displacement_bits), np.uint32(shape.n_slots - 1)


def _make_rank_hands(n_cards: int, *, checked: bool) -> Kernel:
    displacement_shift, slot_mask = lookup_numbers(HASH_SHAPES[n_cards])
    empty, flush_bits = np.uint64(EMPTY_HAND), np.uint64(FLUSH_BITS)
    counter_bits, suited_mask = COUNTER_BITS, np.uint64(SUITED_MASK)

    @kernel
    def rank_hands(cards, card_keys, displacements, ranks, suited, out):  # type: ignore[no-untyped-def]
        for i in range(cards.shape[0]):
            key = empty
            for j in range(n_cards):
                key += card_keys[cards[i, j]]
            if checked:
                seen = np.uint64(0)
                for j in range(n_cards):
                    seen = _add_to_deck(seen, cards[i, j])
                if seen >> np.uint64(63):
                    return i
            full = key & flush_bits
            if full:
                suit = flush_suit(full, counter_bits)
                out[i] = suited[_suited_ranks(cards[i], suit) & suited_mask]
            else:
                out[i] = ranks[rank_slot(key, displacements, displacement_shift, slot_mask)]
        return NO_BAD_ROW

    return rank_hands


def _make_rank_deals(n_cards: int, *, checked: bool) -> Kernel:
    displacement_shift, slot_mask = lookup_numbers(HASH_SHAPES[n_cards])
    empty, flush_bits = np.uint64(EMPTY_HAND), np.uint64(FLUSH_BITS)
    counter_bits, suited_mask = COUNTER_BITS, np.uint64(SUITED_MASK)
    n_board = n_cards - HOLE_CARDS

    @kernel
    def rank_deals(hole, board, card_keys, displacements, ranks, suited, out):  # type: ignore[no-untyped-def]
        n_players = hole.shape[1]
        for i in range(hole.shape[0]):
            board_key = empty
            for j in range(n_board):
                board_key += card_keys[board[i, j]]
            board_seen = np.uint64(0)
            if checked:
                for j in range(n_board):
                    board_seen = _add_to_deck(board_seen, board[i, j])
            for p in range(n_players):
                key = board_key + card_keys[hole[i, p, 0]] + card_keys[hole[i, p, 1]]
                if checked:
                    seen = _add_to_deck(board_seen, hole[i, p, 0])
                    seen = _add_to_deck(seen, hole[i, p, 1])
                    if seen >> np.uint64(63):
                        return i * n_players + p
                full = key & flush_bits
                if full:
                    suit = flush_suit(full, counter_bits)
                    mask = _suited_ranks(hole[i, p], suit) | _suited_ranks(board[i], suit)
                    out[i, p] = suited[mask & suited_mask]
                else:
                    out[i, p] = ranks[rank_slot(key, displacements, displacement_shift, slot_mask)]
        return NO_BAD_ROW

    return rank_deals


# By hand size and by whether the cards are checked. `rank_hands(cards (n, size), ...)` and
# `rank_deals(hole (deals, players, 2), board (deals, size - 2), ...)` write to `out` and return
# the first bad row, counted over deals times players, or `NO_BAD_ROW`.
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
