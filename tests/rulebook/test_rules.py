"""The rulebook as data."""

import dataclasses
import itertools

import pytest

import oracle
from handrank import RULE_SETS, HandCategory, class_number, evaluate, hand_category, rank_of_class
from handrank.rulebook.rules import ROYAL, WHEEL, Rules, RulesName, get_rules


def test_categories_and_their_numbers() -> None:
    assert {category.name: category.value for category in HandCategory} == {
        "HIGH_CARD": 0,
        "ONE_PAIR": 1,
        "TWO_PAIR": 2,
        "THREE_OF_A_KIND": 3,
        "STRAIGHT": 4,
        "FLUSH": 5,
        "FULL_HOUSE": 6,
        "FOUR_OF_A_KIND": 7,
        "STRAIGHT_FLUSH": 8,
        "ROYAL_FLUSH": 9,
    }


def test_every_rule_set_is_found_by_its_name() -> None:
    assert {"high", "high-no-wheel"} <= set(RULE_SETS)
    for name, rules in RULE_SETS.items():
        assert rules.name == name
        assert get_rules(name) is rules
        assert len(set(rules.categories)) == len(rules.categories)
        assert len(set(rules.straights)) == len(rules.straights)
        assert all(mask.bit_count() == 5 for mask in rules.straights)


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        get_rules("high").name = "low"  # type: ignore[misc, assignment]


def test_straights() -> None:
    assert WHEEL == 0b1_0000_0000_1111
    assert ROYAL == 0b1_1111_0000_0000
    high = get_rules("high").straights
    assert len(high) == 10
    assert (high[0], high[-1]) == (WHEEL, ROYAL)
    assert get_rules("high-no-wheel").straights == high[1:]


@pytest.mark.parametrize("rules", ["high", "high-no-wheel"])
def test_every_set_of_five_different_ranks_is_a_straight_or_is_not(rules: RulesName) -> None:
    for ranks in itertools.combinations(range(13), 5):
        hand = [4 * rank for rank in ranks]
        hand[0] += 1
        category = hand_category(evaluate(hand, rules=rules), rules=rules)
        assert category.name.lower().replace("_", " ") == oracle.category(hand, rules)


@pytest.mark.parametrize("name", oracle.RULES)
def test_straights_are_those_of_the_oracle_in_their_order(name: RulesName) -> None:
    rules = get_rules(name)
    found = {}
    for ranks in itertools.combinations(range(rules.lowest_rank, 13), 5):
        hand = [4 * rank for rank in ranks]
        hand[0] += 1
        if oracle.category(hand, name) == "straight":
            found[oracle.rank(hand, name)] = sum(1 << rank for rank in ranks)
    # In a low game the highest straight has the lowest rank.
    assert rules.straights == tuple(found[rank] for rank in sorted(found, reverse=rules.low))


@pytest.mark.parametrize("name", oracle.RULES)
def test_categories_are_those_of_the_oracle_in_their_order(name: RulesName) -> None:
    rules = get_rules(name)
    order = list(oracle.ORDERS[name][0])
    if name == "ace-to-five":
        gone = {"straight", "flush", "straight flush", "royal flush"}
        order = [category for category in order if category not in gone]
    assert [category.name.lower().replace("_", " ") for category in rules.categories] == order
    short, low = name.startswith("short-deck"), order[-1] == "high card"
    assert (rules.lowest_rank, rules.low) == (min(oracle.deck(name)) // 4, low)
    assert (rules.lowest_rank == 4) is short
    assert rules.ace_low is (name == "ace-to-five")
    assert rules.suits_count is (name != "ace-to-five")
    assert rules.suited_decide is (name != "deuce-to-seven")


def test_rules_of_ones_own_are_those_of_the_high_game_but_for_what_is_said() -> None:
    own = Rules(name="high")
    assert own == get_rules("high")
    assert (own.categories, own.lowest_rank) == (tuple(HandCategory), 0)
    assert (own.ace_low, own.low) == (False, False)
    with pytest.raises(TypeError, match="positional"):
        Rules("high")  # type: ignore[call-arg]


@pytest.mark.parametrize("name", ["hi", "", "HIGH", None, 1, ["high"]])
def test_unknown_rules(name: object) -> None:
    with pytest.raises(ValueError, match=r"unknown rules .*'high', 'high-no-wheel'"):
        get_rules(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["hi", "", "HIGH", None, 1])
def test_unknown_rules_are_refused_where_they_are_used(name: object) -> None:
    uses: tuple[object, ...] = (evaluate, hand_category, class_number, rank_of_class)
    # To `evaluate` None means that the rules are left out.
    for use in uses[1:] if name is None else uses:
        with pytest.raises(ValueError, match="unknown rules"):
            use([1, 2, 3, 4, 5], rules=name)  # type: ignore[operator]


def test_the_rule_sets_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        RULE_SETS["high"] = RULE_SETS["short-deck"]  # type: ignore[index]
