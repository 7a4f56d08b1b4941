"""Suit isomorphism: questions that differ only by an exchange of suits have the same answer."""

from functools import cache, lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from handrank.lookup.encoding import SUIT_MASK
from handrank.rulebook.cards import N_SUITS

Exchanges = NDArray[np.intp]


@cache
def suit_exchanges() -> Exchanges:
    """Return the 24 permutations of the suits, the identity first, shape (24, 4)."""
    return np.array(list(permutations(range(N_SUITS))), dtype=np.intp)


def exchanged(cards: NDArray[np.uint8], exchanges: Exchanges) -> NDArray[np.uint8]:
    """Return cards with each suit replaced by ``exchange[suit]``, for one exchange or several.

    Examples
    --------
    >>> exchanged(np.array([48, 51], dtype=np.uint8), suit_exchanges()[-1]).tolist()
    [51, 48]
    """
    suits = exchanges.astype(np.uint8)
    images: NDArray[np.uint8] = (cards & ~np.uint8(SUIT_MASK)) | suits[..., cards & SUIT_MASK]
    return images


def fixing(*known: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return which exchanges leave each of some sets of cards as it is, the identity first.

    Examples
    --------
    >>> len(fixing(np.array([51, 50], dtype=np.uint8)))  # As Ah: swap s and h, swap c and d
    4
    """
    return _fixing(tuple(tuple(sorted(cards.tolist())) for cards in known if len(cards)))


@lru_cache(maxsize=256)
def _fixing(known: tuple[tuple[int, ...], ...]) -> NDArray[np.intp]:
    kept = np.ones(len(suit_exchanges()), dtype=np.bool_)
    for cards in known:
        images = exchanged(np.array(cards, dtype=np.uint8), suit_exchanges())
        kept &= (np.sort(images, axis=1) == cards).all(axis=1)
    fixed = np.flatnonzero(kept)
    fixed.flags.writeable = False
    return fixed
