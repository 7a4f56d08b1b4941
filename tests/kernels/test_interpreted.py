"""Every kernel as plain Python, under NUMBA_DISABLE_JIT=1: for coverage, debuggers and mutants.

Without that variable one test runs this module again with it; the others are skipped.
"""

import math
import os
import subprocess
import sys
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import handrank
import oracle
from handrank import jit
from handrank.kernels.compiling import INTERPRETED
from handrank.kernels.equity.random_cards import deal_clear, ready_shuffle
from handrank.kernels.portable.count_hands import add_to_counts, fill_hands
from handrank.kernels.portable.deal_cards import deal_hands

interpreted = pytest.mark.skipif(not INTERPRETED, reason="kernels are compiled")
all_rules = pytest.mark.parametrize("rules", oracle.RULES)
FLUSHES = ["AsKsQsJsTs9s8s", "AsKsTs9s8s6s6c", "2h3h4h5h7h9hJc", "6c7c8c9cTcJdJh", "AdKdQd9d8d7d6d"]


@pytest.mark.skipif(INTERPRETED, reason="would start itself")
def test_without_compiling() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(Path(__file__))],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def same_order(ranks: Any, expected: list[Any]) -> None:
    """Check that hand ranks order hands as the oracle's do."""
    order = {rank: place for place, rank in enumerate(sorted(set(expected)))}
    places = np.unique(np.asarray(ranks).ravel(), return_inverse=True)[1]
    assert places.tolist() == [order[rank] for rank in expected]


@interpreted
@all_rules
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_hands(rules: Any, n_cards: int) -> None:
    hands = handrank.deal(60, n_cards, rules=rules, seed=n_cards)
    if n_cards > 5:
        hands = np.concatenate(
            [
                hands,
                [
                    h
                    for h in (handrank.parse_cards(text)[:n_cards] for text in FLUSHES)
                    if min(h) >= min(oracle.deck(rules))
                ],
            ]
        )
    ranks = handrank.evaluate(hands, rules=rules)
    same_order(ranks, [oracle.rank(hand.tolist(), rules) for hand in hands])
    assert handrank.evaluate(hands[0], rules=rules) == ranks[0]
    assert (handrank.evaluate(hands, rules=rules, check=False) == ranks).all()
    masks = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    assert (handrank.evaluate_masks(masks, rules=rules) == ranks).all()
    assert (handrank.evaluate_masks(masks, rules=rules, check=False) == ranks).all()
    in_deals = handrank.evaluate(hands[:, :2], hands[:, 2:], rules=rules)
    assert (in_deals == ranks).all()
    functions = jit.for_rules(rules)
    whole = getattr(functions, f"evaluate{n_cards}")
    for hand, rank in zip(hands.tolist(), ranks, strict=True):
        grown = jit.EMPTY_HAND
        for card in hand[1:]:
            grown = functions.add_card(grown, card)
        grown = jit.join_hands(grown, functions.add_card(jit.EMPTY_HAND, hand[0]))
        row = functions.evaluate_row(np.array(hand))
        assert functions.rank_hand(grown) == whole(*hand) == row == rank
        assert type(row) is int


@interpreted
def test_what_is_not_a_hand() -> None:
    hands = handrank.deal(30, 7, seed=3)
    for bad, error in ((52, "52"), (int(hands[20, 1]), "twice")):
        spoilt = hands.copy()
        spoilt[20, 0] = bad
        for cards in ((spoilt,), (spoilt[:, :2], spoilt[:, 2:]), (spoilt[20],)):
            with pytest.raises(ValueError, match=error):
                handrank.evaluate(*cards)
        with pytest.raises(ValueError, match="row 20" if bad == 52 else "twice"):
            handrank.evaluate(spoilt[:, :4], spoilt[:, 4:], game="omaha")
    with pytest.raises(ValueError, match="mask"):
        handrank.evaluate_masks([0b11111, 0b1111])
    assert jit.evaluate_row(np.arange(4)) == jit.rank_hand(jit.EMPTY_HAND) == 0
    with pytest.raises(handrank.CardError):
        handrank.showdown(["AhAs", "AhKc"], "2c3d4h5s9c")


@interpreted
@pytest.mark.parametrize("n_board", [3, 4, 5])
@pytest.mark.parametrize("game", ["omaha", "omaha5", "omaha6"])
def test_omaha(game: Any, n_board: int) -> None:
    n_hole = handrank.GAMES[game].hole_cards
    deals = handrank.deal(40, n_hole + n_board, seed=5)
    # All of one suit: straight flushes, and flushes that the highest cards make.
    deals[:2] = [range(3, 4 * (n_hole + n_board), 4), range(51, 51 - 4 * (n_hole + n_board), -4)]
    ranks = handrank.evaluate(deals[:, :n_hole], deals[:, n_hole:], game=game)
    same_order(ranks, [oracle.omaha(deal[:n_hole], deal[n_hole:])[0] for deal in deals.tolist()])


@interpreted
def test_best_five() -> None:
    hands = np.concatenate([handrank.deal(30, 7, seed=6), [*map(handrank.parse_cards, FLUSHES)]])
    for rules in ("high", "deuce-to-seven"):
        fives = handrank.best_five(hands, rules=rules)
        assert (
            handrank.evaluate(fives, rules=rules) == handrank.evaluate(hands, rules=rules)
        ).all()


def outcomes(hands: list[list[int]], board: list[int], rules: str) -> tuple[list[int], list[int]]:
    """Return by player on how many boards the hand wins alone, and shares."""
    n_best = len(hands[0]) == 4
    win, tie = [0] * len(hands), [0] * len(hands)
    live = set(oracle.deck(rules)) - {*board, *chain(*hands)}
    for rest in combinations(sorted(live), 5 - len(board)):
        whole = [*board, *rest]
        ranks = [
            oracle.omaha(hand, whole, rules)[0] if n_best else oracle.rank(hand + whole, rules)
            for hand in hands
        ]
        best = oracle.winners(ranks)
        for player in best:
            (win if len(best) == 1 else tie)[player] += 1
    return win, tie


QUESTIONS: list[tuple[Any, list[str], str]] = [
    ("holdem", ["AsKs", "QdQc"], "2s 7s Qh"),
    ("holdem", ["AsKs", "QdQc", "Ts9s"], "2s 7s Qh 3d"),
    ("holdem", ["2cKs", "2dQc"], "2s 7s Ah 3d"),
    ("holdem-low", ["As2s", "QdQc"], "3s 7s 8h 5d"),
    ("short-deck", ["AsKs", "QdQc"], "6s 7s Qh Tc"),
    ("omaha", ["AsKsQd2c", "JdJc9s8s"], "2s 7s Qh 3d"),
    ("omaha", ["AsAd2s2c", "KdKc9h8h", "3c3d4c4d"], "2d 7h Th 3h"),
]


@interpreted
@pytest.mark.parametrize(("game", "players", "board"), QUESTIONS)
def test_exact_equity(game: Any, players: list[str], board: str) -> None:
    rules = handrank.GAMES[game].rules
    hands = [handrank.parse_cards(player).tolist() for player in players]
    expected = outcomes(hands, oracle.ids(board), rules)
    result = handrank.equity(players, board, game=game)
    assert ([*result.win], [*result.tie]) == expected
    # Seven standard errors, of few deals.
    sampled = handrank.equity(players, board, game=game, method="sampled", trials=300, seed=1)
    for exact, found, error in zip(result.equity, sampled.equity, sampled.stderr, strict=True):
        assert abs(exact - found) < 7 * error


@interpreted
def test_ranges_and_random_hands() -> None:
    swept = handrank.equity(["QQ+, AKs", "TT+"], "2s7sQh3d")
    sampled = handrank.equity(["QQ+, AKs", "TT+"], "2s7sQh3d", method="sampled", trials=300, seed=1)
    assert abs(swept.equity[0] - sampled.equity[0]) < 7 * sampled.stderr[0]
    for n_players in (2, 5):
        players = ["AcAs"] * (n_players == 2) + ["random"] * (n_players - (n_players == 2))
        mixed = handrank.equity(players, "2s7sQh", method="sampled", trials=300, seed=1)
        assert sum(mixed.equity) == pytest.approx(1)
    omaha = handrank.equity(["AcAsKcKs", "random"], game="omaha-hilo", trials=100, seed=1)
    assert sum(omaha.equity) == pytest.approx(1)
    assert omaha.no_low
    halves = handrank.equity(["As2s3dKc", "JdJc9s8s"], "4s5cKh8d", game="omaha-hilo")
    assert halves.low_win is not None
    assert halves.low_win[0] > halves.low_win[1]


@interpreted
def test_showdowns() -> None:
    hole = ["AhAs", "KdKc", "QdQc"]
    board = "2c3d4h5s9c"
    result = handrank.showdown(hole, board, bets=[10, 30, 31], button=0)
    assert result.payouts is not None
    assert result.payouts.tolist() == [30, 40, 1]
    ranks = np.array([5, 7, 7], np.uint16)
    assert handrank.winners(ranks).tolist() == [False, True, True]
    assert handrank.pot_shares(ranks).tolist() == [0, 0.5, 0.5]
    assert handrank.settle(ranks, [3, 3, 3], button=1).tolist() == [0, 4, 5]
    odd = handrank.settle(ranks, [1, 3, 4], folded=[True, False, False], button=1)
    assert odd.tolist() == [0, 3, 5]
    low = handrank.settle(ranks, [10, 4, 4], low_ranks=[3, 0, 3], folded=[False, True, False])
    assert low.tolist() == [9, 0, 9]
    pots = handrank.side_pots([10, 20, 20], folded=[False, True, False])
    assert pots.amounts.tolist()[:2] == [30, 20]
    with pytest.raises(ValueError, match="fold"):
        handrank.settle(ranks, [3, 3, 3], folded=[True] * 3)
    with pytest.raises(ValueError, match="fold"):
        handrank.side_pots([3, 3, 3], folded=[True] * 3)


@interpreted
def test_counting_and_listing() -> None:
    for n_cards in (5, 6):
        counts = handrank.count_ranks(n_cards, rules="short-deck")
        assert counts.sum() == math.comb(36, n_cards)
    assert handrank.count_ranks(5).sum() == math.comb(52, 5)
    counts = np.zeros(9, dtype=np.int64)
    add_to_counts(np.array([3, 3, 4, 3, 8], dtype=np.uint16), counts)
    assert counts.tolist() == [0, 0, 0, 3, 1, 0, 0, 0, 1]
    hands = np.empty((4, 5), dtype=np.uint8)
    last = np.array([46, 48, 49, 50, 51])
    assert fill_hands(last, hands) == 2
    assert hands[:2].tolist() == [[46, 48, 49, 50, 51], [47, 48, 49, 50, 51]]
    listed = next(iter(handrank.all_hands(5)))
    assert listed[:2].tolist() == [[0, 1, 2, 3, 4], [0, 1, 2, 3, 5]]


@interpreted
def test_dealing() -> None:
    # Called here, as coverage does not follow the thread that `deal` calls it on.
    deck, hands = np.arange(52, dtype=np.uint8), np.zeros((30, 12), dtype=np.uint8)
    deal_hands(np.random.default_rng(5), deck, hands)
    assert all(len(set(hand)) == 12 for hand in hands.tolist())
    assert sorted(deck.tolist()) == list(range(52))
    # Random numbers that favour some cards are drawn again; here half of all are.
    shuffle = ready_shuffle(np.arange(52, dtype=np.uint8))
    shuffle.rejected[:] = 1 << 31
    dealt = np.zeros(11, dtype=np.uint8)
    with np.errstate(over="ignore"):
        deal_clear(np.uint64(1), np.uint64(0x9E3779B97F4A7C15), shuffle, np.uint64(0), dealt)
    assert len(set(dealt[:10].tolist())) == 10


@interpreted
def test_boards_alike_but_for_suits() -> None:
    texts, board = ["22+, A2s+, K7s+, JTo", "22+, Q2s+, J9o, A2o+"], "2s7s8s3s"
    cards = handrank.parse_cards(board)
    hands, other = (
        handrank.all_combos()[handrank.Range.parse(text).weights > 0].tolist() for text in texts
    )
    win, tie = 0, 0
    for river in sorted(set(range(52)) - set(cards.tolist())):
        whole = [*cards.tolist(), river]
        ours = [(set(c), handrank.evaluate(c + whole)) for c in hands if not {*c} & {*whole}]
        theirs = [(set(c), handrank.evaluate(c + whole)) for c in other if not {*c} & {*whole}]
        for held, rank in ours:
            win += sum(rank > rival for others, rival in theirs if not held & others)
            tie += sum(rank == rival for others, rival in theirs if not held & others)
    swept = handrank.equity(texts, board)
    assert (swept.win[0], swept.tie[0]) == (win, tie)
    sampled = handrank.equity(texts, board, method="sampled", trials=500, seed=2)
    assert abs(swept.equity[0] - sampled.equity[0]) < 7 * sampled.stderr[0]
    weighted = handrank.equity(["AA, KK:0.5", "AA, QQ:0.1"], "2s7s8s")
    sampled = handrank.equity(
        ["AA, KK:0.5", "AA, QQ:0.1"], "2s7s8s", method="sampled", trials=500, seed=2
    )
    assert abs(weighted.equity[0] - sampled.equity[0]) < 7 * sampled.stderr[0]
