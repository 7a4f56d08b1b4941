"""Exchanges of suits: questions that differ only by one have the same answer."""

from functools import cache, lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from handrank.equities.combos import all_combos, combo_index
from handrank.lookup.encoding import SUIT_MASK
from handrank.rulebook.cards import N_SUITS

Exchanges = NDArray[np.intp]


@cache
def suit_exchanges() -> Exchanges:
    """Return the 24 permutations of the suits, the identity first, shape (24, 4)."""
    return np.array(list(permutations(range(N_SUITS))), dtype=np.intp)


def exchanged(cards: NDArray[np.uint8], exchange: Exchanges) -> NDArray[np.uint8]:
    """Return cards with each suit replaced by ``exchange[suit]``.

    Examples
    --------
    >>> exchanged(np.array([48, 51], dtype=np.uint8), suit_exchanges()[-1]).tolist()
    [51, 48]
    """
    images: NDArray[np.uint8] = (cards & ~np.uint8(SUIT_MASK)) | exchange[cards & SUIT_MASK].astype(
        np.uint8
    )
    return images


def exchanged_masks(masks: NDArray[np.uint64], exchange: int) -> NDArray[np.uint64]:
    """Return card masks, four 16-bit fields, with the suits exchanged as one of `suit_exchanges`.

    Examples
    --------
    >>> hex(exchanged_masks(np.array([1], dtype=np.uint64), -1)[0])
    '0x1000000000000'
    """
    images = np.zeros_like(masks)
    for suit, to in enumerate(suit_exchanges()[exchange].tolist()):
        field = masks >> np.uint64(16 * suit) & np.uint64(0xFFFF)
        images |= field << np.uint64(16 * to)
    return images


@cache
def combo_images() -> NDArray[np.int64]:
    """Return what each exchange makes of each combo, as indices, shape (24, 1326)."""
    combos = all_combos()
    images = np.stack([combo_index(exchanged(combos, e)) for e in suit_exchanges()])
    return images.astype(np.int64)


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
    keep = [
        i
        for i, exchange in enumerate(suit_exchanges())
        if all(
            tuple(sorted(exchanged(np.array(cards, dtype=np.uint8), exchange).tolist())) == cards
            for cards in known
        )
    ]
    fixed = np.array(keep, dtype=np.intp)
    fixed.flags.writeable = False
    return fixed
