"""Work that no signal handler may interrupt by raising in the middle of it.

Python runs signal handlers between any two instructions of its main thread. Where C code has called
back into Python just then, what a handler raises cannot get through the C code and is lost.
"""

import _thread
import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator

# The handlers of signals that are put off, and the thread that put them off.
_held: list[tuple[int, signal.Signals, object]] = []


@contextlib.contextmanager
def signals_held(*numbers: signal.Signals) -> Iterator[None]:
    """Put off signals until the block is done."""
    # Blocking them would not do: any other thread, such as those of NumPy's linear algebra, may
    # receive them, and Python then runs the handler here all the same. In other threads than the
    # main one there is nothing to put off.
    caught: list[int] = []
    held = {}
    # A handler that was not set from Python, None here, could not be brought back.
    for number in numbers:
        if signal.getsignal(number) is not None:
            with contextlib.suppress(ValueError):
                held[number] = signal.signal(number, lambda number, _: caught.append(number))
                _held.append((threading.get_ident(), number, held[number]))
    try:
        yield
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
            _held.pop()
        for received in caught:
            signal.raise_signal(received)


def away_from_signals(work: Callable[[], None]) -> None:
    """Do `work` on a thread where no signal handler can raise in the middle of it."""
    # Python runs handlers on its main thread only, which waits here; the work then ends by itself.
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

    _thread.start_new_thread(run, ())
    done.acquire()
    if errors:
        raise errors[0]


def _bring_back() -> None:
    """Bring handlers back in the child of a fork that another thread made meanwhile."""
    while _held and _held[-1][0] != threading.get_ident():
        _, number, handler = _held.pop()
        signal.signal(number, handler)  # type: ignore[arg-type]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_bring_back)
