"""Amounts of money as people write them: read exactly, counted in their smallest decimal."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np
from numpy import ma
from numpy.typing import NDArray

MOST_UNITS = int(np.iinfo(np.int64).max)
# Who counts in parts of a dollar or a euro counts in cents at least.
_FEWEST_DECIMALS, _MOST_DECIMALS = 2, 9

_CURRENCIES = re.compile(r"[$€£¥₽]|\b(?:USD|EUR|GBP|CAD)\b")
# With a point before the decimals and something between thousands, or a comma and something else.
_SPACES = " \u00a0\u202f'’"
_WHOLE, _DECIMALS = "[0-9]{1,29}", "([0-9]{0,29})"
_POINT = re.compile(rf"([1-9][0-9]{{0,2}}(?:[,{_SPACES}][0-9]{{3}})+|{_WHOLE})(?:\.{_DECIMALS})?")
_COMMA = re.compile(rf"([1-9][0-9]{{0,2}}(?:[.{_SPACES}][0-9]{{3}})+|{_WHOLE}),{_DECIMALS}")
_BETWEEN_THOUSANDS = re.compile(rf"[.,{_SPACES}]")


class Amounts(NamedTuple):
    """A column of amounts: units of which ``10 ** decimals`` make a whole, some of them blank."""

    units: NDArray[np.int64]
    decimals: int
    blank: NDArray[np.bool_]

    def as_decimals(self) -> list[Decimal | None]:
        """Return the amounts with all their decimals, None where they are blank."""
        return [
            None if blank else in_decimals(units, self.decimals)
            for units, blank in zip(self.units.tolist(), self.blank.tolist(), strict=True)
        ]


def read_amount(text: str) -> Decimal | None:
    """Read ``1200``, ``12.50``, ``$1,200.50``, ``12,50`` or ``1 200,50 €``; None if it is none."""
    digits = _CURRENCIES.sub("", text).strip()
    match = _POINT.fullmatch(digits) or _COMMA.fullmatch(digits)
    if match is None:
        return None
    whole, decimals = match.groups()
    # Of whole numbers programs make floats, and zeros at the end say nothing.
    decimals = (decimals or "").rstrip("0")
    return Decimal(f"{_BETWEEN_THOUSANDS.sub('', whole)}.{decimals}")


def decimals_for(amounts: Iterable[Decimal]) -> int:
    """Return how many decimals hold all amounts: none, or as many as a cent has, or more."""
    found = max((-int(amount.as_tuple().exponent) for amount in amounts), default=0)
    return min(max(found, _FEWEST_DECIMALS), _MOST_DECIMALS) if found > 0 else 0


def in_units(amount: Decimal, decimals: int) -> int | None:
    """Return an amount in units of its last decimal; None if they do not hold it."""
    units = amount.scaleb(decimals)
    return int(units) if units == units.to_integral_value() else None


def in_decimals(units: int, decimals: int) -> Decimal:
    """Return so many units as an amount with all its decimals."""
    return Decimal(units).scaleb(-decimals)


def read_whole_amounts(texts: Sequence[str]) -> list[int] | None:
    """Read amounts that are plain digits, as most are; None if one is something else."""
    plain = all(map(str.isdigit, texts)) and "".join(texts).isascii()
    if plain and max(map(len, texts), default=0) < len(str(MOST_UNITS)):
        return list(map(int, texts))
    return None


def column_of(units: NDArray[np.int64], decimals: int, blank: NDArray[np.bool_]) -> Any:
    """Return a column of amounts as a target takes it: whole ones as integers."""
    if decimals:
        return Amounts(units, decimals, blank)
    return ma.masked_array(units, blank) if blank.any() else units
