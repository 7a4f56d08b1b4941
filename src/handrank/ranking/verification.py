"""Rank every hand of the deck through the kernels and compare with the exact figures."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from handrank.ranking.classes import class_number, hand_category
from handrank.ranking.counting import count_one_by_one, count_ranks
from handrank.rulebook.errors import Message
from handrank.rulebook.figures import EXACT_FIGURES, ExactFigures
from handrank.rulebook.rules import HandCategory, RulesName


@dataclass(frozen=True)
class Comparison:
    """A number counted through the kernels beside the exact one, of one category or of all."""

    figure: str
    counted: int
    exact: int
    category: HandCategory | None = None

    @property
    def agrees(self) -> bool:
        """Whether the numbers are equal."""
        return self.counted == self.exact


@dataclass(frozen=True)
class Verification:
    """All comparisons for a rule set and hand size."""

    rules: RulesName
    n_cards: int
    comparisons: tuple[Comparison, ...]

    @property
    def agrees(self) -> bool:
        """Whether all numbers are equal."""
        return all(comparison.agrees for comparison in self.comparisons)


def compare(
    counts: NDArray[np.int64], rules: RulesName, exact: ExactFigures
) -> tuple[Comparison, ...]:
    """Compare how many hands have each rank, shape (65536,), with the exact figures."""
    ranks = np.flatnonzero(counts[1:]) + 1
    categories = hand_category(ranks, rules=rules)
    found = [
        Comparison(Message("hands"), int(counts.sum()), exact.total),
        Comparison(Message("hands without a rank"), int(counts[0]), 0),
        Comparison(Message("classes"), len(ranks), exact.n_classes),
    ]
    for category in exact.hands:
        mine = ranks[categories == category]
        hands = int(counts[mine].sum())
        found.append(Comparison(Message("hands"), hands, exact.hands[category], category))
        if exact.classes is not None:
            found.append(
                Comparison(Message("classes"), len(mine), exact.classes[category], category)
            )
    if exact.class_number_sum is not None:
        numbers = class_number(ranks, rules=rules).astype(np.int64)
        total = int((numbers * counts[ranks]).sum())
        found.append(Comparison(Message("sum of class numbers"), total, exact.class_number_sum))
    return tuple(found)


def verify() -> Iterator[Verification]:
    """Rank every five-, six- and seven-card hand and compare with all known figures."""
    # Each rule set and hand size comes as soon as it is done.
    for (rules, n_cards), exact in EXACT_FIGURES.items():
        counts = count_one_by_one(n_cards, rules=rules)
        comparisons = compare(counts, rules, exact)
        # The two ways of counting share the tables but not a line of code.
        same = int((count_ranks(n_cards, rules=rules) == counts).sum())
        alike = Comparison(Message("hand ranks counted alike by multisets"), same, len(counts))
        yield Verification(rules, n_cards, (*comparisons, alike))


def category_counts(ranks: NDArray[np.uint16], rules: RulesName) -> dict[HandCategory, int]:
    """Return how many hands are in each category; those of rank 0 are left out."""
    counts = np.bincount(ranks)
    found = np.flatnonzero(counts[1:]) + 1
    categories = hand_category(found, rules=rules)
    return {category: int(counts[found[categories == category]].sum()) for category in HandCategory}
