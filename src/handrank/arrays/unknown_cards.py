"""Hands that are not known: what records write in place of cards that nobody saw."""

import re
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.reading import as_array
from handrank.rulebook.cards import format_cards, parse_cards
from handrank.rulebook.errors import CardError, Message

# In place of a whole hand, besides nothing at all.
_NO_HAND = frozenset({"", "-", "--", "nan", "none", "null", "n/a"})
# In place of a card.
_NO_CARD = re.compile(r"\?\??|xx", re.IGNORECASE)
_SEPARATORS = " \t,;|/_-"


def is_missing(text: str) -> bool:
    """Say whether a text stands for no cards at all, as before the flop."""
    return text.strip().lower() in _NO_HAND


def is_unknown(text: str) -> bool:
    """Say whether a text stands for a hand of which not every card is known."""
    if is_missing(text):
        return True
    shown, n_hidden = _NO_CARD.subn(" ", text)
    if not n_hidden or not shown.strip(_SEPARATORS):
        return n_hidden > 0
    try:
        parse_cards(shown, lang="fr")
    except CardError:
        return False
    return True


def set_unknown_apart(
    hands: ArrayLike, name: str, n_cards: int
) -> tuple[ArrayLike, NDArray[np.bool_] | None]:
    """Return texts of hands with some cards in place of the unknown ones, and which those are."""
    # Ids are always known: None says so, and that the hands are as they were given.
    if isinstance(hands, str) or (isinstance(hands, np.ndarray) and hands.dtype.kind not in "UTO"):
        return hands, None
    array = as_array(hands, name, Message("all hands must have the same number of cards"))
    if array.dtype.kind not in "UTO":
        return hands, None
    texts = array.astype(object)
    items = texts.reshape(-1).tolist()
    unknown = np.array([_stands_for_nothing(item) for item in items], dtype=np.bool_)
    if not unknown.any():
        return hands, None
    known = next((item for item, gone in zip(items, unknown, strict=True) if not gone), None)
    if isinstance(known, str):
        n_cards = len(parse_cards(known, lang="fr"))
    flat = texts.reshape(-1)
    flat[unknown] = format_cards([0] * n_cards)
    unknown = unknown.reshape(array.shape)
    # With one card a text, a hand is a row of texts.
    of_hands = unknown.any(axis=-1) if n_cards == 1 and unknown.ndim else unknown
    return cast(ArrayLike, flat.reshape(array.shape)), np.asarray(of_hands)


def _stands_for_nothing(item: Any) -> bool:
    if isinstance(item, str):
        return is_unknown(item)
    return item is None or (isinstance(item, float) and item != item)
