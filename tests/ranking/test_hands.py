"""`evaluate`: what a hand rank means."""

from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import oracle
from figures import TOTAL_CLASSES
from handrank import HandCategory, evaluate, hand_category
from handrank.rulebook.rules import RulesName

MakeHands = Callable[..., NDArray[np.uint8]]
RULES = ["high", "high-no-wheel"]

# Random hands seldom hold a straight flush or quads, so some come from few ranks or few suits.
_DECKS = [
    list(range(52)),
    [card for card in range(52) if card % 4 < 2],
    [card for card in range(52) if card % 4 == 3 or card >= 48],
    list(range(20)),
    list(range(32, 52)),
    [*range(16), *range(48, 52)],
]


@st.composite
def hands(draw: st.DrawFn, sizes: tuple[int, ...] = (5, 6, 7)) -> list[int]:
    size = draw(st.sampled_from(sizes))
    deck = draw(st.sampled_from(_DECKS))
    return draw(st.lists(st.sampled_from(deck), min_size=size, max_size=size, unique=True))


@given(hands(), st.sampled_from(RULES), st.randoms(use_true_random=False))
def test_any_order_of_cards_gives_the_same_rank(
    hand: list[int], rules: RulesName, random: object
) -> None:
    shuffled = list(hand)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert evaluate(shuffled, rules=rules) == evaluate(hand, rules=rules)


@given(hands(), st.sampled_from(RULES), st.permutations(range(4)))
def test_any_permutation_of_suits_gives_the_same_rank(
    hand: list[int], rules: RulesName, suits: list[int]
) -> None:
    renamed = [card // 4 * 4 + suits[card % 4] for card in hand]
    assert evaluate(renamed, rules=rules) == evaluate(hand, rules=rules)


@given(hands((6, 7)), st.sampled_from(RULES))
def test_adding_a_card_never_lowers_the_rank(hand: list[int], rules: RulesName) -> None:
    assert evaluate(hand, rules=rules) >= evaluate(hand[:-1], rules=rules)


@given(hands((6, 7)), st.sampled_from(RULES))
def test_the_best_five_count(hand: list[int], rules: RulesName) -> None:
    subsets = evaluate(list(combinations(hand, 5)), rules=rules)
    assert evaluate(hand, rules=rules) == subsets.max()


@given(st.lists(hands((5, 6, 7)), min_size=2, max_size=6), st.sampled_from(RULES))
def test_ranks_compare_as_the_hands_do(given_hands: list[list[int]], rules: RulesName) -> None:
    ranks = [int(evaluate(hand, rules=rules)) for hand in given_hands]
    expected = [oracle.rank(hand, rules) for hand in given_hands]
    for (rank, truth), (other, other_truth) in combinations(zip(ranks, expected, strict=True), 2):
        assert (rank > other, rank == other) == (truth > other_truth, truth == other_truth)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_order_and_category_agree_with_the_oracle(
    n_cards: int, rules: RulesName, make_hands: MakeHands
) -> None:
    cards = np.concatenate([make_hands(1500, n_cards), _from_small_decks(n_cards)])
    ranks = evaluate(cards, rules=rules)
    categories = hand_category(ranks, rules=rules)
    truth = [oracle.best(hand, rules)[:2] for hand in cards.tolist()]
    names = [HandCategory(number).name.lower().replace("_", " ") for number in categories.tolist()]
    assert names == [name for _, name in truth]
    # The same order: sorted by rank, the oracle's tuples rise exactly where the ranks do.
    order = np.argsort(ranks, kind="stable").tolist()
    for before, after in pairwise(order):
        assert (truth[before][0] < truth[after][0]) == (ranks[before] < ranks[after])


def _from_small_decks(n_cards: int) -> NDArray[np.uint8]:
    rng = np.random.default_rng(7)
    rows = [rng.choice(deck, n_cards, replace=False) for deck in _DECKS for _ in range(150)]
    return np.array(rows, dtype=np.uint8)


@pytest.mark.parametrize("rules", RULES)
def test_every_class_of_five_cards_stands_in_the_oracles_order(
    rules: RulesName, all_fives: NDArray[np.uint8]
) -> None:
    ranks, first = np.unique(evaluate(all_fives, rules=rules), return_index=True)
    assert len(ranks) == TOTAL_CLASSES[5]
    truth = [oracle.rank(hand, rules) for hand in all_fives[first].tolist()]
    assert truth == sorted(set(truth))


def test_every_five_card_hand_ranks_as_the_oracle_says_of_its_class(
    all_fives: NDArray[np.uint8], make_hands: MakeHands
) -> None:
    # One oracle tuple a rank: no rank covers two kinds of hand.
    seen: dict[int, oracle.Rank] = {}
    cards = make_hands(20_000, 5, seed=3)
    for hand, rank in zip(cards.tolist(), evaluate(cards).tolist(), strict=True):
        assert seen.setdefault(rank, oracle.rank(hand)) == oracle.rank(hand)


def test_rank_layout() -> None:
    # Bits 12..15: the category's place; below: the place inside the category, counted from 1.
    ranks = evaluate(["7s5h4d3c2s", "AsKhQdJc9s", "2s2h3d4c5s", "As2s3s4s5s", "AsKsQsJsTs"])
    assert ranks.tolist() == [1, 1277, 1 << 12 | 1, 8 << 12 | 1, 9 << 12 | 1]
    # Without the wheel the lowest straight flush starts at the deuce.
    ranks = evaluate(["2s3s4s5s6s", "As2s3s4s5s", "As2h3d4c5s"], rules="high-no-wheel")
    assert ranks.tolist()[0] == 8 << 12 | 1
    assert [rank >> 12 for rank in ranks.tolist()] == [8, 5, 0]


def test_the_wheel_is_the_lowest_straight_or_none() -> None:
    wheel, six_high, pair = "As2h3d4c5s", "2h3d4c5s6s", "2h2d3c4s5s"
    assert evaluate(pair) < evaluate(wheel) < evaluate(six_high)
    no_wheel = partial(evaluate, rules="high-no-wheel")
    assert no_wheel(wheel) < no_wheel(pair) < no_wheel(six_high)
