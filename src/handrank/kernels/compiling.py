"""The one Numba preset that every kernel uses."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import numba

_Function = TypeVar("_Function", bound=Callable[..., Any])

CACHE_SWITCH = "HANDRANK_CACHE"


def _cache_wanted() -> bool:
    return os.environ.get(CACHE_SWITCH, "on").lower() not in {"off", "0", "false", "no"}


def kernel(function: _Function) -> _Function:
    """Compile a function on first call, without the GIL, kept on disk where that is possible.

    ``HANDRANK_CACHE=off`` keeps compiled code in memory only; so does an installation whose
    folders, and the user's, are all read-only.
    """
    compiled: _Function
    if _cache_wanted():
        try:
            compiled = numba.njit(nogil=True, cache=True, error_model="numpy")(function)
        except RuntimeError:
            # Numba found no folder to write to.
            pass
        else:
            return compiled
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    return compiled


def inlined(function: _Function) -> _Function:
    """Compile a small function that kernels of the same file inline."""
    compiled: _Function = numba.njit(nogil=True, error_model="numpy", inline="never")(function)
    return compiled
