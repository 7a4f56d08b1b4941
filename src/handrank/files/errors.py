"""Errors about files. The command line imports this module before it knows what to do."""

from pathlib import PurePath

from handrank.rulebook.errors import Message


class FileError(Exception):
    """A file cannot be read or written as asked; the message names it."""


class WriteError(FileError):
    """Writing failed half-way, as on a full disk; nothing is left of the output."""


def in_file(file: PurePath | str, reason: str) -> FileError:
    """Return the error for a file as a whole."""
    return FileError(Message("{file}: {reason}", file=str(file), reason=reason))


def in_column(file: str, column: str, reason: str) -> FileError:
    """Return the error for a column."""
    return FileError(
        Message("{file}, column {name!r}: {reason}", file=file, name=column, reason=reason)
    )


def in_row(file: str, place: str, reason: str) -> FileError:
    """Return the error for a row, whose place is named as the file's reader would find it."""
    return FileError(Message("{file}, {place}: {reason}", file=file, place=place, reason=reason))


def cannot_read(file: PurePath | str, reason: Exception | str) -> FileError:
    """Return the error for a file that the system, or the library of its format, cannot read."""
    if isinstance(reason, Exception):
        reason = (isinstance(reason, OSError) and reason.strerror) or str(reason)
    return FileError(Message("cannot read {file}: {reason}", file=str(file), reason=reason))


def cannot_write(file: PurePath | str, reason: OSError | str) -> Message:
    """Return the message about a file that cannot be written."""
    if isinstance(reason, OSError):
        reason = reason.strerror or str(reason)
    return Message("cannot write {file}: {reason}", file=str(file), reason=reason)
