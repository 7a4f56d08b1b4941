"""The money of deals as users give it: dead money, rake, odd chips, units, run-outs."""

import copy
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from handrank import Rake, settle, side_pots


@pytest.mark.parametrize(
    ("rate", "fraction"),
    [
        ("5%", Fraction(1, 20)),
        (" 2.5 % ", Fraction(1, 40)),
        ("0.05", Fraction(1, 20)),
        (0.05, Fraction(1, 20)),
        (0.1, Fraction(1, 10)),
        (Decimal("0.045"), Fraction(9, 200)),
        (Fraction(1, 3), Fraction(1, 3)),
        (0, Fraction(0)),
        (1, Fraction(1)),
        ("100%", Fraction(1)),
    ],
)
def test_rates_are_read_exactly(rate: Any, fraction: Fraction) -> None:
    rake = Rake(rate, cap=3)
    assert rake.rate == fraction
    assert isinstance(rake.rate, Fraction)
    for same in (copy.deepcopy(rake), pickle.loads(pickle.dumps(rake))):
        assert same == rake


@pytest.mark.parametrize(
    ("rate", "cap", "error", "message"),
    [
        (True, None, TypeError, "rate must be a number or a text"),
        (None, None, TypeError, "got NoneType"),
        ("five", None, ValueError, "rate 'five' is not a number"),
        ("", None, ValueError, "is not a number"),
        (float("nan"), None, ValueError, "is not a number"),
        (5, None, ValueError, "0 to 1, or 0% to 100%, got 5"),
        ("-1%", None, ValueError, "0% to 100%"),
        (1e-300, None, ValueError, "0% to 100%"),
        (0.05, 1.5, TypeError, "cap must be an integer"),
        (0.05, -1, ValueError, "cap must be at least 0"),
    ],
)
def test_rates_that_are_refused(rate: Any, cap: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Rake(rate, cap)


# The rulebook, a line each: ranks, bets, options, payouts.
@pytest.mark.parametrize(
    ("ranks", "bets", "options", "payouts"),
    [
        pytest.param([9, 5], [100, 100], {"dead_money": 50}, [250, 0], id="dead money is won"),
        pytest.param(
            [9, 5, 7],
            [100, 250, 250],
            {"dead_money": 75},
            [375, 0, 300],
            id="dead money is in the main pot",
        ),
        pytest.param(
            [9, 5, 7],
            [0, 40, 40],
            {"dead_money": [10, 10, 10]},
            [30, 0, 80],
            id="a short stack that paid its ante wins whole antes",
        ),
        pytest.param(
            [9, 5, 7],
            [10, 50, 50],
            {},
            [30, 0, 80],
            id="an ante that is a bet counts to its payer's level",
        ),
        pytest.param(
            [9, 5],
            [75000, 3350000],
            # Recorded at a final table: the big blind's ante of 225,000 is dead.
            {"dead_money": 225000, "folded": [True, False]},
            [0, 3650000],
            id="one player left",
        ),
        pytest.param([9, 5], [100, 100], {"rake": 7}, [193, 0], id="a rake of chips"),
        pytest.param(
            [9, 5], [100, 130], {"rake": Rake("5%")}, [190, 30], id="what is returned bears no rake"
        ),
        pytest.param([9, 5], [100, 100], {"rake": Rake("5%", 3)}, [197, 0], id="a cap"),
        pytest.param([9, 5], [99, 99], {"rake": Rake("5%")}, [189, 0], id="rake is rounded down"),
        pytest.param(
            [9, 5], [99, 99], {"rake": Rake("5%"), "unit": 5}, [193, 0], id="in whole units"
        ),
        pytest.param(
            [9, 7, 5],
            [100, 200, 200],
            {"rake": 25},
            # Pots of 300 and 200 bear 15 and 10.
            [285, 190, 0],
            id="every pot bears its part",
        ),
        pytest.param([9, 9, 5], [25, 25, 25], {"unit": 5}, [40, 35, 0], id="an odd unit of five"),
        pytest.param(
            [9, 9, 5], [9, 9, 9], {"unit": 5}, [15, 12, 0], id="chips below the unit go along"
        ),
        pytest.param(
            [9, 9, 9, 1],
            [5, 5, 5, 5],
            {"odd_chips": "one-winner", "button": 0},
            [6, 8, 6, 0],
            id="all odd chips to one winner",
        ),
        pytest.param(
            [9, 9, 9, 1],
            [5, 5, 5, 5],
            {"odd_chips": "earliest-seat", "button": 0},
            [7, 7, 6, 0],
            id="odd chips to the earliest seats",
        ),
        pytest.param(
            [9, 9, 9, 1],
            [5, 5, 5, 5],
            {"odd_chips": "largest-stack", "stacks": [10, 40, 40, 90], "button": 1},
            [6, 7, 7, 0],
            id="odd chips to the largest stacks among the winners",
        ),
        pytest.param(
            [9, 9, 1],
            [5, 5, 5],
            {"odd_chips": "largest-stack", "stacks": [40, 40, 90], "button": 0},
            [7, 8, 0],
            id="of equal stacks the first left of the button",
        ),
        pytest.param(
            [[9, 5], [5, 9]], [50, 51], {"runs": True}, [50, 51], id="each run-out pays its part"
        ),
        pytest.param(
            [[9, 5], [5, 9], [5, 9]],
            [50, 50],
            {"runs": True},
            [34, 66],
            id="odd chips of the run-outs go to the first ones",
        ),
        pytest.param(
            [[9, 5, 1], [1, 9, 5]],
            [10, 30, 30],
            {"runs": True},
            # Of the main pot 15 each; the side pot's 20 go to seat 1 twice.
            [15, 55, 0],
            id="run-outs of side pots",
        ),
        pytest.param(
            [[9, 5], [9, 5]],
            [20, 20],
            {"runs": True, "low_ranks": [[0, 3], [0, 0]]},
            [30, 10],
            id="run-outs in high/low",
        ),
    ],
)
def test_rulebook(ranks: Any, bets: list[int], options: dict[str, Any], payouts: list[int]) -> None:
    assert settle(ranks, bets, **options).tolist() == payouts


def test_rake_of_amounts_whose_product_no_int64_holds() -> None:
    most = (1 << 62) - 1
    bets = [most // 3, most // 3 + 5, most // 3 + 5]
    pots = side_pots(bets)
    total = int(pots.amounts.sum())
    rake = total // 20
    payouts = settle([9, 7, 5], bets, rake=Rake("5%")).tolist()
    assert sum(payouts) == sum(bets) - rake
    main = int(pots.amounts[0])
    assert payouts == [main - rake * main // total, 10 - (rake - rake * main // total), 0]


def test_leading_dimensions_of_amounts() -> None:
    ranks = np.array([[9, 5], [5, 9], [7, 7]])
    by_deal = settle(ranks, [10, 10], dead_money=[1, 2, 3], rake=[0, 1, 2], button=[0, 1, 0])
    assert by_deal.tolist() == [[21, 0], [0, 21], [10, 11]]
    by_seat = settle(ranks, [10, 10], dead_money=[[1, 0], [0, 2], [1, 2]], rake=[0, 1, 2])
    assert by_seat.sum(axis=1).tolist() == [21, 21, 21]
    assert settle([9, 5], [10, 10], dead_money=[1, 2]).tolist() == [23, 0], "by seat"
    one = settle(ranks, [10, 10], dead_money=5)
    assert one.tolist() == [[25, 0], [0, 25], [13, 12]]
    pots = side_pots([[10, 10], [10, 20]], dead_money=[4, 6])
    assert pots.amounts[:, 0].tolist() == [24, 26]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"dead_money": -1}, ValueError, "^dead money must not be negative, got -1"),
        ({"dead_money": 1.5}, TypeError, "dead_money must be integers"),
        ({"dead_money": [1, 2, 3]}, ValueError, r"dead_money must have the shape of the deals"),
        ({"dead_money": (1 << 63) - 5}, ValueError, "more than 9223372036854775807"),
        ({"rake": -1}, ValueError, "^the rake is -1, which the pots do not hold"),
        ({"rake": 21}, ValueError, "^the rake is 21, which the pots do not hold"),
        ({"rake": [1, 2]}, ValueError, r"rake must be one number or one a deal, shape \(\)"),
        ({"rake": "5%"}, TypeError, "rake must be integers"),
        ({"rake": 0.05}, TypeError, "rake must be integers"),
        ({"unit": 0}, ValueError, "unit must be at least 1"),
        ({"unit": 0.5}, TypeError, "unit must be an integer"),
        ({"unit": 1 << 62}, ValueError, "more than any pot is split by"),
        ({"odd_chips": "left"}, ValueError, "unknown rule for odd chips 'left'"),
        ({"odd_chips": "largest-stack"}, ValueError, "stacks go with"),
        ({"stacks": [1, 2]}, ValueError, "stacks go with"),
        (
            {"odd_chips": "largest-stack", "stacks": [[1, 2], [3, 4]]},
            ValueError,
            r"stacks must have the shape of the deals' players, \(2,\)",
        ),
        ({"runs": 2}, TypeError, "runs must be True or False"),
        ({"runs": True}, ValueError, r"with runs, ranks need the shape \(..., R, P\)"),
        ({"odd_chips": "earliest-seat", "button": 2}, ValueError, "^button is 2"),
    ],
)
def test_refuses(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        settle([9, 5], [10, 10], **options)


def test_the_first_bad_row_is_named() -> None:
    rake = np.zeros(50_000, np.int64)
    rake[40_000:] = 21
    with pytest.raises(ValueError, match=r"^row 40000: the rake is 21"):
        settle(np.ones((50_000, 2), np.uint16), [10, 10], rake=rake)
    with pytest.raises(ValueError, match=r"^row 1: dead money must not be negative, got -2"):
        side_pots([[1, 2], [3, 4]], dead_money=[[0, 0], [0, -2]])
