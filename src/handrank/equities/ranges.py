"""`Range`: which hole cards a player may hold, and how likely each is."""

from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.legality import known_cards
from handrank.equities.combos import N_COMBOS, all_combos, checked_weights, read_combos
from handrank.equities.range_text import format_weights, parse_weights
from handrank.rulebook.cards import N_CARDS
from handrank.rulebook.errors import Message, public, value_error


@public
class Range:
    """A range of hole cards: a weight for each of the 1,326 combos.

    Weights are relative: a combo of weight 0.5 is held half as often as one of weight 1. A combo
    of weight 0 is not in the range. A range does not change; operations return new ones.

    Parameters
    ----------
    weights : array_like of float, shape (1326,)
        The weight of each combo, in the order of `all_combos`.

    Raises
    ------
    TypeError
        If the weights are not numbers.
    ValueError
        If there are not 1,326 of them, one is negative or not finite, or all are 0.

    Examples
    --------
    >>> pocket = Range.parse("QQ+, AKs:0.5")
    >>> pocket.size
    22
    >>> "AhKh" in pocket, "AhKd" in pocket
    (True, False)
    >>> str(pocket.without("As Kd"))
    'QQ, AhAd, AhAc, AdAc, KsKh, KsKc, KhKc, AhKh:0.5, AcKc:0.5'
    """

    __slots__ = ("_weights",)

    def __init__(self, weights: ArrayLike) -> None:
        array = checked_weights(weights, N_COMBOS)
        if not array.any():
            raise value_error("the range is empty: every weight is 0")
        array.flags.writeable = False
        self._weights = array

    def __reduce__(self) -> tuple[type[Self], tuple[NDArray[np.float64]]]:
        return type(self), (self._weights,)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a range in the players' notation.

        Entries are separated by commas, semicolons or white space, in either case of letters:

        ========== =============================================================
        ``22``     the 6 combos of a pair
        ``AK``     suited and offsuit, 16 combos; ``AKs`` 4, ``AKo`` 12
        ``QQ+``    QQ, KK, AA
        ``AJo+``   AJo, AQo, AKo: the lower card rises to just below the higher
        ``QQ-99``  QQ, JJ, TT, 99, in either order
        ``A5s-A2s`` A5s, A4s, A3s, A2s; ``JTs-98s`` is JTs, T9s, 98s
        ``AhKh``   one combo
        ``25%``    the best classes before the flop, as many whole classes as do not
                   exceed that share of the combos
        ``random`` any two cards
        ``KK:0.5`` an entry with a weight above 0; without one the weight is 1
        ========== =============================================================

        The best classes are those with the highest exact equity against one random hand.
        A combo given more than once counts once, at the largest of its weights.

        Raises
        ------
        TypeError
            If `text` is not a string.
        ValueError
            If any part of the text is not an entry; the message says which and where.

        Examples
        --------
        >>> Range.parse("KTo+").size
        36
        >>> Range.parse("QQ+, AKx")
        Traceback (most recent call last):
        ...
        ValueError: 'AKx' at position 5 of range 'QQ+, AKx' is not an entry of a range; entries are
        like QQ, QQ+, QQ-99, AKs, KTo+, A5s-A2s, AQ, AhKh, 25% or random, each with a weight if
        wanted, as KK:0.5
        """
        return cls(parse_weights(text))

    @classmethod
    def from_combos(cls, combos: ArrayLike, weights: ArrayLike | None = None) -> Self:
        """Make a range of single combos.

        Parameters
        ----------
        combos : array_like of int or str, shape (n, 2)
            Card ids or card text.
        weights : array_like of float, shape (n,), optional
            Their weights; 1 each if not given. Of a combo given twice the larger weight counts.

        Raises
        ------
        TypeError
            If a dtype is not a number's.
        ValueError
            If a combo is not two different cards, a weight is negative or not finite, or shapes
            do not fit.

        Examples
        --------
        >>> str(Range.from_combos(["AhKh", "7c2d"], [1, 0.25]))
        'AhKh, 7c2d:0.25'
        """
        index = np.atleast_1d(read_combos(combos)).reshape(-1)
        given = checked_weights(weights, len(index))
        array = np.zeros(N_COMBOS)
        np.maximum.at(array, index, given)
        return cls(array)

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weight of each of the 1,326 combos, read-only, shape (1326,)."""
        return self._weights

    @property
    def combos(self) -> NDArray[np.uint8]:
        """The combos in the range as card ids, shape (size, 2)."""
        return all_combos()[self._weights > 0]

    @property
    def size(self) -> int:
        """How many combos are in the range, whatever their weights."""
        return int(np.count_nonzero(self._weights))

    def without(self, dead: ArrayLike | None) -> Self:
        """Return the range without the combos that hold a dead card.

        Parameters
        ----------
        dead : array_like of int or str, shape (n,)
            Card ids or card text.

        Raises
        ------
        TypeError
            If the cards are neither integers nor text.
        ValueError
            If a card is unreadable or given twice, or no combo is left.
        """
        held = np.zeros(N_CARDS, dtype=np.bool_)
        held[known_cards(dead, Message("dead"))] = True
        return type(self)(np.where(held[all_combos()].any(axis=1), 0, self._weights))

    def __contains__(self, combo: ArrayLike) -> bool:
        index = read_combos(combo)
        if index.ndim:
            raise value_error("in takes one combo, got {n}", n=index.size)
        return bool(self._weights[index] > 0)

    def __or__(self, other: object) -> Self:
        """Return the union; a combo in both has the larger of its weights."""
        if not isinstance(other, Range):
            return NotImplemented
        return type(self)(np.maximum(self._weights, other._weights))

    def __len__(self) -> int:
        return self.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and bool((self._weights == other._weights).all())

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __str__(self) -> str:
        return format_weights(self._weights)

    def __repr__(self) -> str:
        return f"Range.parse({str(self)!r})"
