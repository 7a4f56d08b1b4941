"""PyInstaller's hook: the modules of formats, which are imported by name."""

from handrank.files.formats import FORMATS

hiddenimports = [f"handrank.files.{module}" for module in FORMATS.values()]
