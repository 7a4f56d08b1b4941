"""Find a file's format by its extension."""

from collections.abc import Sequence
from pathlib import Path
from typing import IO

from handrank.files.csv_rows import Header
from handrank.files.csv_source import CsvSource
from handrank.files.csv_target import CsvTarget
from handrank.files.errors import FileError
from handrank.files.formats import format_of
from handrank.files.npy import NpySource, NpyTarget
from handrank.files.streams import Source, Target


def open_source(
    path: Path | None, *, columns: Sequence[str] | None = None, header: Header = "auto"
) -> Source:
    """Open a file of hands to read.

    Parameters
    ----------
    path : Path or None
        The file; None is standard input, which is CSV.
    columns, header
        As in `CsvSource`.

    Raises
    ------
    FileError
        If it is missing, damaged or of an unknown format.
    """
    if path is None:
        return CsvSource(None, columns, header)
    if path.is_dir():
        raise FileError(f"cannot read {path}: it is a folder")
    kind = format_of(path)
    if not path.exists():
        raise FileError(f"cannot read {path}: no such file")
    if kind == ".npy":
        if columns is not None:
            raise FileError(f"{path}: a .npy file has no columns with names")
        return NpySource(path)
    if kind == ".csv":
        return CsvSource(path, columns, header)
    from handrank.files.parquet_source import ParquetSource

    return ParquetSource(path, columns)


def open_target(
    file: Path | IO[str], kind: str, *, header: bool = True, source: object = None
) -> Target:
    """Open a file to write.

    Parameters
    ----------
    file : Path or text stream
        Where to write; a stream takes CSV.
    kind : str
        One of `FORMATS`; `file` may have any name.
    header : bool
        Whether a CSV file begins with the names of the columns.
    source : object, optional
        Where the rows come from; a Parquet file's metadata is kept.
    """
    if not isinstance(file, Path) or kind == ".csv":
        return CsvTarget(file, header=header)
    if kind == ".npy":
        return NpyTarget(file)
    from handrank.files.parquet_source import ParquetRows
    from handrank.files.parquet_target import ParquetTarget

    return ParquetTarget(file, source.schema.metadata if isinstance(source, ParquetRows) else None)
