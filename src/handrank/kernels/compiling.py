"""The one Numba preset that every kernel uses.

With Numba's ``NUMBA_DISABLE_JIT=1``, for coverage and debuggers, kernels are Python functions.
"""

import signal
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite.binding import ffi
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from handrank.arrays.forks import hold_across_forks
from handrank.arrays.signals import signals_held
from handrank.arrays.switches import CACHE, switched_on
from handrank.kernels.caching import PackageCache, digest_of_closure

# What a compiled function is to a type checker: Numba finds the types when it is called.
Kernel = Callable[..., Any]
_Function = TypeVar("_Function", bound=Kernel)

# Compiling takes seconds. Kernels for equity are compiled for two players, which is what is asked
# most and counts most, and once more for any number of players.
HEADS_UP, ANY_NUMBER = 2, 0

INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]

# Numba compiles, or loads what was kept, under the first lock and calls LLVM under the second.
hold_across_forks(global_compiler_lock._lock, first=True)
hold_across_forks(ffi.lib._lock._lock)


def kernel(function: Kernel) -> Kernel:
    """Compile a function on first call, without the GIL, kept on disk where that is possible."""
    compiled: Any = _compiled(function)
    if INTERPRETED:
        return _as_from_outside(function)
    if switched_on(CACHE):
        # No error counts: there is no folder to write to, or an archive of an unknown kind.
        with suppress(OSError, RuntimeError, ValueError):
            compiled._cache = PackageCache(function)
    return cast(Kernel, compiled)


def typed_kernel(function: _Function) -> _Function:
    """Compile as `kernel` a function that users call, whose types are written out."""
    return cast(_Function, kernel(function))


def inlined(function: Kernel) -> Kernel:
    """Compile a step that LLVM inlines into kernels. It can neither make nor return arrays."""
    # So nothing that it is given can go before it returns, and its code counts no references: a
    # count is an atomic addition, and Numba would make one each time an array is taken out of a
    # bundle.
    return _compiled(function, counting=False)


def set_up(function: Kernel) -> Kernel:
    """Compile a step of kernels that makes or returns arrays."""
    return _compiled(function)


def _as_from_outside(function: Kernel) -> Kernel:
    """Have an interpreted kernel wrap round in silence and return Python's numbers, as compiled."""

    @wraps(function)
    def call(*args: Any) -> Any:
        with np.errstate(all="ignore"):
            return _unboxed(function(*args))

    return call


def _unboxed(value: Any) -> Any:
    if type(value) is tuple:
        return tuple(_unboxed(item) for item in value)
    return value.item() if isinstance(value, np.generic) else value


def _compiled(function: Kernel, *, counting: bool = True) -> Kernel:
    if INTERPRETED:
        return function
    _name_apart(function)
    # An entry for callers in C, of which there are none, takes a tenth of the time to compile.
    options: dict[str, Any] = {
        "no_cfunc_wrapper": True,
        "_nrt": counting,
        "forceinline": not counting,
    }
    compiled: Any = numba.njit(nogil=True, error_model="numpy", **options)(function)
    compile_for = compiled.compile

    def compile_whole(signature: Any) -> Any:
        """Compile or load with Ctrl-C put off: LLVM calls Python back, and would lose it."""
        with signals_held(signal.SIGINT):
            entry_point = compile_for(signature)
        if not counting:
            _refuse_arrays(compiled.overloads[signature].signature.return_type)
        return entry_point

    compile_for_args = compiled._compile_for_args

    def compile_alone(*args: Any, **keywords: Any) -> Any:
        """Take the lock that forks wait for before Numba does: it imports modules before."""
        with global_compiler_lock:
            return compile_for_args(*args, **keywords)

    compiled.compile, compiled._compile_for_args = compile_whole, compile_alone
    return cast(Kernel, compiled)


def _refuse_arrays(kind: Any) -> None:
    """Refuse a result that the caller would take for counted, and free too early."""
    if cpu_target.target_context.data_model_manager[kind].contains_nrt_meminfo():
        raise RuntimeError(f"a step that counts no references returns {kind}")


def _name_apart(function: Kernel) -> None:
    """Give the functions of one factory names of their own, by what they close over."""
    # Numba tells them apart in machine code by a number that starts anew in each process. Code that
    # several processes kept on disk can so come with one symbol for different functions, and
    # whoever loads both calls the wrong one.
    if function.__closure__:
        tag = digest_of_closure(function)[:16]
        function.__name__ += f"_{tag}"
        function.__qualname__ += f"_{tag}"
