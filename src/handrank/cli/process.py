"""The process: Ctrl-C and signals that end it; streams that are closed or lack signs."""

import codecs
import contextlib
import errno
import io
import math
import os
import signal
import sys
import time
import unicodedata
from collections.abc import Iterator
from functools import partial
from types import FrameType
from typing import Any

# The exit code.
INTERRUPTED = 128 + signal.SIGINT
# So long a signal has its way; after that the user may lose patience, or it was lost in C code.
_SECONDS_TO_END = 2.0
# The suits, the sign in the French "n° 51", and the space that does not break a line.
_LETTERS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "°": "o", "\u00a0": " "}
_IN_LETTERS = "handrank.in_letters"
_IN_LETTERS_OR_ESCAPES = "handrank.in_letters_or_escapes"


class Interrupt:
    """Whether Ctrl-C has come."""

    def __init__(self) -> None:
        # Whether the next Ctrl-C only sets `came` and lets the work come to a good place to stop;
        # otherwise, and the second time, it raises KeyboardInterrupt at once.
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


@contextlib.contextmanager
def ending_once() -> Iterator[None]:
    """Let signals end the program as an error does, so that no half-written file stays."""
    before: dict[int, Any] = {}
    begun = -math.inf

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal begun
        now = time.monotonic()
        if now - begun < _SECONDS_TO_END:
            # A second one would stop what the first has begun.
            return
        begun = now
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        sys.exit(128 + number)

    # Windows has no SIGHUP; nohup ignores it, which must stay so.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (None, signal.SIG_IGN):
            # Only the main thread may; a program that calls main() in another has its own handlers.
            with contextlib.suppress(ValueError):
                before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Closed(io.TextIOBase):
    """Stands for a closed stream: Python has None there, which `print` ignores in silence."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


@contextlib.contextmanager
def usable_streams() -> Iterator[None]:
    """Let output that no one can get be an error, and signs that cannot be shown be letters."""
    with contextlib.ExitStack() as stack:
        if sys.stderr is None:
            stack.enter_context(contextlib.redirect_stderr(io.StringIO()))
        elif isinstance(sys.stderr, io.TextIOWrapper):
            sys.stderr.reconfigure(errors=_IN_LETTERS_OR_ESCAPES)
        if sys.stdout is None:
            stack.enter_context(contextlib.redirect_stdout(_Closed()))
        elif isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors=_IN_LETTERS)
        yield


def _in_letters(error: UnicodeError, *, escape: bool = False) -> tuple[str, int]:
    """Write letters and question marks, or escapes: a file's name must be told from another's."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_in_ascii(sign, escape=escape) for sign in signs), error.end


def _in_ascii(sign: str, *, escape: bool) -> str:
    """Return the letter of a suit or a letter without its accent, if the sign is one."""
    plain = _LETTERS.get(sign) or unicodedata.normalize("NFD", sign)[0]
    if plain.isascii():
        return plain
    # As Python does on stderr.
    return sign.encode("ascii", "backslashreplace").decode() if escape else "?"


codecs.register_error(_IN_LETTERS, _in_letters)
codecs.register_error(_IN_LETTERS_OR_ESCAPES, partial(_in_letters, escape=True))
