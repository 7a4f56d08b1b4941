"""From counts of outcomes to equities and their errors."""

import math

import pytest

from handrank.equities.tally import read_tally


def test_one_pot() -> None:
    # Of 100 deals player 1 wins 50, player 2 wins 30, and 20 are split.
    tally = read_tally([0, 50, 30, 20], 2, low=False)
    assert tally.total == 100
    assert tally.equity == [0.6, 0.4]
    assert tally.by_sharers == [[50, 20], [30, 20]]
    assert tally.low is None


def test_the_error_is_that_of_the_mean_with_two_more_trials() -> None:
    tally = read_tally([0, 50, 30, 20], 2, low=False)
    shares = [1.0] * 51 + [0.0] * 31 + [0.5] * 20
    mean = sum(shares) / 102
    spread = sum((share - mean) ** 2 for share in shares) / 101
    assert tally.stderr[0] == pytest.approx(math.sqrt(spread / 102))


@pytest.mark.parametrize("trials", [1, 1000, 10**6])
def test_trials_that_came_out_alike_are_no_certainty(trials: int) -> None:
    tally = read_tally([0, trials, 0, 0], 2, low=False)
    assert tally.equity == [1.0, 0.0]
    for error in tally.stderr:
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
    tally = read_tally(counts, 2, low=True)
    assert tally.total == 53
    assert tally.low is not None
    assert tally.equity[0] == pytest.approx((5 + 7 + 0.75 * 11 + 0.5 * 13 + 0.5 * 17) / 53)
    assert tally.equity[0] + tally.equity[1] == pytest.approx(1)
    assert tally.by_sharers == [[23, 17], [13, 17]]
    assert tally.low.by_sharers == [[18, 28], [0, 28]]
    assert (tally.low.no_low, tally.low.scoop, tally.low.quartered) == (7, [12, 0], [0, 11])
