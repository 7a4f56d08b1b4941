"""The exhaustive comparison, and that it sees a wrong table."""

import dataclasses
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from handrank import count_ranks
from handrank.lookup.tables import load_tables
from handrank.ranking.verification import Comparison, category_counts, compare, verify
from handrank.rulebook.figures import EXACT_FIGURES
from handrank.rulebook.rules import HandCategory

SCRIPT = Path(__file__).parents[2] / "scripts" / "verify_tables.py"


# Source: the reference figures.
@pytest.mark.parametrize(
    ("n_cards", "royal", "pairs", "high_card", "n_classes"),
    [
        (5, 4, 1_098_240, 1_302_540, 7_462),
        (6, 188, 9_730_740, 6_612_900, 6_075),
        (7, 4_324, 58_627_800, 23_294_460, 4_824),
    ],
)
def test_exact_figures(
    n_cards: int, royal: int, pairs: int, high_card: int, n_classes: int
) -> None:
    exact = EXACT_FIGURES["high", n_cards]
    assert exact.total == math.comb(52, n_cards)
    assert exact.hands[HandCategory.ROYAL_FLUSH] == royal
    assert exact.hands[HandCategory.ONE_PAIR] == pairs
    assert exact.hands[HandCategory.HIGH_CARD] == high_card
    assert exact.classes is not None
    assert sum(exact.classes.values()) == exact.n_classes == n_classes


def test_five_cards_agree() -> None:
    for rules in ("high", "high-no-wheel"):
        exact = EXACT_FIGURES[rules, 5]
        comparisons = compare(count_ranks(5, rules=rules), rules, exact)
        assert [item for item in comparisons if not item.agrees] == []
        figures = {(item.category, item.figure) for item in comparisons}
        assert {(None, "hands"), (None, "classes"), (HandCategory.STRAIGHT, "hands")} <= figures


def differences(comparisons: tuple[Comparison, ...]) -> dict[tuple[HandCategory | None, str], int]:
    return {
        (item.category, str(item.figure)): item.counted - item.exact
        for item in comparisons
        if not item.agrees
    }


def test_one_wrong_rank_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = load_tables("high")
    ranks = tables.ranks[5].copy()
    # The lowest rank of all, 7-5-4-3-2 of mixed suits (1,020 hands), taken for the next class.
    lowest = ranks[ranks > 0].min()
    ranks[ranks == lowest] = lowest + 1
    wrong = dataclasses.replace(tables, ranks={**tables.ranks, 5: ranks})
    monkeypatch.setattr("handrank.ranking.counting.load_tables", lambda rules: wrong)
    comparisons = compare(count_ranks(5), "high", EXACT_FIGURES["high", 5])
    differing = differences(comparisons)
    assert differing == {
        (None, "classes"): -1,
        (HandCategory.HIGH_CARD, "classes"): -1,
        (None, "sum of class numbers"): -1020,
    }


def test_a_hand_without_a_rank_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = load_tables("high")
    suited = tables.suited.copy()
    suited[0b11111] = 0  # 2-3-4-5-6 of a suit
    wrong = dataclasses.replace(tables, suited=suited)
    monkeypatch.setattr("handrank.ranking.counting.load_tables", lambda rules: wrong)
    comparisons = compare(count_ranks(5), "high", EXACT_FIGURES["high", 5])
    differing = differences(comparisons)
    assert differing[None, "hands without a rank"] == 4
    assert differing[HandCategory.STRAIGHT_FLUSH, "hands"] == -4


def test_category_counts() -> None:
    counts = category_counts(np.array([36865, 0, 36865], dtype=np.uint16), "high")
    assert counts[HandCategory.ROYAL_FLUSH] == 2
    assert sum(counts.values()) == 2


@pytest.mark.slow
def test_every_hand() -> None:
    results = list(verify())
    assert [(result.rules, result.n_cards) for result in results] == list(EXACT_FIGURES)
    assert all(result.agrees for result in results)


@pytest.mark.slow
def test_the_script() -> None:
    done = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=True)
    assert "133,784,560" in done.stdout
    assert "all figures are exact" in done.stdout
