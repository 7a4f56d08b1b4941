"""How far the work has come, and how fast it went: bars on a terminal, rates on stderr."""

import contextlib
import sys
from collections.abc import Callable, Iterator

from handrank.cli.language import say
from handrank.rulebook.errors import Message, counted

# What bars and rates count.
_UNITS = {"hands": Message("hands"), "deals": Message("deals"), "B": Message("B")}


@contextlib.contextmanager
def progress_bar(total: int | None, unit: str) -> Iterator[Callable[[int], object]]:
    """Show a bar on a terminal; give a function that takes how far the work has come."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from tqdm import tqdm

    with tqdm(
        total=total, unit=say(_UNITS[unit]), unit_scale=True, leave=False, file=sys.stderr
    ) as bar:
        yield lambda done: bar.update(done - bar.n)


def rate(n: int, seconds: float, unit: str = "hands") -> Message:
    """Write how many a second went through: ``"253.4 million hands/s"``, ``"950 hands/s"``."""
    speed, things = n / seconds if seconds > 0 else 0.0, _UNITS[unit]
    if speed >= 1e5:
        # French counts less than two in the singular.
        return counted(
            "{rate:,.1f} million {things}/s",
            "{rate:,.1f} million {things}/s",
            int(speed / 1e6),
            rate=speed / 1e6,
            things=things,
        )
    return Message("{rate:,.0f} {things}/s", rate=speed, things=things)
