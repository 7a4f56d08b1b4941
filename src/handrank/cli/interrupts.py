"""Ctrl-C in a run whose result so far is worth having, and signals that end the program."""

import contextlib
import signal
import sys
from collections.abc import Iterator
from types import FrameType

# The exit code.
INTERRUPTED = 128 + signal.SIGINT


class Interrupt:
    """Whether Ctrl-C has come.

    Attributes
    ----------
    deferred : bool
        Whether the next Ctrl-C only sets `came` and lets the work come to a good place to stop;
        otherwise, and the second time, it raises `KeyboardInterrupt` at once.
    came : bool
        Whether it has come.
    """

    def __init__(self) -> None:
        self.deferred = False
        self.came = False

    def __call__(self, signal_number: int, frame: FrameType | None) -> None:
        """Handle the signal."""
        if self.came or not self.deferred:
            raise KeyboardInterrupt
        self.came = True


@contextlib.contextmanager
def watch_interrupt() -> Iterator[Interrupt]:
    """Give an `Interrupt` that Ctrl-C reaches inside the block."""
    interrupt = Interrupt()
    # Only the main thread may; a program that calls main() in another has its own handlers.
    try:
        before = signal.signal(signal.SIGINT, interrupt)
    except ValueError:
        yield interrupt
        return
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


def end_on_terminate() -> None:
    """Let SIGTERM and SIGHUP end the program as an error does, so no half-written file stays."""

    def end(signal_number: int, frame: FrameType | None) -> None:
        sys.exit(128 + signal_number)

    # Only the main thread may; a program that calls main() in another has its own handlers.
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGTERM, end)
        # Windows has none; nohup ignores it, which must stay so.
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            signal.signal(signal.SIGHUP, end)
