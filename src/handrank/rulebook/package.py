"""Where the package's own files are: in a folder, or in a zip archive that it is imported from."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def package_files() -> "Traversable":
    """Return the package's folder: a path, or what stands for one in an archive."""
    folder = Path(__file__).parents[1]
    if folder.is_dir():
        return folder
    # 30 ms that only those pay who need it.
    from importlib.resources import files

    return files("handrank")
