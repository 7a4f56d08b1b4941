"""How many hands and classes of each category there are: the figures that tables must reproduce.

Source: the reference figures, each found in two independent ways, by an enumeration that shares
nothing with this package and in a published table or by another evaluator. The five-card counts
are those of any book on poker odds; the class numbers are Cactus Kev's.
"""

from dataclasses import dataclass

from handrank.rulebook.rules import HandCategory, RulesName

# Best category first, as the tables below are written.
_CATEGORIES = tuple(reversed(HandCategory))


@dataclass(frozen=True, kw_only=True)
class ExactFigures:
    """The exact figures of one rule set and hand size: by category, and over all hands."""

    hands: dict[HandCategory, int]
    classes: dict[HandCategory, int] | None = None
    n_classes: int
    class_number_sum: int | None = None

    @property
    def total(self) -> int:
        """How many hands there are."""
        return sum(self.hands.values())


def _by_category(counts: str) -> dict[HandCategory, int]:
    return dict(zip(_CATEGORIES, map(int, counts.split()), strict=True))


_SHORT_DECK_FIVE = ExactFigures(
    hands=_by_category("4 20 288 1_728 480 6_120 16_128 36_288 193_536 122_400"), n_classes=1404
)

# By rule set and hand size. Counts are those of the royal flush, straight flush, four of a kind,
# full house, flush, straight, three of a kind, two pair, one pair and high card.
EXACT_FIGURES: dict[tuple[RulesName, int], ExactFigures] = {
    ("high", 5): ExactFigures(
        hands=_by_category("4 36 624 3_744 5_108 10_200 54_912 123_552 1_098_240 1_302_540"),
        classes=_by_category("1 9 156 156 1277 10 858 858 2860 1277"),
        n_classes=7462,
        class_number_sum=14_603_265_300,
    ),
    ("high", 6): ExactFigures(
        hands=_by_category(
            "188 1_656 14_664 165_984 205_792 361_620 732_160 2_532_816 9_730_740 6_612_900"
        ),
        classes=_by_category("1 9 156 156 1277 10 715 846 2135 770"),
        n_classes=6075,
        class_number_sum=99_997_955_000,
    ),
    ("high", 7): ExactFigures(
        hands=_by_category(
            "4_324 37_260 224_848 3_473_184 4_047_644 "
            "6_180_020 6_461_620 31_433_400 58_627_800 23_294_460"
        ),
        classes=_by_category("1 9 156 156 1277 10 575 763 1470 407"),
        n_classes=4824,
        class_number_sum=547_965_983_972,
    ),
    ("high-no-wheel", 5): ExactFigures(
        hands=_by_category("4 32 624 3_744 5_112 9_180 54_912 123_552 1_098_240 1_303_560"),
        n_classes=7462,
    ),
    ("short-deck", 5): _SHORT_DECK_FIVE,
    ("short-deck", 7): ExactFigures(
        # The source gives 10,560 straight flushes with the royal ones, which are the four times all
        # pairs of the 31 other cards.
        hands=_by_category(
            "1_860 8_700 44_640 633_024 175_560 1_169_940 607_200 3_157_056 2_316_600 233_100"
        ),
        n_classes=752,
    ),
    ("short-deck-trips", 5): _SHORT_DECK_FIVE,
    ("ace-to-five", 5): ExactFigures(
        hands=_by_category("0 0 624 3_744 0 0 54_912 123_552 1_098_240 1_317_888"), n_classes=6175
    ),
    ("deuce-to-seven", 5): ExactFigures(
        hands=_by_category("4 32 624 3_744 5_112 9_180 54_912 123_552 1_098_240 1_303_560"),
        n_classes=7462,
    ),
}
