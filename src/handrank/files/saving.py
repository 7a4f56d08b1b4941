"""Write files so that a whole one takes its place at the end, and a failed one leaves no trace."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from handrank.files.file_errors import WriteError, cannot_write
from handrank.rulebook.errors import Message


@contextlib.contextmanager
def written_whole(path: Path, source: Path | None = None) -> Iterator[Path]:
    """Give a path beside `path` to write to, which takes its place when the block ends."""
    target = path.resolve()  # through a symbolic link: the link stays, its file is replaced
    if target.exists() and not target.is_file():
        raise cannot_write(path, Message("it is not a regular file"))
    if source is not None and target.exists() and target.samefile(source):
        raise cannot_write(path, Message("it is the file being read"))
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.touch()
    except OSError as error:
        raise cannot_write(path, error) from error
    try:
        yield part
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except OSError as error:
        raise cannot_write(path, error, WriteError) from error
    finally:
        part.unlink(missing_ok=True)
