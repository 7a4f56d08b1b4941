"""Errors about files. The command line imports this module before it knows what to do."""

from pathlib import PurePath
from typing import Any

from handrank.rulebook.errors import Message


class FileError(Exception):
    """A file cannot be read or written as asked; the message names it."""

    def __init__(self, template: str, /, **fields: Any) -> None:
        super().__init__(_message(template, fields))


class WriteError(FileError):
    """Writing failed half-way, as on a full disk; nothing is left of the output."""


def _message(template: str, fields: dict[str, Any]) -> Message:
    return template if isinstance(template, Message) else Message(template, **fields)


def in_file(where: PurePath | str, template: str, /, **fields: Any) -> FileError:
    """Return the error for a file as a whole: a message, or its template and fields."""
    file = where if isinstance(where, str) else str(where)
    return FileError("{file}: {reason}", file=file, reason=_message(template, fields))


def in_row(file: str, place: str, reason: str) -> FileError:
    """Return the error for a row, whose place is named as the file's reader would find it."""
    return FileError("{file}, {place}: {reason}", file=file, place=place, reason=reason)


def of_column(file: str, column: str) -> Message:
    """Name a column of a file."""
    return Message("{file}, column {name!r}", file=file, name=column)


def cannot_read(file: PurePath | str, reason: Exception | str) -> FileError:
    """Return the error for a file that the system, or the library of its format, cannot read."""
    return FileError("cannot read {file}: {reason}", file=str(file), reason=_said(reason))


def cannot_write(
    file: PurePath | str, reason: Exception | str, kind: type[FileError] = FileError
) -> FileError:
    """Return the error for a file that cannot be written."""
    return kind(Message("cannot write {file}: {reason}", file=str(file), reason=_said(reason)))


def _said(reason: Exception | str) -> str:
    """Return what a library or the system says of an error."""
    if isinstance(reason, str):
        return reason
    return (isinstance(reason, OSError) and reason.strerror) or str(reason)
