"""Compiled kernels kept on disk by Numba's cache, made safe for a package of many modules."""

import hashlib
import io
import os
import pickle
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.dispatcher import Dispatcher

# The package's folder, or the archive that it is imported from.
_PACKAGE = next(path for path in Path(__file__).resolve().parents[1:] if path.exists())
_DIGEST_SIZE = hashlib.sha256().digest_size


class KeyedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """The files of a cached function: one for each key, which it names and holds."""

    # Numba's own numbers them in an index. Two processes that compile at once, for two hand sizes
    # say, can give both the same number, and from then on one loads what the other compiled.

    def load(self, key: Any) -> Any:
        """Return what was saved under a key, or None; damaged files and other people's go."""
        path = Path(self._path(key))
        with suppress(FileNotFoundError):
            with path.open("rb") as file:
                ours = nobody_elses(os.fstat(file.fileno()))
                digest, content = file.read(_DIGEST_SIZE), file.read()
            # One wrong bit is a wrong rank; and unpickling does whatever the file says.
            if ours and hashlib.sha256(content).digest() == digest:
                stream = io.BytesIO(content)
                if pickle.load(stream) == (self._source_stamp, key):
                    return pickle.load(stream)
            path.unlink()
        return None

    def save(self, key: Any, data: Any) -> None:
        """Save aside, then rename, as other processes may read it at the same time."""
        content = self._dump((self._source_stamp, key)) + self._dump(data)
        with self._open_for_write(self._path(key)) as file:
            file.write(hashlib.sha256(content).digest() + content)

    def _path(self, key: Any) -> str:
        digest = hashlib.sha256(repr((numba.__version__, key)).encode()).hexdigest()
        name: str = self._data_path(self._data_name(0))
        return name.removesuffix("0.nbc") + digest[:16] + ".nbc"


class _Locator:
    """One of Numba's ways to find a folder for kept code, which passes over those of others."""

    def __init__(self, locator: Any) -> None:
        self._locator = locator

    def from_function(self, function: Callable[..., Any], source: str) -> Any:
        """Return where the code of a function may be kept, or None."""
        # In a frozen program sources have relative names, which must not mean the working folder.
        source = str(Path(sys.executable or "").parent / source)
        found = self._locator.from_function(function, source)
        if found is None:
            return None
        folder = Path(found.get_cache_path())
        folder.mkdir(parents=True, exist_ok=True)  # that for code from zip archives may be missing
        return found if is_private(folder) else None


class _Places(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = tuple(map(_Locator, CompileResultCacheImpl._locator_classes))  # type: ignore[assignment]


class PackageCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, which goes stale with the package and never is in the way."""

    # Numba itself looks only at the file that defines the function, not at the files of functions
    # and constants that were compiled into it, and an upgrade leaves old caches beside new files.
    # A full disk, a folder that is gone or a damaged file costs the time to compile, not the
    # result; where there is no folder to write to, making a cache raises a RuntimeError.

    _impl_class = _Places

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = KeyedFiles(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=(self._impl.locator.get_source_stamp(), package_stamp()),
        )

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """Return what tells code for one set of types, CPU and closure from another."""
        # Numba's own key holds a number that is new in each process for each compiled function in
        # the closure, so such code would be kept again and again and never be found.
        return sig, codegen.magic_tuple(), digest_of_closure(self._py_func)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function, or None where it has to be compiled."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            # Unpickling what is damaged fails in any way it likes.
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function if that can be done."""
        with suppress(OSError):
            super().save_overload(sig, data)


@cache
def is_private(folder: Path) -> bool:
    """Say whether only those can put files into a folder who can change the package, too."""
    folder = folder.resolve()
    # A folder is whose who may rename it, but for what contains the package itself.
    above = (parent for parent in folder.parents if parent not in (_PACKAGE, *_PACKAGE.parents))
    return nobody_elses(folder.stat()) and all(
        nobody_elses(parent.stat(), or_sticky=True) for parent in above
    )


def nobody_elses(status: os.stat_result, *, or_sticky: bool = False) -> bool:
    """Say whether a file or folder is ours or the package's owner's, and nobody else may write."""
    if not hasattr(os, "geteuid"):
        # Windows gives each user folders that others cannot write to.
        return True
    package = _PACKAGE.stat()
    if status.st_uid not in {0, os.geteuid(), package.st_uid}:
        return False
    writers = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    if status.st_gid == package.st_gid:
        # Who may write the sources needs no compiled code to do harm.
        writers &= ~package.st_mode
    if or_sticky and status.st_mode & stat.S_ISVTX:
        return True
    return not writers or (writers == stat.S_IWGRP and _is_ones_own(status.st_gid))


def _is_ones_own(group: int) -> bool:
    """Say whether a group is the user's private one, as many systems make them."""
    import grp
    import pwd

    with suppress(KeyError):
        user, found = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
        return user.pw_gid == group and user.pw_name == found.gr_name and not found.gr_mem
    return False


def digest_of_closure(function: Callable[..., Any]) -> str:
    """Return a digest of a function's code and of all that it closes over."""
    digest = hashlib.sha256(function.__code__.co_code)
    for cell in function.__closure__ or ():
        value = cell.cell_contents
        if isinstance(value, Dispatcher):
            # Its source is in the package's stamp; what it closes over is not.
            name = f"{value.py_func.__module__} {value.py_func.__qualname__} "
            content = (name + digest_of_closure(value.py_func)).encode()
        elif isinstance(value, ModuleType):
            content = value.__name__.encode()
        elif isinstance(value, np.ndarray):
            content = f"{value.dtype} {value.shape} ".encode() + value.tobytes()
        else:
            content = pickle.dumps(value)
        digest.update(len(content).to_bytes(8, "little") + content)
    return digest.hexdigest()


@cache
def package_stamp(package: Path = _PACKAGE) -> str:
    """Return a digest of every module of the package: any may be compiled into a kernel."""
    digest = hashlib.sha256()
    if package.is_file():
        digest.update(package.read_bytes())
    for folder, folders, names in os.walk(package):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                with open(f"{folder}/{name}", "rb", buffering=0) as file:  # noqa: PTH123
                    digest.update(f"{folder[len(str(package)) :]}/{name}".encode() + file.read())
    return digest.hexdigest()
