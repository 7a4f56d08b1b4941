"""Omaha: exactly two hole cards with exactly three board cards."""

from collections.abc import Callable
from itertools import chain, combinations, pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from phevaluator import evaluate_omaha_cards

import oracle
from handrank import (
    GAMES,
    RULE_SETS,
    CardError,
    class_number,
    eight_or_better,
    evaluate,
    hand_category,
)
from handrank.arrays.reading import as_cards
from handrank.rulebook.games import Game, GameName
from handrank.rulebook.rules import HandCategory, RulesName

Hands = NDArray[np.uint8]
MakeHands = Callable[..., Hands]
ALL_RULES: list[RulesName] = list(RULE_SETS)


def rank_omaha(hole: Any, board: Any, *, rules: RulesName = "high", **options: Any) -> Any:
    """Rank Omaha hands of any number of hole cards under any rules."""
    n_hole = as_cards(hole).shape[-1]
    game = Game(name="Omaha", rules=rules, hole_cards=n_hole, two_from_hand=True)
    return evaluate(hole, board, game=game, **options)


def assert_same_order(ranks: NDArray[np.uint16], expected: list[oracle.Rank]) -> None:
    """Assert that ranks order hands, ties included, as the oracle's do."""
    order = np.argsort(ranks, kind="stable")
    for worse, better in pairwise(order):
        assert (ranks[worse] == ranks[better]) == (expected[worse] == expected[better])
        assert expected[worse] <= expected[better]


def low_of(rules: RulesName) -> int:
    return oracle.deck(rules)[0]


def suited_deals(hands: Hands, n_hole: int) -> Hands:
    """Return the deals where a suit has two hole cards and three board cards: flushes."""
    suits = hands % 4
    flush = np.zeros(len(hands), dtype=np.bool_)
    for suit in range(4):
        of_suit = suits == suit
        flush |= (of_suit[:, :n_hole].sum(axis=1) >= 2) & (of_suit[:, n_hole:].sum(axis=1) >= 3)
    return hands[flush]


# Source: the reference figures, "Omaha, exact"; the class numbers are those of three libraries.
@pytest.mark.parametrize(
    ("hole", "board", "number"),
    [
        ("As Ks 5d 7c", "Ts 7d 8h 4s 2c", 4894),
        ("Ks 8c Js 5c", "3s 5h Qs Qd 9h", 2788),
        ("Ah As Kd 3c", "2h 5h 9h Jh Kc", 3337),
    ],
)
def test_single_hands(hole: str, board: str, number: int) -> None:
    assert class_number(evaluate(hole, board, game="omaha")) == number


def test_games_say_which_cards_count(make_hands: MakeHands) -> None:
    names: dict[int, tuple[GameName, GameName]] = {
        4: ("omaha", "omaha-hilo"),
        5: ("omaha5", "omaha5-hilo"),
        6: ("omaha6", "omaha6-hilo"),
    }
    for n_hole, (high, high_low) in names.items():
        hands = make_hands(200, n_hole + 5)
        cards = hands[:, :n_hole], hands[:, n_hole:]
        expected = rank_omaha(*cards)
        np.testing.assert_array_equal(evaluate(*cards, game=high), expected)
        np.testing.assert_array_equal(evaluate(*cards, game=high_low), expected)
        low = evaluate(*cards, game=GAMES[high_low].low)
        np.testing.assert_array_equal(low, rank_omaha(*cards, rules="ace-to-five"))


def all_boards(dead: list[int]) -> Hands:
    """Return every board of five cards from the cards that are left."""
    deck = [card for card in range(52) if card not in dead]
    cards = chain.from_iterable(combinations(deck, 5))
    return np.fromiter(cards, dtype=np.uint8).reshape(-1, 5)


# Source of both: the reference figures, "Omaha, exact".
def test_all_boards_of_two_hands() -> None:
    one, two = oracle.ids("As Ah Ks Kh"), oracle.ids("Jd Td 9c 8c")
    boards = all_boards(one + two)
    ranks = rank_omaha([[one], [two]], boards)
    assert len(boards) == 1_086_008
    assert np.count_nonzero(ranks[0] > ranks[1]) == 667_649
    assert np.count_nonzero(ranks[0] == ranks[1]) == 86
    assert np.count_nonzero(ranks[0] < ranks[1]) == 418_273


def test_all_boards_of_two_hands_high_low() -> None:
    one, two = oracle.ids("As Ah 2s 3h"), oracle.ids("Kd Kc Qd Jc")
    boards = all_boards(one + two)
    high = rank_omaha([[one], [two]], boards)
    low = eight_or_better(rank_omaha([[one], [two]], boards, rules="ace-to-five"))
    no_low = (low == 0).all(axis=0)
    assert np.count_nonzero(no_low) == 480_024
    share_of_high = (1 + np.sign(high[0].astype(int) - high[1])) / 2
    share_of_low = (1 + np.sign(low[0].astype(int) - low[1])) / 2
    equity = np.where(no_low, share_of_high, (share_of_high + share_of_low) / 2).mean()
    assert equity == pytest.approx(0.69375456, abs=5e-9)


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("n_hole", [4, 5, 6])
@pytest.mark.parametrize("n_board", [3, 4, 5])
def test_agrees_with_the_oracle(
    rules: RulesName, n_hole: int, n_board: int, make_hands: MakeHands
) -> None:
    low = low_of(rules)
    mixed = make_hands(150, n_hole + n_board, seed=n_hole * n_board, low=low)
    many = make_hands(6000, n_hole + n_board, seed=n_hole + n_board, low=low)
    hands = np.concatenate((mixed, suited_deals(many, n_hole)[:50]))
    ranks = rank_omaha(hands[:, :n_hole], hands[:, n_hole:], rules=rules)
    expected = [oracle.omaha(hand[:n_hole], hand[n_hole:], rules) for hand in hands.tolist()]
    assert_same_order(ranks, [rank for rank, _ in expected])
    names = [
        HandCategory(number).name.lower().replace("_", " ")
        for number in hand_category(ranks, rules=rules)
    ]
    assert names == [name for _, name in expected]


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("n_hole", [4, 6])
def test_ranks_are_those_of_evaluate(rules: RulesName, n_hole: int, make_hands: MakeHands) -> None:
    hands = make_hands(20_000, n_hole + 5, seed=8, low=low_of(rules))
    best = np.zeros(len(hands), dtype=np.uint16)
    for two in combinations(range(n_hole), 2):
        for three in combinations(range(n_hole, n_hole + 5), 3):
            np.maximum(best, evaluate(hands[:, (*two, *three)], rules=rules), out=best)
    ranks = rank_omaha(hands[:, :n_hole], hands[:, n_hole:], rules=rules)
    np.testing.assert_array_equal(ranks, best)


@pytest.mark.parametrize("rules", ["high", "short-deck"])
def test_straight_flushes_below_the_highest_flush(rules: RulesName) -> None:
    # The ace of hearts makes the ace-high flush; without it the hand is a straight flush.
    rank = rank_omaha("Ah7h8hKc", "9hThJh6s6d", rules=rules)
    assert hand_category(rank, rules=rules) is HandCategory.STRAIGHT_FLUSH
    assert rank == evaluate("7h8h9hThJh", rules=rules)
    # Here it would take three of the hole cards.
    rank = rank_omaha("Ah7h8h9h", "ThJh6s6dKh", rules=rules)
    assert hand_category(rank, rules=rules) is HandCategory.FLUSH


def test_a_low_hand_avoids_its_flush() -> None:
    # 7-5-4-3-2 all in clubs counts as a flush, so the 8-low of mixed suits is the better hand.
    ranks = rank_omaha(["2c3cKdKh", "2c3dKdKh"], "4c5c7c8dQs", rules="deuce-to-seven")
    assert hand_category(ranks, rules="deuce-to-seven").tolist() == [HandCategory.HIGH_CARD] * 2
    assert ranks[1] > ranks[0] == evaluate("8d5c4c3c2c", rules="deuce-to-seven")


def phevaluator_numbers(hands: Hands) -> list[int]:
    """Return phevaluator's class numbers of deals: five board cards, then four hole cards."""
    return [evaluate_omaha_cards(*hand) for hand in hands.tolist()]


@pytest.mark.parametrize(
    "n", [5_000, pytest.param(1_000_000, marks=pytest.mark.slow)], ids=["few", "a million"]
)
def test_agrees_with_phevaluator(n: int, make_hands: MakeHands) -> None:
    hands = make_hands(n, 9, seed=4)
    numbers = class_number(rank_omaha(hands[:, 5:], hands[:, :5]))
    assert numbers.tolist() == phevaluator_numbers(hands)


def test_high_low(make_hands: MakeHands) -> None:
    hands = make_hands(3000, 9, seed=11)
    lows = rank_omaha(hands[:, :4], hands[:, 4:], rules="ace-to-five")
    qualifying = eight_or_better(lows)
    expected = [
        oracle.is_eight_or_better(oracle.omaha(hand[:4], hand[4:], "ace-to-five")[0])
        for hand in hands.tolist()
    ]
    assert (qualifying > 0).tolist() == expected
    assert set(expected) == {False, True}
    np.testing.assert_array_equal(qualifying[expected], lows[expected])


class TestArrays:
    """Shapes, layouts, threads."""

    def test_players_share_a_board(self, make_hands: MakeHands) -> None:
        deals = make_hands(500, 5 + 6 * 4)
        board, hole = deals[:, None, :5], deals[:, 5:].reshape(500, 6, 4)
        ranks = rank_omaha(hole, board)
        assert ranks.shape == (500, 6)
        assert ranks.dtype == np.uint16
        for player in range(6):
            np.testing.assert_array_equal(
                ranks[:, player], rank_omaha(hole[:, player], board[:, 0])
            )

    def test_one_hole_many_boards(self, make_hands: MakeHands) -> None:
        boards = make_hands(300, 5, low=4)
        ranks = rank_omaha([0, 1, 2, 3], boards)
        assert ranks.tolist() == [rank_omaha([0, 1, 2, 3], board) for board in boards]

    @pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int64, np.uint64])
    def test_other_integers_and_layouts(self, dtype: Any, make_hands: MakeHands) -> None:
        hands = make_hands(400, 9)
        expected = rank_omaha(hands[:, :4].copy(), hands[:, 4:].copy())
        given = np.asfortranarray(hands.astype(dtype))
        given.flags.writeable = False
        np.testing.assert_array_equal(rank_omaha(given[:, :4], given[:, 4:]), expected)

    @pytest.mark.parametrize("rules", ["high", "deuce-to-seven"])
    def test_threads_and_check_change_nothing(
        self, rules: RulesName, make_hands: MakeHands
    ) -> None:
        hands = make_hands(200_000, 9)
        hole, board = hands[:, :4], hands[:, 4:]
        expected = rank_omaha(hole, board, rules=rules, threads=1)
        out = np.empty(len(hands), dtype=np.uint16)
        for threads in (2, 3):
            given = rank_omaha(hole, board, rules=rules, threads=threads, check=False, out=out)
            assert given is out
            np.testing.assert_array_equal(out, expected)

    def test_order_of_cards_is_nothing(self, make_hands: MakeHands) -> None:
        hands = make_hands(5000, 11)
        rng = np.random.default_rng(2)
        hole, board = rng.permuted(hands[:, :6], axis=1), rng.permuted(hands[:, 6:], axis=1)
        np.testing.assert_array_equal(
            rank_omaha(hole, board), rank_omaha(hands[:, :6], hands[:, 6:])
        )

    def test_no_hands(self) -> None:
        none = np.zeros((0, 4), dtype=np.uint8)
        assert rank_omaha(none, np.zeros((0, 5), dtype=np.uint8)).shape == (0,)

    def test_unchecked_garbage_gives_some_rank(self) -> None:
        rng = np.random.default_rng(3)
        garbage = rng.integers(0, 256, (20_000, 11), dtype=np.uint8)
        for n_hole in (4, 5, 6):
            for rules in ALL_RULES:
                ranks = rank_omaha(garbage[:, :n_hole], garbage[:, 6:], rules=rules, check=False)
                assert ranks.shape == (20_000,)


class TestErrors:
    """Bad input never gives a rank."""

    @pytest.mark.parametrize("hole", ["AsKs", "AsKsQs", "AsKsQsJsTs9s8s"])
    def test_number_of_hole_cards(self, hole: str) -> None:
        with pytest.raises(ValueError, match="4, 5 or 6 hole cards, got"):
            rank_omaha(hole, "2c3c4c5c6c")

    @pytest.mark.parametrize("board", ["2c3c", "2c3c4c5c6c7c"])
    def test_number_of_board_cards(self, board: str) -> None:
        with pytest.raises(ValueError, match="3, 4 or 5 cards, got"):
            rank_omaha("AsKsQsJs", board)

    @pytest.mark.parametrize("board", ["2c3c4c", "2c3c4c5c", "2c3c4c5c6c"])
    def test_a_card_given_twice(self, board: str) -> None:
        for hole in ("AsKsQsQs", "AsKsQs2c", "AsKsQsJsJs", "AsKsQsJs9s3c"):
            with pytest.raises(CardError, match="is given twice"):
                rank_omaha(hole, board)

    def test_the_row_is_named(self, make_hands: MakeHands) -> None:
        hands = make_hands(70_000, 9).astype(np.int64)
        hands[65_000, 2] = 52
        with pytest.raises(CardError, match=r"row 65000: card id 52 is outside 0..51"):
            rank_omaha(hands[:, :4], hands[:, 4:])
        hands[65_000, 2] = hands[65_000, 7]
        with pytest.raises(CardError, match=r"row 65000: .* is given twice"):
            rank_omaha(hands[:, :4], hands[:, 4:], threads=2)

    def test_a_card_that_the_deck_lacks(self) -> None:
        for hole, board in (("AsKsQs5s", "6c7c8c"), ("AsKsQsJs", "2c7c8c9cTc")):
            with pytest.raises(CardError, match="is not in the deck, which is 6c to As"):
                rank_omaha(hole, board, rules="short-deck")

    def test_shapes_that_do_not_broadcast(self) -> None:
        with pytest.raises(ValueError, match="do not broadcast"):
            rank_omaha(np.zeros((3, 4), np.uint8), np.zeros((2, 5), np.uint8))

    def test_types(self) -> None:
        with pytest.raises(TypeError, match="cards must be integer card ids"):
            rank_omaha([0.0, 1.0, 2.0, 3.0], "6c7c8c")
        with pytest.raises(TypeError, match="out must be an array of dtype uint16"):
            rank_omaha("2c3c4c5c", "6c7c8c", out=np.zeros((), np.int64))
        with pytest.raises(ValueError, match="unknown rules"):
            rank_omaha("2c3c4c5c", "6c7c8c", rules="omaha")  # type: ignore[arg-type]

    def test_a_game_deals_its_own_number_of_hole_cards(self) -> None:
        with pytest.raises(ValueError, match="omaha is played with 4 hole cards, got 5"):
            evaluate("2c3c4c5c6d", "6c7c8c", game="omaha")
        with pytest.raises(ValueError, match="holdem is played with 2 hole cards, got 4"):
            evaluate("2c3c4c5c", "6c7c8c", game="holdem")

    def test_omaha_needs_a_board(self) -> None:
        nothing: list[Any] = [None, "", [], ()]
        for board in nothing:
            with pytest.raises(ValueError, match="omaha needs a board"):
                evaluate("2c3c4c5c6d7d", board, game="omaha")
