"""The games: what is dealt, and showdowns of each of them against the oracle."""

from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from numpy.typing import NDArray

import oracle
from handrank import (
    GAMES,
    RULE_SETS,
    CardError,
    Game,
    best_five,
    deal,
    describe_showdown,
    equity,
    evaluate,
    showdown,
)
from handrank.lookup.encoding import HOLE_CARDS
from handrank.rulebook.games import GameName, get_game
from handrank.rulebook.rules import RulesName, get_rules

HILO = [name for name, game in GAMES.items() if game.low_rules]


def test_what_is_dealt_in_each_game() -> None:
    dealt: dict[str, tuple[int, bool]] = {
        name: (game.hole_cards, game.two_from_hand)
        for name, game in GAMES.items()
        if game.board_cards
    }
    assert dealt == {
        "holdem": (2, False),
        "holdem-no-wheel": (2, False),
        "holdem-low": (2, False),
        "holdem-deuce-to-seven": (2, False),
        "short-deck": (2, False),
        "short-deck-trips": (2, False),
        "omaha": (4, True),
        "omaha-hilo": (4, True),
        "omaha5": (5, True),
        "omaha5-hilo": (5, True),
        "omaha6": (6, True),
        "omaha6-hilo": (6, True),
        "big-o": (5, True),
        "courchevel": (5, True),
        "courchevel-hilo": (5, True),
    }
    whole = {
        name: (game.hole_cards, game.shared_cards)
        for name, game in GAMES.items()
        if not game.board_cards
    }
    assert whole == {
        "stud": (7, 1),
        "stud-hilo": (7, 1),
        "razz": (7, 1),
        "draw": (5, 0),
        "deuce-to-seven": (5, 0),
    }
    assert get_game("holdem").hole_cards == HOLE_CARDS
    assert {GAMES[name].low_rules for name in HILO} == {"ace-to-five"}
    for name, game in GAMES.items():
        assert game.name == name
        assert get_rules(game.rules).lowest_rank == game.lowest_rank


def test_type_checkers_know_the_names() -> None:
    assert get_args(GameName) == tuple(GAMES)
    assert get_args(RulesName) == tuple(RULE_SETS)


def test_every_rule_set_is_played_in_a_game() -> None:
    assert {game.rules for game in GAMES.values()} == set(RULE_SETS)


def test_rules_take_the_place_of_the_games_own() -> None:
    game = replace(GAMES["omaha-hilo"], rules="short-deck")
    assert (game.rules, game.low_rules, game.lowest_rank) == ("short-deck", "ace-to-five", 4)
    assert GAMES["omaha-hilo"].rules == "high"


@pytest.mark.parametrize("name", ["Holdem", "", None, ["omaha"], "omaha7"])
def test_unknown_games_are_refused(name: Any) -> None:
    with pytest.raises(ValueError, match=r"unknown game .*; known games: 'holdem', "):
        get_game(name)
    with pytest.raises(ValueError, match=r"unknown game"):
        showdown(["AhKh"], "2c3c4c", game=name)


def random_deals(name: GameName, n: int, n_players: int) -> tuple[NDArray[Any], NDArray[Any]]:
    game = GAMES[name]
    n_hole = n_players * game.hole_cards
    cards = deal(
        n, n_hole + game.board_cards, rng=np.random.default_rng(len(name)), rules=game.rules
    )
    holes = cards[:, :n_hole].reshape(n, n_players, game.hole_cards)
    return holes, np.ascontiguousarray(cards[:, n_hole:])


@pytest.mark.parametrize("name", GAMES)
def test_showdowns_of_every_game_agree_with_the_oracle(name: GameName) -> None:
    n, n_players = 60, 3
    game = GAMES[name]
    holes, boards = random_deals(name, n, n_players)
    folded = np.random.default_rng(2).random((n, n_players)) < 0.2
    folded[:, 0] = False
    common = boards if game.board_cards else None
    result = showdown(holes, common, game=name, folded=folded, bets=[4] * n_players)
    n_lows = 0
    for i in range(n):

        def ranks(rules: RulesName, i: int = i) -> list[oracle.Rank]:
            rank = oracle.omaha if game.two_from_hand else None
            return [
                rank(hole, boards[i].tolist(), rules)[0]
                if rank is not None
                else oracle.rank([*hole, *boards[i].tolist()], rules)
                for hole in holes[i].tolist()
            ]

        def best(by: dict[int, oracle.Rank]) -> list[int]:
            return [seat for seat in by if by[seat] == max(by.values())]

        left = [seat for seat in range(n_players) if not folded[i, seat]]
        high = ranks(game.rules)
        winners = best({seat: high[seat] for seat in left})
        assert np.flatnonzero(result.winners[i]).tolist() == winners
        shares = np.zeros(n_players)
        shares[winners] = 1 / len(winners)
        if game.low_rules:
            low = ranks(game.low_rules)
            lows = {seat: low[seat] for seat in left if oracle.is_eight_or_better(low[seat])}
            assert result.low_winners is not None
            assert result.low_ranks is not None
            assert np.flatnonzero(result.low_ranks[i]).tolist() == list(lows)
            assert np.flatnonzero(result.low_winners[i]).tolist() == (best(lows) if lows else [])
            if lows:
                n_lows += 1
                shares /= 2
                shares[best(lows)] += 0.5 / len(best(lows))
        np.testing.assert_allclose(result.shares[i], shares)
        assert result.payouts is not None
        # Twelve chips are shared out without an odd one, unless a quarter of them goes in halves.
        if (shares * 12 % 1 == 0).all():
            assert result.payouts[i].tolist() == (shares * 12).tolist()
    assert (n_lows > 10) == (name in HILO)


def test_two_from_hand_and_three_from_board() -> None:
    # The board's flush plays in hold'em; in Omaha one heart in the hand makes none.
    result = showdown(["Ah2c3d4s", "KsKc5d6d"], "9h8h7hJh2s", game="omaha")
    assert result.winners.tolist() == [False, True]


def test_a_low_of_nine_does_not_qualify() -> None:
    result = showdown(["AcKd", "2s3s"], "9h4c5dKhKs", game="holdem")
    assert result.low_ranks is None
    result = showdown(["Ac2dKdQd", "TsTh9c9d"], "9h4c5dKhKs", game="omaha-hilo")
    assert result.low_ranks is not None
    assert result.low_ranks.tolist() == [0, 0]
    result = showdown(["Ac2dKdQd", "TsTh9c9d"], "8h4c5dKhKs", game="omaha-hilo", bets=[5, 5])
    assert result.low_ranks is not None
    assert np.flatnonzero(result.low_ranks).tolist() == [0]
    assert result.payouts is not None
    assert result.payouts.tolist() == [10, 0], "three kings and the only low"


@pytest.mark.parametrize(
    ("hole", "options", "message"),
    [
        (["AhKh", "QhJh"], {"game": "omaha"}, "omaha is played with 4 hole cards, got 2"),
        (["AhKh5c6c"], {"game": "omaha5"}, "omaha5 is played with 5 hole cards, got 4"),
        (["AhKh5c6c"], {}, "holdem is played with 2 hole cards, got 4"),
        (
            ["AhKh5c6c", "QhJhTh9h"],
            {"game": "omaha-hilo", "low_ranks": [1, 2]},
            "omaha-hilo ranks its low hands itself",
        ),
        (["AhKh", "5cJh"], {"game": "short-deck"}, r"5c .* is not in the deck"),
        (["AhKhQhJhTh", "5c6c7c8c2c"], {"game": "draw"}, "draw is played without a board"),
        (["AhKhQhJhTh9h8h", "5c6c7c8c2c3c4c"], {"game": "razz"}, "razz is played without a board"),
    ],
)
def test_refused(hole: list[str], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        showdown(hole, "7s8s9s", **options)


@pytest.mark.parametrize("name", ["omaha", "omaha6-hilo"])
def test_a_card_twice_in_a_deal_is_refused(name: GameName) -> None:
    holes, boards = random_deals(name, 50, 4)
    holes[20, 3, 1] = holes[20, 0, 2]
    with pytest.raises(CardError, match=r"^row 20: .* is given twice"):
        showdown(holes, boards, game=name)
    assert showdown(holes, boards, game=name, check=False).ranks.shape == (50, 4)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", ["pair of aces; no low", *["ace high; 8-7-4-2-A low, split pot"] * 2]),
        ("fr", ["paire d'as ; pas de low", *["hauteur as ; low 8-7-4-2-A, pot partagé"] * 2]),
    ],
)
def test_high_and_low_in_words(lang: Any, expected: list[str]) -> None:
    holes = ["AhAsKdQc", "Ad4c5sTd", "AcTs4d5c"]
    texts = describe_showdown(holes, "2h7d8sJcKh", game="omaha-hilo", lang=lang)
    assert texts.tolist() == expected


def test_omaha_needs_its_board_to_be_described() -> None:
    with pytest.raises(ValueError, match="omaha needs a board"):
        describe_showdown(["AhAsKdQc2h"], game="omaha")


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.two_from_hand])
def test_equity_does_not_take_omaha_for_holdem(name: GameName) -> None:
    with pytest.raises(ValueError, match=f"player 0: .*{name} is played with"):
        equity(["AhKh", "QQ"], game=name)


@pytest.mark.parametrize("name", GAMES)
def test_equity_on_a_full_board_is_the_share_at_the_showdown(name: GameName) -> None:
    if not GAMES[name].has_equity:
        assert name == "holdem-deuce-to-seven" or not GAMES[name].board_cards
        with pytest.raises(ValueError, match=f"equity does not count {name}"):
            equity(["AhKh", "QQ"], game=name)
        return
    holes, boards = random_deals(name, 20, 3)
    shares = showdown(holes, boards, game=name).shares
    for hands, board, expected in zip(holes, boards, shares, strict=True):
        assert equity(list(hands), board, game=name).equity == pytest.approx(expected.tolist())


def test_a_game_of_ones_own_is_checked_when_it_is_made() -> None:
    assert Game(name="two to seven", rules="deuce-to-seven").hole_cards == 2
    with pytest.raises(ValueError, match="unknown rules"):
        Game(name="mine", rules="hgih")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown rules"):
        Game(name="mine", rules="high", low_rules="low")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hole_cards must be at least 2, got 1"):
        Game(name="mine", rules="high", hole_cards=1)
    for wrong in (True, 2.0, "2"):
        with pytest.raises(TypeError, match="hole_cards must be an integer"):
            Game(name="mine", rules="high", hole_cards=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"board_cards": 4}, "a full board has 5 cards, or 0, got 4"),
        ({"board_cards": -5}, "board_cards must be at least 0"),
        ({"shared_cards": 1}, "shared cards are for games without a board"),
        ({"board_cards": 0, "shared_cards": 2}, "shared cards are for games without a board"),
    ],
)
def test_boards_of_a_game_of_ones_own(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game(name="mine", rules="high", **options)


@pytest.mark.parametrize("name", ["stud", "stud-hilo", "razz"])
def test_a_last_card_that_all_players_share(name: GameName) -> None:
    cards = deal(30, 6 * 6 + 1, rng=np.random.default_rng(7))
    holes, last = cards[:, :36].reshape(30, 6, 6), cards[:, 36:]
    whole = np.concatenate((holes, np.broadcast_to(last[:, None], (30, 6, 1))), axis=2)
    result = showdown(holes, last, game=name, bets=[12] * 6)
    np.testing.assert_array_equal(result.ranks, evaluate(whole, rules=GAMES[name].rules))
    np.testing.assert_array_equal(evaluate(holes, last[:, None], game=name), result.ranks)
    fives = best_five(holes, last[:, None], game=name)
    np.testing.assert_array_equal(fives, best_five(whole, rules=GAMES[name].rules))
    twice = last.copy()
    twice[3] = holes[3, 2, 4]
    with pytest.raises(CardError, match=r"row 3: .* is given twice"):
        showdown(holes, twice, game=name)
    with pytest.raises(ValueError, match=f"{name} is played with 7 hole cards, got 6"):
        showdown(holes, game=name)
    with pytest.raises(ValueError, match=f"{name} is played with 6 hole cards, got 7"):
        showdown(whole, last, game=name)
    with pytest.raises(ValueError, match=f"{name} is played without a board"):
        evaluate(holes, cards[:, :5], game=name)


def test_cards_of_a_deal_without_a_board_are_judged_together() -> None:
    hands = ["AhKhQhJhTh", "AhKcQcJcTc"]
    with pytest.raises(CardError, match=r"Ah .* is given twice"):
        showdown(hands, game="draw")
    assert describe_showdown(["AhKhQhJhTh", "9c9d9s2h2d"], game="draw").tolist() == [
        "royal flush, in hearts",
        "full house, nines full of deuces",
    ]


def test_the_games_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        GAMES["holdem"] = GAMES["omaha"]  # type: ignore[index]
