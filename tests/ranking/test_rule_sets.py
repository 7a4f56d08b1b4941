"""Short decks and low games: their order of hands, their decks, their exact counts."""

import math
from collections.abc import Callable
from functools import reduce
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

import oracle
from handrank import (
    CardError,
    HandCategory,
    class_number,
    count_ranks,
    deal,
    eight_or_better,
    evaluate,
    hand_category,
    jit,
    rank_of_class,
    showdown,
)
from handrank.rulebook.games import Game
from handrank.rulebook.rules import RulesName, get_rules

Hands = NDArray[np.uint8]
MakeHands = Callable[..., Hands]
ALL_RULES = list(oracle.RULES)
SHORT = ["short-deck", "short-deck-trips"]

# How many hands each category has, the high card first and straight flushes with the royal ones,
# and how many classes there are in all. Source: the reference figures.
PAIRED_FIVES = [1_098_240, 123_552, 54_912]
FIVES: dict[RulesName, tuple[list[int], int]] = {
    "short-deck": ([122_400, 193_536, 36_288, 16_128, 6_120, 480, 1_728, 288, 24], 1404),
    "short-deck-trips": ([122_400, 193_536, 36_288, 16_128, 6_120, 480, 1_728, 288, 24], 1404),
    "ace-to-five": ([1_317_888, *PAIRED_FIVES, 0, 0, 3_744, 624, 0], 6175),
    "deuce-to-seven": ([1_303_560, *PAIRED_FIVES, 9_180, 5_112, 3_744, 624, 36], 7462),
}
SHORT_SEVENS = [233_100, 2_316_600, 3_157_056, 607_200, 1_169_940, 175_560, 633_024, 44_640, 10_560]

# From the best hand to the worst.
LADDERS = {
    "short-deck": [
        "Ts Js Qs Ks As",
        "As 6s 7s 8s 9s",
        "6s 6h 6d 6c 7s",
        "6s 7s 8s 9s Js",
        "As Ah Ad Ks Kh",
        "6s 6h 6d 7s 7h",
        "Ts Jh Qs Ks As",
        "As 6h 7s 8s 9s",
        "As Ah Ad Ks Qh",
        "As Ah Kd Ks Qh",
        "As Ah Kd Qs Jh",
        "As Kh Qd Js 9h",
        "6s 7h 8d 9s Jh",
    ],
    "short-deck-trips": [
        "6s 7s 8s 9s Js",
        "As Ah Ad Ks Kh",
        "6s 6h 6d 8s 7h",
        "Ts Jh Qs Ks As",
        "As 6h 7s 8s 9s",
        "As Ah Kd Ks Qh",
    ],
    "ace-to-five": [
        "5s 4s 3s 2s As",
        "6h 4s 3s 2s As",
        "6h 5s 4s 3s 2s",
        "8s 7s 6s 5s 4s",
        "Ks Qs Js Ts 9s",
        "As Ah 4s 3s 2s",
        "2s 2h 4s 3s As",
        "Ks Kh Qs Js Ts",
        "2s 2h As Ah 3s",
        "As Ah Ad 3s 2s",
        "As Ah Ad 2s 2h",
        "As Ah Ad Ac 2s",
        "Ks Kh Kd Kc Qs",
    ],
    "deuce-to-seven": [
        "7h 5s 4s 3s 2s",
        "7h 6s 4s 3s 2s",
        "8h 5s 4s 3s 2s",
        "Ah 5s 4s 3s 2s",
        "Ah Ks Qs Js 9s",
        "2s 2h 5s 4s 3s",
        "As Ah Ks Qs Js",
        "2s 2h 3s 3h 4s",
        "2s 2h 2d 4s 3s",
        "6h 5s 4s 3s 2s",
        "Ah Ks Qs Js Ts",
        "7s 5s 4s 3s 2s",
        "As 5s 4s 3s 2s",
        "2s 2h 2d 3s 3h",
        "2s 2h 2d 2c 3s",
        "6s 5s 4s 3s 2s",
        "Ks Qs Js Ts 9s",
        "As Ks Qs Js Ts",
    ],
}


def with_many_flushes(n: int, n_cards: int, rules: RulesName, make_hands: MakeHands) -> Hands:
    """Return random hands of a rule set's deck, half of them with five or more of a suit."""
    hands = make_hands(60 * n, n_cards, seed=n_cards, low=oracle.deck(rules)[0])
    suits = hands % 4
    most = np.max([(suits == suit).sum(axis=1) for suit in range(4)], axis=0)
    return np.concatenate((hands[: n // 2], hands[most >= 5][: n - n // 2]))


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_agrees_with_the_oracle(rules: RulesName, n_cards: int, make_hands: MakeHands) -> None:
    hands = with_many_flushes(400, n_cards, rules, make_hands)
    ranks = evaluate(hands, rules=rules)
    best = [oracle.best(hand, rules) for hand in hands.tolist()]
    order = np.argsort(ranks, kind="stable")
    for worse, better in pairwise(order):
        assert (ranks[worse] == ranks[better]) == (best[worse][0] == best[better][0])
        assert best[worse][0] <= best[better][0]
    categories = [HandCategory(number) for number in hand_category(ranks, rules=rules)]
    names = [category.name.lower().replace("_", " ") for category in categories]
    assert names == [name for _, name, _ in best]
    np.testing.assert_array_equal(
        rank_of_class(class_number(ranks, rules=rules), rules=rules), ranks
    )


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_every_way_to_rank_a_hand_agrees(
    rules: RulesName, n_cards: int, make_hands: MakeHands
) -> None:
    hands = with_many_flushes(200, n_cards, rules, make_hands)
    ranks = evaluate(hands, rules=rules).tolist()
    assert [evaluate(hand, rules=rules) for hand in hands] == ranks
    assert evaluate(hands[:, :2], board=hands[:, 2:], rules=rules).tolist() == ranks
    assert evaluate(hands[:, ::-1], rules=rules, check=False, threads=2).tolist() == ranks
    bound = jit.for_rules(rules)
    assert [bound.evaluate_row(hand) for hand in hands] == ranks
    evaluate_n = getattr(bound, f"evaluate{n_cards}")
    assert [evaluate_n(*hand) for hand in hands] == ranks
    built = [reduce(bound.add_card, hand, jit.EMPTY_HAND) for hand in hands.tolist()]
    assert [bound.rank_hand(hand) for hand in built] == ranks


@pytest.mark.parametrize("rules", ALL_RULES)
def test_hands_too_small_or_too_large_for_a_rank(rules: RulesName) -> None:
    bound = jit.for_rules(rules)
    hand = jit.EMPTY_HAND
    for size, card in enumerate((50, 47, 44, 41, 39, 35, 31, 27), start=1):
        hand = bound.add_card(hand, card)
        assert (bound.rank_hand(hand) > 0) == (5 <= size <= 7)


@pytest.mark.parametrize("rules", LADDERS)
def test_ladder(rules: RulesName) -> None:
    ranks = evaluate(LADDERS[rules], rules=rules).astype(int)
    assert (np.diff(ranks) < 0).all()


def test_best_hands_of_the_low_games() -> None:
    assert class_number(evaluate("5s4s3s2sAs", rules="ace-to-five"), rules="ace-to-five") == 1
    assert class_number(evaluate("7h5s4s3s2s", rules="deuce-to-seven"), rules="deuce-to-seven") == 1


def test_a_low_hand_of_seven_cards_avoids_its_flush() -> None:
    # All of 2-3-4-5-7 in spades would be a flush; with the eight of hearts it is none.
    rank = evaluate("2s3s4s5s7s8hKd", rules="deuce-to-seven")
    assert rank == evaluate("2s3s4s5s8h", rules="deuce-to-seven")
    # Where suits do not count it is the seven-low.
    assert evaluate("2s3s4s5s7s8hKd", rules="ace-to-five") == evaluate(
        "2s3s4s5s7h", rules="ace-to-five"
    )
    # Seven of a suit cannot avoid it.
    rank = evaluate("2s3s4s5s7s8s9s", rules="deuce-to-seven")
    assert hand_category(rank, rules="deuce-to-seven") is HandCategory.FLUSH


@pytest.mark.parametrize("rules", FIVES)
def test_all_five_card_hands(rules: RulesName) -> None:
    counts = count_ranks(5, rules=rules)
    expected, n_classes = FIVES[rules]
    assert counts.sum() == sum(expected) == math.comb(len(oracle.deck(rules)), 5)
    assert by_category(counts, rules) == expected
    assert np.count_nonzero(counts) == n_classes
    numbers = np.arange(1, n_classes + 1)
    ranks = rank_of_class(numbers, rules=rules)
    assert set(ranks.tolist()) == set(np.flatnonzero(counts).tolist())
    np.testing.assert_array_equal(class_number(ranks, rules=rules), numbers)
    with pytest.raises(ValueError, match=f"outside 1..{n_classes}"):
        rank_of_class(n_classes + 1, rules=rules)


def by_category(counts: NDArray[np.int64], rules: RulesName) -> list[int]:
    """Return how many hands each category has, royal flushes among the straight flushes."""
    ranks = np.flatnonzero(counts)
    hands = np.zeros(10, dtype=np.int64)
    np.add.at(hands, hand_category(ranks, rules=rules), counts[ranks])
    return [*hands[:8].tolist(), int(hands[8] + hands[9])]


def test_evaluate_counts_the_same_five_card_hands(all_fives: Hands) -> None:
    for rules in FIVES:
        hands = all_fives[(all_fives >= oracle.deck(rules)[0]).all(axis=1)]
        found = np.bincount(evaluate(hands, rules=rules), minlength=1 << 16)
        np.testing.assert_array_equal(found, count_ranks(5, rules=rules))


def test_all_seven_card_hands_of_the_short_deck() -> None:
    counts = count_ranks(7, rules="short-deck")
    assert counts.sum() == 8_347_680 == math.comb(36, 7)
    assert by_category(counts, "short-deck") == SHORT_SEVENS
    assert np.count_nonzero(counts) == 752


def test_trips_above_straights_move_hands_between_these_two_only() -> None:
    # With seven cards a hand that holds both counts as trips.
    hands = by_category(count_ranks(7, rules="short-deck-trips"), "short-deck-trips")
    assert hands[3] > SHORT_SEVENS[3]
    assert hands[3] + hands[4] == SHORT_SEVENS[3] + SHORT_SEVENS[4]
    assert hands[:3] + hands[5:] == SHORT_SEVENS[:3] + SHORT_SEVENS[5:]


@pytest.mark.parametrize(
    ("n_cards", "n_hands", "n_classes", "qualifying"),
    [(5, 2_598_960, 6175, 57_344), (6, 20_358_520, 6019, None), (7, 133_784_560, 5083, 24_530_944)],
)
def test_all_low_hands(n_cards: int, n_hands: int, n_classes: int, qualifying: int | None) -> None:
    counts = count_ranks(n_cards, rules="ace-to-five")
    ranks = np.flatnonzero(counts)
    assert counts.sum() == n_hands
    assert len(ranks) == n_classes
    good = eight_or_better(ranks)
    assert np.count_nonzero(good) == 56
    if qualifying is not None:
        assert counts[good[good > 0]].sum() == qualifying


def test_eight_or_better() -> None:
    lows = evaluate(["8s7s6s5s4s", "9h4s3s2sAs", "2s2h3s4sAs", "5s4s3s2sAs"], rules="ace-to-five")
    good = eight_or_better(lows)
    assert good.dtype == np.uint16
    assert good.tolist() == [lows[0], 0, 0, lows[3]]
    assert eight_or_better([[0, int(lows[0])]]).tolist() == [[0, lows[0]]]
    assert eight_or_better(lows[1]) == 0
    with pytest.raises(ValueError, match=r"no hand has rank \d+ under 'ace-to-five'"):
        eight_or_better([9 << 12])
    with pytest.raises(TypeError, match="must be integers"):
        eight_or_better([0.5])


@pytest.mark.parametrize("rules", SHORT)
class TestDeck:
    """Cards that the deck lacks."""

    @pytest.mark.parametrize("n_cards", [5, 6, 7])
    def test_are_refused(self, rules: RulesName, n_cards: int, make_hands: MakeHands) -> None:
        hands = make_hands(1000, n_cards, low=16)
        assert (evaluate(hands, rules=rules) > 0).all()
        hands[417, 3] = 15
        message = r"row 417: 5s \(card id 15\) is not in the deck, which is 6c to As"
        for dtype in (np.uint8, np.int64):
            with pytest.raises(CardError, match=message):
                evaluate(hands.astype(dtype), rules=rules)
            with pytest.raises(CardError, match=message):
                evaluate(hands[:, :2].astype(dtype), board=hands[:, 2:], rules=rules)
        with pytest.raises(CardError, match=r"^5s \(card id 15\) is not in the deck"):
            evaluate(hands[417], rules=rules)
        assert evaluate(hands, rules=rules, check=False).shape == (1000,)

    def test_are_refused_at_a_showdown(self, rules: RulesName) -> None:
        showdown(["2s3s", "AsKs"], "6c7c8c9cTc")
        for hole, board in ((["2s3s", "AsKs"], "6c7c8c9cTc"), (["QsJs", "AsKs"], "5c7c8c9cTc")):
            with pytest.raises(CardError, match="is not in the deck, which is 6c to As"):
                showdown(hole, board, game=Game(name="six-plus", rules=rules))

    def test_are_not_dealt(self, rules: RulesName) -> None:
        hands = deal(20_000, 7, rng=np.random.default_rng(6), rules=rules)
        assert np.unique(hands).tolist() == list(range(16, 52))
        rest = deal(1, 35, rng=np.random.default_rng(6), rules=rules, dead="6c")
        assert sorted(rest[0].tolist()) == list(range(17, 52))

    def test_cannot_be_dead(self, rules: RulesName) -> None:
        with pytest.raises(ValueError, match=r"dead: 2c \(card id 0\) is not in the deck"):
            deal(1, 5, rng=np.random.default_rng(6), rules=rules, dead="2c")
        with pytest.raises(ValueError, match="cannot deal 37 cards from a deck of 36"):
            deal(1, 37, rng=np.random.default_rng(6), rules=rules)


def test_rules_as_data() -> None:
    high = get_rules("high").categories
    short, trips = (get_rules(name).categories for name in SHORT)
    assert short[5:7] == (HandCategory.FULL_HOUSE, HandCategory.FLUSH)
    assert trips[3:5] == (HandCategory.STRAIGHT, HandCategory.THREE_OF_A_KIND)
    assert set(short) == set(trips) == set(high)
    assert get_rules("deuce-to-seven").categories == high[::-1]
    assert get_rules("ace-to-five").categories[-1] is HandCategory.HIGH_CARD
    for rules in map(get_rules, ALL_RULES):
        assert rules.suits_count == (rules.name != "ace-to-five")
        assert rules.suited_decide == (rules.name != "deuce-to-seven")
