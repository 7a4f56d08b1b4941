"""Amounts of money as people write them, exact."""

from decimal import Decimal

import numpy as np
import pytest

from handrank.files.money import (
    Amounts,
    column_of,
    decimals_for,
    in_decimals,
    in_units,
    read_amount,
    read_whole_amounts,
)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("0", "0"),
        ("1200", "1200"),
        ("12.50", "12.5"),
        ("12,50", "12.5"),
        ("$1,200.50", "1200.5"),
        ("1,200", "1200"),
        ("1,234,567.8", "1234567.8"),
        ("1.234.567,8", "1234567.8"),
        ("1 200,50 €", "1200.5"),
        ("1\u202f200,5\u00a0€", "1200.5"),
        ("0,125", "0.125"),
        ("£5", "5"),
        ("20 USD", "20"),
        ("49.0", "49"),
        ("3.", "3"),
        ("007", "7"),
    ],
)
def test_ways_to_write_an_amount(text: str, amount: str) -> None:
    assert read_amount(text) == Decimal(amount)
    assert read_amount(f" {text} ") == Decimal(amount)


@pytest.mark.parametrize(
    "text", ["", "-1", "ten", "1e3", "1,2,3", "12.5.0", "1_000", "٣", ".", "1,23,456.7", "9" * 40]
)
def test_what_is_no_amount(text: str) -> None:
    assert read_amount(text) is None


def test_units() -> None:
    assert decimals_for([]) == decimals_for([Decimal(5), Decimal(100)]) == 0
    assert decimals_for([Decimal("0.5"), Decimal(1)]) == 2, "who has decimals counts in cents"
    assert decimals_for([Decimal("0.125")]) == 3
    assert decimals_for([Decimal(1).scaleb(-20)]) == 9
    assert in_units(Decimal("12.5"), 2) == 1250
    assert in_units(Decimal("0.125"), 2) is None
    assert f"{in_decimals(1250, 2):f}" == "12.50"
    assert f"{in_decimals(1, 9):f}" == "0.000000001"


def test_plain_digits_are_read_together() -> None:
    assert read_whole_amounts(["1", "20", "007"]) == [1, 20, 7]
    assert read_whole_amounts([]) == []
    for other in ("", "1.0", "²", "-1", "9" * 19):
        assert read_whole_amounts(["1", other]) is None


def test_columns() -> None:
    units, blank = np.array([5, 250]), np.array([False, True])
    assert column_of(units, 0, ~blank & blank) is units
    assert column_of(units, 0, blank).tolist() == [5, None]
    column = column_of(units, 2, blank)
    assert isinstance(column, Amounts)
    assert column.as_decimals() == [Decimal("0.05"), None]
