"""The lookup tables: whole ones are read, others are refused by name."""

import io
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from figures import RANK_MULTISETS
from handrank import TableError, evaluate
from handrank.lookup import tables
from handrank.lookup.tables import (
    array_digest,
    load_tables,
    read_manifest,
    read_tables,
    tables_path,
)
from handrank.rulebook.rules import RULE_SETS, RulesName

TABLES = Path(str(tables_path()))
FILES = [
    "shared/card-keys.npy",
    "shared/displacements-5.npy",
    "shared/displacements-6.npy",
    "shared/displacements-7.npy",
    "high/ranks-5.npy",
    "high/ranks-6.npy",
    "high/ranks-7.npy",
    "high/suited.npy",
    "high/category-sizes.npy",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the tables."""
    return Path(shutil.copytree(TABLES, tmp_path / "tables"))


def put(folder: Path, name: str, array: np.ndarray[Any, Any]) -> None:
    """Write a table and its entry, as a build of another version would."""
    np.save(folder / name, array)
    manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    manifest["arrays"][name] = {
        "dtype": array.dtype.str,
        "shape": list(array.shape),
        "sha256": array_digest(array),
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_a_copy_elsewhere_is_read(rules: RulesName, folder: Path) -> None:
    read, loaded = read_tables(folder, rules), load_tables(rules)
    for n_cards in (5, 6, 7):
        np.testing.assert_array_equal(read.ranks[n_cards], loaded.ranks[n_cards])
        np.testing.assert_array_equal(read.displacements[n_cards], loaded.displacements[n_cards])
    np.testing.assert_array_equal(read.suited, loaded.suited)
    np.testing.assert_array_equal(read.card_keys, loaded.card_keys)


@pytest.mark.parametrize("rules", list(RULE_SETS))
def test_tables_are_read_only(rules: RulesName) -> None:
    loaded = load_tables(rules)
    arrays: list[NDArray[Any]] = [loaded.card_keys, loaded.suited, loaded.category_sizes]
    for array in [*arrays, *loaded.ranks.values(), *loaded.displacements.values()]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_tables_are_loaded_once() -> None:
    assert load_tables("high") is load_tables("high")


def test_every_table_is_small_enough_for_numba_to_cache_as_a_constant() -> None:
    for path in TABLES.rglob("*.npy"):
        assert np.load(path).nbytes < 1_000_000


@pytest.mark.parametrize("rules", list(RULE_SETS))
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_every_rank_multiset_has_a_slot(n_cards: int, rules: RulesName) -> None:
    # A multiset that can hold no hand but a flush does not exist, so all have a rank.
    if rules in {"high", "high-no-wheel"}:
        ranks = load_tables(rules).ranks[n_cards]
        assert np.count_nonzero(ranks) == RANK_MULTISETS[n_cards]


def test_the_manifest_lists_every_file_and_what_it_holds() -> None:
    entries = read_manifest(tables_path())["arrays"]
    found = {path.relative_to(TABLES).as_posix() for path in TABLES.rglob("*.npy")}
    assert set(entries) == found
    assert set(FILES) <= found
    for name, entry in entries.items():
        array = np.load(tables_path() / name)
        assert entry["dtype"] == array.dtype.str
        assert entry["shape"] == list(array.shape)
        assert entry["sha256"] == array_digest(array)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(name: str, folder: Path) -> None:
    (folder / name).unlink()
    with pytest.raises(TableError, match=f"cannot read table .*{name}: No such file"):
        read_tables(folder, "high")
    # The files of other rule sets are not looked at.
    if name.startswith("high/"):
        read_tables(folder, "high-no-wheel")


@pytest.mark.parametrize("name", FILES)
def test_a_changed_byte_is_noticed(name: str, folder: Path) -> None:
    content = bytearray((folder / name).read_bytes())
    content[-1] ^= 1
    (folder / name).write_bytes(content)
    with pytest.raises(TableError, match=f"{name} is damaged: its sha256"):
        read_tables(folder, "high")


def test_any_damage_to_a_header_is_an_error_that_names_the_file(folder: Path) -> None:
    path = folder / "high/category-sizes.npy"
    whole = path.read_bytes()
    for position in range(len(whole)):
        for value in (0, 10, 39, 57, 255, whole[position] ^ 1):
            content = bytearray(whole)
            content[position] = value
            path.write_bytes(content)
            refused = ""
            try:
                read = read_tables(folder, "high")
            except TableError as error:
                refused = str(error)
            if refused:
                assert "high/category-sizes.npy" in refused
            else:
                # White space in the header may change without a change of what it says.
                np.testing.assert_array_equal(
                    read.category_sizes, load_tables("high").category_sizes
                )


@pytest.mark.parametrize("kept", [0, 3, 6, 20, 127, 128, 1000, -1])
@pytest.mark.parametrize("name", ["shared/card-keys.npy", "high/ranks-7.npy"])
def test_a_truncated_file_is_named(name: str, kept: int, folder: Path) -> None:
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[:kept])
    with pytest.raises(TableError, match=f"table .*{name} is damaged"):
        read_tables(folder, "high")


@pytest.mark.parametrize("content", [b"", b"not a table", b"\x93NUMPY", b"PK\x03\x04" + bytes(200)])
def test_other_files_in_a_tables_place(content: bytes, folder: Path) -> None:
    (folder / "high/suited.npy").write_bytes(content)
    with pytest.raises(TableError, match=r"high/suited\.npy is damaged"):
        read_tables(folder, "high")


def test_pickles_are_never_loaded(folder: Path) -> None:
    buffer = io.BytesIO()
    np.save(buffer, np.array([print], dtype=object), allow_pickle=True)
    (folder / "high/suited.npy").write_bytes(buffer.getvalue())
    with pytest.raises(TableError, match=r"suited\.npy is damaged: Object arrays cannot be loaded"):
        read_tables(folder, "high")


def test_a_folder_in_a_tables_place(folder: Path) -> None:
    (folder / "high/suited.npy").unlink()
    (folder / "high/suited.npy").mkdir()
    with pytest.raises(TableError, match=r"cannot read table .*suited\.npy: Is a directory"):
        read_tables(folder, "high")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "change",
    [
        lambda array: array[:-1],
        lambda array: np.concatenate([array, array]),
        lambda array: array[None],
        lambda array: array.astype(np.int32),
        lambda array: array.astype(array.dtype.newbyteorder()),
        lambda array: array[:0],
    ],
    ids=["shorter", "longer", "two axes", "dtype", "byte order", "empty"],
)
def test_tables_of_another_version_are_refused_by_name(
    name: str, change: Callable[..., Any], folder: Path
) -> None:
    put(folder, name, change(np.load(folder / name)))
    with pytest.raises(TableError, match=f"{folder / name} is .* this version of handrank reads"):
        read_tables(folder, "high")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is damaged"),
        (b"{", "is damaged"),
        (b"\xff\xfe", "is damaged"),
        (b"[]", "lists no arrays"),
        (b"{}", "lists no arrays"),
        (b'{"arrays": []}', "lists no arrays"),
        (b'{"arrays": {}}', "does not list shared/card-keys.npy"),
        (b'{"arrays": {"shared/card-keys.npy": 7}}', r"(manifest\.json|card-keys\.npy) is damaged"),
        (b'{"arrays": {"shared/card-keys.npy": {}}}', r"card-keys\.npy is damaged"),
    ],
)
def test_damaged_manifests(content: bytes, message: str, folder: Path) -> None:
    (folder / "manifest.json").write_bytes(content)
    with pytest.raises(TableError, match=message) as caught:
        read_tables(folder, "high")
    assert str(folder) in str(caught.value)


def test_a_missing_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    with pytest.raises(TableError, match=r"cannot read .*manifest\.json: No such file"):
        read_tables(folder, "high")


class TestFinding:
    @pytest.fixture
    def package(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
        """Let the package stand in a folder without tables."""
        package = tmp_path / "src" / "handrank"
        package.mkdir(parents=True)
        monkeypatch.setattr(tables, "package_files", lambda: package)
        tables._load.cache_clear()
        yield package
        tables._load.cache_clear()

    def test_no_tables(self, package: Path) -> None:
        with pytest.raises(TableError, match=r"no tables: .*manifest\.json is missing; reinstall"):
            tables_path()
        with pytest.raises(TableError, match="no tables"):
            evaluate("AsKsQsJsTs")

    def test_inside_the_package_before_the_checkout(self, package: Path, folder: Path) -> None:
        assert tables_path() == folder
        shutil.copytree(folder, package / "data")
        assert tables_path() == package / "data"
        assert evaluate("AsKsQsJsTs") == 9 << 12 | 1

    def test_a_damaged_table_gives_no_rank(self, package: Path, folder: Path) -> None:
        content = bytearray((folder / "high/ranks-5.npy").read_bytes())
        content[2000] ^= 255
        (folder / "high/ranks-5.npy").write_bytes(content)
        with pytest.raises(TableError, match=r"high/ranks-5\.npy is damaged"):
            evaluate("AsKsQsJsTs")
        assert evaluate("AsKsQsJsTs", rules="high-no-wheel") == 9 << 12 | 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
@pytest.mark.parametrize("name", ["manifest.json", "high/ranks-7.npy"])
def test_a_pipe_in_the_place_of_a_table(name: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(str(tables_path()), tmp_path / "tables"))
    (folder / name).unlink()
    os.mkfifo(folder / name)
    with pytest.raises(TableError, match="it is not a regular file"):
        read_tables(folder, "high")
