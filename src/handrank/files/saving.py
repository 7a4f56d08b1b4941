"""Write files so that a whole one takes its place at the end, and a failed one leaves no trace.

A file is written beside its place under a name that nobody can foresee, made by us alone, and
renamed when it is whole and on the disk. Meanwhile it is locked: what a killed program left is not,
and goes when the next file is written to the folder. The new file has the mode of the old one, and
its owner if we may give files away; other hard links to the old file keep its content.
"""

import contextlib
import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from handrank.files.file_errors import WriteError, cannot_write
from handrank.rulebook.errors import Message

# On Windows nobody can delete a file that is in use, so it needs no lock.
if sys.platform != "win32":
    import fcntl

_NAME, _LEFTOVERS = ".handrank-{}.part", ".handrank-*.part"
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_BINARY, _NO_WAIT = getattr(os, "O_BINARY", 0), getattr(os, "O_NONBLOCK", 0)
_MOUNTS = Path("/proc/self/mountinfo")


@contextlib.contextmanager
def written_whole(path: Path, source: Path | None = None) -> Iterator[Path]:
    """Give a path beside `path` to write to, which takes its place when the block ends."""
    # A path with a loop of links is a RuntimeError before Python 3.13.
    try:
        target = path.resolve()  # through a symbolic link: the link stays, its file is replaced
        old = target.stat() if target.exists() else None
        if old is not None:
            _check_replaceable(path, target, old)
            if source is not None and target.samefile(source):
                raise cannot_write(path, Message("it is the file being read"))
        remove_leftovers(target.parent)
        part, descriptor = _make_part(target.parent, old)
    except (OSError, RuntimeError) as error:
        raise cannot_write(path, error) from error
    try:
        try:
            yield part
            os.fsync(descriptor)
        finally:
            if sys.platform == "win32":
                os.close(descriptor)
        part.replace(target)
        _sync_folder(target.parent)
    except OSError as error:
        raise cannot_write(path, error, WriteError) from error
    finally:
        part.unlink(missing_ok=True)
        if sys.platform != "win32":
            os.close(descriptor)


def _check_replaceable(path: Path, target: Path, old: os.stat_result) -> None:
    """Find out before the work what would stop the new file from taking the old one's place."""
    if not stat.S_ISREG(old.st_mode):
        raise cannot_write(path, Message("it is not a regular file"))
    folder = target.parent.stat()
    if old.st_dev != folder.st_dev or os.fspath(target) in _mount_points():
        raise cannot_write(path, Message("it is a mount point, which cannot be replaced"))
    if sys.platform != "win32" and folder.st_mode & stat.S_ISVTX:
        # As in /tmp: only owners may replace a file.
        if os.geteuid() not in {0, folder.st_uid, old.st_uid}:
            raise cannot_write(path, Message("it belongs to somebody else"))
    try:
        os.close(os.open(target, os.O_WRONLY | _NO_WAIT))
    except OSError as error:
        # A file that is not ours to write may still be replaced; one that is immutable may not.
        if error.errno in (errno.EPERM, errno.EROFS):
            raise


def _mount_points() -> set[str]:
    try:
        lines = _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return set()
    places = (line.split(" ")[4] for line in lines)
    return {re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), place) for place in places}


def _make_part(folder: Path, old: os.stat_result | None) -> tuple[Path, int]:
    """Make a file that nobody else has, locked, with the mode and owner of the old one."""
    while True:
        part = folder / _NAME.format(secrets.token_hex(8))
        mode = 0o666 if old is None else 0o600
        descriptor = os.open(part, _NEW | _BINARY, mode)
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            if old is not None:
                for user in (old.st_uid, -1):
                    with contextlib.suppress(OSError):
                        os.fchown(descriptor, user, old.st_gid)
                mode = stat.S_IMODE(old.st_mode) & 0o777
                # What the old group might do is not for another one.
                same_group = os.fstat(descriptor).st_gid == old.st_gid
                os.fchmod(descriptor, mode if same_group else mode & ~0o070)
            if not os.fstat(descriptor).st_nlink:
                # Somebody took it for a leftover before it was locked.
                os.close(descriptor)
                continue
        return part, descriptor


def remove_leftovers(folder: Path) -> None:
    """Remove what killed programs left of files that they wrote to a folder."""
    for part in folder.glob(_LEFTOVERS):
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                part.unlink()
                continue
            descriptor = os.open(part, os.O_RDWR | os.O_NOFOLLOW | _NO_WAIT)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                part.unlink()
            finally:
                os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    """Have the new name survive a power cut, where the system can promise that."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
