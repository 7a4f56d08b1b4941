"""Deal uniformly random hands."""

from collections.abc import Iterator
from operator import index as as_index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import bad_row_reason, bad_rows
from handrank.arrays.reading import as_cards
from handrank.arrays.signals import away_from_signals
from handrank.kernels.portable.deal_cards import deal_hands
from handrank.rulebook.cards import N_CARDS, lowest_card
from handrank.rulebook.rules import get_rules

# Hands dealt without the interpreter: short enough that Ctrl-C is answered soon.
_BLOCK = 1 << 18


def deal(
    n: int,
    n_cards: int = 7,
    *,
    rng: np.random.Generator,
    dead: ArrayLike = (),
    rules: str = "high",
) -> NDArray[np.uint8]:
    """Deal uniformly random hands, each from a fresh deck.

    Parameters
    ----------
    n : int
        How many hands.
    n_cards : int, optional
        Cards a hand.
    rng : numpy.random.Generator
        The source of chance; equal states give equal hands.
    dead : array_like of int or str, optional
        Cards that are out of the deck.
    rules : str, optional
        The rule set whose deck is dealt from: 36 cards under ``"short-deck"``.

    Returns
    -------
    ndarray of uint8, shape (n, n_cards)
        Card ids; every ordered choice of cards is equally likely.

    Raises
    ------
    TypeError
        If `n` or `n_cards` is no integer or `rng` no `numpy.random.Generator`.
    ValueError
        If a number is negative, the deck has too few cards, `dead` holds a card twice or one that
        the deck lacks, or `rules` is unknown.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> deal(3, 5, rng=rng, dead="As Ks").shape
    (3, 5)
    """
    n, n_cards, deck = _checked(n, n_cards, rng, dead, rules)
    hands = np.empty((n, n_cards), dtype=np.uint8)
    for start in range(0, n if n_cards else 0, _BLOCK):
        _fill(rng, deck, hands[start : start + _BLOCK])
    return hands


def deal_blocks(
    n: int,
    n_cards: int = 7,
    *,
    rng: np.random.Generator,
    dead: ArrayLike = (),
    rules: str = "high",
) -> Iterator[NDArray[np.uint8]]:
    """Deal the hands of `deal` in blocks, for more hands than memory holds.

    Parameters and errors are those of `deal`.

    Yields
    ------
    ndarray of uint8, shape (m, n_cards)
        Together, in order, the hands that `deal` gives for the same state of `rng`.

    Examples
    --------
    >>> sum(len(block) for block in deal_blocks(10**6, rng=np.random.default_rng(1)))
    1000000
    """
    n, n_cards, deck = _checked(n, n_cards, rng, dead, rules)
    for start in range(0, n, _BLOCK):
        hands = np.empty((min(_BLOCK, n - start), n_cards), dtype=np.uint8)
        _fill(rng, deck, hands)
        yield hands


def _fill(rng: np.random.Generator, deck: NDArray[np.uint8], hands: NDArray[np.uint8]) -> None:
    def work() -> None:
        with rng.bit_generator.lock:
            deal_hands(rng, deck, hands)

    # To hand over a Generator, Numba runs Python code and trusts it to raise nothing: Ctrl-C at
    # that moment would crash the interpreter.
    away_from_signals(work)


def _checked(
    n: int, n_cards: int, rng: np.random.Generator, dead: ArrayLike, rules: str
) -> tuple[int, int, NDArray[np.uint8]]:
    """Return the counts and the deck."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng must be a numpy.random.Generator, got {type(rng).__name__}")
    n, n_cards = _as_count(n, "n"), _as_count(n_cards, "n_cards")
    deck = _deck_without(dead, lowest_card(get_rules(rules)))
    if n_cards > len(deck):
        raise ValueError(f"cannot deal {n_cards} cards from a deck of {len(deck)}")
    return n, n_cards, deck


def _as_count(number: Any, name: str) -> int:
    try:
        count = as_index(number)
    except TypeError:
        raise TypeError(f"{name} must be an integer, got {type(number).__name__}") from None
    if isinstance(number, bool):
        raise TypeError(f"{name} must be an integer, got bool")
    if count < 0:
        raise ValueError(f"{name} must not be negative, got {count}")
    return int(count)


def _deck_without(dead: ArrayLike, lowest: int) -> NDArray[np.uint8]:
    cards = (
        np.zeros(0, dtype=np.uint8)
        if isinstance(dead, str) and not dead
        else as_cards(dead, name="dead")
    )
    if cards.ndim != 1:
        raise ValueError(f"dead must be one row of cards, got shape {cards.shape}")
    if cards.size and bad_rows(cards[None], lowest)[0]:
        raise ValueError(f"dead: {bad_row_reason(cards, lowest)}")
    return np.setdiff1d(np.arange(lowest, N_CARDS, dtype=np.uint8), cards).astype(np.uint8)
