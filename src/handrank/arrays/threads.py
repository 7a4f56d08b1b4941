"""A private thread pool over chunks of rows.

Kernels run without the GIL, so plain threads are enough, and unlike OpenMP's they survive a fork
and calls from several threads at once. Chunks are handed out in order and write to places of their
own, so results are the same for any number of threads.
"""

import _thread
import os
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import TypeVar

from handrank.arrays.counts import as_count
from handrank.rulebook.errors import value_error

_Item = TypeVar("_Item")
_Tasks = SimpleQueue[Callable[[], None]]

ENVIRONMENT_VARIABLE = "HANDRANK_THREADS"
# More threads than one machine has CPUs do not help, and a typing error should not start them.
_MOST_THREADS = 256

_default: int | None = None

# The helpers, which wait for tasks as long as the process lives. All of it is made of locks and
# queues in C: `threading` and `concurrent.futures` are written in Python, and an interrupt in the
# middle of them can leave a lock held for ever.
_lock = _thread.allocate_lock()
_tasks: _Tasks = SimpleQueue()
_n_helpers = 0


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
        If it is not an integer.
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
    _default = None if threads is None else as_count(threads, "threads", 1)


def get_threads() -> int:
    """Return how many threads bulk functions use where they are not told.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If ``HANDRANK_THREADS`` is set to anything but a positive integer.

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
            raise value_error(
                "{variable} must be a positive integer, got {text!r}",
                variable=ENVIRONMENT_VARIABLE,
                text=text,
            )
        return int(text)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def resolve_threads(threads: int | None) -> int:
    """Return the number of threads that a bulk function's ``threads=`` asks for."""
    return get_threads() if threads is None else as_count(threads, "threads", 1)


def for_each(work: Callable[[_Item], None], items: Iterable[_Item], threads: int) -> None:
    """Do `work` on each item, in order, on several threads, the caller's own among them."""
    # After an error no further item is started; the earliest item's error is raised, an interrupt
    # first.
    if threads == 1:
        for item in items:
            work(item)
        return
    queue = enumerate(items)
    lock = _thread.allocate_lock()
    errors: list[tuple[int, BaseException]] = []
    # One held lock for each helper at work.
    helpers: list[_thread.LockType] = []
    stopped = False

    def drain() -> None:
        nonlocal stopped
        while not stopped:
            with lock:
                entry = next(queue, None)
            if entry is None:
                return
            number, item = entry
            try:
                work(item)
            except BaseException as error:
                errors.append((number, error))
                stopped = True

    def help_out() -> None:
        at_work = _thread.allocate_lock()
        with at_work:
            with lock:
                if stopped:
                    return
                helpers.append(at_work)
            drain()

    try:
        _call_helpers(help_out, min(threads, _MOST_THREADS) - 1)
        drain()
    finally:
        # A helper that has not started has nothing left to do; waiting for one could wait for
        # ever when all are busy with calls that wait for this one.
        with lock:
            stopped = True
        for at_work in helpers:
            at_work.acquire()
    if errors:
        raise min(errors, key=lambda entry: (isinstance(entry[1], Exception), entry[0]))[1]


def _call_helpers(task: Callable[[], None], times: int) -> None:
    """Have helpers do a task, as many as there can be, when they are free."""
    global _n_helpers
    with _lock:
        while _n_helpers < times:
            try:
                _thread.start_new_thread(_help, (_tasks,))
            except RuntimeError:
                # The system gives no more threads, or the interpreter is shutting down. The caller
                # does what is left.
                break
            _n_helpers += 1
    for _ in range(min(times, _n_helpers)):
        _tasks.put(task)


def _help(tasks: _Tasks) -> None:
    while True:
        tasks.get()()


def _forget_helpers() -> None:
    """Start afresh in a forked child: threads do not survive a fork, and the lock may be held."""
    global _lock, _tasks, _n_helpers
    _lock, _tasks, _n_helpers = _thread.allocate_lock(), SimpleQueue(), 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_helpers)
