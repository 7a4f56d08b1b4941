"""How far the work has come, and how fast it went: bars on a terminal, rates on stderr."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator

from handrank.cli.language import say, tell
from handrank.rulebook.errors import Message

# What bars count.
_UNITS = {"hands": Message("hands"), "deals": Message("deals"), "B": Message("B")}


class Stopwatch:
    """Measures the seconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return time.perf_counter() - self._start


@contextlib.contextmanager
def progress_bar(total: int | None, unit: str) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal; give a function that takes how far the work has come."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from tqdm import tqdm

    with tqdm(
        total=total, unit=say(_UNITS[unit]), unit_scale=True, leave=False, file=sys.stderr
    ) as bar:

        def show(done: int) -> None:
            bar.update(done - bar.n)

        yield show


def hands_a_second(n: int, seconds: float) -> Message:
    """Write how many hands a second went through.

    Examples
    --------
    >>> hands_a_second(506_800_000, 2.0), hands_a_second(4751, 5.0)
    ('253.4 million hands/s', '950 hands/s')
    """
    rate = n / seconds if seconds > 0 else 0.0
    if rate >= 1e5:
        return Message("{rate:,.1f} million hands/s", rate=rate / 1e6)
    return Message("{rate:,.0f} hands/s", rate=rate)


def deals_a_second(n: int, seconds: float) -> Message:
    """Write how many deals a second went through."""
    rate = n / seconds if seconds > 0 else 0.0
    if rate >= 1e5:
        return Message("{rate:,.1f} million deals/s", rate=rate / 1e6)
    return Message("{rate:,.0f} deals/s", rate=rate)


def print_summary(*parts: Message) -> None:
    """Print what was done on stderr."""
    print(", ".join(map(say, parts)), file=sys.stderr)


def print_notes(name: str, notes: Iterable[str]) -> None:
    """Print what is to be said of a file that was read, on stderr."""
    for note in notes:
        tell(Message("{where}: {reason}", where=name, reason=note), aside=True)
