"""The 1,326 combos of two hole cards and the 169 classes that suits divide them into."""

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.legality import bad_row_reason, bad_rows
from handrank.arrays.reading import as_cards
from handrank.lookup.encoding import HOLE_CARDS, RANK_SHIFT, SUIT_MASK
from handrank.rulebook.cards import N_CARDS
from handrank.rulebook.rules import N_RANKS, RANK_LETTERS

N_COMBOS = N_CARDS * (N_CARDS - 1) // 2


@cache
def all_combos() -> NDArray[np.uint8]:
    """Return every combo, each as its lower and its higher card id.

    Returns
    -------
    ndarray of uint8, shape (1326, 2)
        Ordered by the higher card, then the lower: the order of `Range.weights`. Read-only.

    Examples
    --------
    >>> all_combos()[:4].tolist()
    [[0, 1], [0, 2], [1, 2], [0, 3]]
    """
    high, low = np.tril_indices(N_CARDS, -1)
    combos = np.stack((low, high), axis=1).astype(np.uint8)
    combos.flags.writeable = False
    return combos


def combo_index(combos: ArrayLike) -> NDArray[np.intp]:
    """Return where combos stand in `all_combos`, whatever the order of their two cards.

    Parameters
    ----------
    combos : array_like of int or str, shape (..., 2)
        Card ids or card text.

    Returns
    -------
    ndarray of intp, shape (...)

    Raises
    ------
    TypeError
        If the combos are neither integers nor text.
    ValueError
        If a row has not two different cards in 0..51.

    Examples
    --------
    >>> combo_index(["AsAh", "2d2c"])
    array([1325,    0])
    """
    cards = as_cards(combos, name="combos")
    if cards.shape[-1] != HOLE_CARDS:
        raise ValueError(f"a combo has 2 cards, got {cards.shape[-1]} (shape {cards.shape})")
    rows = cards.reshape(-1, HOLE_CARDS)
    bad = bad_rows(rows)
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(f"combo {row}: {bad_row_reason(rows[row])}")
    pairs = np.sort(cards.astype(np.intp), axis=-1)
    index: NDArray[np.intp] = pairs[..., 1] * (pairs[..., 1] - 1) // 2 + pairs[..., 0]
    return index


@cache
def class_names() -> tuple[str, ...]:
    """Return the 169 classes row by row of the usual 13 x 13 grid.

    Aces come first; suited classes stand above the diagonal of pairs, offsuit ones below.

    Examples
    --------
    >>> class_names()[:3], class_names()[13:15]
    (('AA', 'AKs', 'AQs'), ('AKo', 'KK'))
    """
    letters = RANK_LETTERS[::-1]
    names = []
    for row, first in enumerate(letters):
        for column, second in enumerate(letters):
            if row == column:
                names.append(first + second)
            else:
                names.append(first + second + "s" if row < column else second + first + "o")
    return tuple(names)


@cache
def combo_classes() -> NDArray[np.intp]:
    """Return, for each combo of `all_combos`, its class's place in `class_names`.

    Returns
    -------
    ndarray of intp, shape (1326,)
        Read-only.
    """
    combos = all_combos().astype(np.intp)
    low, high = (N_RANKS - 1 - (combos[:, i] >> RANK_SHIFT) for i in range(HOLE_CARDS))
    suited = (combos[:, 0] & SUIT_MASK) == (combos[:, 1] & SUIT_MASK)
    # Counted from the ace, the higher card has the smaller number.
    classes: NDArray[np.intp] = np.where(suited, high * N_RANKS + low, low * N_RANKS + high)
    classes.flags.writeable = False
    return classes
