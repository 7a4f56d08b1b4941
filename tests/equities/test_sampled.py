"""Sampled equity: honest errors, streams of their own, the same players in any order."""

import pickle
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from handrank import EquityResult, equity, parse_cards
from handrank.equities import sampled as equity_sampled
from handrank.equities.question import read_question
from handrank.equities.sampled import CHUNK, plan_sample, streams

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


def test_samples_do_not_depend_on_the_order_of_players() -> None:
    players = ["random", "AKs, QQ+", "72o", "AhQh"]
    sampling: dict[str, Any] = {"method": "sampled", "trials": 50_000, "seed": 11}
    result = equity(players, **sampling)
    assert equity(players, **sampling) == result
    for order in permutations(range(4)):
        other = equity([players[i] for i in order], **sampling)
        assert other.equity == tuple(result.equity[i] for i in order)
    assert equity(players, **{**sampling, "seed": 12}).equity != result.equity


def test_chunks_have_streams_of_their_own() -> None:
    question = read_question(["AhAs", "KdKc"])
    own = list(streams(1, 4 * CHUNK))
    assert len({(stream.start, stream.step) for stream in own}) == 4
    assert all(stream.step % 2 for stream in own)
    chunks = list(plan_sample(question, 1, 4 * CHUNK)[1])
    tallies = [chunk().tolist() for chunk in chunks]
    assert len(set(map(tuple, tallies))) == 4
    other_way = [pickle.loads(pickle.dumps(chunk))() for chunk in reversed(chunks)]
    assert [tally.tolist() for tally in reversed(other_way)] == tallies


def test_a_short_deck_is_sampled() -> None:
    exact = equity(["AhKh", "JsTs"], game="short-deck")
    for seed in SEEDS:
        result = equity(
            ["AhKh", "JsTs"], game="short-deck", method="sampled", trials=200_000, seed=seed
        )
        assert_close(result, exact)


@pytest.mark.parametrize("players", [["Ah2h", "3h4h"], ["A2s, 53:0.5", "random", "8h6h"]])
def test_low_hands_are_sampled(players: list[str]) -> None:
    question: dict[str, Any] = {"players": players, "board": "7h Jh 5h", "game": "holdem-low"}
    exact = equity(**question, method="exact")
    for seed in SEEDS:
        assert_close(equity(**question, method="sampled", trials=200_000, seed=seed), exact)
