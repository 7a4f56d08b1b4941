"""Deal uniformly random hands."""

from collections.abc import Iterator
from contextlib import nullcontext

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.counts import as_count
from handrank.arrays.legality import known_cards
from handrank.arrays.randomness import as_generator
from handrank.arrays.signals import away_from_signals
from handrank.kernels.compiling import INTERPRETED
from handrank.kernels.portable.deal_cards import deal_hands
from handrank.rulebook.cards import N_CARDS, lowest_card
from handrank.rulebook.errors import Message, value_error
from handrank.rulebook.rules import RulesName, get_rules

# Hands dealt without the interpreter: short enough that Ctrl-C is answered soon.
_BLOCK = 1 << 18

_MOST_CARDS = int(np.iinfo(np.intp).max)


def deal(
    n: int,
    n_cards: int = 7,
    *,
    dead: ArrayLike | None = None,
    rules: RulesName = "high",
    seed: int | None = None,
    rng: np.random.Generator | None = None,
) -> NDArray[np.uint8]:
    """Deal uniformly random hands, each from a fresh deck.

    Parameters
    ----------
    n : int
        How many hands.
    n_cards : int, optional
        Cards a hand.
    dead : array_like of int or str, optional
        Cards that are out of the deck.
    rules : RulesName, optional
        The rule set whose deck is dealt from: 36 cards under ``"short-deck"``.
    seed : int, optional
        Makes the hands repeatable: equal seeds give equal hands.
    rng : numpy.random.Generator, optional
        The source of chance in place of a seed; equal states give equal hands.

    Returns
    -------
    ndarray of uint8, shape (n, n_cards)
        Card ids; every ordered choice of cards is equally likely.

    Raises
    ------
    TypeError
        If `n`, `n_cards` or `seed` is not an integer or `rng` not a `numpy.random.Generator`.
    ValueError
        If a number is negative, the deck has too few cards, `dead` holds a card twice or one that
        the deck lacks, `rules` is unknown, or `seed` and `rng` are both given.

    Examples
    --------
    >>> deal(3, 5, dead="As Ks", seed=1).shape
    (3, 5)
    """
    rng = as_generator(seed, rng)
    n, n_cards, deck = _counts_and_deck(n, n_cards, dead, rules)
    hands = np.empty((n, n_cards), dtype=np.uint8)
    for start in range(0, n if n_cards else 0, _BLOCK):
        _fill(rng, deck, hands[start : start + _BLOCK])
    return hands


def deal_in_blocks(
    n: int,
    n_cards: int = 7,
    *,
    dead: ArrayLike | None = None,
    rules: RulesName = "high",
    rng: np.random.Generator,
) -> Iterator[NDArray[np.uint8]]:
    """Deal the hands of `deal` in blocks, for more hands than memory holds."""
    # One deck for all blocks: the order that a deal leaves it in is part of the next one.
    n, n_cards, deck = _counts_and_deck(n, n_cards, dead, rules)
    for start in range(0, n, _BLOCK):
        hands = np.empty((min(_BLOCK, n - start), n_cards), dtype=np.uint8)
        _fill(rng, deck, hands)
        yield hands


def _fill(rng: np.random.Generator, deck: NDArray[np.uint8], hands: NDArray[np.uint8]) -> None:
    # As plain Python the generator locks itself, with a lock that cannot be held twice before
    # NumPy 2.4.
    lock = nullcontext() if INTERPRETED else rng.bit_generator.lock

    def work() -> None:
        with lock:
            deal_hands(rng, deck, hands)

    # To hand over a Generator, Numba runs Python code and trusts it to raise nothing: Ctrl-C at
    # that moment would crash the interpreter.
    away_from_signals(work)


def _counts_and_deck(
    n: int, n_cards: int, dead: ArrayLike | None, rules: RulesName
) -> tuple[int, int, NDArray[np.uint8]]:
    """Return the counts and the deck."""
    n, n_cards = as_count(n, "n"), as_count(n_cards, "n_cards")
    lowest = lowest_card(get_rules(rules))
    deck = np.arange(lowest, N_CARDS, dtype=np.uint8)
    deck = np.setdiff1d(deck, known_cards(dead, Message("dead"), lowest))
    if n_cards > len(deck):
        raise value_error(
            "cannot deal {n} cards from a deck of {n_deck}", n=n_cards, n_deck=len(deck)
        )
    if n * max(1, n_cards) > _MOST_CARDS:
        raise value_error("{n} hands are more than an array can hold", n=n)
    return n, n_cards, deck
