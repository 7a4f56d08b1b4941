"""Errors about files. This module imports nothing, so the command line can name them at once."""


class FileError(Exception):
    """A file cannot be read or written as asked; the message names it."""


class WriteError(FileError):
    """Writing failed half-way, as on a full disk; nothing is left of the output."""
