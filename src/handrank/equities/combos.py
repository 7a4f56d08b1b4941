"""The 1,326 combos of two hole cards and the 169 classes that suits divide them into."""

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.legality import first_bad_row
from handrank.arrays.reading import as_cards, as_real_numbers
from handrank.equities.suit_isomorphism import exchanged, suit_exchanges
from handrank.lookup.encoding import HOLE_CARDS, RANK_SHIFT, SUIT_MASK
from handrank.rulebook.cards import N_CARDS
from handrank.rulebook.errors import card_error, value_error
from handrank.rulebook.rules import N_RANKS, RANK_LETTERS

N_COMBOS = N_CARDS * (N_CARDS - 1) // 2
N_CLASSES = N_RANKS * N_RANKS
Weights = NDArray[np.float64]


@cache
def all_combos() -> NDArray[np.uint8]:
    """Return every combo of two hole cards, each as its lower and its higher card id.

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


def read_combos(combos: ArrayLike) -> NDArray[np.intp]:
    """Return where combos that a user gives, shape (..., 2), stand in `all_combos`."""
    cards = as_cards(combos, name="combos")
    if cards.shape[-1] != HOLE_CARDS:
        raise value_error(
            "a combo has {wanted} cards, got {n} (shape {shape})",
            wanted=HOLE_CARDS,
            n=cards.shape[-1],
            shape=cards.shape,
        )
    if (bad := first_bad_row(cards.reshape(-1, HOLE_CARDS))) is not None:
        raise card_error("combo {row}: {reason}", row=bad[0], reason=bad[1])
    return combo_index(np.sort(cards, axis=-1))


def checked_weights(weights: ArrayLike | None, n: int) -> Weights:
    """Return `n` weights, 1 each if none are given; they must be finite and not negative."""
    given = np.ones(n) if weights is None else as_real_numbers(weights, "weights")
    if given.shape != (n,):
        raise value_error("weights must have shape ({n},), got {shape}", n=n, shape=given.shape)
    array = given.astype(np.float64)
    bad = ~(np.isfinite(array) & (array >= 0))
    if bad.any():
        place = int(bad.argmax())
        raise value_error(
            "weight {place} is {weight}; weights are finite and not negative",
            place=place,
            weight=str(given[place]),
        )
    return array


def combo_index(combos: NDArray[np.integer]) -> NDArray[np.intp]:
    """Return where combos, each in rising order, stand in `all_combos`."""
    low, high = combos[..., 0].astype(np.intp), combos[..., 1].astype(np.intp)
    index: NDArray[np.intp] = high * (high - 1) // 2 + low
    return index


@cache
def exchanged_combos() -> NDArray[np.int64]:
    """Return what each exchange of suits makes of each combo, as indices, shape (24, 1326)."""
    images = np.sort(exchanged(all_combos(), suit_exchanges()), axis=-1)
    return combo_index(images).astype(np.int64)


@cache
def class_names() -> tuple[str, ...]:
    """Return the names of the 169 classes of hole cards, row by row of the usual 13 x 13 grid.

    Aces come first; suited classes stand above the diagonal of pairs, offsuit ones below.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> class_names()[:3], class_names()[13:15]
    (('AA', 'AKs', 'AQs'), ('AKo', 'KK'))
    """
    letters = RANK_LETTERS[::-1]
    return tuple(
        second + first + "o" if row > column else first + second + "s" * (row < column)
        for row, first in enumerate(letters)
        for column, second in enumerate(letters)
    )


@cache
def combo_classes() -> NDArray[np.intp]:
    """Return, for each combo of `all_combos`, its class's place in `class_names`, read-only."""
    combos = all_combos().astype(np.intp)
    low, high = (N_RANKS - 1 - (combos[:, i] >> RANK_SHIFT) for i in range(HOLE_CARDS))
    suited = (combos[:, 0] & SUIT_MASK) == (combos[:, 1] & SUIT_MASK)
    # Counted from the ace, the higher card has the smaller number.
    classes: NDArray[np.intp] = np.where(suited, high * N_RANKS + low, low * N_RANKS + high)
    classes.flags.writeable = False
    return classes
