"""Compiled code on disk: found again, never stale, and never in the way.

Each case runs in fresh processes, most of them on a copy of the package that it may change.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import handrank
from handrank.kernels.caching import package_stamp
from handrank.lookup.tables import MANIFEST, load_tables, tables_path

PACKAGE = Path(handrank.__file__).parent
FULL_HOUSE = "KsKdKh3c3d9h2s"

# Prints the rank of the hand in argv[1] by each way that leads to it, then how many functions were
# found compiled and how many had to be compiled.
_RANK = """
import gc, sys
import numpy as np
import handrank
from handrank import jit
from numba.core.dispatcher import Dispatcher
hand = handrank.parse_cards(sys.argv[1])
print(handrank.evaluate(hand))
print(handrank.evaluate(np.tile(hand, (40, 1)))[33])
print(handrank.evaluate(np.tile(hand[:2], (3, 2, 1)), hand[2:])[2, 1])
print(jit.evaluate7(*hand.tolist()))
print(handrank.winners(np.array([1, 2, 1]))[1] + 0)
stats = [it.stats for it in gc.get_objects() if isinstance(it, Dispatcher) and it.signatures]
print(sum(sum(it.cache_hits.values()) for it in stats))
print(sum(sum(it.cache_misses.values()) for it in stats))
"""
_WAYS = 5


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of the package, tables inside, that no compiled code lies beside."""
    return copy_package(tmp_path)


def copy_package(target: Path) -> Path:
    folder = target / "site" / "handrank"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("__pycache__", "data"))
    shutil.copytree(str(tables_path()), folder / "data")
    return folder


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = copy_package(tmp_path_factory.mktemp("compiled"))
    ranks, found, compiled = run(folder)
    assert (ranks, found) == (right_ranks(), 0)
    assert compiled >= _WAYS
    assert cached_files(folder)
    return folder


@pytest.fixture
def compiled_package(compiled_once: Path, tmp_path: Path) -> Path:
    """Return a copy of the package with its compiled code."""
    folder = tmp_path / "site" / "handrank"
    shutil.copytree(compiled_once, folder)
    return folder


def run(
    package: Path, *, hand: str = FULL_HOUSE, before: str = "", **environment: str
) -> tuple[list[int], int, int]:
    """Return what a fresh process prints: the ranks, the functions found, those compiled.

    The vector kernels take long to compile and are left out unless `environment` says else.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("NUMBA_", "HANDRANK_", "XDG_"))
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", before + _RANK, hand],
        env={**kept, "PYTHONPATH": str(package.parent), "HANDRANK_SIMD": "off", **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    *ranks, found, compiled = map(int, done.stdout.split())
    assert len(ranks) == _WAYS
    assert ranks.pop() == 1
    return ranks, found, compiled


def cached_files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.suffix == ".nbc"}


def right_ranks() -> list[int]:
    return [int(handrank.evaluate(FULL_HOUSE))] * (_WAYS - 1)


def test_the_second_process_compiles_nothing(compiled_package: Path) -> None:
    files = cached_files(compiled_package)
    ranks, found, compiled = run(compiled_package)
    assert (ranks, compiled) == (right_ranks(), 0)
    assert found >= _WAYS
    assert cached_files(compiled_package) == files


def test_the_kernels_of_this_cpu_are_found_again(compiled_package: Path) -> None:
    ranks, _, _ = run(compiled_package, HANDRANK_SIMD="on")
    assert ranks == right_ranks()
    files = cached_files(compiled_package)
    ranks, found, compiled = run(compiled_package, HANDRANK_SIMD="on")
    assert (ranks, compiled) == (right_ranks(), 0)
    assert found >= _WAYS
    assert cached_files(compiled_package) == files


def test_switched_off(package: Path) -> None:
    ranks, found, _ = run(package, HANDRANK_CACHE="off")
    assert (ranks, found) == (right_ranks(), 0)
    assert cached_files(package.parent) == set()


def make_unwritable(package: Path) -> None:
    """Have no cache folder be made beside any module; a file in its place stops root as well."""
    for module in package.rglob("*.py"):
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
        (module.parent / "__pycache__").touch()


def test_no_folder_to_write_to(package: Path) -> None:
    make_unwritable(package)
    # No home either: its folders would lie inside a file.
    ranks, found, _ = run(package, HOME="/dev/null")
    assert (ranks, found) == (right_ranks(), 0)
    assert cached_files(package.parent) == set()


@pytest.mark.slow
def test_the_users_folder_where_the_package_is_read_only(package: Path, tmp_path: Path) -> None:
    make_unwritable(package)
    home = tmp_path / "home"
    home.mkdir()
    run(package, HOME=str(home))
    assert cached_files(home)
    ranks, found, compiled = run(package, HOME=str(home))
    assert (ranks, compiled) == (right_ranks(), 0)
    assert found >= _WAYS


@pytest.mark.slow
def test_numbas_own_switch_moves_the_cache(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(package, NUMBA_CACHE_DIR=str(cache))
    assert cached_files(cache)
    assert cached_files(package) == set()
    assert run(package, NUMBA_CACHE_DIR=str(cache))[2] == 0


def change_tables(folder: Path, old: int, new: int) -> None:
    """Put another rank in the tables of rules "high" and in the manifest."""
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    changed = False
    for name, entry in manifest["arrays"].items():
        if name.startswith("high/"):
            table = np.load(folder / name)
            if (table == old).any():
                np.save(folder / name, np.where(table == old, table.dtype.type(new), table))
                digest = hashlib.sha256(np.load(folder / name).tobytes()).hexdigest()
                entry["sha256"], changed = digest, True
    assert changed
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def test_new_tables_are_never_read_with_old_code(compiled_package: Path) -> None:
    old = right_ranks()[0]
    change_tables(compiled_package / "data", old, old - 1)
    assert run(compiled_package)[0] == [old - 1] * (_WAYS - 1)


def test_an_edit_of_a_function_that_others_inline(compiled_package: Path) -> None:
    # Slot 1 whatever the hand, for each kernel that looks a rank up by `rank_slot`; most are not
    # in the file that is edited.
    scalar = compiled_package / "kernels" / "portable" / "steps.py"
    source = scalar.read_text(encoding="utf-8")
    ending = "np.uint32(displacement)) & lookup[2]\n"
    assert source.count(ending) == 1
    scalar.write_text(source.replace(ending, ending[:-1] + " & np.uint32(0) | np.uint32(1)\n"))
    in_slot = int(load_tables("high").ranks[7][1])
    assert in_slot != right_ranks()[0]
    assert run(compiled_package)[0] == [in_slot] * (_WAYS - 1)


def test_damaged_files(compiled_package: Path) -> None:
    damaged = sorted(cached_files(compiled_package))
    for number, path in enumerate(damaged):
        whole = path.read_bytes()
        path.write_bytes((b"", whole[: len(whole) // 2], b"garbage")[number % 3])
    ranks, _, compiled = run(compiled_package)
    assert ranks == right_ranks()
    assert compiled >= _WAYS
    ranks, found, compiled = run(compiled_package)
    assert (ranks, compiled) == (right_ranks(), 0)
    assert found >= _WAYS


def test_a_single_wrong_bit(compiled_package: Path) -> None:
    # In code, numbers and names alike: what is kept is used as it was written or not at all.
    files = sorted(cached_files(compiled_package))
    for number, path in enumerate(files):
        content = bytearray(path.read_bytes())
        content[len(content) * (number + 1) // (len(files) + 1)] ^= 1 << number % 8
        path.write_bytes(content)
    ranks, found, _ = run(compiled_package)
    assert (ranks, found) == (right_ranks(), 0)
    assert run(compiled_package)[2] == 0


needs_owners = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")


@needs_owners
def test_folders_that_others_may_write_to_hold_nothing_for_us(
    compiled_package: Path, tmp_path: Path
) -> None:
    home, cache = tmp_path / "home", tmp_path / "cache"
    for folder in (home, cache):
        folder.mkdir()
    for folder in compiled_package.rglob("__pycache__"):
        folder.chmod(0o777)
    # The user's own folder is the next one.
    ranks, found, _ = run(compiled_package, HOME=str(home))
    assert (ranks, found) == (right_ranks(), 0)
    assert cached_files(home)
    assert run(compiled_package, HOME=str(home))[2] == 0
    # So is it where somebody could exchange a folder above.
    make_unwritable(compiled_package)
    cache.chmod(0o777)
    ranks, found, _ = run(compiled_package, HOME="/dev/null", NUMBA_CACHE_DIR=str(cache))
    assert (ranks, found) == (right_ranks(), 0)
    assert cached_files(cache) == set()
    # What is sticky, like /tmp, lets nobody touch the folders of others.
    cache.chmod(0o1777)
    run(compiled_package, HOME="/dev/null", NUMBA_CACHE_DIR=str(cache))
    assert run(compiled_package, HOME="/dev/null", NUMBA_CACHE_DIR=str(cache))[2] == 0


@needs_owners
def test_files_that_others_may_write_are_compiled_anew(compiled_package: Path) -> None:
    for path in cached_files(compiled_package):
        path.chmod(0o666)
    ranks, found, _ = run(compiled_package)
    assert (ranks, found) == (right_ranks(), 0)
    assert run(compiled_package)[2] == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give")
def test_files_of_somebody_else_are_compiled_anew(compiled_package: Path) -> None:
    for path in cached_files(compiled_package):
        os.chown(path, 12345, 12345)
    ranks, found, _ = run(compiled_package)
    assert (ranks, found) == (right_ranks(), 0)


def test_a_full_disk(package: Path) -> None:
    # No file may grow past a few bytes; cached files are of thousands.
    limit = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
"""
    ranks, found, _ = run(package, before=limit, PYTHONDONTWRITEBYTECODE="1")
    assert (ranks, found) == (right_ranks(), 0)
    assert cached_files(package) == set()
    assert not [*package.rglob("*.tmp.*")]
    run(package)
    assert run(package)[2] == 0


def test_a_cache_that_goes_away(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    removed = f"""
import shutil, handrank
handrank.evaluate([1, 2, 3, 4, 5])
shutil.rmtree({str(cache)!r})
open({str(cache)!r}, "w").close()
"""
    ranks, found, _ = run(package, before=removed, NUMBA_CACHE_DIR=str(cache))
    assert (ranks, found) == (right_ranks(), 0)


def test_code_for_another_cpu_is_kept_apart(compiled_package: Path) -> None:
    generic = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    ranks, found, _ = run(compiled_package, **generic)
    assert (ranks, found) == (right_ranks(), 0)
    for environment in (generic, {}):
        ranks, _, compiled = run(compiled_package, **environment)
        assert (ranks, compiled) == (right_ranks(), 0)


# Ranks hands of one size in bulk; then, in the last process, of all sizes in bulk and one by one.
_SIZES = """
import sys
import numpy as np
import handrank
for n_cards in map(int, sys.argv[1:]):
    for rules in ("high", "ace-to-five"):
        hands = handrank.deal(200, n_cards, rng=np.random.default_rng(1))
        ranks = handrank.evaluate(hands, rules=rules)
        if len(sys.argv) > 2:
            alone = [handrank.evaluate(hand, rules=rules) for hand in hands]
            print(n_cards, rules, int((ranks != alone).sum()))
"""


@pytest.mark.parametrize("together", [False, True])
def test_code_kept_by_different_processes_does_not_mix(tmp_path: Path, together: bool) -> None:
    # Each process numbers its functions from the start, so that what they keep looks alike.
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}

    def start(*sizes: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", _SIZES, *sizes]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)

    running = []
    for size in ("7", "6", "5"):
        running.append(start(size))
        if not together:
            running[-1].wait()
    for process in running:
        process.communicate()
        assert process.returncode == 0
    for _ in range(2):
        last = start("5", "6", "7")
        printed, _ = last.communicate()
        assert last.returncode == 0
        assert all(line.endswith(" 0") for line in printed.splitlines()), printed
        assert len(printed.splitlines()) == 6


# The rooms of the package and the modules beside them.
ROOMS = sorted({path.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*.py")})


@pytest.mark.parametrize("room", ROOMS)
def test_an_edit_in_any_room_changes_what_compiled_code_is_named_by(
    room: str, tmp_path: Path
) -> None:
    folder = Path(
        shutil.copytree(PACKAGE, tmp_path / "p", ignore=shutil.ignore_patterns("__pycache__"))
    )
    assert package_stamp(folder) == package_stamp()
    place = folder / room
    for module in [place] if place.is_file() else sorted(place.rglob("*.py")):
        before = module.read_bytes()
        module.write_bytes(before + b"#")
        assert package_stamp.__wrapped__(folder) != package_stamp(), module
        module.write_bytes(before)


_RANK_ONE = "import handrank; print(int(handrank.evaluate('AsKsQsJsTs2c3d')))"


@pytest.mark.parametrize("switch", ["on", "off"])
def test_the_cache_can_be_switched_off(switch: str, tmp_path: Path) -> None:
    environment = {**os.environ, "HANDRANK_CACHE": switch, "NUMBA_CACHE_DIR": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", _RANK_ONE],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == [str(9 << 12 | 1)]
    assert run.stderr == ""
    assert any(tmp_path.rglob("*.nbc")) is (switch == "on")
