"""What a hand rank says: its category, and its place among all classes of hands."""

import math
from collections.abc import Callable
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.reading import TOP_RANK, Integers, as_integers, index_of, outside
from handrank.lookup.encoding import CATEGORY_SHIFT, PLACE_MASK
from handrank.lookup.tables import load_tables
from handrank.rulebook.errors import Message
from handrank.rulebook.rules import HandCategory, Rules, RulesName, get_rules

# "Eight or better": every choice of five out of the eight ranks A to 8 is a class of its own, and
# all of them beat any other hand.
LOW_RULES: RulesName = "ace-to-five"
EIGHT_LOWS = math.comb(8, 5)


# One rank or class number in, one number out.
OneNumber = int | np.integer[Any]


@overload
def hand_category(ranks: OneNumber, *, rules: RulesName = "high") -> HandCategory: ...
@overload
def hand_category(ranks: ArrayLike, *, rules: RulesName = "high") -> NDArray[np.uint8]: ...
def hand_category(
    ranks: ArrayLike, *, rules: RulesName = "high"
) -> HandCategory | NDArray[np.uint8]:
    """Return the category of hand ranks.

    Parameters
    ----------
    ranks : array_like of int, shape (...)
        Hand ranks from `evaluate` under the same `rules`.
    rules : RulesName, optional
        The rule set.

    Returns
    -------
    HandCategory or ndarray of uint8, shape (...)
        A `HandCategory` for a single rank, else an array of their numbers (0 = high card ..
        9 = royal flush).

    Raises
    ------
    TypeError
        If the ranks are not integers.
    ValueError
        If no hand has such a rank; 0, "no qualifying hand", is refused too.

    Examples
    --------
    >>> from handrank import evaluate
    >>> hand_category(evaluate("KsKdKh3c3d9h2s"))
    <HandCategory.FULL_HOUSE: 6>
    >>> hand_category(evaluate(["KsKdKh3c3d9h2s", "KsKd8h3c4d9h2s"]))
    array([6, 1], dtype=uint8)
    """
    rule_set = get_rules(rules)
    places, _ = _split(ranks, rule_set)
    categories = np.array(rule_set.categories, dtype=np.uint8)[places]
    return categories if places.ndim else HandCategory(int(categories))


@overload
def class_number(ranks: OneNumber, *, rules: RulesName = "high") -> np.uint16: ...
@overload
def class_number(ranks: ArrayLike, *, rules: RulesName = "high") -> NDArray[np.uint16]: ...
def class_number(ranks: ArrayLike, *, rules: RulesName = "high") -> np.uint16 | NDArray[np.uint16]:
    """Return the class numbers of hand ranks: 1 is the best hand.

    The numbering of Cactus Kev, treys and phevaluator: under ``"high"`` 1 is the royal flush and
    7462 is 7-5-4-3-2 of mixed suits.

    Parameters
    ----------
    ranks : array_like of int, shape (...)
        Hand ranks from `evaluate` under the same `rules`.
    rules : RulesName, optional
        The rule set.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)

    Raises
    ------
    TypeError
        If the ranks are not integers.
    ValueError
        If no hand has such a rank; 0, "no qualifying hand", is refused too.

    Examples
    --------
    >>> from handrank import evaluate
    >>> class_number(evaluate("AdAhAsAcKd"))
    np.uint16(11)
    """
    rule_set = get_rules(rules)
    places, inside = _split(ranks, rule_set)
    return _as_uint16(_classes_up_to(rule_set)[places] - inside + 1)


@overload
def rank_of_class(class_numbers: OneNumber, *, rules: RulesName = "high") -> np.uint16: ...
@overload
def rank_of_class(class_numbers: ArrayLike, *, rules: RulesName = "high") -> NDArray[np.uint16]: ...
def rank_of_class(
    class_numbers: ArrayLike, *, rules: RulesName = "high"
) -> np.uint16 | NDArray[np.uint16]:
    """Return the hand ranks of class numbers: the inverse of `class_number`.

    Parameters
    ----------
    class_numbers : array_like of int, shape (...)
        1 for the best hand and so on.
    rules : RulesName, optional
        The rule set.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)

    Raises
    ------
    TypeError
        If the numbers are not integers.
    ValueError
        If the rule set has no class of that number.

    Examples
    --------
    >>> int(class_number(rank_of_class(7462)))
    7462
    """
    rule_set = get_rules(rules)
    numbers = as_integers(class_numbers, "class numbers", TOP_RANK)
    up_to = _classes_up_to(rule_set)
    n_classes = int(up_to[0])

    def reason(number: int) -> Message:
        return Message(
            "class number {number} is outside 1..{highest}", number=number, highest=n_classes
        )

    _refuse_first(outside(numbers, 1, n_classes), numbers, reason)
    # `up_to` falls with the category's place; the class is in the last place that still holds it.
    places = np.searchsorted(-up_to, -numbers.astype(np.int64), side="right") - 1
    inside = up_to[places] - numbers.astype(np.int64) + 1
    return _as_uint16((places << CATEGORY_SHIFT) + inside)


@overload
def eight_or_better(ranks: OneNumber) -> np.uint16: ...
@overload
def eight_or_better(ranks: ArrayLike) -> NDArray[np.uint16]: ...
def eight_or_better(ranks: ArrayLike) -> np.uint16 | NDArray[np.uint16]:
    """Turn low hands that do not qualify into 0, "no hand".

    In high/low games with this rule a low hand must be five cards of different ranks, all eights or
    lower; aces are low.

    Parameters
    ----------
    ranks : array_like of int, shape (...)
        Hand ranks from `evaluate` under the rules ``"ace-to-five"`` or in the low game of a
        high/low `Game`; 0 stays 0.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)

    Raises
    ------
    TypeError
        If the ranks are not integers.
    ValueError
        If no hand has such a rank.

    Examples
    --------
    >>> from handrank import GAMES, evaluate
    >>> lows = evaluate(["Ac2d3h4s8c8dKs", "Ac2d3h4s9cJdKs"], rules="ace-to-five")
    >>> eight_or_better(lows) > 0
    array([ True, False])
    >>> low = evaluate("Ac2dKsKh", "3h4s8cJdQs", game=GAMES["omaha-hilo"].low)
    >>> eight_or_better(low) == low
    np.True_
    """
    numbers = ranks_or_0(ranks, LOW_RULES)
    worst = rank_of_class(EIGHT_LOWS, rules=LOW_RULES)
    return _as_uint16(np.where(numbers >= worst, numbers, 0))


def ranks_or_0(ranks: ArrayLike, rules: RulesName) -> NDArray[np.uint16]:
    """Return hand ranks, refusing those that no hand has; 0, no hand, is let through."""
    given = as_integers(ranks, "ranks", TOP_RANK)
    # Any rank of a hand in place of 0 leaves the index in the message as it is.
    _split(np.where(given == 0, rank_of_class(1, rules=rules), given), get_rules(rules))
    return given.astype(np.uint16)


def _classes_up_to(rules: Rules) -> NDArray[np.int64]:
    """Return, by a category's place, how many classes it and the better ones have together."""
    sizes = load_tables(rules.name).category_sizes.astype(np.int64)[list(rules.categories)]
    return np.cumsum(sizes[::-1])[::-1]


def _split(ranks: ArrayLike, rules: Rules) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the places of the ranks' categories and the places inside those."""
    given = as_integers(ranks, "ranks", TOP_RANK)
    _refuse_first(outside(given, 0, TOP_RANK), given, _outside_ranks)
    sizes = np.zeros(1 << 16 - CATEGORY_SHIFT, dtype=np.int64)
    sizes[: len(rules.categories)] = load_tables(rules.name).category_sizes[list(rules.categories)]
    numbers = given.astype(np.int64)
    places, inside = numbers >> CATEGORY_SHIFT, numbers & PLACE_MASK

    def reason(number: int) -> Message:
        return Message("no hand has rank {number} under {rules!r}", number=number, rules=rules.name)

    _refuse_first((inside < 1) | (inside > sizes[places]), given, reason)
    return places, inside


def _as_uint16(numbers: NDArray[Any]) -> np.uint16 | NDArray[np.uint16]:
    narrowed: np.uint16 | NDArray[np.uint16] = numbers.astype(np.uint16)[()]
    return narrowed


def _outside_ranks(number: int) -> Message:
    return Message("hand rank {number} is outside 0..{highest}", number=number, highest=TOP_RANK)


def _refuse_first(
    bad: NDArray[np.bool_], numbers: Integers, reason_for: Callable[[int], Message]
) -> None:
    """Refuse the first bad number, if there is one; the index of one among many is named."""
    if not np.any(bad):
        return
    at = index_of(int(np.argmax(bad)), numbers.shape)
    reason = reason_for(int(numbers[at]))
    if at:
        index = at[0] if len(at) == 1 else at
        reason = Message("index {index}: {reason}", index=index, reason=reason)
    raise ValueError(reason)
