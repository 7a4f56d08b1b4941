"""The tables travel with the package: in an editable install, a wheel and a source archive."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import numpy as np
import pytest

import handrank
from handrank.lookup.tables import tables_path

ROOT = Path(__file__).parents[1]
TABLES = {
    path.relative_to(ROOT / "tables").as_posix()
    for path in (ROOT / "tables").rglob("*")
    if path.is_file()
}
RANK_A_HAND = (
    "import handrank, handrank.lookup.tables as tables\n"
    "print(handrank.__file__, tables.tables_path(), handrank.evaluate('AsKsQsJsTs2c3d'), sep='\\n')"
)


def run(*command: str | Path, **variables: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(sys.prefix),
        env={**os.environ, **variables},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a wheel, made from a source archive, and that archive."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT)
    (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
    return wheel, sdist


def test_this_installation_finds_its_tables() -> None:
    home = tables_path()
    assert home in (ROOT / "tables", Path(handrank.__file__).parent / "tables")
    assert {
        path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()
    } == TABLES


def test_the_archives_hold_the_tables_and_the_wheel_is_pure(archives: tuple[Path, Path]) -> None:
    wheel, sdist = archives
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {f"handrank/tables/{name}" for name in TABLES} <= names
    assert "handrank/py.typed" in names
    with tarfile.open(sdist) as archive:
        inside = {name.split("/", 1)[-1] for name in archive.getnames()}
    assert {f"tables/{name}" for name in TABLES} <= inside
    assert {"README.md", "pyproject.toml", "scripts/build_tables.py", "tests/oracle.py"} <= inside


def test_a_wheel_installed_elsewhere_ranks_a_hand(
    archives: tuple[Path, Path], tmp_path: Path
) -> None:
    venv.create(tmp_path / "env", with_pip=False, symlinks=True)
    python = tmp_path / "env" / "bin" / "python"
    site = Path(run(python, "-c", "import site; print(site.getsitepackages()[0])").strip())
    # The requirements are taken from here. A path in a .pth file brings no .pth files of its own,
    # so an editable handrank stays behind.
    requirements = Path(np.__file__).parents[1]
    (site / "requirements.pth").write_text(f"{requirements}\n")
    run(
        *(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"),
        *("--no-deps", "--no-index", "--target", site, archives[0]),
    )
    package, tables, rank = run(python, "-c", RANK_A_HAND, PYTHONPATH="").splitlines()
    assert Path(package).parent == site / "handrank"
    assert Path(tables) == site / "handrank" / "tables"
    assert rank == "36865"
    output = run(python, "-m", "handrank", "evaluate", "AsKsQsJsTs2c3d", PYTHONPATH="")
    assert "royal flush" in output
