"""The generator of the tables."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import build_tables
import five_card_ranks
import perfect_hash
from figures import HANDS, HANDS_NO_WHEEL, RANK_MULTISETS
from handrank import TableError
from handrank.lookup.encoding import HASH_SHAPES, HashShape
from handrank.lookup.tables import read_manifest, read_tables, tables_path
from handrank.rulebook.rules import RULE_SETS, RulesName, get_rules

SCRIPT = Path(__file__).parents[2] / "scripts" / "build_tables.py"
COMMAND = [sys.executable, str(SCRIPT)]


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file in a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the tables, with a mark that a rebuild would not leave."""
    folder = Path(shutil.copytree(str(tables_path()), tmp_path / "home" / "tables"))
    (folder / "mark").write_text("old")
    return folder


@pytest.mark.slow
def test_a_fresh_build_gives_the_tables_that_are_there() -> None:
    run = subprocess.run([*COMMAND, "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "is what a fresh build gives" in run.stdout


@pytest.mark.slow
def test_a_build_replaces_a_whole_folder(copy: Path) -> None:
    subprocess.run([*COMMAND, "-o", str(copy)], capture_output=True, check=True)
    assert contents(copy) == contents(Path(str(tables_path())))
    # Nothing is left beside it.
    assert [path.name for path in copy.parent.iterdir()] == ["tables"]


@pytest.mark.slow
def test_check_names_what_differs(copy: Path) -> None:
    run = subprocess.run(
        [*COMMAND, "--check", "-o", str(copy)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert run.stderr.splitlines() == [f"differs from a fresh build: {copy / 'mark'}"]
    assert (copy / "mark").read_text() == "old"


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("seconds", [0.05, pytest.param(1.5, marks=pytest.mark.slow)])
def test_a_build_interrupted_in_its_search_leaves_the_old_tables(
    seconds: float, stop: signal.Signals, copy: Path
) -> None:
    before = contents(copy)
    returned = _interrupted_build(copy, ".tables-*/tables", seconds, stop)
    assert returned == (130 if stop == signal.SIGINT else -stop)
    assert contents(copy) == before
    (copy / "mark").unlink()
    read_tables(copy, "high")


@pytest.mark.slow
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("moment", [".tables-*/tables/high", ".tables-*/tables/shared"])
def test_a_build_interrupted_while_it_writes_leaves_old_or_new_tables(
    moment: str, stop: signal.Signals, copy: Path
) -> None:
    old, new = contents(copy), contents(Path(str(tables_path())))
    returned = _interrupted_build(copy, moment, 0, stop)
    # A signal that came while the folders changed places was put off until the new one stood.
    assert contents(copy) in ((old, new) if returned else (new,))


@pytest.mark.slow
def test_what_a_killed_build_left_goes_with_the_next(copy: Path) -> None:
    assert _interrupted_build(copy, ".tables-*/tables", 0.05, signal.SIGKILL) == -signal.SIGKILL
    (left,) = copy.parent.glob(".tables-*")
    # A build that is under way keeps its folder.
    with build_tables.locked(left):
        assert _interrupted_build(copy, ".tables-*/tables/no", 0, signal.SIGKILL) == 0
        assert left.is_dir()
    subprocess.run([*COMMAND, "-o", str(copy)], capture_output=True, check=True)
    assert [path.name for path in copy.parent.iterdir()] == ["tables"]


def _interrupted_build(target: Path, moment: str, seconds: float, stop: signal.Signals) -> int:
    """Build tables, send a signal some time after a moment, and return the exit code."""
    with subprocess.Popen(
        [*COMMAND, "-o", str(target)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as build:
        while build.poll() is None and not any(target.parent.glob(moment)):
            time.sleep(0.001)
        time.sleep(seconds)
        build.send_signal(stop)
        return build.wait(timeout=100)


class TestReplacing:
    """What happens at the moment when the new tables take the old ones' place."""

    @pytest.fixture
    def fresh(self, copy: Path) -> Path:
        folder = copy.parent / ".tables-new" / "tables"
        folder.mkdir(parents=True)
        (folder / "mark").write_text("new")
        return folder

    def test_the_new_folder_stands_in_the_old_ones_place(self, fresh: Path, copy: Path) -> None:
        build_tables.replace_folder(fresh, copy)
        assert contents(copy) == {"mark": b"new"}

    def test_there_need_be_no_old_folder(self, fresh: Path, copy: Path) -> None:
        shutil.rmtree(copy)
        build_tables.replace_folder(fresh, copy)
        assert contents(copy) == {"mark": b"new"}

    @pytest.mark.skipif(sys.platform != "linux", reason="other systems take two steps")
    def test_they_change_places_in_one_step(self, fresh: Path, copy: Path) -> None:
        before = contents(copy)
        assert build_tables.exchange(fresh, copy)
        assert contents(copy) == {"mark": b"new"}
        assert contents(fresh) == before
        assert not build_tables.exchange(fresh / "missing", copy)

    def test_an_interrupt_in_between_waits(
        self, fresh: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(build_tables, "exchange", lambda one, other: False)
        rename = Path.rename

        def interrupted_rename(self: Path, target: Path) -> Path:
            os.kill(os.getpid(), signal.SIGINT)
            return rename(self, target)

        monkeypatch.setattr(Path, "rename", interrupted_rename)
        with pytest.raises(KeyboardInterrupt):
            build_tables.replace_folder(fresh, copy)
        assert contents(copy) == {"mark": b"new"}

    def test_where_the_new_folder_cannot_be_moved_the_old_one_comes_back(
        self, fresh: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = contents(copy)
        monkeypatch.setattr(build_tables, "exchange", lambda one, other: False)
        rename = Path.rename

        def failing_rename(self: Path, target: Path) -> Path:
            if self == fresh:
                raise OSError("no space left on device")
            return rename(self, target)

        monkeypatch.setattr(Path, "rename", failing_rename)
        with pytest.raises(OSError, match="no space"):
            build_tables.replace_folder(fresh, copy)
        assert contents(copy) == before


class TestWriting:
    def test_what_is_written_is_read(self, tmp_path: Path) -> None:
        arrays = {"shared/a.npy": np.arange(5, dtype=np.uint16)}
        build_tables.write(arrays, tmp_path)
        entry = read_manifest(tmp_path)["arrays"]["shared/a.npy"]
        assert (entry["dtype"], entry["shape"]) == ("<u2", [5])
        assert len(entry["sha256"]) == 64
        np.testing.assert_array_equal(np.load(tmp_path / "shared/a.npy"), np.arange(5))
        with pytest.raises(TableError, match="does not list"):
            read_tables(tmp_path, "high")

    def test_differences(self, tmp_path: Path) -> None:
        for folder in ("a", "b"):
            build_tables.write({"shared/a.npy": np.arange(5)}, _made(tmp_path / folder))
        assert build_tables.differences(tmp_path / "a", tmp_path / "b") == []
        (tmp_path / "a" / "more").write_text("")
        (tmp_path / "b" / "other").write_text("")
        np.save(tmp_path / "b" / "shared/a.npy", np.arange(6))
        changed = build_tables.differences(tmp_path / "a", tmp_path / "b")
        assert changed == ["more", "other", "shared/a.npy"]


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


class TestPerfectHash:
    @pytest.mark.parametrize("n_cards", [5, 6, 7])
    def test_every_multiset_of_the_game_has_a_slot_of_its_own(self, n_cards: int) -> None:
        counts = _multisets(n_cards)
        assert len(counts) == RANK_MULTISETS[n_cards]
        rank_keys = np.array(read_manifest(tables_path())["rank_keys"], dtype=np.int64)
        keys = (counts @ rank_keys).astype(np.uint32)
        displacements = read_tables(tables_path(), "high").displacements[n_cards]
        slots = perfect_hash.slots_of(keys, displacements, HASH_SHAPES[n_cards])
        assert len(np.unique(slots)) == len(slots)
        assert slots.max() < HASH_SHAPES[n_cards].n_slots
        # A slot without a multiset holds no rank.
        ranks = read_tables(tables_path(), "high").ranks[n_cards]
        assert set(np.flatnonzero(ranks).tolist()) == set(slots.tolist())

    def test_any_distinct_keys_get_slots_of_their_own(self) -> None:
        rng = np.random.default_rng(1)
        shape = HashShape(7, 7, 14)
        keys = rng.permutation(np.unique(rng.integers(0, 1 << 32, 250, dtype=np.uint32)))
        displacements = perfect_hash.find_displacements(keys, shape)
        slots = perfect_hash.slots_of(keys, displacements, shape)
        assert len(np.unique(slots)) == len(keys)
        # In any order of the keys the search ends the same way.
        again = perfect_hash.find_displacements(np.sort(keys), shape)
        moved = perfect_hash.slots_of(keys, again, shape)
        assert len(np.unique(moved)) == len(keys)

    def test_equal_keys_are_refused(self) -> None:
        with pytest.raises(RuntimeError, match="same key sum"):
            perfect_hash.find_displacements(
                np.array([1, 2, 1], dtype=np.uint32), HashShape(2, 2, 4)
            )

    def test_too_many_keys_are_refused(self) -> None:
        keys = np.arange(17, dtype=np.uint32)
        with pytest.raises(RuntimeError, match="no displacement fits bucket"):
            perfect_hash.find_displacements(keys, HashShape(2, 2, 4))


def _multisets(n_cards: int) -> NDArray[np.int64]:
    """Return how many cards of each rank: every way to hold so many, four of a rank at most."""
    rows: list[list[int]] = [[]]
    for place in range(13):
        left = 4 * (12 - place)
        rows = [
            [*row, count]
            for row in rows
            for count in range(5)
            if n_cards - left <= sum(row) + count <= n_cards
        ]
    return np.array(rows)


@pytest.mark.parametrize(
    ("rules", "counts"),
    [("high", HANDS[5]), pytest.param("high-no-wheel", HANDS_NO_WHEEL, marks=pytest.mark.slow)],
)
def test_categories_of_the_definition(
    rules: RulesName, counts: list[int], all_fives: NDArray[np.uint8]
) -> None:
    ranked = five_card_ranks.rank_five_cards(all_fives.astype(np.int64), get_rules(rules))
    assert ranked.category_sizes.sum() == 7462
    assert len(ranked.multisets) == RANK_MULTISETS[5]
    assert np.count_nonzero(ranked.suited) == counts[5] // 4 + counts[8] // 4 + 1


def test_every_rule_set_has_its_folder() -> None:
    for name in RULE_SETS:
        assert (tables_path() / name / "suited.npy").is_file()
