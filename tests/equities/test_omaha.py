"""Equity at Omaha: the reference figures, brute force, invariance, honest samples, a rival."""

import itertools
import json
import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from handrank import EquityResult, equity, format_cards, parse_cards
from handrank.equities import deals as equity_deals
from handrank.equities import sampled as equity_sampled
from handrank.equities.question import Question, read_question
from handrank.lookup.board_pairs import load_omaha_tables
from handrank.rulebook.games import GAMES, GameName, get_game
from oracle import is_eight_or_better
from oracle import omaha as rank_omaha

OMAHA = [name for name, game in GAMES.items() if game.two_from_hand]
SEEDS = (1, 2, 3)


def test_high_before_the_flop() -> None:
    # The reference figures, "Omaha, exact".
    result = equity(["AsAhKsKh", "JdTd9c8c"], game="omaha")
    assert (result.method, result.boards) == ("exact", 1_086_008)
    assert result.win == (667_649, 418_273)
    assert result.tie == (86, 86)
    assert result.lose == (418_273, 667_649)
    assert result.scoop is None
    assert result.no_low is None


def test_high_low_before_the_flop() -> None:
    # The reference figures, "Omaha, exact".
    result = equity(["AsAh2s3h", "KdKcQdJc"], game="omaha-hilo")
    assert result.equity == pytest.approx((0.69375456, 0.30624544), abs=5e-9)
    assert result.boards == 1_086_008
    assert result.no_low == 480_024
    # Kings have no low hand: where there is one, aces have it alone.
    assert result.low_win == (1_086_008 - 480_024, 0)
    assert result.low_tie == (0, 0)


def test_both_hashes_are_one() -> None:
    high, low = load_omaha_tables("high").fives, load_omaha_tables("ace-to-five").fives
    np.testing.assert_array_equal(high.displacements, low.displacements)


def brute_force(
    players: list[list[tuple[str, Fraction]]], live: list[int], board: str, game: GameName
) -> dict[str, Any]:
    """Return equity, wins, scoops and quarters, by listing every deal with every board."""
    known = tuple(parse_cards(board).tolist()) if board else ()
    n = len(players)
    counts = {
        name: [Fraction(0)] * n for name in ("equity", "win", "low_win", "scoop", "quartered")
    }
    total, no_low = Fraction(0), Fraction(0)
    hands = [[(tuple(parse_cards(text).tolist()), w) for text, w in player] for player in players]
    seen: dict[Any, Any] = {}
    for deal in itertools.product(*hands):
        held = [card for hand, _ in deal for card in hand]
        if len(set(held) | set(known)) < len(held) + len(known):
            continue
        weight = math.prod((w for _, w in deal), start=Fraction(1))
        rest = [card for card in live if card not in held and card not in known]
        for more in itertools.combinations(rest, 5 - len(known)):
            shown = (*known, *more)
            total += weight
            halves = []
            for rules in ("high",) if get_game(game).low_rules is None else ("high", "ace-to-five"):
                ranks = []
                for hand, _ in deal:
                    if (hand, shown, rules) not in seen:
                        seen[hand, shown, rules] = rank_omaha(hand, shown, rules)[0]
                    ranks.append(seen[hand, shown, rules])
                if rules == "ace-to-five":
                    ranks = [r if is_eight_or_better(r) else None for r in ranks]
                if any(r is not None for r in ranks):
                    top = max(r for r in ranks if r is not None)
                    halves.append([i for i, r in enumerate(ranks) if r == top])
            if len(halves) == 1:
                no_low += weight
            shares = [
                sum((Fraction(i in half, len(half) * len(halves)) for half in halves), Fraction(0))
                for i in range(n)
            ]
            for i in range(n):
                counts["equity"][i] += weight * shares[i]
                counts["win"][i] += weight * (halves[0] == [i])
                counts["low_win"][i] += weight * (len(halves) == 2 and halves[1] == [i])
                counts["scoop"][i] += weight * (shares[i] == 1)
                if len(halves) == 2:
                    parts = sorted(len(half) if i in half else 0 for half in halves)
                    counts["quartered"][i] += weight * (parts == [0, 2])
    return {"total": total, "no_low": no_low, **counts}


ONE = Fraction(1)
SMALL_DECK = "As Ah Ad 2s 2h 3s 3d 4s 4h 5s 6d 7s 8c 8h Kd Kc Qd Js"
QUESTIONS: list[tuple[list[list[tuple[str, Fraction]]], str]] = [
    ([[("AsAh2s3d", ONE)], [("KdKcQdJs", ONE)]], ""),
    (
        [[("As2s4h8c", ONE), ("Ah2h3s3d", ONE / 2)], [("AdKd2s7s", ONE), ("4s5s6d7s", ONE / 4)]],
        "3s",
    ),
    ([[("AsKd3d8h", ONE)], [("Ah2h4hJs", ONE)], [("Ad2sQdKc", ONE)]], "4s 5s 6d"),
]


@pytest.mark.parametrize("game", ["omaha", "omaha-hilo"])
@pytest.mark.parametrize(("players", "board"), QUESTIONS)
def test_exact_equals_brute_force_on_a_small_deck(
    players: list[list[tuple[str, Fraction]]], board: str, game: GameName
) -> None:
    live = parse_cards(SMALL_DECK).tolist()
    dead = [card for card in range(52) if card not in live]
    expected = brute_force(players, live, board, game)
    texts = [", ".join(f"{hand}:{float(w)}" for hand, w in player) for player in players]
    result = equity(texts, board=board, dead=dead, game=game, method="exact")
    scale = Fraction(result.boards or 0) / expected["total"]
    assert scale.denominator == 1
    assert result.equity == tuple(float(e / expected["total"]) for e in expected["equity"])
    assert result.win == tuple(scale * w for w in expected["win"])
    if game == "omaha-hilo":
        assert result.no_low == scale * expected["no_low"]
        for name in ("low_win", "scoop", "quartered"):
            assert getattr(result, name) == tuple(scale * c for c in expected[name]), name


def test_a_quarter_and_three_quarters() -> None:
    # Both have 7-4-3-2-A low; the kings are the high hand, alone.
    result = equity(["As2sKsKh", "Ah2h9c9d"], board="3c 4d 7h Kd Jc", game="omaha-hilo")
    assert result.equity == (0.75, 0.25)
    assert (result.quartered, result.scoop, result.low_tie) == ((0, 1), (0, 0), (1, 1))
    assert result.win == (1, 0)
    # The same for three: one sixth of the pot is no quarter.
    three = equity(["As2sKsKh", "Ah2h9c9d", "Ad2d8h8s"], board="3c 4c 7h Kd Jc", game="omaha-hilo")
    assert three.equity == pytest.approx((1 / 2 + 1 / 6, 1 / 6, 1 / 6))
    assert three.quartered == (0, 0, 0)
    assert three.low_shared == ((0, 1), (0, 1), (0, 1))


@pytest.mark.parametrize("game", OMAHA)
def test_one_board_is_a_showdown(game: GameName) -> None:
    from handrank import showdown

    rng = np.random.default_rng(5)
    n = get_game(game).hole_cards
    for _ in range(40):
        cards = rng.permutation(52)
        hands, board = cards[: 3 * n].reshape(3, n), cards[3 * n : 3 * n + 5]
        result = equity(list(hands), board=board, game=game)
        assert result.boards == 1
        shares = showdown(hands, board, game=game).shares
        assert result.equity == pytest.approx(shares.tolist())


@pytest.mark.parametrize("game", OMAHA)
def test_counts_add_up_and_boards_are_all_counted(game: GameName) -> None:
    rng = np.random.default_rng(6)
    n = get_game(game).hole_cards
    for n_board in (0, 3, 4):
        cards = rng.permutation(52)
        hands, board = cards[: 3 * n].reshape(3, n), cards[3 * n : 3 * n + n_board]
        result = equity(list(hands), board=board, game=game, method="exact", threads=1)
        assert result.boards == math.comb(52 - 3 * n - n_board, 5 - n_board)
        assert sum(result.equity) == pytest.approx(1, abs=1e-12)
        for i in range(3):
            assert result.win[i] + result.tie[i] + result.lose[i] == result.boards
            assert sum(result.shared[i]) == result.tie[i]


def test_order_of_players_and_cards_changes_nothing() -> None:
    players = ["AsAhKsKh:0.5, 2c3c4c5c", "JdTd9c8c", "random"]
    question: dict[str, Any] = {"board": "2h 7h Jc 3s", "dead": "9s", "game": "omaha-hilo"}
    for options in ({"method": "exact"}, {"method": "sampled", "trials": 40_000, "seed": 3}):
        result = equity(players, **question, **options)
        for order in itertools.permutations(range(3)):
            other = equity(
                [players[i] for i in order], **{**question, "board": "Jc 3s 7h 2h"}, **options
            )
            for name in ("equity", "win", "low_win", "scoop", "quartered", "shared", "stderr"):
                values = getattr(result, name)
                assert getattr(other, name) == tuple(values[i] for i in order), name
            assert (other.boards, other.no_low) == (result.boards, result.no_low)
        reordered = ["5c4c3c2c, KhAhKsAs:0.5", "8c9cTdJd", "random"]
        assert equity(reordered, **question, **options).win == result.win


def test_suits_change_nothing() -> None:
    results = {
        equity([f"A{a}A{b}K{a}Q{c}", f"J{d}T{d}9{c}8{b}"], game="omaha").win
        for a, b, c, d in itertools.permutations("cdhs")
    }
    assert len(results) == 1


@pytest.mark.parametrize("game", ["omaha", "omaha-hilo"])
def test_deals_joined_by_suits_and_counted_in_parts(
    game: GameName, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = parse_cards("As Ah Ad Ac Ks Kh 2s 2d 3h 4c 5d 6h 7s 8s 9c").tolist()
    question: dict[str, Any] = {
        "players": ["AsAhKsKh, AsAd2s2d:0.5", "random"],
        "dead": [card for card in range(52) if card not in live],
        "board": "3h 4c 5d",
        "game": game,
        "method": "exact",
    }
    result = equity(**question)
    with monkeypatch.context() as patch:
        patch.setattr(Question, "exchanges", np.zeros(1, dtype=np.intp))
        assert equity(**question) == result
    monkeypatch.setattr(equity_deals, "MOST_DEALS", 10)
    assert equity(**question) == result


SAMPLED: list[dict[str, Any]] = [
    {"players": ["AsAhKsKh", "JdTd9c8c"], "game": "omaha"},
    {"players": ["AsAh2s3h", "KdKcQdJc"], "game": "omaha-hilo"},
    {"players": ["AsAhKsKh, AsAdKsKd:0.5", "AsQsQh2c, 9c8c7c6c"], "game": "omaha"},
    {"players": ["As2s3h4h", "random"], "game": "omaha-hilo", "board": "5s 8d Kc Kd"},
    {"players": ["AsAhKsKh2c", "9c8c7d6d5h"], "game": "omaha5", "board": "Ts 9s 2h"},
    {"players": ["AsAhKsKh2c2d", "9c8c7d6d5h4h"], "game": "omaha6-hilo", "board": "Ts 3s 2h"},
]


def assert_close(result: EquityResult, exact: EquityResult) -> None:
    assert result.method == "sampled"
    for share, error, true in zip(result.equity, result.stderr, exact.equity, strict=True):
        assert error > 0
        assert abs(share - true) < 4 * error
    if exact.no_low is not None and exact.boards and result.no_low is not None and result.trials:
        share = exact.no_low / exact.boards
        error = math.sqrt(share * (1 - share) / result.trials)
        assert abs(result.no_low / result.trials - share) < 4 * error


@pytest.mark.parametrize("scheme", ["list of deals", "rejection"])
@pytest.mark.parametrize("question", SAMPLED)
def test_samples_are_within_four_standard_errors(
    question: dict[str, Any], scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if scheme == "rejection":
        monkeypatch.setattr(equity_sampled, "SHORT_LIST", 0)
        monkeypatch.setattr(equity_sampled, "LOW_ACCEPTANCE", 0.0)
    exact = equity(**question, method="exact")
    for seed in SEEDS:
        assert_close(equity(**question, method="sampled", trials=60_000, seed=seed), exact)


def test_nobody_has_an_advantage_by_seat() -> None:
    result = equity(["random"] * 5, game="omaha-hilo", trials=60_000, seed=2)
    for share, error in zip(result.equity, result.stderr, strict=True):
        assert abs(share - 0.2) < 4 * error


def test_samples_are_the_same_for_any_number_of_threads() -> None:
    question: dict[str, Any] = {
        "players": ["AsAhKsKh", "random"],
        "game": "omaha-hilo",
        "method": "sampled",
        "trials": equity_sampled.CHUNK + 1000,
        "seed": 9,
    }
    result = equity(**question, threads=1)
    assert equity(**question, threads=3) == result
    with ThreadPoolExecutor(2) as executor:
        assert equity(**question, executor=executor) == result


def test_auto_counts_what_is_quick() -> None:
    assert equity(["AsAhKsKh", "random"], board="2c 7d Jh 3s", game="omaha").method == "exact"
    result = equity(["AsAhKsKh", "random"], game="omaha", trials=5_000, seed=1)
    assert (result.method, result.trials) == ("sampled", 5_000)


def test_hands_that_exclude_each_other_are_refused() -> None:
    players = ["AsAhKsKh, AsAdKsKd", "AsQsQh2c, KsQsQh2c"]
    for method in ("exact", "sampled"):
        with pytest.raises(ValueError, match="exclude each other"):
            equity(players, game="omaha", method=method)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"players": ["AsAhKsKh", "QQ+"]}, "player 1: 'QQ\\+' at position 0.*hold'em ranges"),
        ({"players": ["AsAhKsKh", "AhKh"]}, "player 1: .*got 2 cards; omaha is played with 4"),
        ({"players": ["AsAhKsKh", "AsQsJsTs"]}, "player 1 .*player 0 holds As"),
        ({"players": ["AsAhKsKh", "2c3c4c5c"], "board": "Kh 7s 8s"}, "player 0 .*Kh is on the bo"),
        ({"players": ["AsAhKsKh", "2c3c4c5c"], "dead": "5c"}, "player 1 .*5c is dead"),
        ({"players": ["AsAhKsKh", "2c3c4c5c"], "board": "7s7s8s"}, "board: 7s .*given twice"),
        ({"players": ["random"] * 9, "game": "omaha6"}, "9 players and the board need 59 cards"),
        ({"players": ["random", "random"], "method": "exact"}, "too many to enumerate"),
    ],
)
def test_wrong_questions_are_refused(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        equity(**{"game": "omaha", **arguments})


def test_the_known_cards_narrow_the_lists() -> None:
    question = read_question(
        ["AsAhKsKh", "AsQsQh2c, QdQc2d2c", "QdJdTd9d, 3c3d3h3s"], "7s", "", "omaha"
    )
    # Player 1 holds the queens of diamonds and clubs for certain, so player 2 has threes.
    assert [len(hands) for hands in question.hands] == [1, 1, 1]
    assert format_cards(question.hands[2][0]) == "3c 3d 3h 3s"


def test_results_as_text_and_as_plain_data() -> None:
    result = equity(["As2sKsKh", "Ah2h9c9d"], board="3c 4d 7h Kd Jc", game="omaha-hilo")
    text = str(result)
    assert text.splitlines()[0].endswith("exact, 1 board, no low on 0.00%")
    assert "scoop" in text
    plain = result.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["quartered"] == [0, 1]


RIVAL_NAMES = {
    "omaha": "omaha",
    "omaha-hilo": "omaha_hi_lo",
    "omaha5": "omaha_five",
    "omaha5-hilo": "omaha_five_hi_lo",
    "omaha6": "omaha_six",
}


@pytest.mark.parametrize("game", RIVAL_NAMES)
def test_agreement_with_poker_equity(game: GameName) -> None:
    rival = pytest.importorskip("poker_equity", reason="poker-equity is not installed")
    rng = np.random.default_rng(8)
    n = get_game(game).hole_cards
    for number in range(20):
        n_board = int(rng.choice([3, 4, 5]))
        n_dead = int(rng.integers(3))
        cards = [str(format_cards([card])) for card in rng.permutation(52)]
        n_players = 2 + number % 3
        hands = ["".join(cards[n * i : n * i + n]) for i in range(n_players)]
        board = "".join(cards[30 : 30 + n_board])
        dead = "".join(cards[40 : 40 + n_dead])
        other = rival.exact_from_text(RIVAL_NAMES[game], hands, board=board, dead=dead)
        own = equity(hands, board=board, dead=dead, game=game)
        assert own.equity == pytest.approx([seat["equity"] for seat in other["players"]], abs=1e-10)
        assert other["samples"] == own.boards
        assert list(own.win) == other["high_win_count"]
        if own.scoop is not None and own.low_win is not None:
            assert list(own.scoop) == other["scoop_count"]
            assert list(own.low_win) == other["low_win_count"]
