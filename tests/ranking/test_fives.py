"""`best_five`: the five cards that make a hand."""

import itertools
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handrank import (
    RULE_SETS,
    CardError,
    best_five,
    class_number,
    deal,
    describe,
    evaluate,
    format_cards,
    rank_of_class,
)
from handrank.ranking.fives import is_suited, significant_ranks
from handrank.rulebook.games import Game, GameName
from handrank.rulebook.rules import RulesName

SHORT = [rules for rules in RULE_SETS if rules.startswith("short-deck")]


def played(*args: Any, **kwargs: Any) -> str:
    return str(format_cards(best_five(*args, **kwargs)))


def random_hands(rules: RulesName, n: int, n_cards: int, seed: int = 4) -> Any:
    dead = np.arange(16) if rules in SHORT else ()
    return deal(n, n_cards, rng=np.random.default_rng(seed), dead=dead)


@pytest.mark.parametrize(
    ("hand", "five"),
    [
        ("KcAd9h9s3c9d2s", "9h 9s 9d Ad Kc"),
        ("2s2h2d2cAsKdQd", "2s 2h 2d 2c As"),
        ("3s3h2d2c3cKdQd", "3s 3h 3c 2d 2c"),
        ("3s3h2d2c2sKd3c", "3s 3h 3c 2d 2c"),
        ("3s3h2d2cAcAd9s", "Ac Ad 3s 3h 9s"),
        ("As2d3d4d5dKhKs", "5d 4d 3d 2d As"),
        ("As2s3s4s5sKhKs", "5s 4s 3s 2s As"),
        ("As2s3s4s6s5hKs", "As Ks 6s 4s 3s"),
        ("AsKsQsJsTs9s8s", "As Ks Qs Js Ts"),
        ("AhAsKsQsJsTs9d", "As Ks Qs Js Ts"),
        ("KhKsQsJsTs9s8d", "Ks Qs Js Ts 9s"),
        ("2c9dKhQsTc7d3h", "Kh Qs Tc 9d 7d"),
        ("9d8d7d6d5d4d3d", "9d 8d 7d 6d 5d"),
    ],
)
def test_high_hands_read_from_the_most_significant_card(hand: str, five: str) -> None:
    assert played(hand) == five


@pytest.mark.parametrize(
    ("rules", "hand", "five"),
    [
        ("high-no-wheel", "As2d3d4d5d9hJs", "As Js 9h 5d 4d"),
        ("short-deck", "As6d7d8d9dKhKs", "9d 8d 7d 6d As"),
        ("short-deck-trips", "AsAdAc6h7d8d9d", "As Ad Ac 9d 8d"),
        ("ace-to-five", "8s6d4c3hAsKdKh", "8s 6d 4c 3h As"),
        ("ace-to-five", "8s8d4c3hAsAdKh", "Kh 8s 4c 3h As"),
        ("ace-to-five", "8s8d8c3hAsAd3d", "3h 3d As Ad 8s"),
        ("deuce-to-seven", "8s6d4c3hAsKdKh", "Kd 8s 6d 4c 3h"),
        ("deuce-to-seven", "7s5s4s3s2sKdKh", "Kd 5s 4s 3s 2s"),
    ],
)
def test_other_rules(rules: RulesName, hand: str, five: str) -> None:
    assert played(hand, rules=rules) == five


def test_a_flush_that_counts_against_the_hand_is_avoided() -> None:
    assert played("7s5s4s3s2s2hKd", rules="deuce-to-seven") == "7s 5s 4s 3s 2h"
    assert played("7s7h5s4s3s2sKd", rules="deuce-to-seven") == "7h 5s 4s 3s 2s"


def test_of_equal_cards_the_first_given_plays() -> None:
    assert played("AhKd", "AsAcKsQhJd") == "Ah As Ac Kd Ks"
    assert played("2c3d", "AsAcKsQhJd") == "As Ac Ks Qh Jd"
    assert played("QcJs", "AsKcKdQhJd") == "Kc Kd Qc Qh As"
    assert played("8c9d", "7d9sThJc2d") == "Jc Th 9d 8c 7d"


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_the_five_are_of_the_hand_and_rank_as_it_does(rules: RulesName, n_cards: int) -> None:
    hands = random_hands(rules, 20_000, n_cards)
    fives = best_five(hands, rules=rules)
    assert fives.shape == (20_000, 5)
    assert fives.dtype == np.uint8
    assert (evaluate(fives, rules=rules) == evaluate(hands, rules=rules)).all()
    assert (fives[:, :, None] == hands[:, None, :]).any(axis=2).all()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_hands_with_many_suited_cards(rules: RulesName) -> None:
    # Six of the seven cards from one suit: flushes, and near the accidental ones.
    rng = np.random.default_rng(8)
    lowest = 4 if rules in SHORT else 0
    ranks = lowest + np.argsort(rng.random((5_000, 13 - lowest)), axis=1)[:, :6]
    spades = 4 * ranks + 3
    other = 4 * rng.integers(lowest, 13, (5_000, 1)) + rng.integers(0, 3, (5_000, 1))
    hands = rng.permuted(np.concatenate((spades, other), axis=1), axis=1)
    fives = best_five(hands, rules=rules)
    assert (evaluate(fives, rules=rules) == evaluate(hands, rules=rules)).all()
    assert (fives[:, :, None] == hands[:, None, :]).any(axis=2).all()


@settings(max_examples=60, deadline=None)
@given(st.permutations(range(52)), st.sampled_from(["high", "ace-to-five", "deuce-to-seven"]))
def test_the_first_of_all_subsets_with_the_hands_rank(deck: list[int], rules: RulesName) -> None:
    hand = deck[:7]
    five = best_five(hand, rules=rules)
    best = max(int(evaluate(list(five), rules=rules)) for five in itertools.combinations(hand, 5))
    assert evaluate(five, rules=rules) == best
    # Among cards of one rank the order is the order given.
    places = [hand.index(int(card)) for card in five]
    for (card, place), (following, next_place) in itertools.pairwise(
        zip(five.tolist(), places, strict=True)
    ):
        assert card // 4 != following // 4 or place < next_place


def test_hole_cards_and_boards_broadcast() -> None:
    dealt = random_hands("high", 500, 11)
    hole, board = dealt[:, :6].reshape(500, 3, 2), dealt[:, None, 6:]
    fives = best_five(hole, board)
    assert fives.shape == (500, 3, 5)
    for player in range(3):
        joined = np.concatenate((hole[:, player], board[:, 0]), axis=1)
        assert (fives[:, player] == best_five(joined)).all()
    assert best_five(hole[0, 0], board[0, 0]).tolist() == fives[0, 0].tolist()


def test_blocks_and_threads_change_nothing() -> None:
    hands = random_hands("high", 100_000, 7)
    fives = best_five(hands, threads=1)
    assert (fives == best_five(hands, threads=3)).all()
    assert (fives == best_five(hands.astype(np.int64)[:, ::-1][:, ::-1])).all()
    assert (fives[99_990:] == best_five(hands[99_990:])).all()


def test_an_empty_batch_gives_an_empty_result() -> None:
    assert best_five(np.empty((0, 7), dtype=np.uint8)).shape == (0, 5)
    assert best_five(np.empty((3, 0, 2), np.uint8), np.empty((3, 1, 5), np.uint8)).shape == (
        3,
        0,
        5,
    )


def test_bad_hands_are_refused() -> None:
    with pytest.raises(CardError, match=r"row 1: As \(card id 51\) is given twice"):
        best_five(["AsKsQsJsTs", "AsAsQsJsTs"])
    with pytest.raises(CardError, match=r"card id 52 is outside 0\.\.51"):
        best_five([0, 1, 2, 3, 52])
    with pytest.raises(ValueError, match="a hand has 5, 6 or 7 cards, got 4"):
        best_five("AsKsQsJs")
    with pytest.raises(TypeError, match="integer card ids"):
        best_five([0.0, 1, 2, 3, 4])
    with pytest.raises(ValueError, match="unknown rules 'hi'"):
        best_five("AsKsQsJsTs", rules="hi")  # type: ignore[arg-type]


def test_the_public_name_is_the_function_whatever_was_imported_first() -> None:
    code = (
        "import handrank.words.descriptions, handrank; print(len(handrank.best_five('AsKsQsJsTs')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "5\n"


@pytest.mark.parametrize(
    ("hole", "board", "five", "text"),
    [
        # Four hearts on the board and one in the hand make no flush.
        ("AhAsKd3c", "2h5h9hJhKc", "Ah As Kc Jh 9h", "pair of aces"),
        # Three aces in the hand: only two of them play.
        ("AhAsAd3c", "2h5h9sJhKc", "Ah As Kc Jh 9s", "pair of aces"),
        # The board's full house does not play.
        ("AhKs7d3c", "9h9s9dJhJc", "9h 9s 9d Ah Ks", "three of a kind, nines"),
        ("AhQh7d3c", "2h5h9hJhKc", "Ah Qh Jh 9h 5h", "flush, ace high, in hearts"),
        ("Th9hQcJc", "8h7h6hKs2d", "Th 9h 8h 7h 6h", "straight flush, ten high, in hearts"),
        ("As2d7c8hKd", "3h4c5sKcQc", "5s 4c 3h 2d As", "straight, five high"),
    ],
)
def test_exactly_two_hole_cards_play(hole: str, board: str, five: str, text: str) -> None:
    game: GameName = "omaha" if len(hole) == 8 else "omaha5"
    played = best_five(hole, board, game=game)
    assert format_cards(played) == five
    assert describe(played) == text


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize(("n_hole", "n_board"), [(4, 5), (5, 4), (6, 3), (6, 5)])
def test_the_five_have_the_omaha_hands_rank(rules: RulesName, n_hole: int, n_board: int) -> None:
    dead = np.arange(16) if rules.startswith("short-deck") else ()
    cards = deal(2_000, n_hole + n_board, rng=np.random.default_rng(3), dead=dead)
    hole, board = cards[:, :n_hole], cards[:, n_hole:]
    game = Game(name="Omaha", rules=rules, hole_cards=n_hole, two_from_hand=True)
    fives = best_five(hole, board, game=game)
    ranks = evaluate(hole, board, game=game)
    assert (evaluate(fives, rules=rules) == ranks).all()
    assert ((fives[:, :, None] == hole[:, None, :]).sum(axis=(1, 2)) == 2).all()
    assert ((fives[:, :, None] == board[:, None, :]).sum(axis=(1, 2)) == 3).all()


def test_omaha_hole_cards_and_boards_broadcast() -> None:
    cards = deal(40, 13, rng=np.random.default_rng(3))
    hole, board = cards[:, :8].reshape(40, 2, 4), cards[:, None, 8:]
    fives = best_five(hole, board, game="omaha")
    assert fives.shape == (40, 2, 5)
    assert (fives[:, 1] == best_five(hole[:, 1], board[:, 0], game="omaha", threads=1)).all()
    assert best_five(hole[:0], board[:0], game="omaha").shape == (0, 2, 5)


def test_bad_omaha_hands_are_refused() -> None:
    with pytest.raises(CardError, match=r"As \(card id 51\) is given twice"):
        best_five("AsKsQsJs", "As2c3c", game="omaha")
    with pytest.raises(ValueError, match="omaha is played with 4 hole cards, got 2"):
        best_five("AsKs", "Ac2c3c", game="omaha")


LETTERS = "23456789TJQKA"


def behind(text: str, rules: RulesName) -> str:
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
def test_the_most_significant_ranks_come_first(rules: RulesName, hand: str, ranks: str) -> None:
    assert behind(hand, rules) == ranks


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_class_has_ranks_of_its_own(rules: RulesName) -> None:
    sizes = {"short-deck": 1404, "short-deck-trips": 1404, "ace-to-five": 6175}
    n_classes = sizes.get(rules, 7462)  # the reference figures
    classes = np.arange(1, n_classes + 1)
    ranks = rank_of_class(classes, rules=rules)
    assert class_number(ranks[-1], rules=rules) == n_classes
    significant = significant_ranks(rules)
    behind_each = {
        (bool(is_suited(rules)[rank >> 12]), *significant[rank].tolist()) for rank in ranks
    }
    assert len(behind_each) == n_classes
    assert not significant[np.setdiff1d(np.arange(1 << 16), ranks)].any()


def test_the_table_is_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        significant_ranks("high")[0] = 1
