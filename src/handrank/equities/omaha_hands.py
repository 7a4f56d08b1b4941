"""`HandList`: the hole cards that an Omaha player may hold, hand by hand, with weights."""

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.legality import bad_row_reason, bad_rows
from handrank.arrays.reading import as_cards
from handrank.equities.ranges import Range
from handrank.rulebook.cards import format_cards, parse_cards
from handrank.rulebook.games import Game

Hands = NDArray[np.uint8]
Weights = NDArray[np.float64]

ANY_HAND = "random"
_ENTRIES = re.compile(r"[^,;]+")
# As many different hands are named in a label; the others are counted.
_NAMED = 3


@dataclass(frozen=True)
class HandList:
    """Hands of one number of hole cards.

    Attributes
    ----------
    hands : ndarray of uint8, shape (n, hole cards)
        Each hand once, its cards with rising ids; none if the player may hold anything.
    weights : ndarray of float, shape (n,)
        How likely each is, relative to the others.
    anything : bool
        Whether the player may hold any hand.
    """

    hands: Hands
    weights: Weights
    anything: bool = False

    @classmethod
    def read(cls, player: Any, game: Game) -> Self:
        """Read a player: text, or card ids of shape (n, hole cards), or those with weights.

        A hand given twice counts once, at the larger weight.

        Raises
        ------
        TypeError
            If the player is of a wrong kind.
        ValueError
            If a hand is unreadable or has another number of cards, or a weight is not above 0.

        Examples
        --------
        >>> from handrank.rulebook.games import get_game
        >>> HandList.read("AsAhKsKh, 2c3c4c5c:0.5", get_game("omaha")).weights.tolist()
        [0.5, 1.0]
        """
        if isinstance(player, Range):
            raise TypeError(f"a Range is of hold'em's two cards; {_wanted(game)}")
        if isinstance(player, str):
            return cls._read_text(player, game)
        if isinstance(player, tuple) and len(player) == 2 and np.ndim(player[0]):
            return cls._of_arrays(player[0], player[1], game)
        return cls._of_arrays(player, None, game)

    @classmethod
    def _read_text(cls, text: str, game: Game) -> Self:
        if text.strip().lower() == ANY_HAND:
            nothing = np.zeros((0, game.hole_cards), dtype=np.uint8)
            return cls(nothing, np.zeros(0), anything=True)
        hands, weights = [], []
        for entry in _ENTRIES.finditer(text):
            if not entry[0].strip():
                continue
            cards, colon, weight = entry[0].partition(":")
            try:
                hands.append(_read_hand(cards, game))
                weights.append(_read_weight(weight) if colon else 1.0)
            except ValueError as error:
                place = entry.start() + len(entry[0]) - len(entry[0].lstrip())
                raise ValueError(
                    f"{entry[0].strip()!r} at position {place} of {text!r}: {error}"
                ) from None
        if not hands:
            raise ValueError(f"no hand is given; {_wanted(game)}")
        return cls._of_arrays(np.stack(hands), weights, game)

    @classmethod
    def _of_arrays(cls, cards: ArrayLike, weights: ArrayLike | None, game: Game) -> Self:
        hands = as_cards(cards, name="hands")
        hands = hands[None] if hands.ndim == 1 else hands
        if hands.ndim != 2 or hands.shape[1] != game.hole_cards:
            raise ValueError(f"got cards of shape {hands.shape}; {_wanted(game)}")
        bad = bad_rows(hands)
        if bad.any():
            row = int(bad.argmax())
            raise ValueError(f"hand {row}: {bad_row_reason(hands[row])}")
        given = np.ones(len(hands)) if weights is None else np.asarray(weights)
        if given.dtype.kind not in "biuf":
            raise TypeError(f"weights must be real numbers, got dtype {given.dtype}")
        if given.shape != (len(hands),):
            raise ValueError(f"{len(hands)} hands need as many weights, got shape {given.shape}")
        wrong = ~(np.isfinite(given) & (given >= 0))
        if wrong.any():
            at = int(wrong.argmax())
            raise ValueError(f"weight {at} is {given[at]}; weights are finite and not negative")
        if not given.any():
            raise ValueError("no hand has a weight above 0")
        rows = np.sort(hands.astype(np.uint8), axis=1)
        unique, place = np.unique(rows, axis=0, return_inverse=True)
        largest = np.zeros(len(unique))
        np.maximum.at(largest, place.reshape(-1), given)
        held = largest > 0
        return cls(unique[held], largest[held])

    def __str__(self) -> str:
        if self.anything:
            return ANY_HAND
        names = [str(format_cards(hand)).replace(" ", "") for hand in self.hands[:_NAMED]]
        more = len(self.hands) - len(names)
        return ", ".join(names) + (f", +{more:,}" if more else "")


def every_hand(deck: Sequence[int], hole_cards: int) -> Hands:
    """Return all hands that a deck can deal, shape (n, hole_cards).

    Examples
    --------
    >>> every_hand(range(48), 4).shape
    (194580, 4)
    """
    n = math.comb(len(deck), hole_cards)
    flat = itertools.chain.from_iterable(itertools.combinations(deck, hole_cards))
    return np.fromiter(flat, dtype=np.uint8, count=n * hole_cards).reshape(n, hole_cards)


def _wanted(game: Game) -> str:
    return (
        f"{game.name} is played with {game.hole_cards} hole cards: give whole hands, with commas "
        f"between and weights if wanted (a hand:0.5), or {ANY_HAND!r}; the notation of hold'em "
        "ranges does not apply"
    )


def _read_hand(text: str, game: Game) -> Hands:
    try:
        cards = parse_cards(text)
    except ValueError as error:
        raise ValueError(f"{error}; {_wanted(game)}") from None
    if len(cards) != game.hole_cards:
        raise ValueError(f"got {len(cards)} cards; {_wanted(game)}")
    return cards


def _read_weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        raise ValueError(f"its weight {text.strip()!r} is no number") from None
    if not (math.isfinite(weight) and weight > 0):
        raise ValueError(f"its weight {text.strip()} is no finite number above 0")
    return weight
