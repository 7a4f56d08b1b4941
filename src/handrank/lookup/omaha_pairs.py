"""The table behind Omaha: what any two hole cards make of any full board.

Without a flush nothing but card ranks counts, and there are only 6,175 rank multisets of five board
cards and 91 of two hole cards. For each of these the best of the ten choices of three board cards
is worked out once, from the table of five-card hands: an Omaha hand of 60 five-card hands is then
six lookups, all in one row.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from handrank.lookup.encoding import (
    BOARD_CARDS,
    CATEGORY_SHIFT,
    FLUSH_SIZE,
    HASH_SHAPES,
    HOLE_CARDS,
    RANK_BITS,
)
from handrank.lookup.multisets import deck_multisets, in_a_deck, rank_multisets, slots_of
from handrank.lookup.tables import Tables, load_tables
from handrank.rulebook.rules import N_RANKS, HandCategory, Rules


@dataclass(frozen=True)
class OmahaTables:
    """The tables that Omaha hands under one rule set are ranked from, read-only.

    Attributes
    ----------
    tables : Tables
        The rule set's tables.
    pair_numbers : ndarray of uint8, shape (256,)
        A number for each two hole cards, by ``rank << 4 | rank``.
    pair_ranks : ndarray of uint16, shape (8192, 91)
        The best hand rank without a flush, by the slot of the board's five cards and the number of
        the pair; 0 where the deck does not hold these cards.
    plain_flushes : int
        Ranks of suited cards below this are those of flushes that are no straight flushes. 0 in low
        games, where a flush is nothing to look for.
    """

    tables: Tables
    pair_numbers: NDArray[np.uint8]
    pair_ranks: NDArray[np.uint16]
    plain_flushes: int


@cache
def load_omaha_tables(rules: str) -> OmahaTables:
    """Return the tables of a rule set, made on first use: 1.5 MB in a twentieth of a second.

    Raises
    ------
    ValueError
        If no rule set has that name.
    TableError
        If a file is missing or damaged.
    """
    tables = load_tables(rules)
    omaha = OmahaTables(tables, _pair_numbers(), _pair_ranks(tables), _plain_flushes(tables.rules))
    omaha.pair_numbers.flags.writeable = False
    omaha.pair_ranks.flags.writeable = False
    return omaha


def _plain_flushes(rules: Rules) -> int:
    if not (rules.suits_count and rules.suited_decide):
        return 0
    return rules.categories.index(HandCategory.STRAIGHT_FLUSH) << CATEGORY_SHIFT


def _pair_numbers() -> NDArray[np.uint8]:
    numbers = np.zeros((1 << RANK_BITS, 1 << RANK_BITS), dtype=np.uint8)
    low, high = rank_multisets(HOLE_CARDS).T
    numbers[low, high] = numbers[high, low] = np.arange(len(low))
    return numbers.reshape(-1)


def _pair_ranks(tables: Tables) -> NDArray[np.uint16]:
    pairs, triples = rank_multisets(HOLE_CARDS), rank_multisets(FLUSH_SIZE - HOLE_CARDS)
    fives = np.concatenate(
        (triples.repeat(len(pairs), axis=0), np.tile(pairs, (len(triples), 1))), axis=1
    )
    # A slot is some other hand's where a rank comes five times, which no deck allows.
    of_triples = np.where(in_a_deck(fives), tables.ranks[FLUSH_SIZE][slots_of(fives, tables)], 0)
    of_triples = of_triples.reshape(len(triples), len(pairs))
    triple_numbers = np.zeros((N_RANKS,) * triples.shape[1], dtype=np.int64)
    triple_numbers[tuple(triples.T)] = np.arange(len(triples))

    boards = deck_multisets(BOARD_CARDS)
    best = np.zeros((len(boards), len(pairs)), dtype=np.uint16)
    for places in combinations(range(BOARD_CARDS), triples.shape[1]):
        chosen = triple_numbers[tuple(boards[:, places].T)]
        np.maximum(best, of_triples[chosen], out=best)
    by_slot = np.zeros((HASH_SHAPES[BOARD_CARDS].n_slots, len(pairs)), dtype=np.uint16)
    by_slot[slots_of(boards, tables)] = best
    return by_slot
