"""Which reader a history needs. This module stays light: the command line's --help needs it."""

import importlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from handrank.files.file_errors import in_file

if TYPE_CHECKING:
    from handrank.files.histories.recorded import Hand

# The endings of histories. A text tells by its first lines whose it is.
ENDINGS = (".phh", ".phhs", ".txt", ".log", ".xml")
_LINES_TO_LOOK_AT = 1000


def read_history(lines: Iterable[str], ending: str, where: str) -> "Iterator[Hand]":
    """Yield the hands of the lines of a history, whatever wrote it."""
    name, rest = ("phh", lines) if ending in (".phh", ".phhs") else _reader_of_text(lines, where)
    read: Callable[[Iterable[str]], Iterator[Hand]] = importlib.import_module(
        f"handrank.files.histories.{name}"
    ).read_hands
    return read(rest)


def _reader_of_text(lines: Iterable[str], where: str) -> tuple[str, Iterable[str]]:
    from handrank.files.histories.site_texts import site_of

    seen = []
    iterator = iter(lines)
    for line in iterator:
        seen.append(line)
        if line.startswith("STATE:"):
            return "acpc", chain(seen, iterator)
        if site_of(line) is not None:
            return "site_texts", chain(seen, iterator)
        if len(seen) == _LINES_TO_LOOK_AT:
            break
    raise in_file(where, "no hand history of a kind that is known begins in its first lines")
