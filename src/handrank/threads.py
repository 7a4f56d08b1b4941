"""A private thread pool over chunks of rows.

Kernels run without the GIL, so plain threads are enough, and unlike OpenMP's they survive a fork
and calls from several threads at once. Chunks are handed out in order and write to places of their
own, so results are the same for any number of threads.
"""

import _thread
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from operator import index as as_index
from typing import TypeVar

_Item = TypeVar("_Item")

ENVIRONMENT_VARIABLE = "HANDRANK_THREADS"
# Far more than the CPUs of one machine serve no one, and a typing error should not start them.
_MOST_THREADS = 256

_lock = threading.Lock()
_default: int | None = None
_pool: ThreadPoolExecutor | None = None
_pool_size = 0


def set_threads(threads: int | None) -> None:
    """Set how many threads bulk functions use where they are not told.

    Parameters
    ----------
    threads : int or None
        The number, or None for the start value: the environment variable ``HANDRANK_THREADS``, else
        the CPUs that this process may run on.

    Raises
    ------
    TypeError
        If it is no integer.
    ValueError
        If it is less than 1.

    Examples
    --------
    >>> set_threads(2)
    >>> get_threads()
    2
    >>> set_threads(None)
    """
    global _default
    _default = None if threads is None else _checked(threads, "threads")


def get_threads() -> int:
    """Return how many threads bulk functions use where they are not told.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If ``HANDRANK_THREADS`` is set to something else than a positive integer.

    Examples
    --------
    >>> get_threads() >= 1
    True
    """
    if _default is not None:
        return _default
    text = os.environ.get(ENVIRONMENT_VARIABLE, "").strip()
    if text:
        if not text.isdecimal() or int(text) < 1:
            raise ValueError(f"{ENVIRONMENT_VARIABLE} must be a positive integer, got {text!r}")
        return int(text)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def resolve_threads(threads: int | None) -> int:
    """Return the number of threads that a bulk function's ``threads=`` asks for."""
    return get_threads() if threads is None else _checked(threads, "threads")


def for_each(work: Callable[[_Item], None], items: Iterable[_Item], threads: int) -> None:
    """Do `work` on each item, on several threads, the caller's own among them.

    Items are started in order. After an error no further item is started; the error of the earliest
    item is raised once the running ones are done, so it is the same for any number of threads.
    """
    if threads == 1:
        for item in items:
            work(item)
        return
    queue = enumerate(items)
    queue_lock = threading.Lock()
    stop = threading.Event()
    errors: list[tuple[int, BaseException]] = []

    def drain() -> None:
        while not stop.is_set():
            with queue_lock:
                entry = next(queue, None)
            if entry is None:
                return
            number, item = entry
            try:
                work(item)
            except BaseException as error:
                errors.append((number, error))
                stop.set()

    helpers = _submit(drain, min(threads, _MOST_THREADS) - 1)
    try:
        drain()
    finally:
        stop.set()
        # A helper that has not started has nothing left to do; waiting for one could wait for
        # ever when the pool is busy with calls that wait for this one.
        started = [helper for helper in helpers if not helper.cancel()]
        for helper in started:
            helper.result()
    if errors:
        raise min(errors, key=lambda entry: entry[0])[1]


def away_from_signals(work: Callable[[], None]) -> None:
    """Do `work` on a thread where no signal handler runs, so that none raises in the middle of it.

    Python runs signal handlers on its main thread only, which waits here and can be interrupted;
    the work then comes to its end by itself.
    """
    if threading.current_thread() is not threading.main_thread():
        work()
        return
    errors: list[BaseException] = []
    done = _thread.allocate_lock()
    done.acquire()

    def run() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)
        finally:
            done.release()

    # The low-level functions: `threading` and its pools are written in Python, and an interrupt in
    # the middle of them can leave a lock held for ever.
    _thread.start_new_thread(run, ())
    done.acquire()
    if errors:
        raise errors[0]


def _submit(task: Callable[[], None], times: int) -> list[Future[None]]:
    global _pool, _pool_size
    with _lock:
        if _pool is None or _pool_size < times:
            # An older, smaller pool ends by itself once the calls that use it are done.
            _pool_size = max(times, _pool_size)
            _pool = ThreadPoolExecutor(_pool_size, thread_name_prefix="handrank")
        return [_pool.submit(task) for _ in range(times)]


def _forget_pool() -> None:
    """Start afresh in a forked child: threads do not survive a fork, and the lock may be held."""
    global _lock, _pool, _pool_size
    _lock = threading.Lock()
    _pool, _pool_size = None, 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)


def _checked(threads: int, name: str) -> int:
    try:
        number = as_index(threads)
    except TypeError:
        raise TypeError(f"{name} must be an integer, got {type(threads).__name__}") from None
    if isinstance(threads, bool):
        raise TypeError(f"{name} must be an integer, got bool")
    if number < 1:
        raise ValueError(f"{name} must be at least 1, got {number}")
    return number
