"""Exact counts: the reference figures, brute force, both ways to count, short decks."""

import math
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from handrank import Range, equity, evaluate, parse_cards
from handrank.equities import deals as equity_deals
from handrank.equities.combos import all_combos, class_names, combo_classes
from handrank.equities.exact import Matchups, Sweep, boards_up_to_suits
from handrank.equities.question import Question, read_question
from handrank.equities.range_text import CLASS_ORDER
from handrank.equities.running import Workers
from handrank.equities.tasks import meet_range
from handrank.rulebook.games import get_game
from handrank.rulebook.rules import RulesName
from oracle import deck, rank

RANDOM_FIGURES = Path(__file__).parents[1] / "data" / "holdem_169_vs_random.csv"


# The reference figures, "Hold'em, two hands, before the flop": win, tie, lose of 1,712,304 boards.
HEADS_UP = [
    ("AcAd", "KhKs", 1_388_072, 6_538, 317_694),
    ("AcAd", "KcKh", 1_399_204, 7_923, 305_177),
    ("AcKd", "QhQs", 730_541, 5_854, 975_909),
    ("AsKs", "2c2d", 852_207, 10_775, 849_322),
    ("KcKd", "Kh2c", 1_612_287, 26_192, 73_825),
    ("AhAs", "AdAc", 37_210, 1_637_884, 37_210),
    ("Jc5c", "QdTd", 600_384, 15_802, 1_096_118),
    ("6d7d", "2s2h", 891_821, 46_452, 774_031),
]


@pytest.mark.parametrize(("first", "second", "win", "tie", "lose"), HEADS_UP)
def test_two_hands_before_the_flop(first: str, second: str, win: int, tie: int, lose: int) -> None:
    result = equity([first, second])
    assert result.method == "exact"
    assert result.boards == 1_712_304
    assert (result.win, result.lose, result.tie) == ((win, lose), (lose, win), (tie, tie))
    assert result.shared == ((tie,), (tie,))
    assert result.equity[0] == float(Fraction(2 * win + tie, 2 * 1_712_304))
    assert result.stderr == (0.0, 0.0)


def test_three_hands_before_the_flop() -> None:
    result = equity(["AcAd", "KhKs", "QdQh"])
    assert result.boards == 1_370_754
    assert result.win == (914_778, 251_982, 198_545)
    assert result.shared == ((0, 5_449), (0, 5_449), (0, 5_449))


def test_a_flop() -> None:
    result = equity(["AdKd", "AcAs"], board="6s Jc 5h")
    assert (result.win[0], result.tie[0], result.lose[0], result.boards) == (19, 0, 971, 990)


def test_dead_cards() -> None:
    players = ["AA", "QQ", "AKo"]
    assert equity(players).equity == pytest.approx((0.7613467, 0.1874199, 0.0512334), abs=6e-8)
    result = equity(players, dead="As Ts")
    assert result.equity == pytest.approx((0.7349548, 0.2103026, 0.0547426), abs=6e-8)
    assert result.dead == "Ts As"


@pytest.mark.parametrize(
    ("players", "share"), [(["AA", "KK"], 0.81946050), (["JJ", "AKs"], 0.54038783)]
)
def test_class_against_class(players: list[str], share: float) -> None:
    assert equity(players).equity[0] == pytest.approx(share, abs=6e-9)


# Of 1,225 opposing hands with 1,712,304 boards each; the reference figures, the file's first rows.
@pytest.mark.parametrize(
    ("name", "win", "lose", "tie"),
    [
        ("AA", 1_781_508_418, 304_661_670, 11_402_312),
        ("AKs", 1_389_004_215, 673_957_209, 34_610_976),
        ("AKo", 1_352_291_878, 709_592_683, 35_687_839),
    ],
)
def test_a_class_against_any_two(name: str, win: int, lose: int, tie: int) -> None:
    result = equity([name, "random"])
    n_combos = Range.parse(name).size
    assert result.boards == n_combos * 1_225 * 1_712_304
    assert (result.win[0], result.lose[0], result.tie[0]) == (
        n_combos * win,
        n_combos * lose,
        n_combos * tie,
    )


def outcomes_against_any_two() -> dict[str, tuple[int, int, int]]:
    """Return win, tie and all of each class against a random hand, over the combos of the class."""
    boards, counts = boards_up_to_suits((), tuple(range(52)), tuple(range(24)))
    weights = np.ones(1326, dtype=np.int64)
    outcomes = meet_range(get_game("holdem"), all_combos(), weights, boards, counts)
    totals = {}
    for i, name in enumerate(class_names()):
        win, tie, met = outcomes[combo_classes() == i].sum(axis=0).tolist()
        totals[name] = (win, tie, met)
    return totals


@pytest.mark.slow
def test_all_classes_against_any_two() -> None:
    totals = outcomes_against_any_two()
    for name, (win, tie, met) in totals.items():
        assert met == Range.parse(name).size * 1_225 * 1_712_304
        assert 0 < win < met - tie
    points = {name: 2 * win + tie for name, (win, tie, _) in totals.items()}
    shares = {name: Fraction(points[name], 2 * totals[name][2]) for name in totals}
    assert len(set(shares.values())) == 169
    assert list(CLASS_ORDER) == sorted(shares, key=lambda name: -shares[name])
    # Against itself any hand wins as often as it loses.
    assert sum(2 * win + tie for win, tie, _ in totals.values()) == sum(
        met for _, _, met in totals.values()
    )
    for line in RANDOM_FIGURES.read_text().split()[1:]:
        name, n_combos, win_each, _, tie_each, _ = line.split(",")
        n = int(n_combos)
        assert totals[name][:2] == (n * int(win_each), n * int(tie_each)), name


@pytest.mark.slow
def test_any_two_against_any_two() -> None:
    result = equity(["random", "random"], method="exact")
    assert result.boards == 1326 * 1225 * 1_712_304
    assert result.equity == (0.5, 0.5)
    assert result.win[0] == result.win[1] == 1_334_125_369_292
    assert result.tie == (113_130_263_816,) * 2


def brute_force(
    players: list[Range],
    board: str,
    dead: str = "",
    cards: list[int] | None = None,
    rules: RulesName = "high",
) -> tuple[list[Fraction], Fraction]:
    """Return each player's equity and all weight, by listing every deal with every board.

    The ranking is by the oracle, the weights are exact fractions.
    """
    known = parse_cards(board).tolist() if board else []
    gone = set(known) | set(parse_cards(dead).tolist() if dead else [])
    live = [card for card in (cards or range(52)) if card not in gone]
    total, won = Fraction(0), [Fraction(0)] * len(players)
    hands = [
        [
            (tuple(combo), Fraction(weight).limit_denominator(1000))
            for combo, weight in zip(
                hole.combos.tolist(), hole.weights[hole.weights > 0].tolist(), strict=True
            )
            if set(combo) <= set(live)
        ]
        for hole in players
    ]
    ranks: dict[tuple[int, ...], Any] = {}
    for deal in product(*hands):
        held = [card for combo, _ in deal for card in combo]
        if len(set(held)) < len(held):
            continue
        weight = math.prod((w for _, w in deal), start=Fraction(1))
        rest = [card for card in live if card not in held]
        for more in combinations(rest, 5 - len(known)):
            shown = []
            for combo, _ in deal:
                seven = tuple(sorted((*combo, *known, *more)))
                if seven not in ranks:
                    ranks[seven] = rank(seven, rules)
                shown.append(ranks[seven])
            winners = [i for i, rank in enumerate(shown) if rank == max(shown)]
            total += weight
            for i in winners:
                won[i] += weight / len(winners)
    return [share / total for share in won], total


BRUTE_FORCE = [
    (["AhKh, QQ:0.5", "AA:0.25, AKs, 7h6h:0.1"], "2h 7h Jc 9s", ""),
    (["QQ+:0.3, AhKh", "AhQh, KK"], "2h 7h Jh Th", "As"),
    (["AK, QJs:0.5", "AK", "AQs, 22:0.7"], "Ah Kd Qs 2s", "2c"),
    (["JTs", "JTs", "98s:0.4, JJ"], "9c 8d 7c 2h 2s", ""),
    (["3s3h", "A5s, A4s:0.5"], "3c 4c 5c 5d", "Ad"),
]


@pytest.mark.parametrize(("texts", "board", "dead"), BRUTE_FORCE)
def test_exact_equals_brute_force(texts: list[str], board: str, dead: str) -> None:
    expected, _ = brute_force([Range.parse(text) for text in texts], board, dead)
    result = equity(texts, board=board, dead=dead)
    assert result.method == "exact"
    assert result.equity == tuple(float(share) for share in expected)


@pytest.mark.parametrize("players", [["random", "random"], ["AA, KK:0.5", "random"]])
def test_exact_equals_brute_force_on_a_small_deck(players: list[str]) -> None:
    live = parse_cards("As Ah Ad Ks Kh Qs Js Ts Tc 9s").tolist()
    dead = [card for card in range(52) if card not in live]
    expected, total = brute_force([Range.parse(text) for text in players], "", cards=live)
    result = equity(players, dead=dead)
    assert result.equity == tuple(float(share) for share in expected)
    assert result.boards in (total, 2 * total)


def both_ways(question: Question) -> tuple[list[int], list[int]]:
    by_hand, by_board = (
        plan.add_up(Workers(threads=1).run(plan.tasks()))
        for plan in (Matchups(question), Sweep(question))
    )
    return by_hand, by_board


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["20%", "QQ+, AK:0.5, JTs:0.125"], "2h 7h Jc", ""),
        (["random", "22+"], "As Ks Qs 2d", "Ac"),
        (["A2s+, KTs+", "30%"], "5s 5h 5d 5c Ah", ""),
        (["QQ+", "AQs+:0.3, 99"], "9s 8s", "Td"),
        (["QQ+", "AQs+"], "Ts", ""),
        (["AA, AKs", "KK, AKo:0.2"], "", ""),
        (["AhKh, 7s2d", "QsQc"], "", "Ad"),
    ],
)
def test_matchups_and_sweeps_agree(players: list[str], board: str, dead: str) -> None:
    by_hand, by_board = both_ways(read_question(players, board, dead))
    assert by_hand == by_board
    assert sum(by_hand) > 0


def test_deals_too_many_to_list_are_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[dict[str, Any]] = [
        {"players": ["20%", "AK, QQ:0.5", "99+:0.3, JTs"], "board": "Ah 7c 2d"},
        {"players": ["AA", "AA, KK", "QQ"]},
        {"players": ["AA", "AA", "KK"], "board": "2h 7c 2d Kd"},
    ]
    for question in questions:
        result = equity(**question, method="exact", threads=2)
        with monkeypatch.context() as patch:
            patch.setattr(equity_deals, "MOST_DEALS", 10)
            assert equity(**question, method="exact", threads=2) == result
    monkeypatch.setattr(equity_deals, "MOST_DEALS", 2)
    with pytest.raises(ValueError, match="exclude each other"):
        equity(["AA", "AA", "AA"], method="exact")


def test_counts_add_up_to_the_boards() -> None:
    for players, board in [
        (["AKs, QQ+:0.5", "random"], "2c 7d Jh"),
        (["AA", "KK", "QQ", "JJ"], "2c 7d"),
        (["AhKh", "AdKd", "AsKs", "AcKc"], ""),
    ]:
        result = equity(players, board=board, method="exact")
        for i in range(len(players)):
            assert result.win[i] + result.tie[i] + result.lose[i] == result.boards
            assert sum(result.shared[i]) == result.tie[i]
        assert sum(result.equity) == pytest.approx(1, abs=1e-15)


def test_ten_players() -> None:
    hands = [f"{rank}{suit}{rank}{other}" for rank in "AKQJT" for suit, other in ("sh", "dc")]
    result = equity(hands)
    assert result.boards == math.comb(32, 5)
    assert result.equity[0] == result.equity[1]
    assert sum(result.equity) == pytest.approx(1)
    # The two pairs of aces share most boards of low cards; a straight on the board is everybody's.
    assert result.shared[0][0] > 100_000
    assert result.shared[0][8] == result.shared[9][8] > 0


def test_suits_change_nothing() -> None:
    results = {equity([f"A{a}K{b}", f"Q{c}Q{a}"]).win for a, b, c, _ in permutations("cdhs")}
    assert len(results) == 1


def test_other_rules() -> None:
    # On 2-3-4-5 an ace makes the wheel, but for those to whom it is no straight.
    question: dict[str, Any] = {"players": ["AhKh", "9s9c"], "board": "2c 3d 4s 5d Jc"}
    assert equity(**question).equity == (1.0, 0.0)
    assert equity(**question, game="holdem-no-wheel").equity == (0.0, 1.0)


@pytest.mark.parametrize("rules", ["short-deck", "short-deck-trips"])
def test_short_decks(rules: Literal["short-deck", "short-deck-trips"]) -> None:
    players = ["AhKh, TT:0.5", "JTs, 66, A6:0.25"]
    expected, _ = brute_force(
        [Range.parse(text) for text in players], "9h 8h 7c Td", cards=deck(rules), rules=rules
    )
    assert equity(players, board="9h 8h 7c Td", game=rules).equity == tuple(map(float, expected))
    result = equity(["AhKh", "JsTs"], game=rules)
    assert result.boards == math.comb(32, 5)
    with pytest.raises(ValueError, match="2h is not in the deck of short-deck"):
        equity(["2h2d", "AA"], game=rules)
    with pytest.raises(ValueError, match=r"board: 5h .* is not in the deck, which is 6c to As"):
        equity(["KK", "AA"], board="5h 7c 8c", game=rules)
    # A-6-7-8-9 is a straight here.
    assert equity(["KK", "AhJd"], board="6c 7d 8s 9h Qd", game=rules).equity == (0, 1)


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["Ah2h", "3h4h", "Kh5c"], "6h 7h Jc"),
        (["AhKh, QQ:0.5", "A2s, 53:0.25, 7h6h:0.1"], "2h 7h 4h 9s"),
        (["Ah5h, 99:0.3", "8h6h, 22", "AJ:0.5"], "2h 7h 4h Ks"),
    ],
)
def test_low_hands_know_no_flushes(players: list[str], board: str) -> None:
    expected, _ = brute_force([Range.parse(text) for text in players], board, rules="ace-to-five")
    result = equity(players, board=board, game="holdem-low")
    assert (result.method, result.equity) == ("exact", tuple(map(float, expected)))


def test_low_hands_before_the_flop() -> None:
    # Two thirds of the deck, all suits: many of these boards would be flushes for somebody.
    players = ["Ah5h", "2h7d"]
    live = np.setdiff1d(np.arange(52), parse_cards("".join(players))).tolist()
    boards = np.array(list(combinations(live[1::3] + live[::3], 5)), dtype=np.uint8)
    first, second = (evaluate(parse_cards(p), boards, game="holdem-low") for p in players)
    result = equity(players, dead=live[2::3], game="holdem-low")
    wins = int((first > second).sum()), int((second > first).sum())
    assert (result.win, result.boards) == (wins, len(boards))


def test_one_board_is_a_showdown() -> None:
    board = "2h 7h Jc 9s 3d"
    rng = np.random.default_rng(1)
    for _ in range(20):
        live = np.setdiff1d(np.arange(52), parse_cards(board))
        hands = rng.permutation(live)[:6].reshape(3, 2)
        ranks = evaluate(hands, np.broadcast_to(parse_cards(board), (3, 5)))
        result = equity(list(hands), board=board)
        assert [share > 0 for share in result.equity] == (ranks == ranks.max()).tolist()
