"""The one Numba preset that every kernel uses."""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba

# What a compiled function is to a type checker: Numba finds the types when it is called.
Kernel = Callable[..., Any]

# Compiling takes seconds. Kernels for equity are compiled for two players, which is what is asked
# most and counts most, and once more for any number of players.
HEADS_UP, ANY_NUMBER = 2, 0

CACHE_SWITCH = "HANDRANK_CACHE"
OFF = {"off", "0", "false", "no"}


def kernel(function: Kernel) -> Kernel:
    """Compile a function on first call, without the GIL, kept on disk where that is possible.

    ``HANDRANK_CACHE=off`` keeps compiled code in memory only; so does an installation whose
    folders, and the user's, are all read-only.
    """
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if os.environ.get(CACHE_SWITCH, "on").lower() not in OFF:
        try:
            compiled.enable_caching()
        except RuntimeError:
            # Numba found no folder to write to.
            pass
        else:
            _stamp_with_package(compiled)
    function_of_numba: Kernel = compiled
    return function_of_numba


def inlined(function: Kernel) -> Kernel:
    """Compile a small function that kernels call; LLVM inlines it into them."""
    compiled: Kernel = numba.njit(nogil=True, error_model="numpy")(function)
    return compiled


def _stamp_with_package(compiled: Any) -> None:
    """Make a function's cache go stale with any source file that it may have been built from.

    Numba itself looks only at the file that defines the function, not at the files of functions and
    constants that were compiled into it, and an upgrade leaves old caches lying beside new files.
    """
    file = compiled._cache._cache_file
    file._source_stamp = (file._source_stamp, _package_stamp())


@cache
def _package_stamp() -> str:
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted((*package.glob("*.py"), *package.glob("kernels/*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()
