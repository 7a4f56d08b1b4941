"""Equity: the reference figures, brute force, invariance, and sampling that is honest."""

import json
import math
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, permutations, product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handrank import EquityResult, Range, equity, evaluate, parse_cards, preflop_matrix
from handrank.equities import exact as equity_exact
from handrank.equities import sampled as equity_sampled
from handrank.equities.arguments import whole_weights
from handrank.equities.asking import sampled_results
from handrank.equities.combos import all_combos, class_names, combo_classes
from handrank.equities.question import Question, read_question
from handrank.equities.range_text import CLASS_ORDER
from handrank.equities.sweep import boards_up_to_suits, plan_sweep
from handrank.equities.tasks import SampleDeals, SweepBoards, run_task, run_tasks
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
    task = SweepBoards("high", boards, counts, all_combos(), np.ones(1326, dtype=np.int64))
    outcomes = task.run()
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
    plans = (equity_exact._plan_matchups(question), plan_sweep(question))
    by_hand, by_board = (plan.add_up(run_tasks(plan.tasks(), threads=1)) for plan in plans)
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
            patch.setattr(equity_exact, "MOST_DEALS", 10)
            assert equity(**question, method="exact", threads=2) == result
    monkeypatch.setattr(equity_exact, "MOST_DEALS", 2)
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


def test_suits_change_nothing() -> None:
    results = {equity([f"A{a}K{b}", f"Q{c}Q{a}"]).win for a, b, c, _ in permutations("cdhs")}
    assert len(results) == 1


def test_players_are_taken_in_every_form() -> None:
    expected = equity(["AhKh", "QsQc"]).win
    hand = parse_cards("AhKh")
    forms = [
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


SAMPLED = [
    (["AhAs", "KdKc"], "", ""),
    (["AhKh", "QsQd", "7c7d"], "2h 7h Jc", ""),
    (["QQ+, AKs:0.5", "AA, KQs:0.25"], "", ""),
    (["AK:0.5, QQ", "AA, AQ", "AJs+, KK:0.3"], "Ah 7c 2d", "Ks"),
    (["random", "AKs, 72o:0.5"], "Ad 7h 2c 9s", ""),
    (["AhKh", "random"], "Qh Jh 2c", "Ts"),
    (["66", "66", "A5s:0.5, 33"], "Ks 9d 2h", ""),
]
SEEDS = (1, 2, 3)


def assert_close(result: EquityResult, exact: EquityResult) -> None:
    assert result.method == "sampled"
    for share, error, true in zip(result.equity, result.stderr, exact.equity, strict=True):
        assert error > 0
        assert abs(share - true) < 4 * error


@pytest.mark.parametrize("scheme", ["as planned", "rejection", "list of deals"])
@pytest.mark.parametrize(("players", "board", "dead"), SAMPLED)
def test_samples_are_within_four_standard_errors(
    players: list[str], board: str, dead: str, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if scheme == "rejection":
        monkeypatch.setattr(equity_sampled, "SHORT_LIST", 0)
        monkeypatch.setattr(equity_sampled, "LOW_ACCEPTANCE", 0.0)
    elif scheme == "list of deals":
        monkeypatch.setattr(equity_sampled, "SHORT_LIST", 1 << 22)
    exact = equity(players, board=board, dead=dead, method="exact")
    for seed in SEEDS:
        result = equity(
            players, board=board, dead=dead, method="sampled", trials=200_000, seed=seed
        )
        assert_close(result, exact)


def test_many_players_are_dealt_fairly() -> None:
    # Four and more players are dealt card by card. Nobody's seat matters.
    result = equity(["random"] * 6, trials=400_000, seed=5)
    for share, error in zip(result.equity, result.stderr, strict=True):
        assert abs(share - 1 / 6) < 4 * error
    exact = equity(["AhKh", "QsQd", "7c7d", "JcTc"], board="2h 7h")
    sampled = equity(
        ["AhKh", "QsQd", "7c7d", "JcTc"], board="2h 7h", method="sampled", trials=300_000, seed=1
    )
    assert_close(sampled, exact)


@pytest.mark.parametrize("n_live", [14, 15])
def test_sampling_uses_up_a_small_deck(n_live: int) -> None:
    live = parse_cards("As Ah Ad Ac Ks Kh Qs Js Ts 9s 8c 7d 6h 5h 4c").tolist()[:n_live]
    dead = [card for card in range(52) if card not in live]
    players = ["random", "AsAh, KsKh:0.5", "random", "Qs8c, 9sTs"]
    exact = equity(players, dead=dead, method="exact")
    for seed in SEEDS:
        result = equity(players, dead=dead, method="sampled", trials=300_000, seed=seed)
        assert_close(result, exact)


def test_the_standard_error_is_the_spread_of_results() -> None:
    players = ["AhKh", "QsQd", "random"]
    runs = [equity(players, method="sampled", trials=4_000, seed=seed) for seed in range(120)]
    spread = np.std([run.equity for run in runs], axis=0, ddof=1)
    claimed = np.mean([run.stderr for run in runs], axis=0)
    # The spread of 120 results is known to 1 / sqrt(240) = 6.5 %.
    assert spread == pytest.approx(claimed, rel=0.26)


def test_every_share_of_a_sample_is_possible() -> None:
    result = equity(["AKs", "AKs"], method="sampled", trials=100_000, seed=3)
    assert result.trials == 100_000
    for i in range(2):
        assert result.win[i] + result.tie[i] + result.lose[i] == 100_000
    assert result.tie[0] == result.tie[1] == result.shared[0][0]
    assert result.win[0] == result.lose[1]


def executors() -> list[Callable[[], Executor]]:
    return [
        lambda: ThreadPoolExecutor(3),
        lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")),
    ]


@pytest.mark.parametrize("make", executors())
def test_executors_and_threads_change_nothing(make: Callable[[], Executor]) -> None:
    sampling: dict[str, Any] = {"method": "sampled", "trials": 1_300_000, "seed": 7}
    sampled = equity(["AKs, QQ+", "random"], threads=1, **sampling)
    exact = equity(["AA, AKs", "KK+, QJs"], threads=1)
    for threads in (2, 5):
        assert equity(["AKs, QQ+", "random"], threads=threads, **sampling) == sampled
        assert equity(["AA, AKs", "KK+, QJs"], threads=threads) == exact
    with make() as executor:
        assert equity(["AKs, QQ+", "random"], executor=executor, **sampling) == sampled
        assert equity(["AA, AKs", "KK+, QJs"], executor=executor) == exact
        # It is left running.
        assert executor.submit(abs, -1).result() == 1


def test_samples_do_not_depend_on_the_order_of_players() -> None:
    players = ["random", "AKs, QQ+", "72o", "AhQh"]
    sampling: dict[str, Any] = {"method": "sampled", "trials": 50_000, "seed": 11}
    result = equity(players, **sampling)
    assert equity(players, **sampling) == result
    for order in permutations(range(4)):
        other = equity([players[i] for i in order], **sampling)
        assert other.equity == tuple(result.equity[i] for i in order)
    assert equity(players, **{**sampling, "seed": 12}).equity != result.equity


def test_a_result_names_the_seed_that_reproduces_it() -> None:
    result = equity(["AKs", "random", "random"], trials=10_000)
    assert result.seed is not None
    assert equity(["AKs", "random", "random"], trials=10_000, seed=result.seed) == result


def test_sampling_to_a_standard_error() -> None:
    result = equity(["AKs", "QQ", "random"], target_stderr=4e-4, seed=1, method="sampled")
    assert max(result.stderr) <= 4e-4
    assert result.trials is not None
    # Not much more than needed: a chunk at most.
    assert result.trials <= 0.25 / 4e-4**2 + equity_sampled.CHUNK
    for threads in (1, 4):
        again = equity(
            ["AKs", "QQ", "random"], target_stderr=4e-4, seed=1, method="sampled", threads=threads
        )
        assert again == result
    short = equity(["AKs", "random", "QQ"], target_stderr=1e-9, trials=1000, method="sampled")
    assert short.trials == 1000


def test_trials_that_all_come_out_alike_do_not_end_a_sample_too_soon() -> None:
    # Four aces are beaten by nothing that two kings can make here.
    question: dict[str, Any] = {"players": ["AsAh", "KdKc"], "board": "Ad Ac 2h", "seed": 1}
    result = equity(**question, method="sampled", trials=1000)
    assert result.win == (1000, 0)
    assert min(result.stderr) > 0.5e-3
    # About 1 / trials: a target below that goes on.
    target = 0.9 / equity_sampled.CHUNK
    result = equity(**question, method="sampled", target_stderr=target)
    assert result.trials is not None
    assert result.trials > equity_sampled.CHUNK
    assert 0 < max(result.stderr) <= target


def test_results_so_far_lead_to_the_result() -> None:
    question = read_question(["AKs", "random", "random"])
    runs = list(sampled_results(question, trials=1_200_000, seed=4))
    assert [run.trials for run in runs] == [524_288, 1_048_576, 1_200_000]
    assert runs[-1] == equity(["AKs", "random", "random"], trials=1_200_000, seed=4)


def test_auto_says_which_method_it_took() -> None:
    assert equity(["random", "random"], board="2c 7d Jh").method == "exact"
    assert equity(["AA", "random"]).method == "exact"
    result = equity(["random", "random", "random"], target_stderr=1e-3, seed=1)
    assert result.method == "sampled"
    assert result.trials is not None
    assert result.boards is None
    assert equity(["AA", "KK"], trials=100).method == "exact"


def test_chunks_have_streams_of_their_own() -> None:
    question = read_question(["AhAs", "KdKc"])
    chunks = list(equity_sampled.sample_tasks(question, 1, 4 * equity_sampled.CHUNK))
    assert len({(chunk.start, chunk.step) for chunk in chunks}) == 4
    assert all(chunk.step % 2 for chunk in chunks)
    tallies = [run_task(chunk).tolist() for chunk in chunks]
    assert len(set(map(tuple, tallies))) == 4
    other_way = [run_task(pickle.loads(pickle.dumps(chunk))) for chunk in reversed(chunks)]
    assert [tally.tolist() for tally in reversed(other_way)] == tallies
    assert isinstance(chunks[0], SampleDeals)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"players": ["AhKh"]}, "2 to 10 players, got 1"),
        ({"players": ["random"] * 11}, "2 to 10 players, got 11"),
        ({"players": ["AhKh", "AhQd"]}, "player 2 \\(AhQd\\): .* player 1 holds Ah"),
        ({"players": ["AhKh", "QQ"], "board": "Ah 2c 3c"}, "player 1 .*Ah is on the board"),
        ({"players": ["AhKh", "QQ"], "dead": "Kh"}, "player 1 \\(AhKh\\).*Kh is dead"),
        ({"players": ["AhKh", "QQ"], "dead": "Qh Qs Qd"}, "player 2 \\(QQ\\): no combo is left"),
        ({"players": ["AA", "KK"], "board": "2c 2c 3d"}, "board: 2c .* given twice"),
        ({"players": ["AA", "KK"], "board": "2c 4c 3d", "dead": "2c"}, "2c is on the board and"),
        ({"players": ["AA", "KK"], "board": "2c3c4c5c6c7c"}, "at most 5 cards, got 6"),
        ({"players": ["AA", "KKx"]}, "player 2: 'KKx' is no entry"),
        ({"players": ["AA", [[0, 52]]]}, "player 2: combo 0: card id 52"),
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
        ({"players": ["AA", 5.0]}, "player 2: "),
        ({"players": ["AA", "KK"], "trials": 1.5}, "trials must be an integer"),
        ({"players": ["AA", "KK"], "seed": "x"}, "seed must be an integer"),
        ({"players": ["AA", "KK"], "target_stderr": "x"}, "target_stderr must be a number"),
    ],
)
def test_wrong_types_are_refused(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(TypeError, match=complaint):
        equity(**arguments)


def test_other_rules() -> None:
    # On 2-3-4-5 an ace makes the wheel, but for those to whom it is no straight.
    question: dict[str, Any] = {"players": ["AhKh", "9s9c"], "board": "2c 3d 4s 5d Jc"}
    assert equity(**question).equity == (1.0, 0.0)
    assert equity(**question, game="holdem-no-wheel").equity == (0.0, 1.0)


@pytest.mark.parametrize("rules", ["short-deck", "short-deck-trips"])
def test_short_decks(rules: RulesName) -> None:
    players = ["AhKh, TT:0.5", "JTs, 66, A6:0.25"]
    expected, _ = brute_force(
        [Range.parse(text) for text in players], "9h 8h 7c Td", cards=deck(rules), rules=rules
    )
    assert equity(players, board="9h 8h 7c Td", game=rules).equity == tuple(map(float, expected))
    result = equity(["AhKh", "JsTs"], game=rules)
    assert result.boards == math.comb(32, 5)
    sampled = equity(["AhKh", "JsTs"], game=rules, method="sampled", trials=200_000, seed=1)
    assert_close(sampled, result)
    with pytest.raises(ValueError, match="2h is not in the deck of short-deck"):
        equity(["2h2d", "AA"], game=rules)
    with pytest.raises(ValueError, match="5h is not in the deck of short-deck"):
        equity(["KK", "AA"], board="5h 7c 8c", game=rules)
    # A-6-7-8-9 is a straight here.
    assert equity(["KK", "AhJd"], board="6c 7d 8s 9h Qd", game=rules).equity == (0, 1)


def test_results_as_text_and_as_plain_data() -> None:
    result = equity(["AdKd", "AcAs"], board="6s Jc 5h", dead="2c")
    text = str(result)
    assert "board 5h 6s Jc, dead 2c: exact, 946 boards" in text
    assert "AdKd" in text
    plain = result.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["players"] == ["AdKd", "AcAs"]
    assert plain["shared"] == [[0], [0]]
    sampled = equity(["AdKd", "random"], method="sampled", trials=1000, seed=1)
    assert "sampled, 1,000 deals, standard error up to" in str(sampled)
    assert json.loads(json.dumps(sampled.to_dict()))["trials"] == 1000
    with pytest.raises(AttributeError):
        result.method = "x"  # type: ignore[misc]


def test_one_board_is_a_showdown() -> None:
    board = "2h 7h Jc 9s 3d"
    rng = np.random.default_rng(1)
    for _ in range(20):
        live = np.setdiff1d(np.arange(52), parse_cards(board))
        hands = rng.permutation(live)[:6].reshape(3, 2)
        ranks = evaluate(hands, np.broadcast_to(parse_cards(board), (3, 5)))
        result = equity(list(hands), board=board)
        assert [share > 0 for share in result.equity] == (ranks == ranks.max()).tolist()


def test_interrupts_in_a_row_never_crash_the_interpreter() -> None:
    # The kernels take numbers and arrays, no Generator, whose unboxing runs Python code.
    code = (
        "import signal\nfrom handrank import equity\n"
        "class Stop(Exception):\n    pass\n"
        "def stop(*_):\n    raise Stop\n"
        "def work(n):\n"
        "    for seed in range(n):\n"
        "        equity(['AhKh', 'random'], method='sampled', trials=500, seed=seed, threads=1)\n"
        "        equity(['AhKh', 'QsQd'], board='2c 3d 9h')\n"
        "work(1)\n"
        "signal.signal(signal.SIGALRM, stop)\n"
        "stopped = 0\n"
        "for i in range(400):\n"
        "    try:\n"
        "        signal.setitimer(signal.ITIMER_REAL, 1e-6 * (100 + 17 * i))\n"
        "        work(100)\n"
        "    except Stop:\n"
        "        stopped += 1\n"
        "print(stopped)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100


class TestWeights:
    """Weights count in proportion, however small those are that known cards leave."""

    def test_of_those_that_are_left(self) -> None:
        # The aces are blocked, and three times as often as fives he has kings, which win.
        players = ["AsAd:1, KsKd:3e-7, 5s5d:1e-7", "QsQd"]
        result = equity(players, board="AsKhKc2c3d", method="exact")
        assert result.equity == (0.75, 0.25)
        players = ["AsAd2s2d:1, KsKd9s9d:3e-7, 8s8d7s7d:1e-7", "QsQdJsJd"]
        result = equity(players, board="AsKhKc2c3d", game="omaha", method="exact")
        assert result.equity == (0.75, 0.25)

    @pytest.mark.parametrize(
        ("weights", "whole"),
        [
            ([0.5, 0.0, 1.0, 0.25], [2, 0, 4, 1]),
            ([0.125, 0.3], [5, 12]),
            ([3e-7, 1e-7, 2.5e-7], [6, 2, 5]),
            ([1e6, 2e6], [1, 2]),
            ([7.0, 7.0, 0.0], [1, 1, 0]),
            ([1.0, 1e-12], [1 << 26, 1]),
        ],
    )
    def test_as_whole_numbers(self, weights: list[float], whole: list[int]) -> None:
        assert whole_weights(np.array(weights)).tolist() == whole

    def test_others_are_rounded_to_a_small_part_of_the_largest(self) -> None:
        weights = np.random.default_rng(1).random(50)
        whole = whole_weights(weights)
        np.testing.assert_allclose(whole / whole.max(), weights / weights.max(), atol=2**-26)


def test_what_is_no_executor_and_no_list_of_players() -> None:
    nothing: Any = 5
    with pytest.raises(
        TypeError, match=r"executor must be a concurrent\.futures\.Executor, got int"
    ):
        equity(["AhAs", "KK"], board="2h7d8c", executor=nothing)
    with pytest.raises(TypeError, match=r"executor must be .*, got int"):
        preflop_matrix(executor=nothing)
    for players, kind in ((None, "NoneType"), (5, "int"), ({"AA", "KK"}, "set"), ({}, "dict")):
        wrong: Any = players
        with pytest.raises(TypeError, match=f"an entry for each player, got {kind}"):
            equity(wrong)


def test_a_seed_of_numpys_is_an_int_in_the_result() -> None:
    seed: Any = np.int64(3)
    result = equity(["AA", "KK", "QQ"], method="sampled", trials=1000, seed=seed)
    assert json.loads(json.dumps(result.to_dict()))["seed"] == 3
