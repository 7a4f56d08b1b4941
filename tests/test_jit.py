"""The functions for users' own @njit code, from Python and from such code."""

import doctest
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

import handrank
from handrank import jit
from handrank.rulebook.rules import RulesName

MakeHands = Callable[..., NDArray[np.uint8]]
RULES = ["high", "high-no-wheel", "short-deck", "short-deck-trips", "ace-to-five", "deuce-to-seven"]
BY_SIZE = {5: "evaluate5", 6: "evaluate6", 7: "evaluate7"}

# What a user writes: a module of functions that Numba compiles and keeps.
_MODULE = """
import numpy as np
from numba import njit
from handrank import jit
from handrank.jit import (
    EMPTY_HAND, add_card, deal_into, evaluate5, evaluate6, evaluate7, evaluate_row, join_hands,
    rank_hand,
)

low = jit.for_rules("deuce-to-seven")
low_evaluate7, low_add_card, low_rank_hand = low.evaluate7, low.add_card, low.rank_hand


@njit(cache=True)
def fixed(hands, ranks):
    for i, hand in enumerate(hands):
        ranks[i, 0] = evaluate5(hand[0], hand[1], hand[2], hand[3], hand[4])
        ranks[i, 1] = evaluate6(hand[0], hand[1], hand[2], hand[3], hand[4], hand[5])
        ranks[i, 2] = evaluate7(hand[0], hand[1], hand[2], hand[3], hand[4], hand[5], hand[6])


@njit(cache=True)
def rows(hands, ranks):
    for i in range(len(hands)):
        for j in range(3):
            ranks[i, j] = evaluate_row(hands[i, : 5 + j])


@njit(cache=True)
def grown(hands, ranks):
    for i in range(len(hands)):
        hand = EMPTY_HAND
        for j, card in enumerate(hands[i]):
            hand = add_card(hand, card)
            if j >= 4:
                ranks[i, j - 4] = rank_hand(hand)


@njit(cache=True)
def joined(hands, ranks):
    for i in range(len(hands)):
        hole, board = EMPTY_HAND, EMPTY_HAND
        for card in hands[i, :2]:
            hole = add_card(hole, card)
        for j, card in enumerate(hands[i, 2:]):
            board = add_card(board, card)
            if j >= 2:
                ranks[i, j - 2] = rank_hand(join_hands(board, hole))


@njit(cache=True)
def other_rules(hands, ranks):
    for i, hand in enumerate(hands):
        ranks[i, 0] = low_evaluate7(hand[0], hand[1], hand[2], hand[3], hand[4], hand[5], hand[6])
        grows = EMPTY_HAND
        for card in hand:
            grows = low_add_card(grows, card)
        ranks[i, 1] = low_rank_hand(grows)
        ranks[i, 2] = 0


@njit(cache=True)
def dealt(rng, n):
    deck, hand = np.arange(52), np.zeros(7, dtype=np.int64)
    total = 0
    for _ in range(n):
        deal_into(rng, deck, hand)
        total += evaluate_row(hand)
    return total
"""

_MAIN = """
import numpy as np
import handrank, users

hands = handrank.deal(20_000, rng=np.random.default_rng(4))
three = np.stack([handrank.evaluate(hands[:, :n]) for n in (5, 6, 7)], axis=1)
twice = handrank.evaluate(hands, rules="deuce-to-seven")[:, None] * np.array([1, 1, 0])
for function, expected in [
    (users.fixed, three), (users.rows, three), (users.grown, three), (users.joined, three),
    (users.other_rules, twice),
]:
    ranks = np.empty((len(hands), 3), dtype=np.uint16)
    function(hands, ranks)
    assert (ranks == expected).all(), function
total = users.dealt(np.random.default_rng(4), 20_000)
assert total == handrank.evaluate(hands).sum(dtype=np.int64), total
used = [users.fixed, users.rows, users.grown, users.joined, users.other_rules, users.dealt]
print(sum(sum(function.stats.cache_hits.values()) for function in used))
print(sum(sum(function.stats.cache_misses.values()) for function in used))
"""


def test_a_users_cached_module_in_two_processes(tmp_path: Path) -> None:
    (tmp_path / "users.py").write_text(_MODULE, encoding="utf-8")
    environment = {name: text for name, text in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    counts = []
    for _ in range(2):
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", _MAIN],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert (run.returncode, run.stderr) == (0, "")
        counts.append([int(word) for word in run.stdout.split()])
    assert counts == [[0, 6], [6, 0]]


@pytest.fixture(scope="module", params=RULES)
def rules(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.mark.parametrize("n_cards", BY_SIZE)
def test_the_ranks_of_evaluate(rules: RulesName, n_cards: int, make_hands: MakeHands) -> None:
    functions = jit.for_rules(rules)
    evaluate_n = getattr(functions, BY_SIZE[n_cards])
    low = 16 if rules.startswith("short-deck") else 0
    hands = make_hands(3000, n_cards, low=low)
    # Random hands hold few flushes, so that half of these have nothing else.
    flushes = make_hands(1000, n_cards, seed=2, low=low)
    flushes[:, :5] = (
        4
        * np.random.default_rng(3).permuted(np.tile(np.arange(low // 4, 13), (1000, 1)), axis=1)[
            :, :5
        ]
        + np.arange(1000)[:, None] % 4
    )
    distinct = np.diff(np.sort(flushes, axis=1), axis=1).all(axis=1)
    hands = np.concatenate((hands, flushes[distinct]))
    assert distinct.sum() > 500
    expected = handrank.evaluate(hands, rules=rules)
    for hand, rank in zip(hands.tolist(), expected.tolist(), strict=True):
        assert evaluate_n(*hand) == rank
    grown = []
    for hand in hands[-300:].tolist():
        cards = jit.EMPTY_HAND
        for card in hand:
            cards = functions.add_card(cards, card)
        grown.append(functions.rank_hand(cards))
    assert grown == expected[-300:].tolist()
    rows = [functions.evaluate_row(hand) for hand in hands[-300:]]
    assert rows == expected[-300:].tolist()


def hand_of(text: str) -> tuple[int, int]:
    hand: tuple[int, int] = jit.EMPTY_HAND
    for card in handrank.parse_cards(text).tolist():
        hand = jit.add_card(hand, card)
    return hand


class TestGrowingHands:
    def test_they_are_two_python_integers(self) -> None:
        hand = hand_of("As Kd")
        assert isinstance(hand, tuple)
        assert [type(part) for part in hand] == [int, int]
        assert [type(part) for part in jit.EMPTY_HAND] == [int, int]

    def test_the_order_does_not_matter(self) -> None:
        assert hand_of("As Kd 2c") == hand_of("2c As Kd") != hand_of("2c As Kh")

    def test_joining_is_adding_all_cards(self) -> None:
        assert jit.join_hands(hand_of("As Kd"), hand_of("2c 3c 4c")) == hand_of("2c 3c 4c As Kd")
        assert jit.join_hands(jit.EMPTY_HAND, hand_of("As")) == hand_of("As")
        assert jit.join_hands(jit.EMPTY_HAND, jit.EMPTY_HAND) == jit.EMPTY_HAND

    @pytest.mark.parametrize("text", ["", "As", "As Ks Qs Js", "2c 3c 4c 5c 6c 7c 8c 9c"])
    def test_sizes_without_a_rank(self, text: str) -> None:
        hand = hand_of(text) if text else jit.EMPTY_HAND
        assert jit.rank_hand(hand) == 0

    def test_a_tuple_of_numpy_numbers(self) -> None:
        hand = tuple(np.array(hand_of("As Ks Qs Js Ts")))
        assert jit.rank_hand(hand) == handrank.evaluate("AsKsQsJsTs")


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint16, np.int32, np.int64, np.uint64])
def test_rows_of_any_integer_type(dtype: type) -> None:
    hand = handrank.parse_cards("AsKsQsJsTs2c3d")
    rank = handrank.evaluate(hand)
    assert jit.evaluate_row(hand.astype(dtype)) == rank
    assert jit.evaluate_row(np.repeat(hand, 2).astype(dtype)[::2]) == rank
    assert jit.evaluate7(*hand.astype(dtype)) == rank


@pytest.mark.parametrize("n", [0, 1, 4, 8, 60])
def test_rows_of_another_length(n: int) -> None:
    assert jit.evaluate_row(np.arange(n, dtype=np.uint8)) == 0


def test_garbage_gives_no_crash(rules: RulesName) -> None:
    functions = jit.for_rules(rules)
    rng = np.random.default_rng(8)
    for numbers in (
        rng.integers(0, 256, (4000, 7)),
        rng.integers(-(2**40), 2**40, (4000, 7)),
        np.repeat(np.arange(256)[:, None], 7, axis=1),
    ):
        for hand in numbers.tolist():
            grown = jit.EMPTY_HAND
            for card in hand:
                grown = functions.add_card(grown, card)
            for rank in (
                functions.evaluate5(*hand[:5]),
                functions.evaluate6(*hand[:6]),
                functions.evaluate7(*hand),
                functions.rank_hand(grown),
                functions.rank_hand((hand[0], hand[1])),
            ):
                assert 0 <= rank < 1 << 16
        assert all(0 <= functions.evaluate_row(hand) < 1 << 16 for hand in numbers)


def test_unknown_rules() -> None:
    with pytest.raises(ValueError, match="badugi"):
        jit.for_rules("badugi")  # type: ignore[arg-type]


def test_the_rules_named_high_are_the_default() -> None:
    high = jit.for_rules("high")
    assert high.evaluate7 is jit.evaluate7
    assert high.rank_hand is jit.rank_hand


def test_all_names_are_public() -> None:
    for name in jit.__all__:
        assert hasattr(jit, name)


@pytest.mark.parametrize("name", sorted({*jit.__all__} - {"EMPTY_HAND"}))
def test_each_function_is_documented_and_its_examples_hold(name: str) -> None:
    text = inspect.getdoc(getattr(jit, name)) or ""
    for part in ("Parameters", "Returns", "Examples"):
        if (name, part) != ("deal_into", "Returns"):
            assert f"{part}\n{'-' * len(part)}\n" in text
    names = {"for_rules": jit.for_rules, "deal_into": jit.deal_into}
    test = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@numba.njit
def _count_orders(rng: Any, n: int, counts: Any) -> None:
    deck, out = np.arange(5), np.zeros(3, dtype=np.int64)
    for _ in range(n):
        jit.deal_into(rng, deck, out)
        counts[out[0], out[1], out[2]] += 1


class TestDealInto:
    def test_every_order_is_equally_likely(self) -> None:
        n, orders = 600_000, 5 * 4 * 3
        counts = np.zeros((5, 5, 5), dtype=np.int64)
        _count_orders(np.random.default_rng(12), n, counts)
        seen = counts[counts > 0]
        assert len(seen) == orders
        expected = n / orders
        # Chi-square with 59 degrees of freedom exceeds 103 once in 3000 times; the seed is fixed.
        assert ((seen - expected) ** 2 / expected).sum() < 103

    def test_equal_states_deal_equal_cards(self) -> None:
        dealt = []
        for _ in range(2):
            rng = np.random.default_rng(9)
            deck, out = np.arange(52, dtype=np.uint8), np.zeros(9, dtype=np.uint8)
            jit.deal_into(rng, deck, out)
            first = out.copy()
            jit.deal_into(rng, deck, out)
            dealt.append([first.tolist(), out.tolist(), deck.tolist(), rng.random()])
        assert dealt[0] == dealt[1]
        assert dealt[0][0] != dealt[0][1]

    def test_the_deck_keeps_its_cards_and_the_drawn_ones_come_first(self) -> None:
        deck, out = np.arange(10, 30), np.zeros(6, dtype=np.int64)
        jit.deal_into(np.random.default_rng(1), deck, out)
        assert deck[:6].tolist() == out.tolist()
        assert sorted(deck.tolist()) == list(range(10, 30))

    def test_more_places_than_cards(self) -> None:
        deck, out = np.arange(3), np.full(5, -1)
        jit.deal_into(np.random.default_rng(1), deck, out)
        assert sorted(out[:3].tolist()) == [0, 1, 2]
        assert out[3:].tolist() == [-1, -1]

    def test_an_empty_deck(self) -> None:
        out = np.full(2, -1)
        jit.deal_into(np.random.default_rng(1), np.arange(0), out)
        assert out.tolist() == [-1, -1]


def test_arguments_of_different_integer_types() -> None:
    expected = jit.evaluate5(3, 1, 2, 30, 40)
    assert jit.evaluate5(np.uint8(3), 1, np.int32(2), np.uint64(30), np.int16(40)) == expected
    assert jit.evaluate7(np.uint8(3), 1, 2, 30, 40, 50, np.int8(51)) == handrank.evaluate(
        [3, 1, 2, 30, 40, 50, 51]
    )


def test_the_module_is_an_attribute_of_the_package() -> None:
    assert handrank.jit is jit
    assert "jit" in dir(handrank)
