"""Read what users pass as arrays of integers of any dtype, or say what is wrong with it."""

from collections.abc import Sequence
from operator import index as as_index
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.rulebook.cards import N_CARDS, parse_cards
from handrank.rulebook.errors import CardError

Cards = NDArray[np.integer[Any]]


def as_cards(cards: ArrayLike, axis: int = -1, *, name: str = "cards") -> Cards:
    """Return card ids with the cards of a hand along the last axis.

    Parameters
    ----------
    cards : array_like of int or str
        Card ids of any integer dtype, or card text: one text a hand, or lists of one-card texts.
    axis : int
        The axis of an id array along which the cards of a hand stand.
    name : str
        What error messages call the argument.

    Raises
    ------
    TypeError
        If the dtype is neither an integer's nor text.
    ValueError
        If text is unreadable, rows differ in length, or there is no such axis.
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    array = as_array(cards, name, "all hands must have the same number of cards")
    if array.dtype.kind in "UT" or (array.dtype.kind == "O" and array.size):
        array = _from_objects(array, name)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integer card ids or card text, got dtype {array.dtype}")
    if array.ndim == 0:
        raise ValueError(f"{name} must have an axis of cards, got the single number {array}")
    return with_axis_last(array, axis, name)


def with_axis_last(array: NDArray[Any], axis: int, name: str) -> NDArray[Any]:
    """Return an array with an axis moved to the end.

    Raises
    ------
    TypeError
        If the axis is no integer.
    ValueError
        If there is no such axis.
    """
    try:
        return np.moveaxis(array, as_index(axis), -1)
    except (np.exceptions.AxisError, OverflowError):
        raise ValueError(f"{name} of shape {array.shape} has no axis {axis}") from None
    except TypeError:
        raise TypeError(f"axis must be an integer, got {type(axis).__name__}") from None


def as_array(
    values: ArrayLike, name: str, same_length: str = "all rows must have the same length"
) -> NDArray[Any]:
    """Return an array of what a user gave, as NumPy does but for what it would make of it silently.

    Raises
    ------
    TypeError
        If there are truth values among numbers.
    ValueError
        If entries are masked or rows differ in length.
    """
    if isinstance(values, np.ndarray):
        if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
            raise ValueError(f"{name} has masked entries; fill or drop them first")
        return np.asarray(values)
    if isinstance(values, list | tuple) and _holds_bool(values):
        raise TypeError(f"{name} must be integers, got bool among them")
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name}: {same_length}") from None
    if array.size == 0:
        return array.astype(np.uint8)
    if array.dtype.kind == "f":
        # NumPy makes floats of integers that no dtype holds together.
        objects = np.asarray(values, dtype=object)
        if all(isinstance(item, int) for item in objects.reshape(-1).tolist()):
            return objects
    return array


def _holds_bool(values: Sequence[Any]) -> bool:
    return any(
        isinstance(value, bool) or (isinstance(value, list | tuple) and _holds_bool(value))
        for value in values
    )


def as_integers(values: ArrayLike, name: str, highest: int) -> NDArray[np.integer[Any]]:
    """Return an array of integers of any dtype.

    Raises
    ------
    TypeError
        If they are no integers.
    ValueError
        If entries are masked, rows differ in length, or a number is in no dtype and not in
        0..`highest` either.
    """
    array = as_array(values, name)
    if array.dtype.kind == "O":
        items = array.reshape(-1).tolist()
        if all(isinstance(item, int) and not isinstance(item, bool) for item in items):
            for number in items:
                if not 0 <= number <= highest:
                    raise ValueError(f"{name}: {number} is outside 0..{highest}")
            array = array.astype(np.uint64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, got dtype {array.dtype}")
    return array


def outside(numbers: NDArray[np.integer[Any]], lowest: int, highest: int) -> NDArray[np.bool_]:
    """Return which integers, of any dtype, are outside `lowest`..`highest`.

    Before 2.2.2 NumPy writes to memory that is not its own when it compares an array that is not
    contiguous with a Python integer that the array's dtype cannot hold, so the bounds are brought
    into the dtype first: none of its numbers lies beyond its own ends.

    Examples
    --------
    >>> outside(np.array([-1, 0, 100], dtype=np.int8), 0, 7462)
    array([ True, False, False])
    """
    info = np.iinfo(numbers.dtype)
    bad: NDArray[np.bool_] = (numbers < max(lowest, info.min)) | (numbers > min(highest, info.max))
    return bad


def _from_objects(array: NDArray[Any], name: str) -> Cards:
    """Read an array of card texts, or of Python integers too large for any dtype."""
    items = array.reshape(-1).tolist()
    if items and all(isinstance(item, int) and not isinstance(item, bool) for item in items):
        for number in items:
            if not 0 <= number < N_CARDS:
                raise ValueError(f"{name}: {range_message(number)}")
        return array.astype(np.uint8)

    def refuse(position: int, what: str) -> NoReturn:
        index = _index_of(position, array.shape)
        where = index[0] if len(index) == 1 else index
        raise TypeError(f"{name} must be card ids or card text, got {what} at {where}")

    for position, item in enumerate(items):
        if not isinstance(item, int | str) or isinstance(item, bool):
            refuse(position, type(item).__name__)
    hands: list[NDArray[np.uint8]] = []
    for position, item in enumerate(items):
        if isinstance(item, int):
            refuse(position, "card ids and card text mixed")
        index = _index_of(position, array.shape)
        try:
            hands.append(parse_cards(item))
        except ValueError as error:
            raise CardError(index, str(error)) from None
        if len(hands[-1]) != len(hands[0]):
            raise CardError(
                index, f"{item!r} has {len(hands[-1])} cards, the hands before it {len(hands[0])}"
            )
    if not hands:
        raise ValueError(f"{name} is an empty array of text, so the number of cards is unknown")
    parsed = np.stack(hands).reshape(*array.shape, -1)
    # One card a text: the texts are the cards of a hand.
    return parsed[..., 0] if parsed.shape[-1] == 1 else parsed


def _index_of(position: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int, np.unravel_index(position, shape)))


def range_message(card: int) -> str:
    """Return what is wrong with a number that is no card id."""
    return f"card id {card} is outside 0..{N_CARDS - 1}"
