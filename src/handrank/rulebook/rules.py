"""The rulebook as data: each rule set, its categories, their order and its straights.

A rule set says how five cards are ordered. A further rule set is a further entry in
`RULE_SETS`; no other module branches on a rule set's name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Literal, cast

from handrank.rulebook.errors import public, value_error

RANK_LETTERS = "23456789TJQKA"
N_RANKS = len(RANK_LETTERS)


# What `rules=` takes; the names of `RULE_SETS`.
RulesName = Literal[
    "high", "high-no-wheel", "short-deck", "short-deck-trips", "ace-to-five", "deuce-to-seven"
]


@public
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


# With sixes as the lowest cards the ace goes below the six as well.
SHORT_DECK_LOWEST = RANK_LETTERS.index("6")
SHORT_DECK_WHEEL = _mask("A6789")
_SHORT_DECK_STRAIGHTS = (
    SHORT_DECK_WHEEL,
    *(mask for mask in STRAIGHTS_WITHOUT_WHEEL if not mask & (1 << SHORT_DECK_LOWEST) - 1),
)


@public
@dataclass(frozen=True, kw_only=True)
class Rules:
    """How five cards are ordered.

    Attributes
    ----------
    name : RulesName
        What users write in ``rules=``.
    categories : tuple of HandCategory
        The categories that exist, the one that loses to all others first.
    straights : tuple of int
        13-bit rank masks that count as straights, the lowest first; empty where straights do not
        count.
    lowest_rank : int
        The lowest card rank in the deck: 0, the deuce, in a full deck.
    ace_low : bool
        Whether the ace is the lowest card when hands are compared.
    low : bool
        Whether the lower cards win inside a category. (That the lower category wins is said by the
        order of `categories`.)
    """

    name: RulesName
    categories: tuple[HandCategory, ...] = tuple(HandCategory)
    straights: tuple[int, ...] = (WHEEL, *STRAIGHTS_WITHOUT_WHEEL)
    lowest_rank: int = 0
    ace_low: bool = False
    low: bool = False

    @property
    def suits_count(self) -> bool:
        """Whether five cards of a suit are worth anything else than five of mixed suits."""
        return HandCategory.FLUSH in self.categories

    @property
    def suited_decide(self) -> bool:
        """Whether five or more cards of a suit, where suits count, are what the hand is made of."""
        # Nobody would play a flush where the low hand wins; there the best five are searched for.
        return not (self.low and self.suits_count)


def _moved_above(
    moved: HandCategory, other: HandCategory, order: tuple[HandCategory, ...]
) -> tuple[HandCategory, ...]:
    """Return an order of categories with one of them taken to the place just above another."""
    rest = [category for category in order if category != moved]
    place = rest.index(other) + 1
    return (*rest[:place], moved, *rest[place:])


_HIGH = tuple(HandCategory)
_SHORT_DECK = _moved_above(HandCategory.FLUSH, HandCategory.FULL_HOUSE, _HIGH)
# Without straights and flushes.
_BY_RANKS_ALONE = (*_HIGH[: HandCategory.STRAIGHT], *_HIGH[HandCategory.FULL_HOUSE : -2])

_BY_NAME: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules(name="high"),
        Rules(name="high-no-wheel", straights=STRAIGHTS_WITHOUT_WHEEL),
        Rules(
            name="short-deck",
            categories=_SHORT_DECK,
            straights=_SHORT_DECK_STRAIGHTS,
            lowest_rank=SHORT_DECK_LOWEST,
        ),
        Rules(
            name="short-deck-trips",
            categories=_moved_above(
                HandCategory.THREE_OF_A_KIND, HandCategory.STRAIGHT, _SHORT_DECK
            ),
            straights=_SHORT_DECK_STRAIGHTS,
            lowest_rank=SHORT_DECK_LOWEST,
        ),
        # California lowball and the low half of hi-lo games: 5-4-3-2-A is the best hand.
        Rules(
            name="ace-to-five",
            categories=_BY_RANKS_ALONE[::-1],
            straights=(),
            ace_low=True,
            low=True,
        ),
        # Kansas City lowball: 7-5-4-3-2 of mixed suits is the best hand.
        Rules(
            name="deuce-to-seven",
            categories=_HIGH[::-1],
            straights=STRAIGHTS_WITHOUT_WHEEL,
            low=True,
        ),
    )
}


RULE_SETS = MappingProxyType(cast(Mapping[RulesName, Rules], _BY_NAME))


def get_rules(name: str) -> Rules:
    """Return the rule set of that name in `RULE_SETS`."""
    try:
        return _BY_NAME[name]
    except (KeyError, TypeError):
        known = ", ".join(map(repr, RULE_SETS))
        raise value_error(
            "unknown rules {name!r}; known rule sets: {known}", name=name, known=known
        ) from None
