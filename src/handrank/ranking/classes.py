"""What a hand rank says: its category, and its place among all classes of hands."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.reading import as_integers, outside
from handrank.lookup.encoding import CATEGORY_SHIFT, PLACE_MASK
from handrank.lookup.tables import load_tables
from handrank.rulebook.rules import HandCategory, Rules, get_rules

# "Eight or better": every choice of five out of the eight ranks A to 8 is a class of its own, and
# all of them beat any other hand.
LOW_RULES = "ace-to-five"
EIGHT_LOWS = math.comb(8, 5)

_TOP_RANK = int(np.iinfo(np.uint16).max)


def hand_category(ranks: ArrayLike, rules: str = "high") -> Any:
    """Return the category of hand ranks.

    Parameters
    ----------
    ranks : array_like of int, shape (...)
        Hand ranks from `evaluate` under the same `rules`.
    rules : str, optional
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
        If a rank is none that a hand can have; 0, "no qualifying hand", is none.

    Examples
    --------
    >>> from handrank import evaluate
    >>> hand_category(evaluate("KsKdKh3c3d9h2s"))
    <HandCategory.FULL_HOUSE: 6>
    >>> hand_category(evaluate(["KsKdKh3c3d9h2s", "KsKd8h3c4d9h2s"]))
    array([6, 1], dtype=uint8)
    """
    given, places, _ = _split(ranks, get_rules(rules))
    categories = np.array(get_rules(rules).categories, dtype=np.uint8)[places]
    return categories if given.ndim else HandCategory(int(categories))


def class_number(ranks: ArrayLike, rules: str = "high") -> Any:
    """Return the class numbers of hand ranks: 1 is the best hand.

    The numbering of Cactus Kev, treys and phevaluator: under ``"high"`` 1 is the royal flush and
    7462 is 7-5-4-3-2 of mixed suits.

    Parameters
    ----------
    ranks : array_like of int, shape (...)
        Hand ranks from `evaluate` under the same `rules`.
    rules : str, optional
        The rule set.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)

    Raises
    ------
    TypeError
        If the ranks are not integers.
    ValueError
        If a rank is none that a hand can have.

    Examples
    --------
    >>> from handrank import evaluate
    >>> class_number(evaluate("AdAhAsAcKd"))
    np.uint16(11)
    """
    rule_set = get_rules(rules)
    _, places, inside = _split(ranks, rule_set)
    return (_classes_up_to(rule_set)[places] - inside + 1).astype(np.uint16)[()]


def rank_of_class(class_numbers: ArrayLike, rules: str = "high") -> Any:
    """Return the hand ranks of class numbers: the inverse of `class_number`.

    Parameters
    ----------
    class_numbers : array_like of int, shape (...)
        1 for the best hand and so on.
    rules : str, optional
        The rule set.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)

    Raises
    ------
    TypeError
        If the numbers are not integers.
    ValueError
        If a number is no class of the rule set.

    Examples
    --------
    >>> int(class_number(rank_of_class(7462)))
    7462
    """
    rule_set = get_rules(rules)
    numbers = as_integers(class_numbers, "class numbers", _TOP_RANK)
    up_to = _classes_up_to(rule_set)
    _refuse(
        *(numbers, outside(numbers, 1, int(up_to[0]))),
        *("class number ", f"is outside 1..{up_to[0]}"),
    )
    # `up_to` falls with the category's place; the class is in the last place that still holds it.
    places = np.searchsorted(-up_to, -numbers.astype(np.int64), side="right") - 1
    inside = up_to[places] - numbers.astype(np.int64) + 1
    return ((places << CATEGORY_SHIFT) + inside).astype(np.uint16)[()]


def eight_or_better(ranks: ArrayLike) -> Any:
    """Turn low hands that do not qualify into 0, "no hand".

    In high/low games with this rule a low hand must be five cards of different ranks, none higher
    than an eight; aces are low.

    Parameters
    ----------
    ranks : array_like of int, shape (...)
        Hand ranks from `evaluate` or `evaluate_omaha` under the rules ``"ace-to-five"``; 0 stays 0.

    Returns
    -------
    numpy.uint16 or ndarray of uint16, shape (...)

    Raises
    ------
    TypeError
        If the ranks are not integers.
    ValueError
        If a rank is none that a hand can have.

    Examples
    --------
    >>> from handrank import evaluate
    >>> lows = evaluate(["Ac2d3h4s8c8dKs", "Ac2d3h4s9cJdKs"], rules="ace-to-five")
    >>> eight_or_better(lows) > 0
    array([ True, False])
    """
    worst = rank_of_class(EIGHT_LOWS, LOW_RULES)
    given = as_integers(ranks, "ranks", _TOP_RANK)
    _split(np.where(given == 0, worst, given), get_rules(LOW_RULES))
    return np.where(given >= worst, given, 0).astype(np.uint16)[()]


def _classes_up_to(rules: Rules) -> NDArray[np.int64]:
    """Return, by a category's place, how many classes it and the better ones have together."""
    sizes = load_tables(rules.name).category_sizes.astype(np.int64)[list(rules.categories)]
    return np.cumsum(sizes[::-1])[::-1]


def _split(
    ranks: ArrayLike, rules: Rules
) -> tuple[NDArray[np.integer[Any]], NDArray[np.int64], NDArray[np.int64]]:
    """Return the ranks as an array, their categories' places and the places inside those."""
    given = as_integers(ranks, "ranks", _TOP_RANK)
    sizes = np.zeros(1 << 16 - CATEGORY_SHIFT, dtype=np.int64)
    sizes[: len(rules.categories)] = load_tables(rules.name).category_sizes[list(rules.categories)]
    _refuse(given, outside(given, 0, _TOP_RANK), "hand rank ", f"is outside 0..{_TOP_RANK}")
    numbers = given.astype(np.int64)
    places, inside = numbers >> CATEGORY_SHIFT, numbers & PLACE_MASK
    no_rank = (inside < 1) | (inside > sizes[places])
    _refuse(given, no_rank, "", f"is no rank of a hand under {rules.name!r}")
    return given, places, inside


def _refuse(numbers: NDArray[np.integer[Any]], bad: Any, what: str, why: str) -> None:
    if not np.any(bad):
        return
    index = tuple(map(int, np.unravel_index(int(np.argmax(bad)), numbers.shape)))
    where = "" if not index else f"index {index[0] if len(index) == 1 else index}: "
    raise ValueError(f"{where}{what}{numbers[index]} {why}")
