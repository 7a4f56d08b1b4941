"""Run tasks on threads or on an executor, and show how far they are."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import TypeVar

from tqdm import tqdm

from handrank.arrays.threads import resolve_threads
from handrank.equities.tally import Counts
from handrank.equities.tasks import Task
from handrank.rulebook.errors import type_error, value_error

_Item = TypeVar("_Item")

# Tasks handed to somebody else's executor ahead of the one whose result is awaited.
_WINDOW = 256
_BAR_AFTER_SECONDS = 0.5


@dataclass(frozen=True)
class Workers:
    """Where tasks run: on `threads` of this process, or on an executor, which is left running."""

    threads: int | None = None
    executor: Executor | None = None
    progress: bool = False

    def __post_init__(self) -> None:
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
        """Yield the tasks' results in their order; the tasks may be endless."""
        if self.executor is not None:
            yield from _submit(tasks, self.executor, _WINDOW)
            return
        threads = 1 if n_tasks == 1 else resolve_threads(self.threads)
        if threads == 1:
            yield from map(run_task, tasks)
            return
        pool = ThreadPoolExecutor(threads, thread_name_prefix="handrank")
        try:
            with closing(_submit(tasks, pool, 2 * threads)) as results:
                yield from results
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def run_with_bar(self, tasks: Iterable[Task], n_tasks: int) -> Iterator[Counts]:
        """Yield the results and show a progress bar if asked for."""
        return self.with_bar(self.run(tasks, n_tasks), n_tasks)

    def with_bar(self, results: Iterator[_Item], total: int | None) -> Iterator[_Item]:
        """Pass results on and show a progress bar, once it is worth it, on standard error."""
        if not self.progress:
            return results
        bar = tqdm(results, total=total, unit="", leave=False, delay=_BAR_AFTER_SECONDS)
        return iter(bar)


def run_task(task: Task) -> Counts:
    """Run a task: the function that executors are given."""
    return task.run()


def _submit(
    tasks: Iterable[Task], executor: Executor, window: int
) -> Generator[Counts, None, None]:
    waiting: deque[Future[Counts]] = deque()
    try:
        for task in tasks:
            waiting.append(executor.submit(run_task, task))
            if len(waiting) >= window:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
