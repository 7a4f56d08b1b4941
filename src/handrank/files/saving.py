"""Write files so that a whole one takes its place at the end, and a failed one leaves no trace."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from handrank.files.errors import FileError, WriteError, cannot_write
from handrank.rulebook.errors import Message


@contextlib.contextmanager
def written_whole(path: Path, source: Path | None = None) -> Iterator[Path]:
    """Give a path beside `path` to write to, which takes its place when the block ends.

    After an error or an interrupt the new file is gone and an old one untouched. `source` is the
    file being read, which must be another one.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "hello.txt"
    >>> with written_whole(target) as part:
    ...     _ = part.write_text("hello")
    >>> target.read_text()
    'hello'
    """
    target = path.resolve()  # through a symbolic link: the link stays, its file is replaced
    if target.exists() and not target.is_file():
        raise FileError(cannot_write(path, Message("it is not a regular file")))
    if source is not None and target.exists() and target.samefile(source):
        raise FileError(cannot_write(path, Message("it is the file being read")))
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.touch()
    except OSError as error:
        raise FileError(cannot_write(path, error)) from error
    try:
        yield part
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except OSError as error:
        raise WriteError(cannot_write(path, error)) from error
    finally:
        part.unlink(missing_ok=True)
