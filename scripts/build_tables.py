"""Rank every five-card combination under each rule set and write the lookup tables.

The tables are the same to the byte whenever and wherever they are built. They are written to a
folder beside the old ones, and the two change places at the end, so an interrupted build leaves the
old tables whole. What a killed one left goes with the next.
"""

import argparse
import contextlib
import ctypes
import hashlib
import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from five_card_ranks import (
    add_a_card,
    all_five_card_hands,
    all_multisets,
    complete_suited,
    rank_five_cards,
    sum_of_keys,
)
from handrank.arrays.signals import signals_held
from handrank.lookup import tables
from handrank.lookup.encoding import HAND_SIZES, HASH_SHAPES, PADDING, card_keys, rank_keys
from handrank.rulebook.rules import RULE_SETS
from perfect_hash import find_displacements, slots_of

if sys.platform != "win32":
    import fcntl

_PREFIX = ".tables-"
# Of renameat2(2), from Linux's fcntl.h.
_AT_WORKING_FOLDER, _RENAME_EXCHANGE = -100, 2
TABLES = Path(__file__).resolve().parents[1] / "tables"


def build(*, progress: bool) -> dict[str, NDArray[Any]]:
    """Return every table by its file name."""
    arrays: dict[str, NDArray[Any]] = {tables.CARD_KEYS: card_keys()}
    # One hash serves every rule set: it holds the multisets of the full deck, so all of any other.
    for n_cards, shape in HASH_SHAPES.items():
        keys = sum_of_keys(all_multisets(n_cards), rank_keys())
        arrays[tables.displacements_name(n_cards)] = _padded(find_displacements(keys, shape))
    hands = all_five_card_hands()
    for rules in tqdm(RULE_SETS.values(), desc="rule sets", disable=not progress):
        five = rank_five_cards(hands, rules)
        arrays[f"{rules.name}/{tables.SUITED}"] = _padded(complete_suited(five.suited))
        arrays[f"{rules.name}/{tables.CATEGORY_SIZES}"] = five.category_sizes.astype(np.uint16)
        multisets, ranks = five.multisets, five.unsuited
        for n_cards, shape in HASH_SHAPES.items():
            if n_cards > HAND_SIZES[0]:
                multisets, ranks = add_a_card(multisets, ranks)
            values = np.zeros(shape.n_slots, dtype=np.uint16)
            keys = sum_of_keys(multisets, rank_keys())
            values[slots_of(keys, arrays[tables.displacements_name(n_cards)], shape)] = ranks
            arrays[f"{rules.name}/{tables.ranks_name(n_cards)}"] = _padded(values)
    return dict(sorted(arrays.items()))


def _padded(table: NDArray[Any]) -> NDArray[np.uint16]:
    return np.pad(table.astype(np.uint16), (0, PADDING))


def write(arrays: dict[str, NDArray[Any]], folder: Path) -> None:
    """Write the tables and their manifest to an empty folder."""
    for name, array in arrays.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        np.save(path, array, allow_pickle=False)
    manifest = {
        "hash": {str(n): asdict(shape) for n, shape in HASH_SHAPES.items()},
        "rank_keys": rank_keys().tolist(),
        "arrays": {
            name: {
                "dtype": array.dtype.str,
                "shape": list(array.shape),
                "sha256": tables.array_digest(array),
            }
            for name, array in arrays.items()
        },
    }
    text = json.dumps(manifest, indent=1) + "\n"
    (folder / tables.MANIFEST).write_text(text, encoding="utf-8")


def digests(folder: Path) -> str:
    """Return the digests of the files in a folder, as sha256sum writes them."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in paths
    ]
    return "".join(lines)


def replace_folder(new: Path, old: Path) -> None:
    """Put the folder `new` in the place of `old`; where that fails, `old` comes back."""
    with signals_held(signal.SIGINT, signal.SIGTERM):
        if not old.exists():
            new.rename(old)
        elif not exchange(new, old):
            aside = new.with_name(new.name + "-old")
            old.rename(aside)
            try:
                new.rename(old)
            except OSError:
                aside.rename(old)
                raise


def exchange(one: Path, other: Path) -> bool:
    """Have two folders change places in one step, which no kill can come into, if Linux can."""
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    paths = (os.fsencode(path) for path in (one, other))
    first, second = ((_AT_WORKING_FOLDER, path) for path in paths)
    return bool(renameat2(*first, *second, _RENAME_EXCHANGE) == 0)


@contextlib.contextmanager
def folder_to_build_in(parent: Path | None) -> Iterator[Path]:
    """Give a folder that goes at the end; what killed builds left beside it goes now."""
    for left in [] if parent is None else parent.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError), locked(left):
            shutil.rmtree(left)
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=parent) as name, locked(Path(name)):
        folder = Path(name) / "tables"
        folder.mkdir()
        yield folder


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder, or raise an OSError if a running build has it."""
    if sys.platform == "win32":
        # The system lets nobody delete what is in use.
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def differences(fresh: Path, committed: Path) -> list[str]:
    """Return the files that are not the same, to the byte, in two folders."""
    names = {
        path.relative_to(folder)
        for folder in (fresh, committed)
        for path in folder.rglob("*")
        if path.is_file()
    }
    return [
        str(name)
        for name in sorted(names)
        if not (fresh / name).is_file()
        or not (committed / name).is_file()
        or (fresh / name).read_bytes() != (committed / name).read_bytes()
    ]


def main() -> int:
    """Build the tables, or compare a fresh build with the ones that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="build aside and compare; write nothing"
    )
    parser.add_argument("-o", "--output", type=Path, default=TABLES, help="folder of the tables")
    options = parser.parse_args()
    target = options.output.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    with folder_to_build_in(None if options.check else target.parent) as fresh:
        write(build(progress=sys.stderr.isatty()), fresh)
        if options.check:
            changed = differences(fresh, target)
            if digests(fresh) != tables.DIGESTS.read_text(encoding="utf-8"):
                changed.append(tables.DIGESTS.name)
            for name in changed:
                print(f"differs from a fresh build: {target / name}", file=sys.stderr)
            print("tables differ" if changed else f"{target} is what a fresh build gives")
            return 1 if changed else 0
        replace_folder(fresh, target)
        if target == TABLES:
            aside = fresh.with_name(tables.DIGESTS.name)
            aside.write_text(digests(target), encoding="utf-8")
            aside.replace(str(tables.DIGESTS))
    print(f"wrote {target}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("interrupted; the tables are whole, the old ones or the new", file=sys.stderr)
        sys.exit(130)
