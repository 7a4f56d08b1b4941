"""Why the winner won: kickers where they decided, split pots."""

from typing import Any

import numpy as np
import pytest

from handrank import (
    CardError,
    deal,
    decided_by,
    describe,
    describe_showdown,
    eight_or_better,
    evaluate,
)
from handrank.rulebook.games import GameName


def told(players: str, board: str | None, **kwargs: Any) -> list[str]:
    texts: list[str] = describe_showdown(players.split("|"), board, **kwargs).tolist()
    return texts


# Boards and hole cards of cases that other evaluators got wrong are among them.
@pytest.mark.parametrize(
    ("board", "players", "texts"),
    [
        # One kicker, high card to quads.
        ("9c 7s 5h 5s 3c", "8h Ks|4d Qs", ["pair of fives, kicker: king", "pair of fives"]),
        ("As Kd 9c 7h 2d", "Jc 3d|Tc 8d", ["ace high, kicker: jack", "ace high"]),
        (
            "As Ad 9c 9h 2d",
            "Kc 3d|Qc 3h",
            ["two pair, aces and nines, kicker: king", "two pair, aces and nines"],
        ),
        (
            "As Ad Ac 9h 2d",
            "Kc 3d|Qc 3h",
            ["three of a kind, aces, kicker: king", "three of a kind, aces"],
        ),
        (
            "As Ad Ac Ah 2d",
            "Kc 3d|Qc 3h",
            ["four of a kind, aces, kicker: king", "four of a kind, aces"],
        ),
        # The first kicker is shared, the second or the last decides.
        ("As Ad Kc 9h 2d", "Qc 3d|Jc 3h", ["pair of aces, kicker: queen", "pair of aces"]),
        ("As Kd Qc 8h 2d", "Ac 9d|Ah 7d", ["pair of aces, kicker: nine", "pair of aces"]),
        # The fifth flush card.
        (
            "Qd Jd 9d Kc 6d",
            "5d Ah|8d 7c",
            ["flush, queen high, in diamonds", "flush, queen high, in diamonds, kicker: eight"],
        ),
        # No kicker where the names differ.
        (
            "2s 3s 2h 3h 3d",
            "Ts Th|9s 9h",
            ["full house, threes full of tens", "full house, threes full of nines"],
        ),
        ("9s Jc 3c Qc 8h", "9c 5h|Qh 4h|Ad Ks", ["pair of nines", "pair of queens", "ace high"]),
        ("Kd 9c 7h 4d 2s", "Ac 3d|Qc Jd", ["ace high", "king high"]),
        ("9c 8d 7s 2h 2c", "Jc Ts|6s 5s", ["straight, jack high", "straight, nine high"]),
        # No kicker where nobody with the same name lost; the tie says so.
        ("6c Qc Ad 6s Ac", "Td Js|3s 3d", ["two pair, aces and sixes, split pot"] * 2),
        ("4s 5h 6d 7c 8s", "Ac Kd|2c 2d", ["straight, eight high, split pot"] * 2),
        # A tie over a third player, whom the kicker beat.
        (
            "Ad 9c 7h 5s 2d",
            "As Kd|Ac Qh|Ah Kc",
            [
                "pair of aces, kicker: king, split pot",
                "pair of aces",
                "pair of aces, kicker: king, split pot",
            ],
        ),
        # Only the best loser counts: the third player's lower kicker does not.
        (
            "Ad Kc 7h 5s 2d",
            "As Qd|Ac Jh|Ah 3c",
            ["pair of aces, kicker: queen", "pair of aces", "pair of aces"],
        ),
        # The steel wheel.
        (
            "3d 4d 5d Kh Ks",
            "Ad 2d|6c 7c",
            ["straight flush, five high, in diamonds", "straight, seven high"],
        ),
    ],
)
def test_kickers_and_ties(board: str, players: str, texts: list[str]) -> None:
    assert told(players, board) == texts


def test_french() -> None:
    board = "Ad 9c 7h 5s 2d"
    assert told("As Kd|Ac Qh", board, lang="fr") == ["paire d'as, kicker : roi", "paire d'as"]
    assert told("As Kd|Ac Kh", board, lang="fr") == ["paire d'as, pot partagé"] * 2
    assert told("As Qd|Ac Jh|Ah Qc", board, lang="fr") == [
        "paire d'as, kicker : dame, pot partagé",
        "paire d'as",
        "paire d'as, kicker : dame, pot partagé",
    ]


KICKERS = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
KICKERS += ["jack", "queen", "king", "ace"]
FRENCH_KICKERS = ["deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"]
FRENCH_KICKERS += ["valet", "dame", "roi", "as"]


@pytest.mark.parametrize("i", range(1, 13))
def test_a_kicker_of_every_rank(i: int) -> None:
    # Aces up to the king, kings for the ace, under rules where four of a kind has one kicker.
    quads = 12 if i < 12 else 11
    board = [4 * quads + suit for suit in range(4)]
    hands = [[*board, 4 * i], [*board, 4 * (i - 1 if i < 12 else 10)]]
    english, french = describe_showdown(hands), describe_showdown(hands, lang="fr")
    assert english[0].endswith(f", kicker: {KICKERS[i]}")
    assert french[0].endswith(f", kicker : {FRENCH_KICKERS[i]}")
    assert "kicker" not in english[1] + french[1]


@pytest.mark.parametrize(
    ("game", "hands", "texts"),
    [
        ("holdem-low", "8s6d4c3hAs|8d6s5c3cAc", ["8-6-4-3-A low", "8-6-5-3-A low"]),
        ("holdem-low", "8s8d4c3hAs|8c8h5c3cAc", ["pair of eights, kicker: four", "pair of eights"]),
        ("holdem-low", "8s8dQcKhAs|8c8h5cKc6c", ["pair of eights", "pair of eights, kicker: six"]),
        (
            "holdem-low",
            "8s6d4c3hAs|8d6s4d3cAc|KsQsJdTh9c",
            ["8-6-4-3-A low, split pot", "8-6-4-3-A low, split pot", "K-Q-J-10-9 low"],
        ),
        ("short-deck", "AsAdKcQh9s|AcAhKdJh9d", ["pair of aces, kicker: queen", "pair of aces"]),
    ],
)
def test_other_games(game: GameName, hands: str, texts: list[str]) -> None:
    assert told(hands, None, game=game) == texts


def test_many_deals_at_once_say_what_each_says_alone() -> None:
    dealt = deal(300, 13, rng=np.random.default_rng(6))
    hole, board = dealt[:, :8].reshape(300, 4, 2), dealt[:, None, 8:]
    texts = describe_showdown(hole, board)
    assert texts.shape == (300, 4)
    assert (texts == describe_showdown(hole, board[:, 0], threads=1)).all()
    hands, ranks = describe(hole, board), evaluate(hole, board)
    remarks = decided_by(ranks)
    kickers = 0
    for i in range(300):
        assert texts[i].tolist() == describe_showdown(hole[i], board[i, 0]).tolist()
        for p in range(4):
            wins = ranks[i, p] == ranks[i].max()
            assert texts[i, p] == hands[i, p] + (", " if remarks[i, p] else "") + remarks[i, p]
            assert wins or remarks[i, p] == ""
            assert ("split pot" in remarks[i, p]) == (wins and (ranks[i] == ranks[i, p]).sum() > 1)
            kickers += "kicker" in remarks[i, p]
        # A winner whose hand bears the best loser's name is told apart from it by a kicker.
        losers = np.where(ranks[i] < ranks[i].max(), ranks[i], 0)
        if losers.any():
            winner, runner_up = int(ranks[i].argmax()), int(losers.argmax())
            same = hands[i, winner] == hands[i, runner_up]
            assert same == ("kicker" in remarks[i, winner])
    assert kickers > 20


def test_folded_players_hold_nothing() -> None:
    holes, board = ["8h Ks", "4d Qs", "Ac Kd"], "9c 7s 5h 5s 3c"
    texts = describe_showdown(holes, board, folded=[False, False, True])
    assert texts.tolist() == ["pair of fives, kicker: king", "pair of fives", "folded"]
    hilo = ["AhAsKdQc", "4h5cTsTd"]
    gone = [False, True]
    texts = describe_showdown(hilo, "2h7d8sJcKc", game="omaha-hilo", folded=gone, lang="fr")
    assert texts.tolist() == ["paire d'as ; pas de low", "couché"]
    with pytest.raises(ValueError, match="numbers of players"):
        describe_showdown(holes, board, folded=[False, True])


@pytest.mark.parametrize("board", [None, "", (), []])
def test_no_board_in_any_way(board: Any) -> None:
    assert describe_showdown(["AsKsQsJs9s", "8s8h4d3c2s"], board).tolist() == [
        "flush, ace high, in spades",
        "pair of eights",
    ]


def test_ranks_of_folded_players_and_hands_that_do_not_qualify() -> None:
    assert decided_by([0, 0]).tolist() == ["", ""]
    aces = evaluate(["AsAdKcQh9s", "AcAhKdJh9d"])
    assert decided_by([aces[0], 0]).tolist() == ["", ""]
    assert decided_by([0, *aces]).tolist() == ["", "kicker: queen", ""]
    lows = evaluate(["Ac2d3h4s8c", "Ad2c3c4c8d", "Ac2d3h4s9c"], rules="ace-to-five")
    assert decided_by(eight_or_better(lows), rules="ace-to-five").tolist() == [
        "split pot",
        "split pot",
        "",
    ]
    assert decided_by(np.empty((0, 3), dtype=np.uint16)).shape == (0, 3)
    assert decided_by(np.empty((3, 0), dtype=np.uint16)).shape == (3, 0)


def test_wrong_input_is_named() -> None:
    with pytest.raises(ValueError, match="need an axis of players"):
        describe_showdown("AsKs", "QsJsTs")
    with pytest.raises(ValueError, match="need an axis of players"):
        describe_showdown("AsKsQsJsTs")
    with pytest.raises(ValueError, match="must have an axis of players"):
        decided_by(1)
    with pytest.raises(CardError, match=r"^As \(card id 51\) is given twice"):
        describe_showdown(["AsKd", "AsKs"], "2c3c4h9hTs")
    hole = [[[0, 1], [2, 3]], [[0, 1], [1, 4]]]
    with pytest.raises(CardError, match=r"row 1: 2d \(card id 1\) is given twice"):
        describe_showdown(hole, [40, 44, 47, 30, 25])
    with pytest.raises(CardError, match=r"^As \(card id 51\) is given twice"):
        describe_showdown(["2s2d", "AsKs"], "As3c4h9hTs")
    with pytest.raises(ValueError, match="one board a deal can be described"):
        describe_showdown(["2s2d", "AsKs"], ["Ac3c4h9hTs", "Ac3c4h9hTs"])
    with pytest.raises(ValueError, match="unknown language"):
        describe_showdown(["AsKd", "QsKs"], "2c3c4h9hTs", lang="de")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown language"):
        decided_by([1, 2], lang="de")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="ranks must be integers"):
        decided_by([1.5])
    with pytest.raises(ValueError, match="no hand has rank"):
        decided_by([[1, 0xFFFF]])


def test_hands_that_nobody_saw() -> None:
    board = "Th 7d 2c 2s Kd"
    texts = describe_showdown(["AhKh", "????", "3c4d"], board, folded=[False, False, True])
    assert texts.tolist() == ["two pair, kings and deuces", "no hand shown", "folded"]
    texts = describe_showdown(["??", "AhKh"], folded=[True, False], lang="fr")
    assert texts.tolist() == ["couché", "main non montrée"]
    with pytest.raises(ValueError, match="one board a deal can be described"):
        describe_showdown(["AhKh", "3c4d"], [board, board])
