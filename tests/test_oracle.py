"""The oracle itself, against counts that are not its own."""

import itertools
from collections import Counter

import pytest

import oracle
from figures import HANDS, HANDS_NO_WHEEL
from handrank.rulebook.rules import RulesName


def _sampled(rules: RulesName) -> set[oracle.Rank]:
    """Return the ranks of one hand of each rank multiset, mixed and (where possible) suited."""
    found = set()
    low = oracle.deck(rules)[0] // 4
    for ranks in itertools.combinations_with_replacement(range(low, 13), 5):
        if max(Counter(ranks).values()) > 4:
            continue
        mixed = [4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        if len(set(ranks)) == 5:
            mixed[0] += 1
            found.add(oracle.rank([4 * rank for rank in ranks], rules))
        found.add(oracle.rank(mixed, rules))
    return found


# Classes of five-card hands, from the reference figures.
@pytest.mark.parametrize(
    ("rules", "classes"),
    [
        ("high", 7462),
        ("high-no-wheel", 7462),
        ("short-deck", 1404),
        ("short-deck-trips", 1404),
        ("ace-to-five", 6175),
        ("deuce-to-seven", 7462),
    ],
)
def test_number_of_classes(rules: RulesName, classes: int) -> None:
    assert len(_sampled(rules)) == classes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "counts"), [("high", HANDS[5]), ("high-no-wheel", HANDS_NO_WHEEL)]
)
def test_counts_of_categories(rules: RulesName, counts: list[int]) -> None:
    found = Counter(oracle.five(hand, rules)[0] for hand in itertools.combinations(range(52), 5))
    assert [found[name] for name in oracle.HIGH] == counts


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        ("high", ["5s Ah 2d 3c 4s", "2s 3h 4d 5c 6s", "As Kh Qd Jc Ts"]),
        ("high-no-wheel", ["5s Ah 2d 3c 4s", "2s 2h 3d 4c 5s", "2s 3h 4d 5c 6s"]),
        ("short-deck", ["6s 7h 8d 9c As", "6s 7h 8d 9c Ts", "6s 6h 6d 7s 7h", "6s 7s 8s 9s Js"]),
        ("short-deck", ["As Ah Ad Kc Qs", "6s 7h 8d 9c As"]),
        ("short-deck-trips", ["Ts Jh Qd Kc As", "6s 6h 6d 7c 8s", "6s 6h 6d 7s 7h"]),
        ("ace-to-five", ["2s 2h 3d 4c 5s", "As Ah 2d 3c 4s", "6s 2s 3s 4s 5s", "As 2s 3s 4s 5s"]),
        (
            "deuce-to-seven",
            ["2s 3s 4s 5s 7s", "2s 3h 4d 5c 6s", "2s 3h 4d 6c 7s", "7h 5s 4s 3s 2s"],
        ),
        ("deuce-to-seven", ["As 6h 4d 3c 2s", "As 5h 4d 3c 2s", "Ks Qh Jd Tc 8s"]),
    ],
)
def test_order(rules: RulesName, hands: list[str]) -> None:
    ranks = [oracle.rank(oracle.ids(hand), rules) for hand in hands]
    assert ranks == sorted(set(ranks))


def test_omaha_takes_exactly_two_hole_cards() -> None:
    # From the reference figures: four hearts on board and one in the hole do not make a flush.
    hole, board = oracle.ids("Ah As Kd 3c"), oracle.ids("2h 5h 9h Jh Kc")
    assert oracle.omaha(hole, board) == ((1, 14, 13, 11, 9), "one pair")
    assert oracle.category(hole + board) == "flush"


def test_eight_or_better() -> None:
    def qualifies(text: str) -> bool:
        return oracle.is_eight_or_better(oracle.rank(oracle.ids(text), "ace-to-five"))

    assert qualifies("8s 7h 6d 5c 4s")
    assert qualifies("As 2s 3s 4s 5s Kh Kd")
    assert not qualifies("9s 4h 3d 2c As")
    assert not qualifies("8s 8h 3d 2c As Kh Kd")
    lows = {rank for rank in _sampled("ace-to-five") if oracle.is_eight_or_better(rank)}
    assert len(lows) == 56
