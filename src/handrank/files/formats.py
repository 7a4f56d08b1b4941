"""The registry of file formats. This module stays light: the command line's --help needs it."""

import contextlib
import importlib
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING

from handrank.files.errors import FileError, cannot_read, in_file
from handrank.rulebook.errors import Message

if TYPE_CHECKING:
    from handrank.files.sources import Content, Format, Header, Source, Target

# The module of each format and the endings of its files. A further format is a module of this room
# with a `FORMAT`, and a line here.
_MODULES = {"npy": (".npy",), "csv": (".csv",), "parquet": (".parquet",)}
FORMATS = tuple(ending for endings in _MODULES.values() for ending in endings)


def format_of(path: PurePath) -> str:
    """Return the ending that says which format a file has, in lower case.

    Examples
    --------
    >>> format_of(PurePath("hands.CSV"))
    '.csv'
    """
    ending = path.suffix.lower()
    if ending not in FORMATS:
        known = ", ".join(FORMATS)
        raise in_file(
            path, Message("unknown format {ending!r}; known: {known}", ending=ending, known=known)
        )
    return ending


def get_format(ending: str) -> "Format":
    """Return the format of an ending; its module is imported only now."""
    (name,) = (name for name, endings in _MODULES.items() if ending in endings)
    found: Format = importlib.import_module(f"handrank.files.{name}").FORMAT
    return found


def open_source(
    path: Path | None,
    content: "Content" = "hands",
    *,
    header: "Header" = "auto",
    named_columns: bool = False,
) -> "Source":
    """Open a file, or standard input where `path` is None, to read what it holds of a kind.

    `header` says whether the first row of a CSV file holds names, `named_columns` whether columns
    will be asked for by name.
    """
    if path is None:
        from handrank.files.csv import CsvSource

        return CsvSource(None, header)
    if path.is_dir():
        raise cannot_read(path, Message("it is a folder"))
    ending = format_of(path)
    require_content(path, content, writing=False)
    if not path.exists():
        raise cannot_read(path, Message("no such file"))
    found = get_format(ending)
    if named_columns and not found.named_columns:
        raise in_file(path, Message("a {ending} file has no columns with names", ending=ending))
    return found.open_source(path, header)


def open_target(
    file: Path | IO[str], ending: str, *, header: bool = True, source: "Source | None" = None
) -> "Target":
    """Open a file to write in the format of an ending, or a text stream, which takes CSV.

    `source` is where the rows come from: a format may keep more of it than columns.
    """
    if not isinstance(file, Path):
        from handrank.files.csv import CsvTarget

        return CsvTarget(file, header)
    return get_format(ending).open_target(file, header, source)


def require_content(path: Path, content: "Content", *, writing: bool) -> None:
    """Refuse a file whose format cannot hold what it is to hold."""

    def can(ending: str) -> bool:
        found = get_format(ending)
        return content in (found.writes if writing else found.reads)

    ending = format_of(path)
    if can(ending):
        return
    known = []
    for other in FORMATS:
        # A format whose package is missing is not offered.
        with contextlib.suppress(FileError):
            known += [other] if can(other) else []
    fields = {"ending": ending, "known": known}
    if content == "deals":
        reason = Message("a {ending} file cannot hold a table of deals; {known} can", **fields)
    else:
        reason = Message("a {ending} file cannot hold hands; {known} can", **fields)
    raise in_file(path, reason)
