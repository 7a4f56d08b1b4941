"""What NumPy would lose without a word when it makes an array of what users give."""

from typing import Any

import numpy as np
from numpy import ma  # imported with us: Numba's first call would, when a fork cannot wait for it

from handrank.rulebook.errors import type_error, value_error

_BOOLS = {bool, np.bool_}
_LEAVES = {int, float, str, *_BOOLS}


def refuse_losses(values: Any, name: str, *, truth_values: bool = False) -> None:
    """Refuse masked entries, whose mask would go, and truth values, which would become numbers."""
    # `truth_values` allows them where nothing else stands in the same list.
    try:
        _refuse(values, name, truth_values)
    except RecursionError:
        raise value_error("{name} is nested without end", name=name) from None


def _refuse(values: Any, name: str, truth_values: bool) -> None:
    if isinstance(values, np.ndarray):
        if isinstance(values, ma.MaskedArray) and ma.is_masked(values):
            raise value_error("{name} has masked entries; fill or drop them first", name=name)
        return
    if not isinstance(values, list | tuple):
        return
    kinds = set(map(type, values))
    dtypes = set()
    if not kinds <= _LEAVES:
        for value in values:
            _refuse(value, name, truth_values)
        dtypes = {value.dtype for value in values if isinstance(value, np.ndarray)}
    if not (kinds & _BOOLS or np.dtype(np.bool_) in dtypes):
        return
    if not truth_values:
        raise type_error("{name} must be integers, got bool among them", name=name)
    if len(dtypes) > 1 or kinds & (_LEAVES if dtypes else kinds - _BOOLS):
        raise type_error("{name} has truth values among other things", name=name)
