"""Check what `equity` is given, whichever game it is about."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.legality import bad_row_reason, bad_rows
from handrank.arrays.reading import as_cards
from handrank.lookup.encoding import BOARD_CARDS, RANK_SHIFT
from handrank.rulebook.cards import format_cards
from handrank.rulebook.games import Game

MIN_PLAYERS, MAX_PLAYERS = 2, 10

# Weights are counted in whole numbers, so that exact results are exact and independent of order.
# Decimal fractions of up to three places are kept as they are; others are rounded. A sweep's sums,
# the largest, stay below 2**63 with these: up to 1,326 of them on each of C(50, 5) boards.
_LARGEST_DENOMINATOR = 1000
_LARGEST_WEIGHT = 1 << 26

Combos = NDArray[np.uint8]


def as_players(players: Sequence[Any]) -> list[Any]:
    """Return the players' entries as a list.

    Raises
    ------
    TypeError
        If they are one string, stand in no order, or are no list at all.
    ValueError
        If there are too few or too many.
    """
    if isinstance(players, str):
        raise TypeError("players must be a list with an entry for each player, got one string")
    if isinstance(players, set | frozenset | dict) or not isinstance(players, Iterable):
        kind = type(players).__name__
        raise TypeError(f"players must be a list with an entry for each player, got {kind}")
    players = list(players)
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise ValueError(
            f"equity is for {MIN_PLAYERS} to {MAX_PLAYERS} players, got {len(players)}"
        )
    return players


def read_known(board: ArrayLike, dead: ArrayLike, game: Game) -> tuple[Combos, Combos]:
    """Check the board and the dead cards.

    Raises
    ------
    TypeError
        If they are neither integers nor text.
    ValueError
        If they are unreadable, too many, no cards of the game, or a card is given twice.
    """
    known_board, known_dead = _read_cards(board, "board"), _read_cards(dead, "dead")
    if len(known_board) > BOARD_CARDS:
        raise ValueError(f"a board has at most {BOARD_CARDS} cards, got {len(known_board)}")
    for card in known_board.tolist():
        if card >> RANK_SHIFT < game.lowest_rank:
            raise ValueError(f"board: {format_cards([card])} is not in the deck of {game.name}")
    for card in set(known_board.tolist()) & set(known_dead.tolist()):
        raise ValueError(f"{format_cards([card])} is on the board and among the dead cards")
    return known_board, known_dead


def _read_cards(cards: ArrayLike, name: str) -> Combos:
    if cards is None or (isinstance(cards, str) and not cards.strip()):
        return np.zeros(0, dtype=np.uint8)
    try:
        known = as_cards(cards, name=name)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if known.ndim != 1:
        raise ValueError(f"{name} must be one row of cards, got shape {known.shape}")
    if known.size and bad_rows(known[None])[0]:
        raise ValueError(f"{name}: {bad_row_reason(known)}")
    return known.astype(np.uint8)


def whole_weights(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the smallest whole numbers in the proportion of the weights.

    Examples
    --------
    >>> whole_weights(np.array([0.5, 0.0, 1.0, 0.25])).tolist()
    [2, 0, 4, 1]
    """
    held = weights > 0
    values = weights[held]
    if values.min() == values.max():
        return held.astype(np.int64)
    whole = _as_fractions(weights, 1.0)
    if whole is None:
        # 3e-7 and 1e-7 are no such fractions, but one is three times the other.
        whole = _as_fractions(weights, float(values.min()))
    if whole is None:
        whole = np.rint(weights / weights.max() * _LARGEST_WEIGHT)
        whole = np.where(held, np.maximum(whole, 1), 0)
    numbers: NDArray[np.int64] = whole.astype(np.int64)
    return numbers // math.gcd(*np.unique(numbers[held]).tolist())


def _as_fractions(weights: NDArray[np.float64], unit: float) -> NDArray[np.float64] | None:
    """Return weights in units as whole numbers, if they are fractions of small denominators."""
    values = np.unique(weights[weights > 0]) / unit
    for denominator in range(1, _LARGEST_DENOMINATOR + 1):
        scaled = values * denominator
        if scaled[-1] > _LARGEST_WEIGHT:
            return None
        if np.allclose(scaled, np.rint(scaled), rtol=1e-12, atol=0):
            return np.rint(weights / unit * denominator)
    return None
