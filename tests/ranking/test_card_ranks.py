"""Which card ranks stand behind a hand rank."""

import numpy as np
import pytest

from handrank import RULE_SETS, class_number, evaluate, rank_of_class
from handrank.ranking.card_ranks import is_suited, significant_ranks

LETTERS = "23456789TJQKA"


def behind(text: str, rules: str) -> str:
    return "".join(LETTERS[r] for r in significant_ranks(rules)[evaluate(text, rules=rules)])


@pytest.mark.parametrize(
    ("rules", "hand", "ranks"),
    [
        ("high", "2s2h2dAcKd", "222AK"),
        ("high", "2s2hAcAdKd", "AA22K"),
        ("high", "2s2h2dAcAd", "222AA"),
        ("high", "2s2h2d2cAd", "2222A"),
        ("high", "Kd9d5d3d2d", "K9532"),
        ("high", "As2d3d4d5d", "5432A"),
        ("high", "As2s3s4s5s", "5432A"),
        ("high", "AsKdQdJdTd", "AKQJT"),
        ("high-no-wheel", "As2d3d4d5d", "A5432"),
        ("high-no-wheel", "As2s3s4s5s", "A5432"),
        ("short-deck", "As6d7d8d9d", "9876A"),
        ("short-deck", "AsAd7d8d9d", "AA987"),
        ("short-deck-trips", "AsAdAc8d9d", "AAA98"),
        ("ace-to-five", "As2d3d4d5d", "5432A"),
        ("ace-to-five", "As6s3s4s8s", "8643A"),
        ("ace-to-five", "AsAd3s4s8s", "AA843"),
        ("ace-to-five", "AsAdKsKd8s", "KKAA8"),
        ("deuce-to-seven", "As2d3d4d5d", "A5432"),
        ("deuce-to-seven", "7s2d3d4d5d", "75432"),
        ("deuce-to-seven", "7s7d3d4d5d", "77543"),
    ],
)
def test_the_most_significant_ranks_come_first(rules: str, hand: str, ranks: str) -> None:
    assert behind(hand, rules) == ranks


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_class_has_ranks_of_its_own(rules: str) -> None:
    sizes = {"short-deck": 1404, "short-deck-trips": 1404, "ace-to-five": 6175}
    n_classes = sizes.get(rules, 7462)  # the reference figures
    classes = np.arange(1, n_classes + 1)
    ranks = rank_of_class(classes, rules)
    assert class_number(ranks[-1], rules) == n_classes
    significant = significant_ranks(rules)
    behind_each = {
        (bool(is_suited(rules)[rank >> 12]), *significant[rank].tolist()) for rank in ranks
    }
    assert len(behind_each) == n_classes
    assert not significant[np.setdiff1d(np.arange(1 << 16), ranks)].any()


def test_the_table_is_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        significant_ranks("high")[0] = 1
