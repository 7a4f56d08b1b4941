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
        "seat  cards        hand          low            result     share  bet  payout  returned",
        "1     Ah As Kd Qc  pair of aces  no low         wins high  50.0%   51      51         1",
        "2     4h 5c Ts Td  pair of tens  8-7-5-4-2 low  wins low   50.0%   50      50         0",
        "",
        "pot       chips  contenders  high  low",
        "main pot    100  1 2         1     2",
    ]
    _, out, _ = call(capsys, *arguments, "--lang", "fr")
    assert out.splitlines()[3].endswith(
        "paire d'as    pas de low     gagne le high  50,0\u00a0%    51    51      1"
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
                "returned": None,
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
                "returned": None,
            },
        ],
        "runs": None,
        "dead_money": None,
        "rake": None,
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
        (["AhXy", "TcTd", *BOARD], "seat 1 ('AhXy'): 'Xy' is not a card"),
        (["AhKh", "TcTd", "--board", "Th 7d 2c ??"], "board ('Th 7d 2c ??'): '??' is not a card"),
        (["AhKh", "TcAh", *BOARD], "Ah (card id 50) is given twice"),
        (["AhTh", "TcTd", *BOARD], "Th (card id 34) is given twice"),
        (["AhKhQh", "TcTd", *BOARD], "seat 1: holdem is played with 2 hole cards, got 3"),
        (["AhKh", *BOARD, "--game=omaha"], "seat 1: omaha is played with 4 hole cards, got 2"),
        (["AhKh", "TcTd", "--board", "Th7d"], "a board has 3, 4 or 5 cards, got 2"),
        (["AhKh", "TcTd"], "a showdown needs a board; several players are left"),
        (["AhKh", "TcTd9c"], "seat 1: 2 cards; a hand without --board has 5, 6 or 7"),
        (["??", "Xx", *BOARD], "no hand of those who are left is known"),
        (["AhKh", "TcTd", *BOARD, "--board=2c3c4c"], "the boards have different numbers of cards"),
        (["AhKhQhJhTh", "2c3c4c5c7c", *BOARD, "--game=draw"], "draw is played with 0 hole cards"),
        (["AhKh", "TcTd", *BOARD, "--rake=5%"], "--rake goes with --bets"),
        (
            ["AhKh", "TcTd", *BOARD, "--bets=1,2", "--rake=4"],
            "the rake is 4, which the pots do not",
        ),
        (["AhKh", "TcTd", *BOARD, "--bets=1,2", "--rake-cap=4"], "--rake-cap goes with a rate"),
        (["AhKh", "TcTd", *BOARD, "--bets=1,2", "--stacks=4"], "--stacks has 1 numbers"),
        (["AhKh", "TcTd", *BOARD, "--bets=1,2", "--stacks=4,5"], "stacks go with"),
        (["deals.csv", "--rake=5"], "in a file an amount of rake stands in a column"),
        (["deals.csv", "--dead-money=5"], "--dead-money goes with hands"),
        (["deals.csv", "--odd-chips=largest-stack"], "--odd-chips largest-stack goes with hands"),
        (["AhKhQh5h5h", "TcTdTh5c5d"], "seat 1: 5h (card id 14) is given twice"),
        (["AhKhQh5h4h", "--game", "omaha"], "omaha needs --board"),
        (["AhKh", "TcTd", *BOARD, "--game", "short-deck"], "is not in the deck"),
        (["AhKh", "TcTd", *BOARD, "--bets", "5"], "--bets has 1 numbers for 2 players"),
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
    [
        ["AhKh", "--bets", "ten"],
        ["AhKh", "--bets=5,-5"],
        ["AhKh", "--rake=101%"],
        ["AhKh", "--game", "badacey"],
        ["AhKh", "--lang", "de"],
        [],
    ],
)
def test_unknown_arguments_end_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["showdown", *arguments])
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith("handrank showdown: ")


# --- money as tables have it


def test_dead_money_at_a_final_table(capsys: pytest.CaptureFixture[str]) -> None:
    """The big blind paid 225,000 for all: an ante that is nobody's bet."""
    report = as_json(
        capsys,
        *("8d3s", "9d9c", "6c5h", "Js4h", "AcKc", "--board", "2c 8c Th Ah 6d", "--folded=1,3,4"),
        *("--bets=75000,3350000,0,0,3350000", "--dead-money=225000", "--button=5"),
    )
    assert [player["payout"] for player in report["players"]] == [0, 0, 0, 0, 7_000_000]
    assert (report["dead_money"], report["rake"]) == (225_000, 0)
    assert [pot["amount"] for pot in report["pots"]] == [7_000_000]


def test_decimals_are_exact_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ("AhAs", "3c4d", "5c6c", "--board=2c7d9hJsKd")
    report = as_json(capsys, *hands, "--bets=12.50,12.5,0.25", "--rake=5%", "--rake-cap=1")
    assert [player["payout"] for player in report["players"]] == ["24.25", "0.00", "0.00"]
    assert report["rake"] == "1.00"
    for bets in ("12,50;12,50;0,25", "12,50 12,5 0,25", "$12.50 12.50 0.25"):
        _, out, _ = call(capsys, *hands, f"--bets={bets}", "--lang=fr")
        assert out.splitlines()[3].endswith("12,50  25,25")
    _, out, _ = call(capsys, *hands, "--bets=1,200.50; 1 300,25; 1300.25", "--dead-money=0.5")
    assert out.splitlines()[3].endswith("1,200.50  3,602.00")
    assert out.splitlines()[-1] == "dead money: 0.50"


def test_boards_that_are_run_twice(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("AsKd", "7d7c", "--board=Ah2h4cKc8c", "--board=2s7s3cQh9c", "--bets=51,50")
    report = as_json(capsys, *arguments)
    assert report["board"] is None
    assert [[hand["winner"] for hand in run["players"]] for run in report["runs"]] == [
        [True, False],
        [False, True],
    ]
    assert [run["board"][0] for run in report["runs"]] == ["Ah", "2s"]
    first, second = report["players"]
    assert (first["share"], first["payout"], first["returned"], first["rank"]) == (0.5, 51, 1, None)
    assert (second["share"], second["payout"], second["returned"]) == (0.5, 50, 0)
    assert report["pots"][0]["winners"] == [1, 2]
    _, out, _ = call(capsys, *arguments)
    assert [line for line in out.splitlines() if "wins" in line] == [
        "1     As Kd  two pair, aces and kings  wins",
        "2     7d 7c  three of a kind, sevens  wins",
    ]


@pytest.mark.parametrize("board", [(), ("--board=",), ("--board=Td9cAd",)])
def test_one_player_left_needs_no_cards(
    board: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    report = as_json(capsys, "??", "AhKd", *board, "--bets=10,5", "--folded=2")
    assert [player["winner"] for player in report["players"]][:1] == [True]
    assert report["players"][0]["hole"] is None
    assert (report["players"][0]["payout"], report["players"][0]["returned"]) == (15, 5)
    assert report["pots"] == [
        {"amount": 10, "contenders": [1], "winners": [1], "low_winners": None}
    ]
    _, out, _ = call(capsys, "??", "AhKd", *board, "--folded=2", "--lang=fr")
    assert "main non montrée" in out


def test_odd_chips_by_rule(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ("2c3c", "2d3d", "4c4d", "--board=AsKsQsJsTs", "--bets=5,5,5", "--folded=3")
    for options, payouts in [
        (("--button=1",), [7, 8]),
        (("--button=1", "--odd-chips=earliest-seat"), [8, 7]),
        (("--odd-chips=largest-stack", "--stacks=10,20,30"), [7, 8]),
        (("--unit=5",), [10, 5]),
        (("--rake=1",), [7, 7]),
    ]:
        players = as_json(capsys, *hands, *options)["players"]
        assert [player["payout"] for player in players[:2]] == payouts, options


def test_games_without_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    report = as_json(capsys, "3d2sAs6s5c5d2d", "Ad8hAc6h5s9hKh", "--game=razz", "--bets=35,35")
    assert [player["payout"] for player in report["players"]] == [70, 0]
    report = as_json(capsys, "AhAd5c6c7c8d", "KhKd5s6s7s8c", "--board=Ac", "--game=stud")
    assert [player["category"] for player in report["players"]] == ["three of a kind", "one pair"]
