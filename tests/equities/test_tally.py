"""From counts of outcomes to equities and their errors."""

import math

import pytest

from handrank import EquityResult
from handrank.equities.question import read_question
from handrank.equities.tally import by_sharers, moments, read_outcomes


def test_one_pot() -> None:
    # Of 100 deals player 1 wins 50, player 2 wins 30, and 20 are split.
    outcomes = read_outcomes([0, 50, 30, 20], 2, low=False)
    assert [sum(of_player.values()) for of_player in outcomes] == [100, 100]
    assert moments(outcomes)[0] == [0.6, 0.4]
    assert by_sharers(outcomes, 0) == [(50, 20), (30, 20)]
    assert by_sharers(outcomes, 1) == [(0, 0), (0, 0)]


def test_the_error_is_that_of_the_mean_with_two_more_trials() -> None:
    _, errors = moments(read_outcomes([0, 50, 30, 20], 2, low=False))
    shares = [1.0] * 51 + [0.0] * 31 + [0.5] * 20
    mean = sum(shares) / 102
    spread = sum((share - mean) ** 2 for share in shares) / 101
    assert errors[0] == pytest.approx(math.sqrt(spread / 102))


@pytest.mark.parametrize("trials", [1, 1000, 10**6])
def test_trials_that_came_out_alike_are_no_certainty(trials: int) -> None:
    equities, errors = moments(read_outcomes([0, trials, 0, 0], 2, low=False))
    assert equities == [1.0, 0.0]
    for error in errors:
        assert 0.25 / trials < error < 1.5 / trials


def test_high_and_low() -> None:
    # Two players; by player, who shares high (0..2) and low (0..2, 3: none).
    counts = [0] * 24

    def add(player: int, of_high: int, of_low: int, n: int) -> None:
        counts[player * 12 + of_high * 4 + of_low] += n

    for of_first, of_second, n in [
        ((1, 1), (0, 0), 5),  # player 1 scoops
        ((1, 3), (0, 3), 7),  # player 1 scoops without a low
        ((1, 2), (0, 2), 11),  # three quarters and a quarter
        ((0, 1), (1, 0), 13),  # half and half
        ((2, 2), (2, 2), 17),  # half and half, both tied
    ]:
        add(0, *of_first, n)
        add(1, *of_second, n)
    outcomes = read_outcomes(counts, 2, low=True)
    equities, _ = moments(outcomes)
    assert equities[0] == pytest.approx((5 + 7 + 0.75 * 11 + 0.5 * 13 + 0.5 * 17) / 53)
    assert sum(equities) == pytest.approx(1)
    assert by_sharers(outcomes, 0) == [(23, 17), (13, 17)]
    assert by_sharers(outcomes, 1) == [(18, 28), (0, 28)]
    question = read_question(["random"] * 2, game="omaha-hilo")
    result = EquityResult.from_outcomes(question, outcomes)
    assert (result.boards, result.no_low) == (53, 7)
    assert (result.scoop, result.quartered) == ((12, 0), (0, 11))
    assert (result.low_win, result.low_tie, result.low_shared) == (
        (18, 0),
        (28, 28),
        ((28,), (28,)),
    )
