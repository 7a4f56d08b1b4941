"""``handrank showdown``: one deal told in words, tables and JSON."""

import json
from typing import Any

import pytest

from handrank import settle, side_pots
from handrank.cli import main

BOARD = ("--board", "Th 7d 2c 2s Kd")


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["showdown", *arguments])
    return code, *capsys.readouterr()


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = call(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_winner_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "8h Ks", "4d Qs", "--board", "9c 7s 5h 5s 3c")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "board: 9c 7s 5h 5s 3c",
        "",
        "seat  cards  hand           result               share",
        "1     8h Ks  pair of fives  wins, kicker: king  100.0%",
        "2     4d Qs  pair of fives                        0.0%",
    ]


def test_in_french_with_french_cards(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "8♥R♠", "4♦ D♠", "--board", "9♣ 7♠ 5♥ 5♠ 3♣", "--lang", "fr")
    assert code == 0
    assert out.splitlines() == [
        "tableau\u00a0: 9♣ 7♠ 5♥ 5♠ 3♣",
        "",
        "siège  cartes  main           résultat                part",
        "1      8♥ R♠   paire de cinq  gagne, kicker : roi  100,0\u00a0%",
        "2      4♦ D♠   paire de cinq                         0,0\u00a0%",
    ]


def test_pots_and_payouts(capsys: pytest.CaptureFixture[str]) -> None:
    bets = ("--bets", "100,250,250", "--folded", "2", "--button", "3")
    code, out, _ = call(capsys, "AhKh", "TcTd", "KsKc", *BOARD, *bets)
    assert code == 0
    assert out.splitlines()[2:] == [
        "seat  cards  hand                              result   share  bet  payout",
        "1     Ah Kh  two pair, kings and deuces                  0.0%  100       0",
        "2     Tc Td  folded                                      0.0%  250       0",
        "3     Ks Kc  full house, kings full of deuces  wins    100.0%  250     600",
        "",
        "pot         chips  contenders  winners",
        "main pot      300  1 3         3",
        "side pot 1    300  3           3",
    ]
    _, out, _ = call(capsys, "AhKh", "TcTd", "KsKc", *BOARD, *bets, "--lang=fr")
    assert out.splitlines()[4].split()[3:] == ["couché", "0,0", "%", "250", "0"]
    assert out.splitlines()[-2:] == [
        "pot principal     300  1 3      3",
        "pot annexe 1      300  3        3",
    ]


def test_odd_chip_goes_after_the_button(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("2c3c", "2d3d", "--board", "AsKsQsJsTs", "--bets", "5,5")
    assert "wins, split pot" in call(capsys, *arguments)[1]
    players = ("2c3c", "2d3d", "4c4d", "--board=AsKsQsJsTs", "--bets=2,2,1", "--folded=3")
    for button, payouts in (("1", [2, 3, 0]), ("2", [3, 2, 0])):
        report = as_json(capsys, *players, "--button", button)
        assert [player["payout"] for player in report["players"]] == payouts


def test_high_low_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("AhAsKdQc", "4h5cTsTd", "--board=2h7d8sJcKc", "--game=omaha-hilo", "--bets=51,50")
    code, out, _ = call(capsys, *arguments)
    assert code == 0
    assert out.splitlines()[2:] == [
        "seat  cards        hand          low            result     share  bet  payout",
        "1     Ah As Kd Qc  pair of aces  no low         wins high  50.0%   51      51",
        "2     4h 5c Ts Td  pair of tens  8-7-5-4-2 low  wins low   50.0%   50      50",
        "",
        "pot       chips  contenders  high  low",
        "main pot    100  1 2         1     2",
    ]
    _, out, _ = call(capsys, *arguments, "--lang", "fr")
    assert out.splitlines()[3].endswith(
        "paire d'as    pas de low     gagne le high  50,0\u00a0%    51    51"
    )
    assert "paire de dix  low 8-7-5-4-2  gagne le low " in out


def test_json_has_stable_keys(capsys: pytest.CaptureFixture[str]) -> None:
    report = as_json(capsys, "8h Ks", "4d Qs", "--board", "9c 7s 5h 5s 3c", "--lang=fr")
    assert report == {
        "game": "holdem",
        "rules": "high",
        "low_rules": None,
        "board": ["9c", "7s", "5h", "5s", "3c"],
        "button": None,
        "players": [
            {
                "seat": 1,
                "hole": ["8h", "Ks"],
                "folded": False,
                "rank": report["players"][0]["rank"],
                "category": "one pair",
                "description": "paire de cinq",
                "remark": "kicker : roi",
                "best_five": ["5h", "5s", "Ks", "9c", "8h"],
                "winner": True,
                "share": 1.0,
                "low_rank": None,
                "low_description": None,
                "low_remark": None,
                "low_winner": None,
                "bet": None,
                "payout": None,
            },
            {
                "seat": 2,
                "hole": ["4d", "Qs"],
                "folded": False,
                "rank": report["players"][1]["rank"],
                "category": "one pair",
                "description": "paire de cinq",
                "remark": None,
                "best_five": ["5h", "5s", "Qs", "9c", "7s"],
                "winner": False,
                "share": 0.0,
                "low_rank": None,
                "low_description": None,
                "low_remark": None,
                "low_winner": None,
                "bet": None,
                "payout": None,
            },
        ],
        "pots": None,
    }
    assert report["players"][0]["rank"] > report["players"][1]["rank"] > 0


def test_json_of_pots_agrees_with_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    bets, folded = [30, 80, 50, 80], [False, False, True, False]
    report = as_json(
        capsys,
        *("Ac2dKdQd", "As3d4h4c", "9s9dTsTh", "7h7s6h6s"),
        *("--board", "8h 4d 5d Kh Ks", "--game", "omaha-hilo", "--button", "2"),
        *("--bets", "30,80,50,80", "--folded", "3"),
    )
    players, pots = report["players"], report["pots"]
    assert (report["rules"], report["low_rules"]) == ("high", "ace-to-five")
    assert [player["rank"] > 0 for player in players] == [True, True, False, True]
    assert players[2]["description"] is players[2]["best_five"] is players[2]["category"] is None
    ranks = [player["rank"] for player in players]
    lows = [player["low_rank"] for player in players]
    payouts = settle(ranks, bets, folded=folded, low_ranks=lows, button=1)
    assert [player["payout"] for player in players] == payouts.tolist()
    assert [player["bet"] for player in players] == bets
    listed = side_pots(bets, folded=folded)
    assert [pot["amount"] for pot in pots] == [a for a in listed.amounts.tolist() if a]
    assert [pot["contenders"] for pot in pots] == [[1, 2, 4], [2, 4]]
    for pot in pots:
        high = {seat: ranks[seat - 1] for seat in pot["contenders"]}
        assert pot["winners"] == [seat for seat in high if high[seat] == max(high.values())]
        low = {seat: lows[seat - 1] for seat in pot["contenders"] if lows[seat - 1]}
        best = [seat for seat in low if low[seat] == max(low.values())]
        assert pot["low_winners"] == best


def test_other_rules_and_whole_hands(capsys: pytest.CaptureFixture[str]) -> None:
    report = as_json(capsys, "6h7h", "AsAd", "--board=8h9hAhKcKd", "--game", "short-deck")
    assert [player["winner"] for player in report["players"]] == [True, False]
    report = as_json(capsys, "6h7c", "AsKd", "--board=8h9cAhKc9d", "--game", "short-deck")
    assert report["players"][0]["description"] == "straight, nine high"
    report = as_json(capsys, "9h Ks Js Jd Qc 6d 5c", "9s Ah Js Jd Qc")
    assert report["board"] is None
    assert [player["remark"] for player in report["players"]] == [None, "kicker: ace"]
    report = as_json(capsys, "5d4c3h2sAs", "KhQhJhTh9h", "--game", "holdem-low", "--lang", "fr")
    assert report["players"][0]["description"] == "low 5-4-3-2-A"
    assert report["players"][0]["winner"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AhXx", "TcTd", *BOARD], "seat 1 ('AhXx'): 'Xx' is not a card"),
        (["AhKh", "TcTd", "--board", "Th 7d 2c ??"], "board ('Th 7d 2c ??'): '??' is not a card"),
        (["AhKh", "TcAh", *BOARD], "Ah (card id 50) is given twice"),
        (["AhTh", "TcTd", *BOARD], "Th (card id 34) is given twice"),
        (["AhKhQh", "TcTd", *BOARD], "seat 1: holdem is played with 2 hole cards, got 3"),
        (["AhKh", *BOARD, "--game=omaha"], "seat 1: omaha is played with 4 hole cards, got 2"),
        (["AhKh", "TcTd", "--board", "Th7d"], "a board has 3, 4 or 5 cards, got 2"),
        (["AhKh", "TcTd"], "seat 1: 2 cards; a hand without --board has 5, 6 or 7"),
        (["AhKhQh5h5h", "TcTdTh5c5d"], "seat 1: 5h (card id 14) is given twice"),
        (["AhKhQh5h4h", "--game", "omaha"], "omaha needs --board"),
        (["AhKh", "TcTd", *BOARD, "--game", "short-deck"], "is not in the deck"),
        (["AhKh", "TcTd", *BOARD, "--bets", "5"], "--bets has 1 numbers for 2 players"),
        (["AhKh", "TcTd", *BOARD, "--bets=5,-5"], "--bets: seat 2 bet -5 chips"),
        (["AhKh", "TcTd", *BOARD, f"--bets=5,{1 << 63}"], "9223372036854775808"),
        (["AhKh", "TcTd", *BOARD, "--folded", "0"], "there is no seat 0; seats are 1..2"),
        (["AhKh", "TcTd", *BOARD, "--folded", "3"], "there is no seat 3; seats are 1..2"),
        (["AhKh", "TcTd", *BOARD, "--folded", "1,2"], "everyone has folded"),
        (["AhKh", "TcTd", *BOARD, "--button", "3"], "--button: there is no seat 3"),
        (["AhKh", "TcTd", *BOARD, "--button", "1"], "--button goes with --bets"),
        (["AhKh", "TcTd", *BOARD, "-o", "x.csv"], "--output goes with a file of deals"),
        (["deals.csv", "TcTd"], "one file at a time: deals.csv"),
        (["deals.csv", *BOARD], "--board goes with hands; in a file it stands in a column"),
        (["deals.csv", "--json"], "--json goes with hands"),
        (["no such.csv"], "cannot read no such.csv: no such file"),
        (["deals.npy"], "a .npy file cannot hold a table of deals; .csv, .parquet can"),
    ],
)
def test_bad_requests_end_with_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = call(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("handrank: ")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [["AhKh", "--bets", "ten"], ["AhKh", "--game", "stud"], ["AhKh", "--lang", "de"], []],
)
def test_unknown_arguments_end_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["showdown", *arguments])
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith("handrank showdown: ")
