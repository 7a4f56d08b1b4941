"""What travels with the package: tables, catalogues, types, licence, and what it says of itself."""

import email.parser
import hashlib
import os
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import handrank
from handrank.freezing import hook_folders
from handrank.lookup.tables import tables_path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "handrank"
TABLES = {
    path.relative_to(ROOT / "tables").as_posix()
    for path in (ROOT / "tables").rglob("*")
    if path.is_file()
}
# Where a wheel has them.
TABLES_IN_WHEEL: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "hatch"
]["build"]["targets"]["wheel"]["force-include"]["tables"]
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
    assert home in (ROOT / "tables", Path(handrank.__file__).parents[1] / TABLES_IN_WHEEL)
    assert {
        path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()
    } == TABLES


def test_what_the_archives_hold(archives: tuple[Path, Path]) -> None:
    wheel, sdist = archives
    assert wheel.name == f"handrank-{handrank.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert len(names) == len(set(names))
    tables = {f"{TABLES_IN_WHEEL}/{name}" for name in TABLES}
    package = {
        f"handrank/{path.relative_to(PACKAGE).as_posix()}"
        for pattern in ("*.py", "*.po", "*.sha256", "py.typed")
        for path in PACKAGE.rglob(pattern)
    }
    assert {name for name in names if name.startswith("handrank/")} == package | tables
    # The tables' folder is data only: a module or package of its name would hide it or be hidden.
    assert not [name for name in package if name.startswith(TABLES_IN_WHEEL + "/")]
    assert f"{TABLES_IN_WHEEL}.py" not in package
    with tarfile.open(sdist) as archive:
        inside = {name.split("/", 1)[-1] for name in archive.getnames()}
    assert {f"tables/{name}" for name in TABLES} <= inside
    expected = {"README.md", "pyproject.toml", ".github/LICENSE", "scripts/build_tables.py"}
    assert expected | {"tests/oracle.py", "tests/data/README.md"} <= inside


def test_what_the_package_says_of_itself(archives: tuple[Path, Path]) -> None:
    wheel, _ = archives
    about = f"handrank-{handrank.__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        metadata = email.parser.Parser().parsestr(archive.read(f"{about}/METADATA").decode())
        licence = archive.read(f"{about}/licenses/{metadata['License-File']}").decode()
        entry_points = archive.read(f"{about}/entry_points.txt").decode()
    assert metadata["Version"] == handrank.__version__
    assert metadata["License-Expression"] == "MIT"
    assert licence.startswith("MIT License")
    assert "The handrank developers" in licence
    assert metadata["Author"] == "The handrank developers"
    links = {link.partition(",")[0] for link in metadata.get_all("Project-URL", [])}
    assert {"Homepage", "Source", "Issues", "Changelog"} <= links
    # Users see the extras that they may want, and none that only tests need.
    assert set(metadata.get_all("Provides-Extra", [])) == {"dask", "histories", "parquet", "plot"}
    assert "handrank = handrank.__main__:main" in entry_points
    assert "[pyinstaller40]\nhook-dirs = handrank.freezing:hook_folders\n" in entry_points


@pytest.fixture(scope="module")
def installed(
    archives: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path]:
    """Return the Python of an environment with the wheel in it, and where that is."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home / "env", with_pip=False, symlinks=os.name != "nt")
    python = home / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # The requirements are taken from here. A path in a .pth file brings no .pth files of its own,
    # so an editable handrank stays behind.
    requirements = Path(np.__file__).parents[1]
    (site / "requirements.pth").write_text(f"{requirements}\n")
    run(
        *(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"),
        *("--no-deps", "--no-index", "--target", site, archives[0]),
    )
    return python, site


def test_a_wheel_installed_elsewhere_ranks_a_hand_and_answers_in_french(
    installed: tuple[Path, Path],
) -> None:
    python, site = installed
    package, tables, rank = run(python, "-c", RANK_A_HAND, PYTHONPATH="").splitlines()
    assert Path(package).parent == site / "handrank"
    assert Path(tables) == site / TABLES_IN_WHEEL
    assert rank == "36865"
    output = run(python, "-m", "handrank", "evaluate", "AsKsQsJsTs2c3d", PYTHONPATH="")
    assert "royal flush" in output
    words = "import handrank; print(handrank.describe('KsKdKh3c3d9h2s', lang='fr'))"
    assert run(python, "-c", words, PYTHONPATH="") == "full aux rois par les trois\n"
    refused = subprocess.run(
        [python, "-m", "handrank", "evaluate", "KsKsKh3c3d", "--lang", "fr"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": "", "PYTHONUTF8": "1"},
    )
    assert refused.returncode == 2
    assert "deux fois" in refused.stderr


# Numba keeps code from the first, nothing from the second, and is at a loss with the third.
@pytest.mark.parametrize("name", ["app.zip", "app.whl", "app.zipped"])
def test_a_zipped_package_ranks_a_hand_and_answers_in_french(
    archives: tuple[Path, Path], tmp_path: Path, name: str
) -> None:
    archive = tmp_path / name
    shutil.copy(archives[0], archive)
    home = {"XDG_CACHE_HOME": str(tmp_path / "home"), "LOCALAPPDATA": str(tmp_path / "home")}
    more = (
        "from handrank.kernels.caching import package_stamp\n"
        "print(handrank.describe_rank(36865, lang='fr'))\n"
        "print(tables.changed_files(tables.tables_path()), package_stamp())"
    )
    command = (sys.executable, "-c", f"{RANK_A_HAND}\n{more}")
    for _ in range(2 if name == "app.zip" else 1):
        package, folder, rank, words, state = run(
            *command, **home, PYTHONPATH=str(archive), PYTHONUTF8="1"
        ).splitlines()
        assert Path(package) == archive / "handrank" / "__init__.py"
        assert Path(folder) == archive / TABLES_IN_WHEEL
        assert (rank, words) == ("36865", "quinte flush royale")
        # Other modules in the archive make kept code stale.
        assert state == f"[] {hashlib.sha256(archive.read_bytes()).hexdigest()}"


def test_the_hooks_for_pyinstaller_name_all_that_imports_do_not_lead_to() -> None:
    (folder,) = hook_folders()
    found = runpy.run_path(str(Path(folder) / "hook-handrank.py"))["datas"]
    places = {}
    for source, place in found:
        for path in [Path(source)] if Path(source).is_file() else Path(source).rglob("*.*"):
            inner = path.relative_to(source).parent if path != Path(source) else ""
            places[path] = Path(place, inner, path.name).as_posix()
    package = [path for path in PACKAGE.rglob("*.*") if path.suffix in {".po", ".sha256"}]
    expected = {path.relative_to(PACKAGE.parent).as_posix() for path in package}
    assert set(places.values()) == expected | {f"{TABLES_IN_WHEEL}/{name}" for name in TABLES}
    by_name = runpy.run_path(str(Path(folder) / "hook-handrank.files.formats.py"))["hiddenimports"]
    assert all(map(find_spec, by_name))
    assert "handrank.files.csv" in by_name


@pytest.mark.slow
@pytest.mark.skipif(
    not find_spec("PyInstaller"), reason="PyInstaller is not installed (the group frozen)"
)
def test_a_frozen_program_ranks_hands_in_files_and_finds_its_kept_code_again(
    installed: tuple[Path, Path], tmp_path: Path
) -> None:
    python, _ = installed
    (tmp_path / "start.py").write_text(
        "import sys, handrank.cli\nsys.exit(handrank.cli.main(sys.argv[1:]))\n"
    )
    (tmp_path / "hands.csv").write_text("AsKsQsJsTs2c3d\nKsKdKh3c3d9h2s\n")
    # What handrank can do without need not be frozen.
    options = [f"--exclude-module={name}" for name in ("pyarrow", "dask", "matplotlib", "pytest")]
    options += [f"--distpath={tmp_path}", f"--workpath={tmp_path}/work", f"--specpath={tmp_path}"]
    run(python, "-m", "PyInstaller", *options, tmp_path / "start.py", PYTHONPATH="")
    program = tmp_path / "start" / ("start.exe" if os.name == "nt" else "start")
    kept = tmp_path / "home"
    home = {"XDG_CACHE_HOME": str(kept), "LOCALAPPDATA": str(kept), "PYTHONPATH": ""}
    hands, ranks = tmp_path / "hands.csv", tmp_path / "ranks.npy"
    run(program, "evaluate", hands, "-o", ranks, **home)
    assert np.load(ranks).tolist() == [36865, handrank.evaluate("KsKdKh3c3d9h2s")]
    files = sorted(kept.rglob("*.nbc"))
    assert files
    done = subprocess.run(
        [program, "evaluate", hands, "-o", ranks, "--lang", "fr"],
        check=False,
        cwd=tmp_path,
        env={**os.environ, **home},
    )
    assert done.returncode == 0
    assert sorted(kept.rglob("*.nbc")) == files
