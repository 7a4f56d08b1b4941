"""The registry of file formats. This module stays light: the command line's --help needs it."""

import contextlib
import importlib
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING

from handrank.files.file_errors import FileError, cannot_read, in_file
from handrank.rulebook.errors import Message

if TYPE_CHECKING:
    from handrank.files.sources import Format, Header, Source, Target

# The module of each format, by the ending of its files. A further format is a module of this room
# with a `FORMAT`, and a line here.
FORMATS = {".npy": "npy", ".csv": "csv", ".parquet": "parquet"}


def format_of(path: PurePath) -> str:
    """Return the ending that says which format a file has, in lower case."""
    ending = path.suffix.lower()
    if ending not in FORMATS:
        known = ", ".join(FORMATS)
        raise in_file(path, "unknown format {ending!r}; known: {known}", ending=ending, known=known)
    return ending


def get_format(ending: str) -> "Format":
    """Return the format of an ending; its module is imported only now."""
    found: Format = importlib.import_module(f"handrank.files.{FORMATS[ending]}").FORMAT
    return found


def open_source(
    path: Path | None,
    *,
    header: "Header" = "auto",
    of_deals: bool = False,
    named_columns: bool = False,
) -> "Source":
    """Open a file of hands or deals, or standard input; columns may be asked for by name."""
    if path is None:
        from handrank.files.csv import CsvSource

        return CsvSource(None, header)
    if path.is_dir():
        raise cannot_read(path, Message("it is a folder"))
    is_pipe = path.exists() and not path.is_file()
    ending = ".csv" if is_pipe and not path.suffix else format_of(path)
    found = get_format(ending)
    if of_deals and not found.is_table:
        require_table(path)
    if not path.exists():
        raise cannot_read(path, Message("no such file"))
    if is_pipe and not found.is_stream:
        raise cannot_read(path, Message("it is a pipe; only CSV can come through one"))
    if named_columns and not found.is_table:
        raise in_file(path, "a {ending} file has no columns with names", ending=ending)
    return found.open_source(path, header)


def open_target(
    file: Path | IO[str], ending: str, *, header: bool = True, source: "Source | None" = None
) -> "Target":
    """Open a file to write rows of `source` in the format of an ending, or a stream for CSV."""
    if not isinstance(file, Path):
        from handrank.files.csv import CsvTarget

        return CsvTarget(file, header)
    return get_format(ending).open_target(file, header, source)


def require_table(path: Path) -> None:
    """Refuse a file whose format cannot hold a table of deals."""
    ending = format_of(path)
    if get_format(ending).is_table:
        return
    known = []
    for other in FORMATS:
        # A format whose package is missing is not offered.
        with contextlib.suppress(FileError):
            known += [other] if get_format(other).is_table else []
    raise in_file(
        path,
        "a {ending} file cannot hold a table of deals; {known} can",
        ending=ending,
        known=known,
    )
