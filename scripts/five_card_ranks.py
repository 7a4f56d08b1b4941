"""Rank every five-card combination under a rule set, then six and seven cards.

This is the definition that the tables hold: each of the 2,598,960 combinations is looked at card by
card, and the best five of six or seven cards follow from it.
"""

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from handrank.lookup.encoding import CATEGORY_SHIFT, FLUSH_SIZE, PLACE_MASK, SUITED_SLOTS
from handrank.rulebook.cards import N_CARDS, N_SUITS
from handrank.rulebook.rules import N_RANKS, ROYAL, HandCategory, Rules

Ints = NDArray[np.int64]

# A rank multiset as one number: three bits a rank hold how many cards of it there are (0..4).
_COUNT_BITS = 3
_ONE_OF = 1 << _COUNT_BITS * np.arange(N_RANKS, dtype=np.int64)

# The number of pairs (i, j), i = j included, of cards of one rank among five tells the pattern:
# 5 = all different, 7 = one pair, 9 = two pair, 11 = trips, 13 = full house, 17 = quads.
_PATTERNS = {
    5: HandCategory.HIGH_CARD,
    7: HandCategory.ONE_PAIR,
    9: HandCategory.TWO_PAIR,
    11: HandCategory.THREE_OF_A_KIND,
    13: HandCategory.FULL_HOUSE,
    17: HandCategory.FOUR_OF_A_KIND,
}


@dataclass(frozen=True)
class FiveCardRanks:
    """The ranks of all five-card combinations, by what decides them.

    `multisets` are sorted; `unsuited[i]` is the rank of `multisets[i]` without a flush;
    `suited[mask]` the rank of five suited cards of those ranks.
    """

    multisets: Ints
    unsuited: Ints
    suited: Ints
    category_sizes: Ints


def all_five_card_hands() -> Ints:
    """Return every five-card combination of the deck as (2598960, 5) card ids."""
    combinations = itertools.combinations(range(N_CARDS), 5)
    flat = np.fromiter(itertools.chain.from_iterable(combinations), dtype=np.uint8)
    return flat.reshape(-1, 5).astype(np.int64)


def rank_five_cards(hands: Ints, rules: Rules) -> FiveCardRanks:
    """Rank every five-card combination of a rule set's deck.

    Parameters
    ----------
    hands : ndarray of int64, shape (n, 5)
        All combinations, from `all_five_card_hands`.
    rules : Rules
        How they are ordered.
    """
    hands = hands[(hands >= N_SUITS * rules.lowest_rank).all(axis=1)]
    card_ranks, suits = hands // N_SUITS, hands % N_SUITS
    flush = (suits == suits[:, :1]).all(axis=1)
    masks = np.bitwise_or.reduce(1 << card_ranks, axis=1)
    categories, tie_breaks = _categories(card_ranks, masks, flush, rules)

    places = {category: place for place, category in enumerate(rules.categories)}
    ranks = np.zeros(len(hands), dtype=np.int64)
    sizes = np.zeros(len(HandCategory), dtype=np.int64)
    for category in rules.categories:
        members = categories == category
        classes, inverse = np.unique(tie_breaks[members], return_inverse=True)
        sizes[category] = len(classes)
        assert len(classes) <= PLACE_MASK
        ranks[members] = (places[category] << CATEGORY_SHIFT) + inverse + 1

    suited = np.zeros(SUITED_SLOTS, dtype=np.int64)
    suited[masks[flush]] = ranks[flush]
    codes = _ONE_OF[card_ranks[~flush]].sum(axis=1)
    multisets, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    unsuited = ranks[~flush][first]
    # One rank for each multiset and each suited mask, or no table could hold them.
    assert (unsuited[inverse] == ranks[~flush]).all()
    assert (suited[masks[flush]] == ranks[flush]).all()
    return FiveCardRanks(multisets, unsuited, suited, sizes)


def _categories(
    card_ranks: Ints, masks: Ints, flush: NDArray[np.bool_], rules: Rules
) -> tuple[Ints, Ints]:
    """Return each hand's category and a number that orders the hands inside it."""
    counts = (card_ranks[:, :, None] == card_ranks[:, None, :]).sum(axis=2)
    same = counts.sum(axis=1)
    categories = np.zeros(len(masks), dtype=np.int64)
    for pairs, category in _PATTERNS.items():
        categories[same == pairs] = category

    # Cards that come more often count first, then higher ones: the rule that equal hands compare
    # card by card, packed into one number.
    heights = (card_ranks + 1) % N_RANKS if rules.ace_low else card_ranks
    ordered = np.sort(counts * 16 + heights, axis=1)
    tie_breaks = (ordered << 8 * np.arange(5)).sum(axis=1)

    straight_place = np.full(SUITED_SLOTS, -1, dtype=np.int64)
    straight_place[list(rules.straights)] = np.arange(len(rules.straights))
    straight = (straight_place[masks] >= 0) & (categories == HandCategory.HIGH_CARD)
    tie_breaks[straight] = straight_place[masks[straight]]
    if rules.low:
        tie_breaks = -tie_breaks
    if rules.suits_count:
        categories[flush] = HandCategory.FLUSH
    categories[straight] = HandCategory.STRAIGHT
    categories[straight & flush] = HandCategory.STRAIGHT_FLUSH
    categories[straight & flush & (masks == ROYAL)] = HandCategory.ROYAL_FLUSH
    return categories, tie_breaks


def all_multisets(n_cards: int) -> Ints:
    """Return every rank multiset of `n_cards` cards of the full deck, sorted."""
    chosen = itertools.combinations_with_replacement(range(N_RANKS), n_cards)
    card_ranks = np.array(list(chosen))
    # Sorted ranks hold one of them five times where two places four apart are equal.
    possible = (card_ranks[:, N_SUITS:] != card_ranks[:, :-N_SUITS]).all(axis=1)
    multisets: Ints = np.sort(_ONE_OF[card_ranks[possible]].sum(axis=1))
    return multisets


def add_a_card(multisets: Ints, ranks: Ints) -> tuple[Ints, Ints]:
    """Return the multisets of one card more and the best rank of any hand inside each.

    The best five of n + 1 cards are the best five of some n of them.
    """
    counts = counts_of(multisets)
    deck = np.flatnonzero(counts.any(axis=0))
    larger = [multisets[counts[:, rank] < N_SUITS] + _ONE_OF[rank] for rank in deck]
    larger_multisets = np.unique(np.concatenate(larger))
    best = np.zeros(len(larger_multisets), dtype=np.int64)
    for rank in deck:
        holds = counts_of(larger_multisets)[:, rank] > 0
        without = np.searchsorted(multisets, larger_multisets[holds] - _ONE_OF[rank])
        best[holds] = np.maximum(best[holds], ranks[without])
    return larger_multisets, best


def complete_suited(suited: Ints) -> Ints:
    """Return suited ranks for masks of more than five ranks as well: the best five of them."""
    complete = suited.copy()
    masks = np.arange(SUITED_SLOTS)
    bits = np.bitwise_count(masks)
    for size in range(FLUSH_SIZE + 1, N_RANKS + 1):
        larger = masks[bits == size]
        for rank in range(N_RANKS):
            holds = larger[(larger >> rank & 1) == 1]
            complete[holds] = np.maximum(complete[holds], complete[holds ^ 1 << rank])
    return complete


def sum_of_keys(multisets: Ints, rank_keys: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the sum, modulo 2**32, of the rank keys of each multiset."""
    return (counts_of(multisets) @ rank_keys.astype(np.int64)).astype(np.uint32)


def counts_of(multisets: Ints) -> Ints:
    """Return how many cards of each rank the multisets hold, shape (n, 13)."""
    return multisets[:, None] // _ONE_OF & (1 << _COUNT_BITS) - 1
