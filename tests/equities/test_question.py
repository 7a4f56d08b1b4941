"""Questions: players in every form, known cards, what is refused."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from handrank import Range, equity, parse_cards
from handrank.equities.hand_lists import Player
from handrank.equities.question import read_question
from handrank.rulebook.games import Game, get_game


def test_order_of_players_and_cards_changes_nothing() -> None:
    players = ["QQ+, AKs:0.3", "AhKh, 7c2d:0.7", "JTs, 55:0.1"]
    result = equity(players, board="2h 7h Jc", dead="9s 9c")
    for order in permutations(range(3)):
        other = equity([players[i] for i in order], board="Jc 2h 7h", dead="9c 9s")
        assert other.equity == tuple(result.equity[i] for i in order)
        assert other.win == tuple(result.win[i] for i in order)
        assert other.shared == tuple(result.shared[i] for i in order)
        assert other.boards == result.boards
    reordered = equity(["AKs:0.3, QQ+", "2d7c:0.7 KhAh", "55:0.1,JTs"], board="7hJc2h", dead="9c9s")
    assert (reordered.equity, reordered.win) == (result.equity, result.win)


def test_players_are_taken_in_every_form() -> None:
    expected = equity(["AhKh", "QsQc"]).win
    hand = parse_cards("AhKh")
    forms: list[Player] = [
        "Ah Kh",
        "A♥K♥",
        hand,
        hand[None].astype(np.int64),
        [50, 46],
        (46, 50),
        ["Ah", "Kh"],
        ["AhKh"],
        Range.parse("AhKh"),
        Range.parse("AhKh:0.5"),
        ([[46, 50]], [0.3]),
        (["AhKh"], [2]),
    ]
    for form in forms:
        assert equity([form, "QsQc"]).win == expected
    weighted = equity([(["AhKh", "AdKd"], [1, 0.5]), "QsQc"])
    assert weighted.win == equity(["AhKh, AdKd:0.5", "QsQc"]).win
    assert weighted.boards == 3 * 1_712_304


def test_weights_are_relative() -> None:
    assert equity(["AA:0.2, KK:0.1", "QQ"]).equity == equity(["AA:1000, KK:500", "QQ"]).equity
    twice = equity(["AA:2, KK", "QQ"])
    alone, other = equity(["AA", "QQ"]), equity(["KK", "QQ"])
    assert twice.win[0] == 2 * alone.win[0] + other.win[0]
    # A third is no decimal fraction: rounded to one part in a million.
    third = equity([(["AsAh", "KsKh"], [1, 1 / 3]), "QcQd"])
    thirds = equity(["AsAh:3, KsKh", "QcQd"])
    assert third.equity[0] == pytest.approx(thirds.equity[0], rel=1e-6)


def test_a_hand_known_card_by_card_narrows_the_others() -> None:
    result = equity(["AsAh", "AA"])
    assert result.boards == 1_712_304
    # Of player 2's combos only AdAc is left, so player 3 cannot hold Ad either.
    narrowed = equity(["AsAh", "AA", "AdKd, QcJc"])
    assert narrowed.win == equity(["AsAh", "AdAc", "QcJc"]).win


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"players": ["AhKh"]}, "2 to 10 players, got 1"),
        ({"players": ["random"] * 11}, "2 to 10 players, got 11"),
        ({"players": ["AhKh", "AhQd"]}, "player 1 \\(AhQd\\): .* player 0 holds Ah"),
        ({"players": ["AhKh", "QQ"], "board": "Ah 2c 3c"}, "player 0 .*Ah is on the board"),
        ({"players": ["AhKh", "QQ"], "dead": "Kh"}, "player 0 \\(AhKh\\).*Kh is dead"),
        ({"players": ["AhKh", "QQ"], "dead": "Qh Qs Qd"}, "player 1 \\(QQ\\): no hand is left"),
        ({"players": ["AA", "KK"], "board": "2c 2c 3d"}, "board: 2c .* given twice"),
        ({"players": ["AA", "KK"], "board": "2c 4c 3d", "dead": "2c"}, "2c is on the board and"),
        ({"players": ["AA", "KK"], "board": "2c3c4c5c6c7c"}, "at most 5 cards, got 6"),
        ({"players": ["AA", "KKx"]}, "player 1: 'KKx' is not an entry"),
        ({"players": ["AA", [[0, 52]]]}, "player 1: combo 0: card id 52"),
        ({"players": ["AA", "AA", "AA"]}, "exclude each other"),
        ({"players": ["AsAh, AsAd", "AsAc, AsKd"]}, "exclude each other"),
        ({"players": ["AA", "KK"], "game": "badugi"}, "unknown game 'badugi'"),
        ({"players": ["AA", "KK"], "method": "guess"}, "method must be"),
        ({"players": ["AA", "KK"], "trials": 0}, "trials must be at least 1"),
        ({"players": ["AA", "KK"], "seed": -1}, "seed must be at least 0"),
        ({"players": ["AA", "KK"], "threads": 0}, "threads must be at least 1"),
        ({"players": ["AA", "KK"], "target_stderr": 0.0}, "between 0 and 1"),
        ({"players": ["AA", "KK"], "method": "exact", "trials": 5}, "are for sampling"),
        ({"players": ["random"] * 4, "method": "exact"}, "too many to enumerate"),
        ({"players": ["random"] * 2, "dead": list(range(44))}, "need 9 cards, 8 are left"),
        ({"players": ["random"] * 3, "dead": list(range(42))}, "need 11 cards, 10 are left"),
        (
            {"players": ["6c2c", "AA"], "game": "short-deck"},
            r"^player 0 \(6c2c\): no hand is left: 2c is not in the deck of short-deck$",
        ),
        (
            {"players": ["AsAh", "AhKs"], "board": "Ks 2c 3c"},
            r"^player 1 \(AhKs\): no hand is left: Ks is on the board$",
        ),
        (
            {"players": ["AsAh", "AhKs"], "board": "4s 2c 3c", "dead": "Kc"},
            r"^player 1 \(AhKs\): no hand is left: player 0 holds Ah$",
        ),
        ({"players": ["AA", "KK"], "method": np.array(["auto", "exact"])}, "method must be"),
        ({"players": ["AA", "KK"], "method": 5}, "method must be .*, got 5"),
        ({"players": ["AA", "KK"], "target_stderr": 1}, "between 0 and 1, got 1$"),
        ({"players": ["AA", "KK"], "target_stderr": 1.5}, "between 0 and 1, got 1.5"),
        ({"players": ["AA", "KK"], "target_stderr": float("nan")}, "between 0 and 1, got nan"),
        ({"players": ["AA", "KK"], "method": "exact", "target_stderr": 0.1}, "are for sampling"),
    ],
)
def test_wrong_questions_are_refused(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        equity(**arguments)


@pytest.mark.parametrize("method", ["exact", "sampled"])
def test_ranges_that_exclude_each_other_are_refused(method: Any) -> None:
    for players in (["AA", "AA", "AA"], ["AsAh, AsAd", "AsAc, AsKd"], ["QQ+"] * 7):
        with pytest.raises(ValueError, match="exclude each other"):
            equity(players, method=method)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"players": "AhKh"}, "players must be a list"),
        ({"players": np.array("AhKh")}, "players must be a list"),
        ({"players": {"AhKh", "QsQc"}}, "players must be a list .* got set"),
        ({"players": frozenset({"AhKh", "QsQc"})}, "players must be a list .* got frozenset"),
        ({"players": {"AhKh": 1, "QsQc": 2}}, "players must be a list .* got dict"),
        ({"players": 5}, "players must be a list .* got int"),
        ({"players": ["AA", 5.0]}, "player 1: "),
        ({"players": ["AA", "KK"], "trials": 1.5}, "trials must be an integer"),
        ({"players": ["AA", "KK"], "seed": "x"}, "seed must be an integer"),
        ({"players": ["AA", "KK"], "target_stderr": "x"}, "target_stderr must be a number"),
        ({"players": ["AA", "KK"], "target_stderr": True}, "target_stderr must be a number"),
    ],
)
def test_wrong_types_are_refused(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(TypeError, match=complaint):
        equity(**arguments)


def test_players_in_any_list() -> None:
    expected = equity(["AhKh", "QsQc"])
    lists: list[Any] = [("AhKh", "QsQc"), np.array(["AhKh", "QsQc"]), iter(["AhKh", "QsQc"])]
    for players in lists:
        assert equity(players) == expected


def test_the_last_cards_of_the_deck_are_dealt() -> None:
    result = equity(["random"] * 2, dead=list(range(43)), method="sampled", trials=20, seed=1)
    assert sum(result.equity) == pytest.approx(1)
    assert len(equity(["random"] * 10, method="sampled", trials=1, seed=1).equity) == 10


def test_what_is_left_of_the_deck() -> None:
    question = read_question(["AsAh", "KK, QQ", "random"], "7c 2d 9h", "Ks 2c")
    gone = parse_cards("7c 2d 9h Ks 2c").tolist()
    assert question.deck.tolist() == [card for card in range(52) if card not in gone]
    assert question.deck_left.tolist() == [
        card for card in range(50) if card not in (*gone, *parse_cards("AsAh").tolist())
    ] + [card for card in (50, 51) if card not in parse_cards("AsAh")]
    assert (question.to_come, question.n_players) == (2, 3)
    short = read_question(["AsAh", "random"], "7c 9d 9h", game="short-deck")
    known = parse_cards("7c 9d 9h").tolist()
    assert short.deck.tolist() == [card for card in range(16, 52) if card not in known]


@pytest.mark.parametrize(
    ("player", "game", "anything"),
    [
        ("random", "holdem", True),
        ("random:0.5", "holdem", True),
        ("22+, A2+, K2+", "holdem", False),
        ("random:0.5, AA", "holdem", False),
        ("QsQh", "holdem", False),
        ("QsQh, QsQd", "holdem", False),
        ("random", "omaha", True),
        ("QsQhJsJh", "omaha", False),
        ("QsQhJsJh, QsQdJsJd", "omaha", False),
    ],
)
def test_players_who_may_hold_anything(player: str, game: Any, anything: bool) -> None:
    other = "AcAd" if game == "holdem" else "AcAdKcKd"
    question = read_question([other, player], game=game)
    assert question.holds_anything(1) is anything
    assert not question.holds_anything(0)
    listed = question.listed()
    assert all(map(len, listed.hands))
    assert listed.holds_anything(1) is anything
    assert [len(hands) for hands in listed.hands] == [len(weights) for weights in listed.weights]


def test_names_of_players_in_errors() -> None:
    with pytest.raises(ValueError, match=r"^Hero: 'AAx' is not an entry"):
        read_question(["AAx", "KK"], names=["Hero", "Villain"])
    with pytest.raises(ValueError, match=r"^Villain \(AsKs\): no hand is left: Hero holds As$"):
        read_question(["AsAh", "AsKs"], names=["Hero", "Villain"])


def test_deuce_to_seven_is_refused() -> None:
    with pytest.raises(ValueError, match="equity does not count holdem-deuce-to-seven: deal its"):
        equity(["AA", "KK"], game="holdem-deuce-to-seven")


def test_games_of_ones_own() -> None:
    own = Game(name="five of eight", rules="high", hole_cards=3)
    with pytest.raises(ValueError, match="equity does not count five of eight"):
        equity(["AA", "KK"], game=own)
    assert equity(["AhKh", "QsQc"], game=get_game("holdem")) == equity(["AhKh", "QsQc"])
    low = get_game("omaha-hilo").low
    assert low is not None
    board, players = "3c 4d 7h Kd Jc", ["As2sKsKh", "Ah9hQc9d"]
    assert equity(players, board, game=low).equity == (1.0, 0.0)


@pytest.mark.parametrize("nothing", [None, "", " ", (), []])
def test_no_board_and_no_dead_cards(nothing: Any) -> None:
    assert equity(["AcAd", "KhKs"], nothing, dead=nothing).boards == 1_712_304
    assert Range.parse("AA").without(nothing) == Range.parse("AA")


def test_a_generator_draws_the_seed() -> None:
    question: dict[str, Any] = {"players": ["AKs", "random"], "method": "sampled", "trials": 1000}
    result = equity(**question, rng=np.random.default_rng(3))
    assert equity(**question, seed=result.seed) == result
    with pytest.raises(ValueError, match="give seed or rng, not both"):
        equity(**question, seed=1, rng=np.random.default_rng(3))
