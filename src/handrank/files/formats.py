"""The formats by extension. This module stays light: the command line's --help needs it."""

from pathlib import PurePath

from handrank.files.errors import FileError

FORMATS = (".npy", ".csv", ".parquet")


def format_of(path: PurePath) -> str:
    """Return the format of a file by its extension, in any case.

    Raises
    ------
    FileError
        If no format has that extension.

    Examples
    --------
    >>> format_of(PurePath("hands.CSV"))
    '.csv'
    """
    extension = path.suffix.lower()
    if extension not in FORMATS:
        raise FileError(
            f"{path}: unknown format {extension!r}; known extensions: {', '.join(FORMATS)}"
        )
    return extension
