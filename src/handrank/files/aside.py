"""Write a file aside and put it in its place only when it is whole."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from handrank.files.errors import FileError, WriteError


@contextlib.contextmanager
def written_aside(path: Path, source: Path | None = None) -> Iterator[Path]:
    """Give a path beside `path` to write to, which takes its place at the end.

    After an error or an interrupt the new file is gone and an old one untouched.

    Parameters
    ----------
    path : Path
        The file to write.
    source : Path, optional
        The file being read, which must be another one.

    Raises
    ------
    FileError
        If `path` is `source` or no file can be written there.
    WriteError
        If the disk is full or writing fails otherwise.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "hello.txt"
    >>> with written_aside(target) as aside:
    ...     _ = aside.write_text("hello")
    >>> target.read_text()
    'hello'
    """
    target = path.resolve()  # through a symbolic link: the link stays, its file is replaced
    if target.exists() and not target.is_file():
        raise FileError(f"cannot write {path}: it is not a regular file")
    if source is not None and target.exists() and target.samefile(source):
        raise FileError(f"cannot write {path}: it is the file being read")
    aside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        aside.touch()
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error
    try:
        yield aside
        if target.exists():
            shutil.copymode(target, aside)
        aside.replace(target)
    except OSError as error:
        raise WriteError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        aside.unlink(missing_ok=True)
