"""`side_pots`: what is in each pot, who contests it, and that `settle` pays the same pots."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handrank import Pots, settle, side_pots


def listed(pots: Pots) -> list[tuple[int, list[int]]]:
    """Return the pots of one deal as amounts and seats."""
    return [
        (int(amount), np.flatnonzero(contenders).tolist())
        for amount, contenders in zip(pots.amounts, pots.contenders, strict=True)
        if amount
    ]


# The rulebook, a line each: bets, seats that folded, pots.
@pytest.mark.parametrize(
    ("bets", "folded", "pots"),
    [
        pytest.param([10, 10, 10], [], [(30, [0, 1, 2])], id="one pot"),
        pytest.param([100, 250], [], [(200, [0, 1]), (150, [1])], id="uncalled bet"),
        pytest.param(
            [50, 100, 200], [], [(150, [0, 1, 2]), (100, [1, 2]), (100, [2])], id="all in for less"
        ),
        pytest.param([100, 250, 250], [1], [(300, [0, 2]), (300, [2])], id="folded chips stay"),
        pytest.param([50, 100, 100, 80], [3], [(200, [0, 1, 2]), (130, [1, 2])], id="as reached"),
        pytest.param(
            [50, 20, 100, 100], [2, 3], [(80, [0, 1]), (190, [0])], id="above every unfolded bet"
        ),
        pytest.param([10, 20, 30], [1, 2], [(60, [0])], id="one player left"),
        pytest.param([0, 0, 10], [2], [(10, [0, 1])], id="dead money"),
        pytest.param([0, 10, 10], [], [(20, [1, 2])], id="who paid nothing contests nothing"),
        pytest.param([0, 0], [], [], id="no chips"),
        pytest.param([7], [], [(7, [0])], id="alone"),
    ],
)
def test_rulebook(bets: list[int], folded: list[int], pots: list[tuple[int, list[int]]]) -> None:
    gone = np.isin(np.arange(len(bets)), folded)
    result = side_pots(bets, folded=gone)
    assert listed(result) == pots
    assert not result.contenders[result.amounts == 0].any()


def pay(
    pots: Pots,
    ranks: NDArray[Any],
    low_ranks: NDArray[Any] | None,
    clockwise: list[int],
) -> list[int]:
    """Pay listed pots by the rule book, in plain Python."""
    payouts = [0] * len(ranks)

    def split(chips: int, by: NDArray[Any], seats: list[int]) -> None:
        tied = [s for s in clockwise if s in seats and by[s] == max(by[seats])]
        for place, seat in enumerate(tied):
            payouts[seat] += chips // len(tied) + (place < chips % len(tied))

    for chips, seats in listed(pots):
        lows = [] if low_ranks is None else [seat for seat in seats if low_ranks[seat]]
        low_half = chips // 2 if lows else 0
        split(chips - low_half, ranks, seats)
        if lows and low_ranks is not None:
            split(low_half, low_ranks, lows)
    return payouts


@pytest.mark.parametrize("n_players", [2, 3, 6, 10])
@pytest.mark.parametrize("high_low", [False, True])
def test_settle_pays_the_pots_that_are_listed(n_players: int, high_low: bool) -> None:
    rng = np.random.default_rng(n_players)
    n = 1000
    ranks = rng.integers(1, 5, (n, n_players))
    bets = rng.integers(0, 15, (n, n_players))
    bets[::4] = 7
    folded = rng.random((n, n_players)) < 0.4
    folded[np.arange(n), rng.integers(0, n_players, n)] = False
    low_ranks = rng.integers(0, 3, (n, n_players)) if high_low else None
    button = rng.integers(0, n_players, n)
    pots = side_pots(bets, folded=folded)
    payouts = settle(ranks, bets, folded=folded, low_ranks=low_ranks, button=button)
    np.testing.assert_array_equal(pots.amounts.sum(axis=1), bets.sum(axis=1))
    assert not (pots.contenders & folded[:, None]).any()
    for i in range(n):
        clockwise = [(button[i] + 1 + step) % n_players for step in range(n_players)]
        low = None if low_ranks is None else low_ranks[i]
        paid = pay(Pots(pots.amounts[i], pots.contenders[i]), ranks[i], low, clockwise)
        assert paid == payouts[i].tolist(), i


def test_half_a_million_deals_sum_to_their_bets() -> None:
    rng = np.random.default_rng(3)
    bets = rng.integers(0, 1 << 40, (500_000, 6))
    folded = rng.random(bets.shape) < 0.3
    folded[:, 4] = False
    pots = side_pots(bets, folded=folded, threads=2)
    np.testing.assert_array_equal(pots.amounts.sum(axis=1), bets.sum(axis=1))
    assert (pots.contenders.any(axis=2) == (pots.amounts > 0)).all()
    np.testing.assert_array_equal(side_pots(bets, folded=folded, threads=1).amounts, pots.amounts)


def test_shapes_and_dtypes() -> None:
    bets = np.arange(24).reshape(2, 4, 3)
    pots = side_pots(bets)
    assert pots.amounts.shape == (2, 4, 3)
    assert pots.contenders.shape == (2, 4, 3, 3)
    assert [str(part.dtype) for part in pots] == ["int64", "bool"]
    one_row = side_pots(np.array([1, 2, 3], np.uint8), folded=[[False] * 3, [True, False, False]])
    assert one_row.amounts.tolist() == [[3, 2, 1], [5, 1, 0]]
    assert side_pots(np.zeros((0, 3), np.int64)).contenders.shape == (0, 3, 3)


@pytest.mark.parametrize(
    ("bets", "folded", "error", "message"),
    [
        ([1.0, 2.0], None, TypeError, "bets must be whole chips"),
        ([1, 2], [0, 1], TypeError, "folded must be boolean"),
        ([1, -2], None, ValueError, "^player 1 bet -2 chips"),
        ([[1, 2], [1, -2]], None, ValueError, "^row 1: player 1 bet -2 chips"),
        ([1 << 62, 1 << 62], None, ValueError, "^the bets sum to 9223372036854775808"),
        ([1, 2], [True, True], ValueError, "^everyone has folded"),
        ([1, 2], [True], ValueError, "numbers of players"),
        (3, None, ValueError, "must have an axis of players"),
    ],
)
def test_refuses(bets: Any, folded: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        side_pots(bets, folded=folded)
