"""Read whole numbers that count something. NumPy is not needed, so that --help stays quick."""

from operator import index as as_index
from typing import Any

from handrank.rulebook.errors import type_error, value_error


def as_count(number: Any, name: str, lowest: int | None = 0) -> int:
    """Return an integer of at least `lowest`; truth values are refused."""
    # `bool` and NumPy's own, which old versions of it would only warn about.
    is_truth = isinstance(number, bool) or getattr(number, "dtype", None) == "bool"
    try:
        count = None if is_truth else as_index(number)
    except TypeError:
        count = None
    # Masked numbers of NumPy have a number below the mask.
    if count is None or getattr(number, "mask", False):
        kind = type(number).__name__
        raise type_error("{name} must be an integer, got {kind}", name=name, kind=kind)
    if lowest is not None and count < lowest:
        raise value_error(
            "{name} must be at least {lowest}, got {n}", name=name, lowest=lowest, n=count
        )
    return count
