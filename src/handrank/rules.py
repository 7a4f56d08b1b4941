"""The rulebook as data: each rule set, its categories, their order and its straights.

A rule set says how five cards are ordered. A further rule set is a further entry in
`RULE_SETS`; no other module branches on a rule set's name.
"""

from dataclasses import dataclass
from enum import IntEnum

RANK_LETTERS = "23456789TJQKA"
N_RANKS = len(RANK_LETTERS)


class HandCategory(IntEnum):
    """The ten kinds of poker hand, in the order of the high game.

    Examples
    --------
    >>> HandCategory.FULL_HOUSE > HandCategory.FLUSH
    True
    """

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


def _mask(letters: str) -> int:
    """Return the 13-bit rank mask of some rank letters (bit 0 = deuce, bit 12 = ace)."""
    return sum(1 << RANK_LETTERS.index(letter) for letter in letters)


# "A2345" .. "TJQKA": the windows of five over the ranks with the ace below the deuce as well.
_WINDOWS = tuple(("A" + RANK_LETTERS)[low : low + 5] for low in range(N_RANKS - 3))
WHEEL = _mask(_WINDOWS[0])
STRAIGHTS_WITHOUT_WHEEL = tuple(_mask(window) for window in _WINDOWS[1:])
ROYAL = STRAIGHTS_WITHOUT_WHEEL[-1]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How five cards are ordered.

    Attributes
    ----------
    name : str
        What users write in ``rules=``.
    categories : tuple of HandCategory
        The categories that exist, the one that loses to all others first.
    straights : tuple of int
        13-bit rank masks that count as straights, the lowest first; empty where straights do
        not count.
    """

    name: str
    categories: tuple[HandCategory, ...] = tuple(HandCategory)
    straights: tuple[int, ...] = (WHEEL, *STRAIGHTS_WITHOUT_WHEEL)


RULE_SETS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules(name="high"),
        Rules(name="high-no-wheel", straights=STRAIGHTS_WITHOUT_WHEEL),
    )
}


def get_rules(name: str) -> Rules:
    """Return a rule set by name.

    Parameters
    ----------
    name : str
        One of the names in `RULE_SETS`.

    Raises
    ------
    ValueError
        If no rule set has that name.

    Examples
    --------
    >>> len(get_rules("high").straights)
    10
    """
    try:
        return RULE_SETS[name]
    except (KeyError, TypeError):
        known = ", ".join(repr(known) for known in RULE_SETS)
        raise ValueError(f"unknown rules {name!r}; known rule sets: {known}") from None
