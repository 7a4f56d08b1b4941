"""Read what users pass as arrays of any integer dtype, or say what is wrong with it."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.counts import as_count
from handrank.rulebook.cards import N_CARDS, outside_card_ids, parse_cards
from handrank.rulebook.errors import CardError, Message, type_error, value_error
from handrank.rulebook.losses import refuse_losses

Integers = NDArray[np.integer[Any]]
# Card ids, the cards of a hand along the last axis.
Cards = Integers

# NumPy's own functions take 32 or 64, and some of ours add two.
_MOST_DIMENSIONS = 30

TOP_RANK = int(np.iinfo(np.uint16).max)


def nothing_given(cards: ArrayLike | None) -> bool:
    """Say whether a board or dead cards are left out: None, "", (), [] and other empty rows."""
    if cards is None or isinstance(cards, str):
        return not (cards and cards.strip())
    if isinstance(cards, np.ndarray):
        return np.asarray(cards).shape == (0,)
    return isinstance(cards, list | tuple) and not cards


def as_cards(cards: ArrayLike, axis: int = -1, *, name: str = "cards") -> Cards:
    """Return card ids with the cards of a hand, which stand along `axis`, along the last axis."""
    # Card text is one text a hand, or lists of one-card texts.
    if isinstance(cards, str):
        return with_axis_last(parse_cards(cards), axis, name)
    same_length = Message("all hands must have the same number of cards")
    array = as_array(cards, name, same_length)
    if array.dtype.kind in "UT" or (array.dtype.kind == "O" and array.size):
        array = _from_objects(array, name)
    if array.dtype.kind not in "iu":
        raise type_error(
            "{name} must be integer card ids or card text, got dtype {dtype}",
            name=name,
            dtype=array.dtype,
        )
    if array.ndim == 0:
        raise value_error(
            "{name} must have an axis of cards, got the single number {number}",
            name=name,
            number=array,
        )
    return with_axis_last(array, axis, name)


def as_board(board: ArrayLike | None, axis: int = -1) -> Cards | None:
    """Return the card ids of boards as `as_cards` does, or None where there is no board."""
    return None if board is None or nothing_given(board) else as_cards(board, axis, name="board")


def as_integers(values: ArrayLike, name: str, highest: int) -> Integers:
    """Return integers of any dtype; those that no dtype holds must be in 0..`highest`."""
    array = as_array(values, name)
    if array.dtype.kind == "O" and all(map(_is_integer, items := array.reshape(-1).tolist())):
        for number in items:
            if not 0 <= number <= highest:
                raise ValueError(outside_range(name, number, highest))
        array = array.astype(np.uint64)
    if array.dtype.kind not in "iu":
        raise type_error("{name} must be integers, got dtype {dtype}", name=name, dtype=array.dtype)
    return array


def as_real_numbers(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return an array of real numbers, or of truth values, which count as 0 and 1."""
    refuse_losses(values, name, truth_values=True)
    array = _converted(values, name)
    if array.dtype.kind not in "biuf":
        raise type_error(
            "{name} must be real numbers, got dtype {dtype}", name=name, dtype=array.dtype
        )
    return array


def as_truth_values(values: ArrayLike, name: str) -> NDArray[np.bool_]:
    """Return an array of truth values."""
    array = as_array(values, name, truth_values=True)
    if array.dtype.kind != "b" and array.size:
        raise type_error(
            "{name} must hold True or False, got dtype {dtype}", name=name, dtype=array.dtype
        )
    return array.astype(np.bool_, copy=False)


def as_truth_value(value: object, name: str) -> bool:
    """Return a single truth value; other things that count as one in Python are refused."""
    if not isinstance(value, bool | np.bool_):
        raise type_error("{name} must be True or False, got {value!r}", name=name, value=value)
    return bool(value)


def with_players_last(array: NDArray[Any], name: str, axis: int = -1) -> NDArray[Any]:
    """Return an array with the players of a deal, who stand along `axis`, along the last axis."""
    if array.ndim == 0:
        raise value_error(
            "{name} must have an axis of players, got the single value {value}",
            name=name,
            value=array,
        )
    rows = with_axis_last(array, axis, name)
    if rows.shape[-1] == 0:
        raise value_error("{name} has no players (shape {shape})", name=name, shape=array.shape)
    return rows


def with_axis_last(array: NDArray[Any], axis: int, name: str) -> NDArray[Any]:
    """Return an array with an axis moved to the end."""
    if type(axis) is int and axis == -1 and array.ndim:
        return array
    number = as_count(axis, "axis", None)
    try:
        return np.moveaxis(array, number, -1)
    except (np.exceptions.AxisError, OverflowError):
        raise value_error(
            "{name} of shape {shape} has no axis {axis}", name=name, shape=array.shape, axis=number
        ) from None


def as_array(
    values: ArrayLike, name: str, same_length: Message | None = None, *, truth_values: bool = False
) -> NDArray[Any]:
    """Return an array of what a user gave, as NumPy does but for what it would change silently."""
    refuse_losses(values, name, truth_values=truth_values)
    array = _converted(values, name, same_length)
    if array.ndim > _MOST_DIMENSIONS:
        raise value_error(
            "{name} has {n} dimensions, more than {most}",
            name=name,
            n=array.ndim,
            most=_MOST_DIMENSIONS,
        )
    if isinstance(values, np.ndarray):
        return array
    if array.size == 0:
        return np.zeros(array.shape, dtype=np.uint8)
    if array.dtype.kind == "f":
        # NumPy makes floats of integers that no dtype holds together.
        objects = np.asarray(values, dtype=object)
        if all(isinstance(item, int) for item in objects.reshape(-1).tolist()):
            return objects
    return array


def _converted(values: ArrayLike, name: str, same_length: Message | None = None) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError:
        reason = same_length or Message("all rows must have the same length")
        raise value_error("{where}: {reason}", where=name, reason=reason) from None


def outside(numbers: Integers, lowest: int, highest: int) -> NDArray[np.bool_]:
    """Return which integers, of any dtype, are outside `lowest`..`highest`."""
    # Before 2.2.2 NumPy writes to memory that is not its own when it compares an array that is not
    # contiguous with a Python integer that the array's dtype cannot hold, so the bounds are brought
    # into the range of the dtype first.
    info = np.iinfo(numbers.dtype)
    bad: NDArray[np.bool_] = (numbers < max(lowest, info.min)) | (numbers > min(highest, info.max))
    return bad


def outside_range(name: str, number: int, highest: int) -> Message:
    """Return what is wrong with a number that is not in 0..`highest`."""
    return Message(
        "{name}: {number} is outside 0..{highest}", name=name, number=number, highest=highest
    )


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _from_objects(array: NDArray[Any], name: str) -> Cards:
    """Read an array of card texts, or of Python integers too large for any dtype."""
    items = array.reshape(-1).tolist()
    if items and all(map(_is_integer, items)):
        for position, number in enumerate(items):
            if not 0 <= number < N_CARDS:
                row = index_of(position, array.shape)[:-1]
                raise CardError(row, outside_card_ids(number))
        return array.astype(np.uint8)
    others = [position for position, item in enumerate(items) if not isinstance(item, str)]
    if others:
        strange = [position for position in others if not _is_integer(items[position])]
        position = (strange or others)[0]
        kind = type(items[position]).__name__
        index = index_of(position, array.shape)
        raise type_error(
            "{name} must be card ids or card text, got {what} at {where}",
            name=name,
            what=kind if strange else Message("card ids and card text mixed"),
            where=index[0] if len(index) == 1 else index,
        )
    hands: list[NDArray[np.uint8]] = []
    for position, item in enumerate(items):
        index = index_of(position, array.shape)
        try:
            hands.append(parse_cards(item))
        except ValueError as error:
            raise CardError(index, error.args[0]) from None
        if len(hands[-1]) != len(hands[0]):
            reason = Message(
                "{text!r} has {n} cards, the hands before it have {n_before}",
                text=item,
                n=len(hands[-1]),
                n_before=len(hands[0]),
            )
            raise CardError(index, reason)
    if not hands:
        raise value_error(
            "{name} is an empty array of text, so the number of cards is unknown", name=name
        )
    parsed = np.stack(hands).reshape(*array.shape, -1)
    # One card a text: the texts are the cards of a hand.
    return parsed[..., 0] if parsed.shape[-1] == 1 else parsed


def index_of(position: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return where in an array of `shape` an entry of the flat array stands."""
    return tuple(map(int, np.unravel_index(position, shape)))
