"""Rank every five-card combination under each rule set and write the lookup tables.

The tables are the same to the byte whenever and wherever they are built. They are written to a
folder beside the old ones and take their place at the end, so an interrupted build leaves the old
tables whole.
"""

import argparse
import json
import shutil
import signal
import sys
import tempfile
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


def replace_folder(new: Path, old: Path) -> None:
    """Put the folder `new` in the place of `old`; where that fails, `old` comes back."""
    aside = new.with_name(new.name + "-old")
    with signals_held(signal.SIGINT, signal.SIGTERM):
        if old.exists():
            old.rename(aside)
        try:
            new.rename(old)
        except OSError:
            if aside.exists():
                aside.rename(old)
            raise
    shutil.rmtree(aside, ignore_errors=True)


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
    temporary_home = None if options.check else target.parent
    with tempfile.TemporaryDirectory(prefix=".tables-", dir=temporary_home) as temporary:
        fresh = Path(temporary) / "tables"
        fresh.mkdir()
        write(build(progress=sys.stderr.isatty()), fresh)
        if options.check:
            changed = differences(fresh, target)
            for name in changed:
                print(f"differs from a fresh build: {target / name}", file=sys.stderr)
            print("tables differ" if changed else f"{target} is what a fresh build gives")
            return 1 if changed else 0
        replace_folder(fresh, target)
    print(f"wrote {target}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("interrupted; the tables are whole, the old ones or the new", file=sys.stderr)
        sys.exit(130)
