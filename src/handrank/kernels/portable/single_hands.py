"""Kernels for one hand a call and for users' own loops, with the tables as constants.

The tables stand in closures, which Numba's cache compares: code compiled for other tables is never
taken up again. Nothing leaves the tables: ids that are not cards, or the same card twice, give a
meaningless rank and no crash.

A hand that grows card by card is two numbers: its key and its suit fields. Both are signed, as
Python's integers and Numba's literals are: Numba would join a signed and an unsigned variable in a
float.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import Kernel, inlined, kernel, typed_kernel
from handrank.kernels.portable.best_of_subsets import best_of_fields
from handrank.kernels.portable.steps import bit_count, lookup_for, rank_with_fields
from handrank.lookup.encoding import EMPTY_HAND, FLUSH_BITS, suit_fields
from handrank.lookup.tables import load_tables
from handrank.rulebook.cards import N_CARDS, lowest_card

CardId = int | np.integer[Any]
Row = NDArray[np.integer[Any]]
# Its key and its suit fields.
Hand = tuple[int, int]


@dataclass(frozen=True)
class HandFunctions:
    """The functions of `handrank.jit` under one rule set, each under its name there."""

    evaluate5: Callable[[CardId, CardId, CardId, CardId, CardId], int]
    evaluate6: Callable[[CardId, CardId, CardId, CardId, CardId, CardId], int]
    evaluate7: Callable[[CardId, CardId, CardId, CardId, CardId, CardId, CardId], int]
    evaluate_row: Callable[[Row], int]
    add_card: Callable[[Hand, CardId], Hand]
    rank_hand: Callable[[Hand], int]


@typed_kernel
def join_hands(hand: Hand, other: Hand) -> Hand:
    """Return the hand of two hands' cards together.

    Parameters
    ----------
    hand, other : tuple of two int
        Hands as `add_card` makes them, a board and hole cards say. They are trusted: a card that
        both hold makes the rank meaningless.

    Returns
    -------
    tuple of two int
        The hand of all their cards.

    Examples
    --------
    >>> from handrank import jit
    >>> one, other = jit.add_card(jit.EMPTY_HAND, 51), jit.add_card(jit.EMPTY_HAND, 3)
    >>> jit.join_hands(one, other) == jit.add_card(one, 3)
    True
    """
    key = np.int64(hand[0]) + np.int64(other[0]) - EMPTY_HAND
    # Numba makes them int64, which Python sees as int.
    return key, np.int64(hand[1]) | np.int64(other[1])  # type: ignore[return-value]


@cache
def _rank_by_size(rules: str) -> Kernel:
    """Return the function that ranks a key and suit fields; 0 for other sizes than 5, 6 and 7."""
    tables = load_tables(rules)
    tables5, tables6, tables7 = (tables.for_hands(size) for size in (5, 6, 7))
    lookup5, lookup6, lookup7 = (lookup_for(size) for size in (5, 6, 7))
    # Constants to Numba, which leaves out the branch that is not taken.
    undecided, flush_bits = not tables.rules.suited_decide, np.uint64(FLUSH_BITS)

    @inlined
    def rank_by_size(key, fields, size):
        if undecided and (size == 6 or size == 7) and key & flush_bits:
            return best_of_fields(fields, tables5)
        if size == 7:
            return rank_with_fields(key, fields, lookup7, tables7)
        if size == 5:
            return rank_with_fields(key, fields, lookup5, tables5)
        if size == 6:
            return rank_with_fields(key, fields, lookup6, tables6)
        return np.uint16(0)

    return rank_by_size


@cache
def _card_summer(rules: str) -> Kernel:
    """Return the function that sums card ids up to a key and suit fields."""
    card_keys, card_fields = load_tables(rules).card_keys, suit_fields()
    empty = np.uint64(EMPTY_HAND)

    @inlined
    def sum_cards(cards):
        key, fields = empty, np.uint64(0)
        for card in cards:
            key += card_keys[np.uint8(card)]
            fields |= card_fields[np.uint8(card)]
        return key, fields

    return sum_cards


@cache
def checked_row(rules: str) -> Callable[[Row], int]:
    """Return the function that ranks a row; 0 where a card is not in the deck or given twice."""
    rank_by_size, sum_cards = _rank_by_size(rules), _card_summer(rules)
    card_fields, lowest = suit_fields(), lowest_card(load_tables(rules).rules)

    @kernel
    def rank_checked_row(cards):
        fields = np.uint64(0)
        for card in cards:
            if card < lowest or card >= N_CARDS or fields & card_fields[np.uint8(card)]:
                return np.uint16(0)
            fields |= card_fields[np.uint8(card)]
        key, fields = sum_cards(cards)
        return rank_by_size(key, fields, len(cards))

    checked: Callable[[Row], int] = rank_checked_row
    return checked


_EVALUATE = """Return the hand rank of {n} cards.

Parameters
----------
c0, ..., c{last} : int
    Card ids, of any integer types, each its own. They are trusted: a number that is not a card id,
    or a card given twice, gives a meaningless rank and no crash.

Returns
-------
int
    The hand rank, in Numba a uint16; see `handrank.evaluate`. The larger one wins.

Examples
--------
>>> from handrank import jit
>>> jit.evaluate{n}({cards})  # As Ks Qs Js Ts, then 2c 3d
36865
"""


def _evaluates(n: int) -> Callable[[Kernel], Kernel]:
    """Compile a function that ranks `n` cards, with the docstring of such."""

    def documented(function: Kernel) -> Kernel:
        cards = ", ".join(("51", "47", "43", "39", "35", "0", "5")[:n])
        function.__doc__ = _EVALUATE.format(n=n, last=n - 1, cards=cards)
        return kernel(function)

    return documented


def _for_whole_hands(rules: str) -> list[Kernel]:
    """Return the functions that rank all cards at once."""
    rank_by_size, sum_cards = _rank_by_size(rules), _card_summer(rules)

    # Arguments of different integer types would make tuples that Numba cannot go through.
    @_evaluates(5)
    def evaluate5(c0, c1, c2, c3, c4):
        cards = (np.uint8(c0), np.uint8(c1), np.uint8(c2), np.uint8(c3), np.uint8(c4))
        key, fields = sum_cards(cards)
        return rank_by_size(key, fields, 5)

    @_evaluates(6)
    def evaluate6(c0, c1, c2, c3, c4, c5):
        first = (np.uint8(c0), np.uint8(c1), np.uint8(c2))
        key, fields = sum_cards((*first, np.uint8(c3), np.uint8(c4), np.uint8(c5)))
        return rank_by_size(key, fields, 6)

    @_evaluates(7)
    def evaluate7(c0, c1, c2, c3, c4, c5, c6):
        first = (np.uint8(c0), np.uint8(c1), np.uint8(c2), np.uint8(c3))
        key, fields = sum_cards((*first, np.uint8(c4), np.uint8(c5), np.uint8(c6)))
        return rank_by_size(key, fields, 7)

    @kernel
    def evaluate_row(cards):
        """Return the hand rank of an array of cards.

        Parameters
        ----------
        cards : ndarray of int, shape (5,), (6,) or (7,)
            Card ids of any integer dtype, in any memory layout: a row of a larger array, say. They
            are trusted as by `evaluate7`.

        Returns
        -------
        int
            The hand rank, in Numba a uint16; 0 for an array of another length.

        Examples
        --------
        >>> import numpy as np
        >>> from handrank import jit
        >>> jit.evaluate_row(np.array([51, 47, 43, 39, 35]))
        36865
        >>> jit.evaluate_row(np.arange(4))
        0
        """
        key, fields = sum_cards(cards)
        return rank_by_size(key, fields, len(cards))

    return [evaluate5, evaluate6, evaluate7, evaluate_row]


def _for_growing_hands(rules: str) -> list[Kernel]:
    """Return the functions for hands that grow card by card."""
    rank_by_size = _rank_by_size(rules)
    card_keys, card_fields = load_tables(rules).card_keys, suit_fields()

    @kernel
    def add_card(hand, card):
        """Return a hand with one card more.

        Parameters
        ----------
        hand : tuple of two int
            The hand so far; `handrank.jit.EMPTY_HAND` at first.
        card : int
            A card id of any integer type that the hand does not hold yet. It is trusted: another
            number makes the rank of the hand meaningless.

        Returns
        -------
        tuple of two int
            The new hand. The order in which cards are added does not matter.

        Examples
        --------
        >>> from handrank import jit
        >>> aces = jit.add_card(jit.add_card(jit.EMPTY_HAND, 51), 50)
        >>> aces == jit.add_card(jit.add_card(jit.EMPTY_HAND, 50), 51)
        True
        """
        key = np.int64(hand[0]) + np.int64(card_keys[np.uint8(card)])
        return key, np.int64(hand[1]) | np.int64(card_fields[np.uint8(card)])

    @kernel
    def rank_hand(hand):
        """Return the hand rank of a hand that `add_card` and `join_hands` made.

        Parameters
        ----------
        hand : tuple of two int
            The hand, of cards that differ. Any two integers give a number and no crash.

        Returns
        -------
        int
            The hand rank, in Numba a uint16; 0 for fewer than five cards and for more than seven.

        Examples
        --------
        >>> from handrank import jit
        >>> hand = jit.EMPTY_HAND
        >>> for card in (51, 47, 43, 39, 35):  # As Ks Qs Js Ts
        ...     hand = jit.add_card(hand, card)
        >>> jit.rank_hand(hand), jit.rank_hand(jit.EMPTY_HAND)
        (36865, 0)
        """
        # Python's integers are not to be taken for unsigned ones at once.
        key, fields = np.uint64(np.int64(hand[0])), np.uint64(np.int64(hand[1]))
        return rank_by_size(key, fields, bit_count(fields))

    return [add_card, rank_hand]


@cache
def hand_functions(rules: str) -> HandFunctions:
    """Return the functions of a rule set."""
    return HandFunctions(*_for_whole_hands(rules), *_for_growing_hands(rules))
