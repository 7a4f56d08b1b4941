"""`play`, the one function under every showdown: cards that are read already, in, results out."""

import dataclasses
from typing import Any

import numpy as np
import pytest

from handrank import (
    GAMES,
    CardError,
    Showdown,
    deal,
    eight_or_better,
    evaluate,
    parse_cards,
    settle,
    showdown,
)
from handrank.showdowns.play import award, play
from handrank.showdowns.stakes import Stakes

BOARD = parse_cards("Th 7d 2c 2s Kd")[None]
HOLES = np.stack([parse_cards(hand) for hand in ("AhKh", "TcTd", "KsKc")])


def test_it_is_what_showdown_does() -> None:
    bets = [100, 250, 250]
    played = play(GAMES["holdem"], HOLES, BOARD, stakes=Stakes(bets=bets, button=0))
    expected = showdown(HOLES, BOARD, bets=bets, button=0)
    np.testing.assert_array_equal(played.ranks, expected.ranks)
    np.testing.assert_array_equal(played.payouts, expected.payouts)


def test_a_result_is_frozen_and_public() -> None:
    result = play(GAMES["holdem"], HOLES, BOARD)
    assert isinstance(result, Showdown)
    assert type(result).__module__ == "handrank"
    assert result.payouts is None
    assert result.low_ranks is None
    assert result.low_winners is None
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.ranks = None  # type: ignore[assignment, misc]


def test_unknown_cards_rank_0_and_stay_in() -> None:
    unknown = np.array([False, False, True])
    result = play(GAMES["holdem"], HOLES, BOARD, unknown=unknown, stakes=Stakes(bets=[10, 10, 30]))
    assert result.ranks[2] == 0
    assert result.payouts is not None
    assert result.payouts.tolist() == [0, 30, 20], "nobody called the last 20"
    folded = play(GAMES["holdem"], HOLES, BOARD, folded=unknown, stakes=Stakes(bets=[10, 10, 30]))
    assert folded.payouts is not None
    assert folded.payouts.tolist() == [0, 50, 0]


@pytest.mark.parametrize("game", ["holdem", "omaha-hilo"])
def test_the_whole_deal_is_judged_before_it_is_ranked(game: Any) -> None:
    n = GAMES[game].hole_cards
    cards = deal(4, 3 * n + 5, rng=np.random.default_rng(1))
    holes, boards = cards[:, : 3 * n].reshape(4, 3, n).copy(), cards[:, None, 3 * n :]
    play(GAMES[game], holes, boards)
    holes[2, 1, 0] = holes[2, 0, 0]
    folded = np.zeros((4, 3), dtype=np.bool_)
    folded[2, 1] = True
    for options in ({}, {"folded": folded}):
        with pytest.raises(CardError, match=r"^row 2: .* is given twice"):
            play(GAMES[game], holes, boards, **options)  # type: ignore[arg-type]
    assert play(GAMES[game], holes, boards, check=False).ranks.shape == (4, 3)


def test_low_hands_are_those_of_the_game() -> None:
    cards = deal(200, 13, rng=np.random.default_rng(2))
    holes, boards = cards[:, :8].reshape(200, 2, 4), cards[:, None, 8:]
    game = GAMES["omaha-hilo"]
    result = play(game, holes, boards)
    assert game.low is not None
    lows = eight_or_better(evaluate(holes, boards, game=game.low))
    np.testing.assert_array_equal(result.low_ranks, lows)
    assert lows.any()


def test_whole_hands_are_judged_each_by_itself() -> None:
    hands = np.stack([parse_cards("AsKsQsJsTs"), parse_cards("AsAdAhAcKs")])
    result = play(GAMES["holdem"], hands, None)
    assert result.winners.tolist() == [True, False]
    with pytest.raises(CardError, match="given twice"):
        play(GAMES["holdem"], np.stack([hands[0], hands[1], [1, 1, 2, 3, 4]]), None)
    with pytest.raises(ValueError, match="omaha needs a board"):
        play(GAMES["omaha"], hands, None)


def test_awards_for_ranks() -> None:
    ranks, folded = np.array([11, 9, 9], dtype=np.uint16), np.array([True, False, False])
    result = award(ranks, folded=folded, stakes=Stakes(bets=[1, 2, 2], button=0))
    assert result.payouts is not None
    assert result.payouts.tolist() == settle(ranks, [1, 2, 2], folded=folded, button=0).tolist()
    assert result.shares.tolist() == [0, 0.5, 0.5]
    assert result.ranks.tolist() == [0, 9, 9]
