"""Errors about files. The command line imports this module before it knows what to do."""

from pathlib import PurePath

from handrank.rulebook.errors import Message


class FileError(Exception):
    """A file cannot be read or written as asked; the message names it."""


class WriteError(FileError):
    """Writing failed half-way, as on a full disk; nothing is left of the output."""


def cannot_read(file: PurePath | str, error: Exception) -> FileError:
    """Return the error for a file that the system, or the library of its format, cannot read."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return FileError(Message("cannot read {file}: {reason}", file=str(file), reason=reason))


def in_row(file: str, place: str, reason: str) -> FileError:
    """Return the error for a row, named as the file's reader would find it."""
    return FileError(
        Message("{file}, {place}: {reason}", file=file, place=place, reason=reason)
    )
