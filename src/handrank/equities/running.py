"""Run tasks on threads or on an executor, and show how far they are."""

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from threading import RLock

from tqdm import tqdm

from handrank.arrays.reading import as_truth_value
from handrank.arrays.threads import resolve_threads
from handrank.equities.tally import Counts
from handrank.equities.tasks import Task
from handrank.rulebook.errors import type_error, value_error

# Tasks handed to somebody else's executor ahead of the one whose result is awaited.
_WINDOW = 256
_BAR_AFTER_SECONDS = 0.5


class _Bar(tqdm):  # type: ignore[type-arg]
    """A bar with a lock of its own, and without tqdm's thread that watches bars.

    tqdm's lock is shared with forked children, so one that is forked while somebody draws hangs and
    stops all bars; and making it settles for the whole program how processes are started.
    """

    monitor_interval = 0


def _renew_lock() -> None:
    _Bar.set_lock(RLock())


_renew_lock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


@dataclass(frozen=True)
class Workers:
    """Where tasks run: on `threads` of this process, or on an executor, which is left running."""

    threads: int | None = None
    executor: Executor | None = None
    progress: bool = False

    def __post_init__(self) -> None:
        as_truth_value(self.progress, "progress")
        if self.threads is not None:
            if self.executor is not None:
                raise value_error("give threads or an executor, not both")
            resolve_threads(self.threads)
        if self.executor is not None and not callable(getattr(self.executor, "submit", None)):
            raise type_error(
                "executor must be a concurrent.futures.Executor, got {kind}",
                kind=type(self.executor).__name__,
            )

    def run(self, tasks: Iterable[Task], n_tasks: int | None = None) -> Iterator[Counts]:
        """Return the tasks' results in order, maybe endless, with a progress bar if asked for."""
        results = self._results(tasks, n_tasks)
        if not self.progress:
            return results
        return iter(_Bar(results, total=n_tasks, unit="", leave=False, delay=_BAR_AFTER_SECONDS))

    def _results(self, tasks: Iterable[Task], n_tasks: int | None) -> Iterator[Counts]:
        if self.executor is not None:
            yield from _submit(tasks, self.executor, _WINDOW)
            return
        threads = 1 if n_tasks == 1 else resolve_threads(self.threads)
        if threads == 1:
            yield from (task() for task in tasks)
            return
        pool = ThreadPoolExecutor(threads, thread_name_prefix="handrank")
        try:
            with closing(_submit(tasks, pool, 2 * threads)) as results:
                yield from results
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _submit(
    tasks: Iterable[Task], executor: Executor, window: int
) -> Generator[Counts, None, None]:
    waiting: deque[Future[Counts]] = deque()
    try:
        for task in tasks:
            waiting.append(executor.submit(task))
            if len(waiting) >= window:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
