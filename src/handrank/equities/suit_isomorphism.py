"""Suit isomorphism: questions that differ only by an exchange of suits have the same answer."""

from functools import cache, lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from handrank.lookup.encoding import SUIT_MASK
from handrank.rulebook.cards import N_SUITS


@cache
def suit_exchanges() -> NDArray[np.intp]:
    """Return the 24 permutations of the suits, the identity first, shape (24, 4)."""
    return np.array(list(permutations(range(N_SUITS))), dtype=np.intp)


def exchanged(cards: NDArray[np.uint8], exchanges: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Return cards with each suit replaced by ``exchange[suit]``, for one exchange or several."""
    suits = exchanges.astype(np.uint8)
    images: NDArray[np.uint8] = (cards & ~np.uint8(SUIT_MASK)) | suits[..., cards & SUIT_MASK]
    return images


@lru_cache(maxsize=256)
def fixing(*known: bytes) -> NDArray[np.intp]:
    """Return which exchanges leave sets of cards, each in rising order, as they are."""
    kept = np.ones(len(suit_exchanges()), dtype=np.bool_)
    for cards in (np.frombuffer(content, dtype=np.uint8) for content in known):
        kept &= (np.sort(exchanged(cards, suit_exchanges()), axis=1) == cards).all(axis=1)
    fixed = np.flatnonzero(kept)
    fixed.flags.writeable = False
    return fixed
