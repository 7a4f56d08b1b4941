"""What a player may hold: whole hands with weights, in any game, read from text or arrays.

A known hand is a list of one. Players of two hole cards are read in the notation of ranges, those
of more hand by hand.
"""

import itertools
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.legality import first_bad_row
from handrank.arrays.reading import as_cards
from handrank.equities.combos import checked_weights
from handrank.equities.ranges import Range
from handrank.lookup.encoding import HOLE_CARDS
from handrank.rulebook.cards import format_cards, parse_cards
from handrank.rulebook.errors import Message, card_error, reworded, type_error, value_error
from handrank.rulebook.games import Game

Hands = NDArray[np.uint8]
# What `equity` takes for a player; a tuple of two arrays is hands and their weights.
Player = str | Range | ArrayLike | tuple[ArrayLike, ArrayLike]

ANY_HAND = "random"
_ENTRIES = re.compile(r"[^,;]+")
# As many hands are named in a label; the others are counted.
_NAMED = 3


@dataclass(frozen=True)
class HandList:
    """Hands (n, hole cards), each once, and relative weights (n,); no hands mean any hand."""

    hands: Hands
    weights: NDArray[np.float64]

    def __str__(self) -> str:
        if not len(self.hands):
            return ANY_HAND
        names = [str(format_cards(hand, sep="")) for hand in self.hands[:_NAMED]]
        more = len(self.hands) - len(names)
        return ", ".join(names) + (f", +{more:,}" if more else "")


def read_player(player: Player, game: Game) -> tuple[HandList, str]:
    """Read a player, and what to call the hands; a hand given twice counts at the larger weight."""
    if game.hole_cards == HOLE_CARDS:
        found = _read_range(player)
        hands = HandList(found.combos, found.weights[found.weights > 0])
        return hands, player.strip() if isinstance(player, str) else str(found)
    if isinstance(player, Range):
        raise type_error("a Range is of hold'em's two cards; {wanted}", wanted=_wanted(game))
    if isinstance(player, str):
        return _read_text(player, game), player.strip()
    hands = _of_arrays(*_hands_and_weights(player), game)
    return hands, str(hands)


def _hands_and_weights(player: Player) -> tuple[ArrayLike, ArrayLike | None]:
    """Part hands from their weights, if there are any; a tuple of card ids is a hand."""
    if isinstance(player, tuple) and len(player) == 2 and np.ndim(player[0]):
        return player
    return cast(ArrayLike, player), None


def _read_range(player: Player) -> Range:
    if isinstance(player, Range):
        return player
    if isinstance(player, str):
        try:
            cards = parse_cards(player)
        except ValueError:
            return Range.parse(player)
        # "Ah Kh" is a hand; several hands are entries of a range.
        return Range.from_combos(cards[None]) if len(cards) == HOLE_CARDS else Range.parse(player)
    return Range.from_combos(*_hands_and_weights(player))


def _read_text(text: str, game: Game) -> HandList:
    if text.strip().lower() == ANY_HAND:
        return HandList(np.zeros((0, game.hole_cards), dtype=np.uint8), np.zeros(0))
    hands, weights = [], []
    for entry in _ENTRIES.finditer(text):
        if not entry[0].strip():
            continue
        cards, colon, weight = entry[0].partition(":")
        try:
            hands.append(_read_hand(cards, game))
            weights.append(_read_weight(weight) if colon else 1.0)
        except ValueError as error:
            raise reworded(
                error,
                "{entry!r} at position {position} of {text!r}: {reason}",
                entry=entry[0].strip(),
                position=entry.start() + len(entry[0]) - len(entry[0].lstrip()),
                text=text,
            ) from None
    if not hands:
        raise value_error("no hand is given; {wanted}", wanted=_wanted(game))
    return _of_arrays(np.stack(hands), weights, game)


def _read_hand(text: str, game: Game) -> Hands:
    wanted = _wanted(game)
    try:
        cards = parse_cards(text)
    except ValueError as error:
        raise reworded(error, "{reason}; {wanted}", wanted=wanted) from None
    if len(cards) != game.hole_cards:
        raise value_error("got {n} cards; {wanted}", n=len(cards), wanted=wanted)
    return cards


def _read_weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        raise value_error("its weight {text!r} is not a number", text=text.strip()) from None
    if not (math.isfinite(weight) and weight > 0):
        raise value_error("its weight {text} is not a finite number above 0", text=text.strip())
    return weight


def _of_arrays(cards: ArrayLike, weights: ArrayLike | None, game: Game) -> HandList:
    hands = as_cards(cards, name="hands")
    hands = hands[None] if hands.ndim == 1 else hands
    if hands.ndim != 2 or hands.shape[1] != game.hole_cards:
        raise value_error(
            "got cards of shape {shape}; {wanted}", shape=hands.shape, wanted=_wanted(game)
        )
    if (bad := first_bad_row(hands)) is not None:
        raise card_error("hand {row}: {reason}", row=bad[0], reason=bad[1])
    given = checked_weights(weights, len(hands))
    if not given.any():
        raise value_error("no hand has a weight above 0")
    rows = np.sort(hands.astype(np.uint8), axis=1)
    unique, place = np.unique(rows, axis=0, return_inverse=True)
    largest = np.zeros(len(unique))
    np.maximum.at(largest, place.reshape(-1), given)
    return HandList(unique[largest > 0], largest[largest > 0])


def _wanted(game: Game) -> Message:
    return Message(
        "{game} is played with {n} hole cards: give whole hands, with commas between and weights "
        "if wanted (a hand:0.5), or {any_hand!r}; the notation of hold'em ranges does not apply",
        game=game.name,
        n=game.hole_cards,
        any_hand=ANY_HAND,
    )


def every_hand(deck: Iterable[int], hole_cards: int) -> Hands:
    """Return all hands that a deck can deal, shape (n, hole_cards)."""
    flat = itertools.chain.from_iterable(itertools.combinations(deck, hole_cards))
    return np.fromiter(flat, dtype=np.uint8).reshape(-1, hole_cards)
