"""PyInstaller's hook: the files that are not modules, which imports do not lead to."""

from pathlib import Path

from handrank.lookup.tables import tables_path

_PACKAGE = Path(__file__).parents[1]

datas = [(str(tables_path()), "handrank/data")]
datas += [
    (str(path), path.relative_to(_PACKAGE.parent).parent.as_posix())
    for pattern in ("*.po", "*.sha256")
    for path in _PACKAGE.rglob(pattern)
]
