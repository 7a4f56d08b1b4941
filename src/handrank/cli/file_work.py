"""Files in place of cards: which one is given, where the output goes, and the work on its rows."""

import argparse
import contextlib
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any

from handrank.cli.language import tell_aside
from handrank.cli.options import STANDARD_STREAM
from handrank.cli.parsing import request_error
from handrank.cli.progress import progress_bar, rate
from handrank.files.file_errors import cannot_write
from handrank.files.formats import FORMATS, format_of, require_table
from handrank.files.histories.readers import ENDINGS
from handrank.rulebook.errors import Message, counted

if TYPE_CHECKING:
    from handrank.files.sources import Table


def only_file(texts: list[str]) -> str | None:
    """Return the file that is given in place of cards, if one is; it must be alone."""
    files = [text for text in texts if _is_file(text)]
    if files and len(texts) > 1:
        raise request_error(
            "one file at a time: {file} is given with other arguments", file=files[0]
        )
    return files[0] if files else None


def _is_file(text: str) -> bool:
    if text == STANDARD_STREAM or text.lower().endswith((*FORMATS, *ENDINGS)):
        return True
    try:
        return bool(text) and Path(text).exists()
    except (OSError, ValueError):
        return False


@contextlib.contextmanager
def output_file(name: str, source: Path | None = None) -> Iterator[tuple[Path | IO[str], str]]:
    """Give where to write and in which format; a file takes its place when it is whole."""
    # `source` is the file being read, which must be another one.
    if name == STANDARD_STREAM:
        if isinstance(sys.stdout, io.TextIOWrapper):
            # As in a file: UTF-8, and bytes that were none in the input leave as they came.
            sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
        yield sys.stdout, ".csv"
        return
    from handrank.files.saving import written_whole

    path = writable_path(name)
    kind = format_of(path)
    with written_whole(path, source) as part:
        yield part, kind


def writable_path(name: str) -> Path:
    """Return the path of a file to write, which must not be a folder."""
    path = Path(name)
    if path.is_dir():
        raise cannot_write(path, Message("it is a folder"))
    return path


def work_through(
    arguments: argparse.Namespace,
    name: str,
    open_table: "Callable[[Path | None], Table[Any]]",
    job: Callable[..., tuple[int, int]],
) -> int:
    """Do a job of `handrank.files.jobs` on a table, and say how it went."""
    path = None if name == STANDARD_STREAM else Path(name)
    table = open_table(path)
    with output_file(arguments.output, path) as output:
        if table.noun == "deals" and isinstance(output[0], Path):
            require_table(Path(arguments.output))
        start = perf_counter()
        with progress_bar(table.source.total, table.unit) as show:
            n, n_bad = job(table, output, progress=show)
        seconds = perf_counter() - start
    pace = {"seconds": seconds, "rate": rate(n, seconds, table.noun)}
    if table.noun == "hands":
        done = counted(
            "ranked {n:,} hand in {seconds:.2f} s ({rate})",
            "ranked {n:,} hands in {seconds:.2f} s ({rate})",
            n,
            **pace,
        )
        bad = counted("{n:,} bad row without a rank", "{n:,} bad rows without a rank", n_bad)
    else:
        done = counted(
            "settled {n:,} deal in {seconds:.2f} s ({rate})",
            "settled {n:,} deals in {seconds:.2f} s ({rate})",
            n,
            **pace,
        )
        bad = counted("{n:,} bad row without a result", "{n:,} bad rows without a result", n_bad)
    tell_aside(done, *([bad] if arguments.on_error == "null" else []))
    for note in table.notes:
        tell_aside(Message("{where}: {reason}", where=table.source.name, reason=note))
    return 0
