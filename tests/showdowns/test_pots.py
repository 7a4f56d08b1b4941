"""Pots and payouts: side pots, split pots, odd chips, high/low, and what is refused."""

from itertools import pairwise
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from handrank import OddChips, Pots, settle, side_pots


def settle_chip_by_chip(
    ranks: Any,
    bets: list[int],
    folded: list[bool],
    low_ranks: Any = None,
    button: int | None = None,
    dead_money: int = 0,
    rake: int = 0,
    odd_chips: str = "left-of-button",
    stacks: list[int] | None = None,
    unit: int = 1,
    runs: bool = False,
) -> list[int]:
    """Settle one deal in plain Python, one layer of a chip a player at a time."""
    seats = range(len(bets))
    left = [seat for seat in seats if not folded[seat]]
    payouts = [0] * len(bets)
    top = max(bets)
    for seat in left:
        others = max((bets[other] for other in seats if other != seat), default=0)
        if bets[seat] > others:
            top = others
            payouts[seat] = bets[seat] - others
    # Chips by the set of those who contest them: equal sets are one pot. Who bet nothing contests
    # dead money.
    pots: dict[tuple[int, ...], int] = {tuple(left): dead_money} if dead_money else {}
    contenders = tuple(left)
    for layer in range(1, top + 1):
        payers = [seat for seat in seats if bets[seat] >= layer]
        live = tuple(seat for seat in payers if seat in left)
        contenders = live or contenders
        pots[contenders] = pots.get(contenders, 0) + len(payers)
    start = 0 if button is None else button + 1
    order = [(start + step) % len(bets) for step in seats]
    if odd_chips == "earliest-seat":
        order = list(seats)
    if stacks is not None:
        order.sort(key=lambda seat: -stacks[seat])
    piece = 1 << 62 if odd_chips == "one-winner" else unit

    def split(chips: int, entrants: list[int], by: list[int]) -> None:
        best = max(by[seat] for seat in entrants)
        tied = [seat for seat in order if seat in entrants and by[seat] == best]
        each = chips // (unit * len(tied)) * unit
        odd = chips - each * len(tied)
        for seat in tied:
            payouts[seat] += each + min(odd, piece)
            odd -= min(odd, piece)
        assert odd == 0

    high = ranks if runs else [ranks]
    low = [None] * len(high) if low_ranks is None else low_ranks if runs else [low_ranks]
    total, below, taken = sum(pots.values()), 0, 0
    for entrants, chips in pots.items():
        below += chips
        due = rake if below == total else rake * below // total // unit * unit
        chips -= due - taken
        taken = due
        odd = chips - chips // (unit * len(high)) * unit * len(high)
        for of_run, low_of_run in zip(high, low, strict=True):
            part = chips // (unit * len(high)) * unit + min(odd, unit)
            odd -= min(odd, unit)
            lows = [seat for seat in entrants if low_of_run is not None and low_of_run[seat] > 0]
            low_half = part // (2 * unit) * unit if lows else 0
            split(part - low_half, list(entrants), of_run)
            if low_half:
                split(low_half, lows, low_of_run)
    return payouts


@st.composite
def deals(draw: st.DrawFn) -> dict[str, Any]:
    n_players = draw(st.integers(1, 10))

    def row(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=n_players, max_size=n_players))

    folded = row(st.booleans())
    folded[draw(st.integers(0, n_players - 1))] = False
    deal = {
        "ranks": row(st.integers(0, 4)),
        "bets": row(st.integers(0, 12)),
        "folded": folded,
        "low_ranks": draw(st.none()) or (row(st.integers(0, 3)) if draw(st.booleans()) else None),
        "button": draw(st.none() | st.integers(0, n_players - 1)),
    }
    if draw(st.booleans()):
        return deal
    odd_chips = draw(st.sampled_from(get_args(OddChips)))
    if draw(st.booleans()):
        n_runs = draw(st.integers(1, 4))
        deal["ranks"] = [row(st.integers(0, 4)) for _ in range(n_runs)]
        if deal["low_ranks"] is not None:
            deal["low_ranks"] = [row(st.integers(0, 3)) for _ in range(n_runs)]
        deal["runs"] = True
    return deal | {
        "dead_money": draw(st.integers(0, 9)),
        "odd_chips": odd_chips,
        "stacks": row(st.integers(0, 3)) if odd_chips == "largest-stack" else None,
        "unit": draw(st.integers(1, 5)),
    }


@settings(deadline=None)  # the first deal waits for Numba
@given(deals(), st.integers(0, 4))
def test_agrees_with_a_settlement_chip_by_chip(deal: dict[str, Any], rake: int) -> None:
    pots = side_pots(deal["bets"], folded=deal["folded"], dead_money=deal.get("dead_money"))
    deal["rake"] = min(rake, int(pots.amounts.sum()))
    assert settle(**deal).tolist() == settle_chip_by_chip(**deal)


@pytest.mark.parametrize("n_players", [2, 3, 6, 9, 23])
@pytest.mark.parametrize("high_low", [False, True])
def test_bulk_agrees_with_a_settlement_chip_by_chip(n_players: int, high_low: bool) -> None:
    rng = np.random.default_rng(n_players)
    n = 1500
    ranks = rng.integers(0, 5, (n, n_players))
    bets = rng.integers(0, 15, (n, n_players))
    bets[::3] = 7
    folded = rng.random((n, n_players)) < 0.4
    folded[np.arange(n), rng.integers(0, n_players, n)] = False
    low_ranks = rng.integers(0, 3, (n, n_players)) if high_low else None
    button = rng.integers(0, n_players, n)
    payouts = settle(ranks, bets, folded=folded, low_ranks=low_ranks, button=button)
    for i in range(n):
        expected = settle_chip_by_chip(
            ranks[i].tolist(),
            bets[i].tolist(),
            folded[i].tolist(),
            None if low_ranks is None else low_ranks[i].tolist(),
            int(button[i]),
        )
        assert payouts[i].tolist() == expected, i


@pytest.mark.parametrize("high_low", [False, True])
def test_payouts_of_two_million_random_deals_sum_to_their_bets(high_low: bool) -> None:
    rng = np.random.default_rng(4)
    n = 1_000_000
    ranks = rng.integers(0, 40, (n, 6), dtype=np.uint16)
    bets = rng.integers(0, 1 << 40, (n, 6))
    bets[: n // 2] %= 5
    folded = rng.random((n, 6)) < 0.5
    folded[:, 2] &= folded.sum(axis=1) < 6
    low_ranks = rng.integers(0, 4, (n, 6), dtype=np.uint16) if high_low else None
    button = rng.integers(0, 6, n)
    payouts = settle(ranks, bets, folded=folded, low_ranks=low_ranks, button=button)
    assert payouts.dtype == np.int64
    np.testing.assert_array_equal(payouts.sum(axis=1), bets.sum(axis=1))
    assert payouts.min() == 0
    assert not payouts[folded].any()


# The rulebook, a line each: ranks, bets, options, payouts.
@pytest.mark.parametrize(
    ("ranks", "bets", "options", "payouts"),
    [
        pytest.param([5, 9, 7], [10, 10, 10], {}, [0, 30, 0], id="best hand takes the pot"),
        pytest.param([9, 9, 7], [10, 10, 10], {}, [15, 15, 0], id="tie splits the pot"),
        pytest.param([9, 5], [100, 250], {}, [200, 150], id="uncalled bet goes back"),
        pytest.param([5, 9], [100, 250], {}, [0, 350], id="uncalled bet and the pot"),
        pytest.param([9, 7, 5], [50, 100, 200], {}, [150, 100, 100], id="all in for less"),
        pytest.param([9, 7, 7], [50, 100, 100], {}, [150, 50, 50], id="tie in the side pot"),
        pytest.param([9, 9, 5], [50, 100, 100], {}, [75, 175, 0], id="tie in the main pot"),
        pytest.param(
            [9, 9, 9, 9],
            [10, 20, 30, 30],
            {},
            [10, 20, 30, 30],
            id="all tie: each has his bet back",
        ),
        pytest.param(
            [7, 5, 9],
            [100, 100, 30],
            {"folded": [False, False, True]},
            [230, 0, 0],
            id="folded chips stay in the pot, and close none",
        ),
        pytest.param(
            [9, 7, 5, 8],
            [50, 100, 100, 80],
            {"folded": [False, False, False, True]},
            [200, 130, 0, 0],
            id="folded chips stay in the pots that they reached",
        ),
        pytest.param(
            [1, 9, 9],
            [10, 20, 30],
            {"folded": [False, True, True]},
            [60, 0, 0],
            id="one player left takes all without a showdown",
        ),
        pytest.param(
            [0, 9], [10, 20], {"folded": [False, True]}, [30, 0], id="one left needs no hand"
        ),
        pytest.param(
            [7, 9, 8, 8],
            [50, 20, 100, 100],
            {"folded": [False, False, True, True]},
            [190, 80, 0, 0],
            id="dead chips above every unfolded bet belong to the last pot",
        ),
        pytest.param(
            [7, 9, 8],
            [0, 0, 10],
            {"folded": [False, False, True]},
            [0, 10, 0],
            id="dead money that no unfolded player paid into goes to the best of them",
        ),
        pytest.param(
            [9, 7, 5], [0, 10, 10], {}, [0, 20, 0], id="who paid nothing cannot win anything"
        ),
        pytest.param(
            [0, 0, 7], [10, 10, 10], {"folded": [False] * 3}, [0, 0, 30], id="no hand loses to any"
        ),
        pytest.param(
            [0, 0, 7],
            [10, 10, 5],
            {"folded": [False] * 3},
            [5, 5, 15],
            id="two without a hand tie for their side pot",
        ),
        pytest.param([0, 7, 5], [10, 5, 5], {}, [0, 20, 0], id="rank 0 has folded by default"),
        # Odd chips.
        pytest.param([9, 9, 5], [5, 5, 5], {}, [8, 7, 0], id="odd chip in seat order"),
        pytest.param([9, 9, 5], [5, 5, 5], {"button": 2}, [8, 7, 0], id="button last: seat order"),
        pytest.param([9, 9, 5], [5, 5, 5], {"button": 0}, [7, 8, 0], id="odd chip left of button"),
        pytest.param([9, 9, 5], [5, 5, 5], {"button": 1}, [8, 7, 0], id="odd chip round the table"),
        pytest.param(
            [9, 5, 9, 9],
            [8, 8, 8, 8],
            {"button": 2},
            [11, 0, 10, 11],
            id="two odd chips go one each, the button's own seat last",
        ),
        pytest.param([9, 9, 5, 5], [3, 6, 3, 6], {"button": 3}, [6, 12, 0, 0], id="even pots"),
        pytest.param(
            [9, 9, 9, 5, 1],
            [5, 10, 10, 10, 5],
            # Main pot 25: 9, 8, 8. Side pot 15: 8, 7.
            {},
            [9, 16, 15, 0, 0],
            id="each pot has its own odd chip",
        ),
        pytest.param(
            [9, 9, 1, 1],
            [10, 10, 1, 2],
            # Folded players close no pot: 23 chips split once, not 4 + 3 + 16.
            {"folded": [False, False, True, True]},
            [12, 11, 0, 0],
            id="layers with the same contenders are one pot",
        ),
        # High/low.
        pytest.param(
            [9, 5], [10, 10], {"low_ranks": [0, 3]}, [10, 10], id="high and low share the pot"
        ),
        pytest.param(
            [9, 5, 1], [5, 5, 5], {"low_ranks": [0, 3, 1]}, [8, 7, 0], id="odd chip to the high"
        ),
        pytest.param([9, 5], [10, 10], {"low_ranks": [0, 0]}, [20, 0], id="no low: high takes all"),
        pytest.param([9, 5], [10, 10], {"low_ranks": [4, 3]}, [20, 0], id="scoop"),
        pytest.param(
            [9, 5, 5], [20, 20, 20], {"low_ranks": [4, 4, 0]}, [45, 15, 0], id="quartered"
        ),
        pytest.param(
            [9, 5, 1],
            [7, 7, 7],
            # 21: high 11; low 10, 5 each.
            {"low_ranks": [3, 3, 1]},
            [16, 5, 0],
            id="quartered with an odd chip to the high half",
        ),
        pytest.param(
            [9, 9, 5],
            [10, 10, 10],
            # High 15: seat 1 is left of the button, 8 and 7. Low 15: the same two, 8 and 7.
            {"low_ranks": [4, 4, 0], "button": 0},
            [14, 16, 0],
            id="odd chips inside each half",
        ),
        pytest.param(
            [5, 9, 7],
            [10, 30, 30],
            # Main pot 30: high 15, low 15. Side pot 40: its players have no low.
            {"low_ranks": [3, 0, 0]},
            [15, 55, 0],
            id="the low of the main pot has no part in the side pot",
        ),
        pytest.param(
            [5, 9, 7],
            [10, 10, 10],
            {"low_ranks": [9, 0, 2], "folded": [True, False, False]},
            [0, 15, 15],
            id="a folded low does not count",
        ),
        pytest.param([9, 5], [1, 0], {"low_ranks": [0, 3]}, [1, 0], id="a pot of one chip"),
        pytest.param([9], [7], {}, [7], id="alone"),
        pytest.param([9, 5], [0, 0], {}, [0, 0], id="no chips"),
    ],
)
def test_rulebook(
    ranks: list[int], bets: list[int], options: dict[str, Any], payouts: list[int]
) -> None:
    assert settle(ranks, bets, **options).tolist() == payouts


def test_sums_up_to_the_largest_int64() -> None:
    most = (1 << 63) - 1
    assert settle([1, 2], [most, 0]).tolist() == [most, 0]
    assert settle([1, 2], np.array([most - 5, 5], dtype=np.uint64)).tolist() == [most - 10, 10]


def test_leading_dimensions_broadcast() -> None:
    rng = np.random.default_rng(5)
    ranks = rng.integers(1, 9, (4, 5, 3)).astype(np.uint16)
    bets = np.array([3, 6, 6])
    button = np.array([[0], [1], [2], [0]])
    payouts = settle(ranks, bets, button=button, folded=[[False, True, False]])
    assert payouts.shape == ranks.shape
    for i, j in np.ndindex(4, 5):
        expected = settle(ranks[i, j], bets, button=button[i, 0], folded=[False, True, False])
        np.testing.assert_array_equal(payouts[i, j], expected)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint32", "int64", "uint64", ">i4", ">u2"])
def test_any_integer_dtype_and_layout(dtype: str) -> None:
    rng = np.random.default_rng(6)
    ranks = rng.integers(0, 100, (200, 4)).astype(dtype)
    bets = rng.integers(0, 100, (200, 4)).astype(dtype)
    ranks[:, 0] += ranks.max(axis=1) == 0
    expected = settle(ranks.astype(np.uint16), bets.astype(np.int64))
    ranks.flags.writeable = False
    for given_ranks, given_bets in [
        (ranks, bets),
        (np.asfortranarray(ranks), np.repeat(bets, 2, axis=1)[:, ::2]),
        (np.ascontiguousarray(ranks[::-1])[::-1], bets),
    ]:
        np.testing.assert_array_equal(settle(given_ranks, given_bets), expected)


def test_arguments_are_left_alone() -> None:
    ranks, bets = np.array([[5, 9, 5]], dtype=np.uint16), np.array([[1, 2, 3]])
    folded = np.array([[False, True, False]])
    before = [array.copy() for array in (ranks, bets, folded)]
    settle(ranks, bets, folded=folded)
    for array, copy in zip((ranks, bets, folded), before, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_no_deals() -> None:
    assert settle(np.zeros((0, 6), np.uint16), np.zeros((0, 6), np.int64)).shape == (0, 6)


def test_any_number_of_threads_gives_the_same() -> None:
    rng = np.random.default_rng(7)
    ranks, bets = rng.integers(1, 9, (50_000, 9)), rng.integers(0, 9, (50_000, 9))
    one = settle(ranks, bets, threads=1)
    np.testing.assert_array_equal(settle(ranks, bets, threads=3), one)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"bets": [1.0, 2.0]}, TypeError, r"bets must be integers.*float64"),
        ({"bets": [True, False]}, TypeError, r"bets must be integers.*bool"),
        ({"ranks": [1.0, 2.0]}, TypeError, r"ranks must be integers.*float64"),
        ({"folded": [0, 1]}, TypeError, r"folded must hold True or False.*int64"),
        ({"button": 1.0}, TypeError, r"button must be integers.*float64"),
        ({"bets": [1, -2]}, ValueError, r"^player 1 bet -2 chips"),
        ({"bets": [1, (1 << 63) - 1]}, ValueError, r"^the bets sum to 9223372036854775808, more"),
        ({"bets": np.array([1, 1 << 63], np.uint64)}, ValueError, r"^the bets sum to 92233720368"),
        (
            {"bets": [1, 1 << 63]},
            ValueError,
            r"^(the bets sum|bets: 9223372036854775808 is outside)",
        ),
        ({"bets": [1 << 62, 1 << 62]}, ValueError, r"^the bets sum to 9223372036854775808"),
        (
            {"bets": [1, 1 << 64]},
            ValueError,
            r"bets: 18446744073709551616 is outside 0\.\.9223372036854775807",
        ),
        ({"bets": []}, ValueError, r"bets has no players"),
        ({"bets": [1, 2, 3]}, ValueError, r"numbers of players.*ranks \(2,\), bets \(3,\)"),
        ({"bets": [1]}, ValueError, r"numbers of players"),
        ({"bets": 3}, ValueError, r"bets must have an axis of players"),
        ({"bets": [[1, 2], [3]]}, ValueError, r"bets: all rows must have the same length"),
        ({"bets": np.ma.masked_less([1, 2], 2)}, ValueError, r"bets has masked entries"),
        ({"ranks": [], "bets": []}, ValueError, r"ranks has no players"),
        ({"folded": [True, True]}, ValueError, r"^everyone has folded"),
        ({"ranks": [0, 0]}, ValueError, r"^everyone has folded"),
        ({"ranks": [1, -1]}, ValueError, r"^ranks: -1 is outside 0\.\.65535"),
        ({"ranks": [1, 65536]}, ValueError, r"^ranks: 65536 is outside 0\.\.65535"),
        ({"low_ranks": [1, 65536]}, ValueError, r"^low_ranks: 65536 is outside"),
        ({"button": 2}, ValueError, r"^button is 2; the seats are 0\.\.1"),
        ({"button": -1}, ValueError, r"^button is -1"),
        ({"button": [0, 1]}, ValueError, r"button must be one number or one a deal.*\(2,\)"),
        ({"threads": 0}, ValueError, r"threads must be at least 1"),
    ],
)
def test_refuses(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        settle(**{"ranks": [5, 7], "bets": [1, 2], **arguments})


def test_refuses_shapes_that_do_not_match() -> None:
    with pytest.raises(ValueError, match=r"shapes do not match: ranks \(2, 3\), bets \(4, 3\)"):
        settle(np.ones((2, 3), np.uint16), np.ones((4, 3), np.int64))


@pytest.mark.parametrize("threads", [1, 3])
def test_names_the_first_bad_row(threads: int) -> None:
    shape = (300, 200, 3)
    ranks = np.ones(shape, np.uint16)
    bets = np.ones(shape, np.int64)
    bets[170, 20, 1] = bets[170, 21, 1] = bets[299, 199, 0] = -4
    with pytest.raises(ValueError, match=r"^row \(170, 20\): player 1 bet -4 chips"):
        settle(ranks, bets, threads=threads)
    with pytest.raises(ValueError, match=r"^row 34020: player 1 bet -4 chips"):
        settle(ranks.reshape(-1, 3), bets.reshape(-1, 3), threads=threads)
    folded = np.zeros(shape, np.bool_)
    folded[170, 19] = True
    with pytest.raises(ValueError, match=r"^row \(170, 19\): everyone has folded"):
        settle(ranks, bets, folded=folded, threads=threads)
    wide = ranks.astype(np.int64)
    wide[170, 18, 2] = 70000
    with pytest.raises(ValueError, match=r"^row \(170, 18\): ranks: 70000 is outside"):
        settle(wide, bets, threads=threads)


def test_the_settlement_chip_by_chip_on_a_known_deal() -> None:
    """Guard the oracle itself: pots of 40, 60 and 50 for three different winners."""
    levels = [0, 10, 30, 80]
    pots = [(high - low) * n for (low, high), n in zip(pairwise(levels), (4, 3, 1), strict=True)]
    assert pots == [40, 60, 50]
    settled = settle_chip_by_chip([9, 8, 7, 1], [10, 30, 80, 30], [False] * 4)
    assert settled == [40, 60, 50, 0]


# What `side_pots` lists, and that `settle` pays the same pots.


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
        pytest.param([100, 250], [], [(200, [0, 1])], id="uncalled bet"),
        pytest.param([50, 100, 200], [], [(150, [0, 1, 2]), (100, [1, 2])], id="all in for less"),
        pytest.param([100, 250, 250], [1], [(300, [0, 2]), (300, [2])], id="folded chips stay"),
        pytest.param([50, 100, 100, 80], [3], [(200, [0, 1, 2]), (130, [1, 2])], id="as reached"),
        pytest.param(
            [50, 20, 100, 100], [2, 3], [(80, [0, 1]), (190, [0])], id="above every unfolded bet"
        ),
        pytest.param([10, 20, 30], [1, 2], [(60, [0])], id="one player left"),
        pytest.param([0, 0, 10], [2], [(10, [0, 1])], id="dead money"),
        pytest.param([0, 10, 10], [], [(20, [1, 2])], id="who paid nothing contests nothing"),
        pytest.param([0, 0], [], [], id="no chips"),
        pytest.param([7], [], [], id="alone"),
    ],
)
def test_rulebook_of_side_pots(
    bets: list[int], folded: list[int], pots: list[tuple[int, list[int]]]
) -> None:
    gone = np.isin(np.arange(len(bets)), folded)
    result = side_pots(bets, folded=gone)
    assert listed(result) == pots
    assert (result.amounts.sum() + result.returned.sum()) == sum(bets)
    assert not result.contenders[result.amounts == 0].any()


def pay(
    pots: Pots, ranks: NDArray[Any], low_ranks: NDArray[Any] | None, clockwise: list[int]
) -> list[int]:
    """Pay listed pots by the rule book, in plain Python."""
    payouts: list[int] = pots.returned.tolist()

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
    np.testing.assert_array_equal((pots.amounts + pots.returned).sum(axis=1), bets.sum(axis=1))
    assert not (pots.contenders & folded[:, None]).any()
    for i in range(n):
        clockwise = [(button[i] + 1 + step) % n_players for step in range(n_players)]
        low = None if low_ranks is None else low_ranks[i]
        paid = pay(Pots(*(part[i] for part in pots)), ranks[i], low, clockwise)
        assert paid == payouts[i].tolist(), i


def test_side_pots_of_half_a_million_deals_sum_to_their_bets() -> None:
    rng = np.random.default_rng(3)
    bets = rng.integers(0, 1 << 40, (500_000, 6))
    folded = rng.random(bets.shape) < 0.3
    folded[:, 4] = False
    pots = side_pots(bets, folded=folded, threads=2)
    np.testing.assert_array_equal((pots.amounts + pots.returned).sum(axis=1), bets.sum(axis=1))
    assert (pots.contenders.any(axis=2) == (pots.amounts > 0)).all()
    np.testing.assert_array_equal(side_pots(bets, folded=folded, threads=1).amounts, pots.amounts)


def test_shapes_and_dtypes_of_side_pots() -> None:
    bets = np.arange(24).reshape(2, 4, 3)
    pots = side_pots(bets)
    assert pots.amounts.shape == (2, 4, 3)
    assert pots.contenders.shape == (2, 4, 3, 3)
    assert [str(part.dtype) for part in pots] == ["int64", "bool", "int64"]
    one_row = side_pots(np.array([1, 2, 3], np.uint8), folded=[[False] * 3, [True, False, False]])
    assert one_row.amounts.tolist() == [[3, 2, 0], [5, 0, 0]]
    assert one_row.returned.tolist() == [[0, 0, 1], [0, 0, 1]]
    assert side_pots(np.zeros((0, 3), np.int64)).contenders.shape == (0, 3, 3)


@pytest.mark.parametrize(
    ("bets", "folded", "error", "message"),
    [
        ([1.0, 2.0], None, TypeError, "bets must be integers"),
        ([1, 2], [0, 1], TypeError, "folded must hold True or False"),
        ([1, -2], None, ValueError, "^player 1 bet -2 chips"),
        ([[1, 2], [1, -2]], None, ValueError, "^row 1: player 1 bet -2 chips"),
        ([1 << 62, 1 << 62], None, ValueError, "^the bets sum to 9223372036854775808"),
        ([1, 2], [True, True], ValueError, "^everyone has folded"),
        ([1, 2], [True], ValueError, "numbers of players"),
        (3, None, ValueError, "must have an axis of players"),
    ],
)
def test_side_pots_refuses(bets: Any, folded: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        side_pots(bets, folded=folded)


def test_low_ranks_of_one_deal_serve_many() -> None:
    ranks = np.array([[5, 3, 1], [1, 3, 5]], dtype=np.uint16)
    payouts = settle(ranks, [10, 10, 10], low_ranks=[0, 7, 0])
    np.testing.assert_array_equal(payouts, [[15, 15, 0], [0, 15, 15]])


def test_who_bet_less_than_nothing_is_named() -> None:
    with pytest.raises(ValueError, match="player 2 bet -5 chips"):
        settle([3, 2, 1], [0, 1, -5])
    with pytest.raises(ValueError, match="player 1 bet -4 chips"):
        settle([3, 2, 1], [0, -4, -5])


def test_what_is_wrong_where_nothing_else_is() -> None:
    most = (1 << 63) - 1
    for button in (None, 0, 1):
        with pytest.raises(ValueError, match=r"^everyone has folded"):
            settle([0, 0], [most, 0], button=button)
    with pytest.raises(ValueError, match=r"^everyone has folded"):
        side_pots([5], folded=[True])
