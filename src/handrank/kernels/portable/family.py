"""The portable family: kernels for any CPU that Numba compiles for, one hand at a time.

Kernels are made for hands of `n_cards`, checked or not.
"""

from functools import cache

import numpy as np

from handrank.kernels.compiling import inlined, kernel
from handrank.kernels.portable.steps import (
    bit_count,
    flush_suit,
    lookup_for,
    mask_bit,
    rank_slot,
    suited_ranks,
    trailing_zeros,
)
from handrank.kernels.protocols import NO_BAD_ROW, DealsKernel, Family, HandsKernel, MasksKernel
from handrank.lookup.encoding import EMPTY_HAND, FLUSH_BITS, HOLE_CARDS, NO_CARD_SHIFT
from handrank.rulebook.cards import N_CARDS, N_SUITS

# The hands with a flush among so many are listed; their cards are still in the L1 cache then.
_BLOCK = 1024
# The clubs; shifted left by a suit's number, the cards of that suit.
CLUBS = sum(1 << card for card in range(0, N_CARDS, N_SUITS))


@inlined
def _rank_flushes(cards, rows, card_keys, suited, out):
    """Rank the listed rows, which have a flush."""
    for i in rows:
        key = np.uint64(EMPTY_HAND)
        for j in range(cards.shape[1]):
            key += card_keys[cards[i, np.uint64(j)]]
        suit = flush_suit(key & np.uint64(FLUSH_BITS))
        out[i] = suited[suited_ranks(cards[i], suit)]


@cache
def hands_kernel(n_cards: int, checked: bool) -> HandsKernel:
    """Make the kernel for arrays of hands."""
    # A CPU would guess a branch for the flushes, three hands in a hundred, wrong each time. So all
    # are looked up by their rank multisets; hands with a flush are listed and ranked afterwards.
    lookup = lookup_for(n_cards)

    @kernel
    def rank_hands(cards, tables, out):
        card_keys, displacements, ranks, suited = tables
        n_rows = np.uint64(cards.shape[0])
        flushes = np.empty(_BLOCK + 1, dtype=np.uint64)
        for start in range(np.uint64(0), n_rows, np.uint64(_BLOCK)):
            n_flushes, bad = np.uint64(0), np.uint64(0)
            for i in range(start, min(start + np.uint64(_BLOCK), n_rows)):
                key, mask_sum, mask = np.uint64(EMPTY_HAND), np.uint64(0), np.uint64(0)
                for j in range(n_cards):
                    card = cards[i, np.uint64(j)]
                    key += card_keys[card]
                    if checked:
                        mask_sum += mask_bit(card)
                        mask |= mask_bit(card)
                if checked:
                    bad |= (mask_sum ^ mask) | key >> np.uint64(NO_CARD_SHIFT)
                out[i] = ranks[rank_slot(key, displacements, lookup)]
                flushes[n_flushes] = i
                n_flushes += np.uint64(key & np.uint64(FLUSH_BITS) != 0)
            if checked and bad:
                return np.int64(start)
            _rank_flushes(cards, flushes[:n_flushes], card_keys, suited, out)
        return NO_BAD_ROW

    return rank_hands


@inlined
def _sum_cards(cards, i, n_cards, card_keys):
    """Return the summed keys, the summed card mask bits and the card mask of a row of cards."""
    key, mask_sum, mask = np.uint64(0), np.uint64(0), np.uint64(0)
    for j in range(n_cards):
        card = cards[i, np.uint64(j)]
        key += card_keys[card]
        mask_sum += mask_bit(card)
        mask |= mask_bit(card)
    return key, mask_sum, mask


@cache
def deals_kernel(n_cards: int, checked: bool) -> DealsKernel:
    """Make the kernel for hole cards with boards: a board's key is summed once for all players."""
    lookup = lookup_for(n_cards)
    n_board = n_cards - HOLE_CARDS

    @kernel
    def rank_deals(hole, board, tables, out):
        card_keys, displacements, ranks, suited = tables
        n_players = np.uint64(hole.shape[1])
        for i in range(np.uint64(hole.shape[0])):
            board_key, board_sum, board_mask = _sum_cards(board, i, n_board, card_keys)
            board_key += np.uint64(EMPTY_HAND)
            bad = np.uint64(0)
            for p in range(n_players):
                first, second = hole[i, p, 0], hole[i, p, 1]
                key = board_key + card_keys[first] + card_keys[second]
                if checked:
                    mask_sum = board_sum + mask_bit(first) + mask_bit(second)
                    mask = board_mask | mask_bit(first) | mask_bit(second)
                    bad |= (mask_sum ^ mask) | key >> np.uint64(NO_CARD_SHIFT)
                full = key & np.uint64(FLUSH_BITS)
                if full:
                    suit = flush_suit(full)
                    held = suited_ranks(hole[i, p], suit) | suited_ranks(board[i], suit)
                    out[i, p] = suited[held]
                else:
                    out[i, p] = ranks[rank_slot(key, displacements, lookup)]
            if checked and bad:
                return np.int64(i * n_players)
        return NO_BAD_ROW

    return rank_deals


@inlined
def _ranks_of_mask(mask, suit):
    """Return the 13-bit mask of the ranks that a card mask holds in one suit."""
    cards = (mask >> suit) & np.uint64(CLUBS)
    ranks = np.uint64(0)
    while cards:
        ranks |= np.uint64(1) << (trailing_zeros(cards) // np.uint64(N_SUITS))
        cards &= cards - np.uint64(1)
    return ranks


@cache
def masks_kernel(n_cards: int, checked: bool) -> MasksKernel:
    """Make the kernel for card masks; it finds the first row that is not a hand."""
    lookup = lookup_for(n_cards)

    @kernel
    def rank_masks(masks, tables, out):
        card_keys, displacements, ranks, suited = tables
        for i in range(np.uint64(len(masks))):
            mask = masks[i]
            if checked and (bit_count(mask) != n_cards or mask >> np.uint64(N_CARDS)):
                return np.int64(i)
            key = np.uint64(EMPTY_HAND)
            rest = mask
            for _ in range(n_cards):
                # An empty mask has 64 trailing zeros, the key of no card.
                key += card_keys[trailing_zeros(rest)]
                rest &= rest - np.uint64(1)
            full = key & np.uint64(FLUSH_BITS)
            if full:
                out[i] = suited[_ranks_of_mask(mask, flush_suit(full))]
            else:
                out[i] = ranks[rank_slot(key, displacements, lookup)]
        return NO_BAD_ROW

    return rank_masks


PORTABLE = Family(
    name="portable",
    lanes=1,
    features=frozenset(),
    hands=hands_kernel,
    deals=deals_kernel,
    masks=masks_kernel,
)
