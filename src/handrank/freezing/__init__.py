"""What PyInstaller must know of handrank to freeze it into a program: its entry point asks here."""

from pathlib import Path


def hook_folders() -> list[str]:
    """Return where PyInstaller finds the hooks."""
    return [str(Path(__file__).parent)]
