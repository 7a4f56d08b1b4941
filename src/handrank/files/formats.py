"""The registry of file formats. This module stays light: the command line's --help needs it."""

import contextlib
import importlib
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING

from handrank.files.errors import FileError
from handrank.rulebook.errors import Message

if TYPE_CHECKING:
    from handrank.files.blocks import Content, Format, Header, Source, Target

# The module of each format and the endings of its files. A further format is a module of this room
# with a `FORMAT`, and a line here.
_MODULES = {
    "npy": (".npy",),
    "csv": (".csv",),
    "parquet": (".parquet",),
}
FORMATS = tuple(ending for endings in _MODULES.values() for ending in endings)
# What standard input and output are.
STREAM_FORMAT = ".csv"


def format_of(path: PurePath) -> str:
    """Return the ending that says which format a file has, in lower case.

    Examples
    --------
    >>> format_of(PurePath("hands.CSV"))
    '.csv'
    """
    ending = path.suffix.lower()
    if ending not in FORMATS:
        raise FileError(
            Message(
                "{file}: unknown format {ending!r}; known extensions: {known}",
                file=str(path),
                ending=ending,
                known=", ".join(FORMATS),
            )
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
        return get_format(STREAM_FORMAT).open_source(None, header)
    name = str(path)
    if path.is_dir():
        raise FileError(Message("cannot read {file}: it is a folder", file=name))
    ending = format_of(path)
    kind = get_format(ending)
    require(ending, content, name, writing=False)
    if not path.exists():
        raise FileError(Message("cannot read {file}: no such file", file=name))
    if named_columns and not kind.named_columns:
        raise FileError(
            Message("{file}: a {ending} file has no columns with names", file=name, ending=ending)
        )
    return kind.open_source(path, header)


def open_target(
    file: Path | IO[str], ending: str, *, header: bool = True, source: "Source | None" = None
) -> "Target":
    """Open a file or a text stream to write in the format of an ending, whatever its own name.

    `source` is where the rows come from: a format may keep more of it than columns.
    """
    return get_format(ending).open_target(file, header, source)


def require(ending: str, content: "Content", name: str, *, writing: bool) -> None:
    """Refuse a file whose format cannot hold what it is to hold."""

    def can(other: str) -> bool:
        kind = get_format(other)
        return content in (kind.writes if writing else kind.reads)

    if can(ending):
        return
    known = []
    for other in FORMATS:
        # A format whose package is missing is not offered.
        with contextlib.suppress(FileError):
            known += [other] if can(other) else []
    raise FileError(
        Message(
            "{file}: a {ending} file cannot hold a table of deals; these can: {known}",
            file=name,
            ending=ending,
            known=", ".join(known),
        )
    )
