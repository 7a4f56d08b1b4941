"""Find, load and check the lookup tables.

The tables stand in a folder: ``manifest.json`` and ``.npy`` files, some shared by all rule sets
and some in a folder for each. `scripts/build_tables.py` writes them.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.lookup import encoding
from handrank.rulebook.errors import Message, TableError, table_error
from handrank.rulebook.package import package_files
from handrank.rulebook.rules import HandCategory, Rules, get_rules

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MANIFEST = "manifest.json"
# The digests of all files of tables, as sha256sum writes and reads them. They stand with the source
# and not with the tables, so that nobody can change a table and its digest together.
DIGESTS = package_files() / "lookup" / "tables.sha256"
CARD_KEYS = "shared/card-keys.npy"
CATEGORY_SIZES = "category-sizes.npy"
SUITED = "suited.npy"


def displacements_name(n_cards: int) -> str:
    """Return the file of the displacements for hands of `n_cards`."""
    return f"shared/displacements-{n_cards}.npy"


def ranks_name(n_cards: int) -> str:
    """Return the file, in a rule set's folder, of the ranks of hands of `n_cards`."""
    return f"ranks-{n_cards}.npy"


def tables_path() -> "Traversable":
    """Return the folder of the tables: ``data`` in a package, ``tables`` in a checkout."""
    package = package_files()
    folders = [package / "data"]
    if isinstance(package, Path):
        folders.append(package.parents[1] / "tables")
    for folder in folders:
        if (folder / MANIFEST).is_file():
            return folder
    raise table_error(
        "no tables: {path} is missing; reinstall handrank, or run scripts/build_tables.py in a "
        "checkout",
        path=str(package / "data" / MANIFEST),
    )


class HandTables(NamedTuple):
    """What a kernel looks up the ranks of hands of one size in, see `Tables`."""

    card_keys: NDArray[np.uint64]
    displacements: NDArray[np.uint16]
    ranks: NDArray[np.uint16]
    suited: NDArray[np.uint16]


@dataclass(frozen=True)
class Tables:
    """The lookup tables of one rule set, read-only; 16-bit ones end with `encoding.PADDING`."""

    rules: Rules
    # By card id, see `encoding`. Where suits do not count the keys count none, so that no hand is
    # taken for a flush.
    card_keys: NDArray[np.uint64]
    # By hand size, the displacement of each bucket.
    displacements: dict[int, NDArray[np.uint16]]
    # By hand size, the hand rank in each slot; 0 where no hand falls.
    ranks: dict[int, NDArray[np.uint16]]
    # Hand rank for five or more cards of a suit, by the mask of their ranks: for hands of five
    # cards. For larger ones see `for_hands`.
    suited: NDArray[np.uint16]
    # How many classes of five-card hands each `HandCategory` has.
    category_sizes: NDArray[np.uint16]

    def for_hands(self, n_cards: int) -> HandTables:
        """Return the tables for hands of `n_cards`; suited ranks that cannot decide are 0."""
        return self._by_size[n_cards]

    @cached_property
    def _by_size(self) -> dict[int, HandTables]:
        return {
            n: HandTables(
                self.card_keys,
                self.displacements[n],
                self.ranks[n],
                self.suited if n == encoding.FLUSH_SIZE or self.rules.suited_decide else _UNDECIDED,
            )
            for n in encoding.HAND_SIZES
        }


_UNDECIDED = np.zeros(encoding.SUITED_SLOTS + encoding.PADDING, dtype=np.uint16)
_UNDECIDED.flags.writeable = False


def load_tables(rules: str = "high") -> Tables:
    """Return the tables of a rule set, loaded and checked on first use."""
    return _load(get_rules(rules).name)


@cache
def _load(rules: str) -> Tables:
    return read_tables(tables_path(), rules)


def read_tables(folder: "Traversable", rules: str) -> Tables:
    """Read and check the tables of a rule set in any folder; see `load_tables`."""
    rule_set = get_rules(rules)
    entries = read_manifest(folder)["arrays"]

    def read(name: str) -> NDArray[Any]:
        return _read_array(folder, name, entries)

    tables = Tables(
        rules=rule_set,
        card_keys=read(CARD_KEYS),
        displacements={n: read(displacements_name(n)) for n in encoding.HAND_SIZES},
        ranks={n: read(f"{rules}/{ranks_name(n)}") for n in encoding.HAND_SIZES},
        suited=read(f"{rules}/{SUITED}"),
        category_sizes=read(f"{rules}/{CATEGORY_SIZES}"),
    )
    _check_shapes(tables, folder)
    if not rule_set.suits_count:
        card_keys = tables.card_keys & ~np.uint64(encoding.SUIT_COUNTERS)
        card_keys.flags.writeable = False
        return replace(tables, card_keys=card_keys)
    return tables


def _check_shapes(tables: Tables, folder: "Traversable") -> None:
    """Refuse the tables of another version: the kernels trust their shapes."""
    rules = tables.rules.name
    expected: list[tuple[str, NDArray[Any], type[np.unsignedinteger[Any]], int]] = [
        (CARD_KEYS, tables.card_keys, np.uint64, 256),
        (f"{rules}/{SUITED}", tables.suited, np.uint16, encoding.SUITED_SLOTS + encoding.PADDING),
        (f"{rules}/{CATEGORY_SIZES}", tables.category_sizes, np.uint16, len(HandCategory)),
    ]
    for n, shape in encoding.HASH_SHAPES.items():
        n_buckets, n_slots = shape.n_buckets + encoding.PADDING, shape.n_slots + encoding.PADDING
        expected += [
            (displacements_name(n), tables.displacements[n], np.uint16, n_buckets),
            (f"{rules}/{ranks_name(n)}", tables.ranks[n], np.uint16, n_slots),
        ]
    for name, array, dtype, size in expected:
        if array.dtype != dtype or array.shape != (size,):
            raise table_error(
                "table {path} is {dtype} {shape}, this version of handrank reads {wanted} "
                "({size},)",
                path=str(folder / name),
                dtype=str(array.dtype),
                shape=array.shape,
                wanted=np.dtype(dtype).name,
                size=str(size),
            )


@contextmanager
def _reading(path: "Traversable") -> Iterator[None]:
    """Name the file in whatever goes wrong."""
    if isinstance(path, Path) and path.exists() and not (path.is_file() or path.is_dir()):
        raise _damaged(path, Message("it is not a regular file"))  # one that is a pipe never ends
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise table_error(
            "cannot read table {path}: {reason}", path=str(path), reason=reason
        ) from error
    except Exception as error:
        # A damaged header makes NumPy's reader fail in many ways, not only with ValueError.
        raise _damaged(path, str(error)) from error


def _damaged(path: "Traversable", reason: str) -> TableError:
    return table_error("table {path} is damaged: {reason}", path=str(path), reason=reason)


def read_manifest(folder: "Traversable") -> dict[str, Any]:
    """Read the manifest of a folder of tables."""
    path = folder / MANIFEST
    with _reading(path):
        manifest = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(manifest, dict) or not isinstance(manifest.get("arrays"), dict):
        raise _damaged(path, Message("it lists no arrays"))
    return manifest


def changed_files(folder: "Traversable") -> list[str]:
    """Return the files in a folder of tables that are not, to the byte, the generator's."""
    lines = DIGESTS.read_text(encoding="utf-8").splitlines()
    digests = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    changed = []
    # The manifest's own digest says that it names every table.
    for name in (MANIFEST, *read_manifest(folder)["arrays"]):
        with _reading(folder / name):
            if hashlib.sha256((folder / name).read_bytes()).hexdigest() != digests.get(name):
                changed.append(name)
    return changed


def array_digest(array: NDArray[Any]) -> str:
    """Return the sha256 of an array's bytes, as the manifest holds it."""
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()


def _read_array(folder: "Traversable", name: str, entries: dict[str, Any]) -> NDArray[Any]:
    path = folder / name
    if name not in entries:
        raise table_error("{path} does not list {name}", path=str(folder / MANIFEST), name=name)
    with _reading(path), path.open("rb") as file:
        array: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
    entry = entries[name]
    if not isinstance(entry, dict):
        reason = Message("its entry for {name} is {entry!r}", name=name, entry=entry)
        raise _damaged(folder / MANIFEST, reason)
    if array_digest(array) != entry.get("sha256"):
        raise _damaged(path, Message("its sha256 is not the manifest's"))
    array.flags.writeable = False
    return array
