"""The one Numba preset that every kernel uses."""

import os
from collections.abc import Callable
from typing import Any

import numba

# What a compiled function is to a type checker: Numba finds the types when it is called.
Kernel = Callable[..., Any]

CACHE_SWITCH = "HANDRANK_CACHE"


def _cache_wanted() -> bool:
    return os.environ.get(CACHE_SWITCH, "on").lower() not in {"off", "0", "false", "no"}


def kernel(function: Kernel) -> Kernel:
    """Compile a function on first call, without the GIL, kept on disk where that is possible.

    ``HANDRANK_CACHE=off`` keeps compiled code in memory only; so does an installation whose
    folders, and the user's, are all read-only.
    """
    compiled: Kernel
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


def inlined(function: Kernel) -> Kernel:
    """Compile a small function that kernels call; LLVM inlines it into them."""
    compiled: Kernel = numba.njit(nogil=True, error_model="numpy")(function)
    return compiled
