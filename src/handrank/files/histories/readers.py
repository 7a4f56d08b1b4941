"""Which reader a history needs. This module stays light: the command line's --help needs it."""

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from handrank.files.file_errors import in_file

if TYPE_CHECKING:
    from handrank.files.histories.recorded import Hand

# The endings of histories. A text tells by its first lines whose it is.
_OF_PHH = (".phh", ".phhs")
ENDINGS = (*_OF_PHH, ".txt", ".log", ".xml")
_LINES_TO_LOOK_AT = 1000


def read_history(lines: Iterable[str], ending: str, where: str) -> "Iterator[Hand]":
    """Yield the hands of the lines of a history, whatever wrote it."""
    if ending in _OF_PHH:
        from handrank.files.histories import phh

        return phh.read_hands(lines)
    from handrank.files.histories import acpc, site_texts

    seen = []
    left = iter(lines)
    for line in itertools.islice(left, _LINES_TO_LOOK_AT):
        seen.append(line)
        if acpc.begins(line):
            return acpc.read_hands(itertools.chain(seen, left))
        if site_texts.site_of(line) is not None:
            return site_texts.read_hands(itertools.chain(seen, left))
    raise in_file(where, "no hand history of a kind that is known begins in its first lines")
