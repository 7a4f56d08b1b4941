"""Go through every hand of the deck: list the hands, count their hand ranks.

For counting, hands are taken together that differ only in the suits of their last three cards: what
a hand is worth without a flush depends on its ranks alone. The first cards are gone through one by
one in order of their ids, the last three by their ranks, each with the number of ways to choose
suits. The hands with a flush, known by their suited ranks, are then moved to where they belong.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import inlined, kernel, set_up
from handrank.kernels.portable.steps import bit_count, lookup_for, next_combination, rank_slot
from handrank.lookup.encoding import FLUSH_SIZE, RANK_SHIFT, SUIT_COUNTERS, SUITED_SLOTS
from handrank.lookup.tables import HandTables
from handrank.rulebook.cards import N_CARDS, N_SUITS
from handrank.rulebook.rules import N_RANKS

_N_TAIL = 3
# More than the multisets of three ranks out of 13, C(15, 3) = 455.
_TAILS = 512
# From tables and the first card of the deck to how many hands have each hand rank.
CountingKernel = Callable[[HandTables, int], NDArray[np.int64]]


@inlined
def _binomial(n, k):
    """Return the binomial coefficient of small numbers."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@set_up
def _subset_sums(values, k, first):
    """Return the sums of all k-subsets of ``values[first:]``, ordered by their last element."""
    # Those whose elements all come before some place are thus the first ones of the list.
    sums = np.zeros(1, dtype=np.uint64)
    for size in range(1, k + 1):
        larger = np.empty(_binomial(len(values) - first, size), dtype=np.uint64)
        at = 0
        for last in range(first, len(values)):
            for shorter in sums[: _binomial(last - first, size - 1)]:
                larger[at] = shorter + values[last]
                at += 1
        sums = larger
    return sums


@inlined
def _fill_tails(rank_keys, card, keys, ways):
    """List the rank multisets of three cards after `card`, with their ways; return how many."""
    lowest = card >> RANK_SHIFT
    left = N_SUITS - 1 - card % N_SUITS
    n_tails = 0
    for x in range(lowest, N_RANKS):
        for y in range(x, N_RANKS):
            for z in range(y, N_RANKS):
                choices = 1
                for rank in range(x, z + 1):
                    wanted = (x == rank) + (y == rank) + (z == rank)
                    choices *= _binomial(left if rank == lowest else N_SUITS, wanted)
                if choices:
                    keys[n_tails] = rank_keys[x] + rank_keys[y] + rank_keys[z]
                    ways[n_tails] = choices
                    n_tails += 1
    return n_tails


@inlined
def _fill_rest(rank_keys, lowest, n_rest, keys, ways):
    """List rank multisets of up to two cards of three suits, and their ways; return how many."""
    # These are the cards beside a flush: 3 choices of a rank, 9 of two ranks, 3 of a pair.
    if n_rest == 0:
        keys[0], ways[0] = np.uint64(0), 1
        return 1
    n_tails = 0
    for x in range(lowest, N_RANKS):
        for y in range(x, N_RANKS if n_rest == 2 else x + 1):
            keys[n_tails] = rank_keys[x] + (rank_keys[y] if n_rest == 2 else np.uint64(0))
            ways[n_tails] = 9 if x != y else 3
            n_tails += 1
    return n_tails


@set_up
def _move_flushes(n_cards, lowest, rank_keys, lookup, tables, hits, counts):
    """Count the hands with a flush by their suited ranks, and take them out of `hits`."""
    tail_keys, tail_ways = np.empty(_TAILS, np.uint64), np.empty(_TAILS, np.int64)
    displacements, suited = tables.displacements, tables.suited
    lowest_rank = lowest // N_SUITS
    for mask in range(SUITED_SLOTS):
        n_rest = n_cards - np.int64(bit_count(np.uint64(mask)))
        if n_rest < 0 or n_rest > n_cards - FLUSH_SIZE or mask & (1 << lowest_rank) - 1:
            continue
        flush = np.uint64(0)
        for rank in range(N_RANKS):
            if mask >> rank & 1:
                flush += rank_keys[rank]
        n_tails = _fill_rest(rank_keys, lowest_rank, n_rest, tail_keys, tail_ways)
        for tail in range(n_tails):
            ways = N_SUITS * tail_ways[tail]
            hits[rank_slot(flush + tail_keys[tail], displacements, lookup)] -= ways
            counts[suited[mask]] += ways


@cache
def counting_kernel(n_cards: int) -> CountingKernel:
    """Make the kernel for hands of `n_cards`."""
    lookup = lookup_for(n_cards)
    n_head = n_cards - _N_TAIL - 1

    @kernel
    def count_ranks(tables, lowest):
        card_keys, displacements, ranks, _ = tables
        card_sums = card_keys[:N_CARDS] & ~np.uint64(SUIT_COUNTERS)
        rank_keys = card_sums[::N_SUITS].copy()
        hits = np.zeros(len(ranks), dtype=np.int64)
        heads = _subset_sums(card_sums, n_head, lowest)
        tail_keys, tail_ways = np.empty(_TAILS, np.uint64), np.empty(_TAILS, np.int64)
        for card in range(lowest + n_head, N_CARDS - _N_TAIL):
            n_tails = _fill_tails(rank_keys, card, tail_keys, tail_ways)
            for head in heads[: _binomial(card - lowest, n_head)]:
                for tail in range(n_tails):
                    key = head + card_sums[card] + tail_keys[tail]
                    hits[rank_slot(key, displacements, lookup)] += tail_ways[tail]

        counts = np.zeros(1 << 16, dtype=np.int64)
        if card_keys[0] & np.uint64(SUIT_COUNTERS):
            _move_flushes(n_cards, lowest, rank_keys, lookup, tables, hits, counts)
        for slot in range(len(hits)):
            counts[ranks[slot]] += hits[slot]
        return counts

    return count_ranks


@kernel
def fill_hands(following, hands):
    """Fill `hands` (n, n_cards) in lexicographic order of card ids; return how many rows."""
    # `following` is the next hand to write, before and after; -1 first where there is none.
    for row in range(hands.shape[0]):
        if following[0] < 0:
            return row
        for j in range(hands.shape[1]):
            hands[row, j] = following[j]
        if not next_combination(following, hands.shape[1], N_CARDS):
            following[0] = -1
    return hands.shape[0]


@kernel
def add_to_counts(ranks, counts):
    """Count each of `ranks` (n,) in ``counts[rank]``."""
    # Two counts by turns, since a rank that comes twice running would wait for itself.
    other = np.zeros(len(counts), dtype=np.int64)
    for i in range(0, len(ranks) - 1, 2):
        counts[ranks[i]] += 1
        other[ranks[i + 1]] += 1
    if len(ranks) % 2:
        counts[ranks[-1]] += 1
    for rank in range(len(counts)):
        counts[rank] += other[rank]
