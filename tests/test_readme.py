"""The commands of the README do what they say, and its links and its tree are there."""

import re
import shlex
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import handrank
from handrank.cli import main

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "handrank"
README = (ROOT / "README.md").read_text(encoding="utf-8")
# "tables verify" ranks all hands; it has a slow test of its own.
COMMANDS = [
    line
    for line in README.splitlines()
    if line.startswith("handrank ") and "tables verify" not in line
]
HANDS = """\
[1]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [5, 10]
starting_stacks = [100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 30', 'p1 f']
winnings = [0, 20]
"""
DEALS = """\
board,hole_1,hole_2,hole_3,bet_1,bet_2,bet_3,folded_1,folded_2,folded_3,button
2h7d8sJcKc,AhAsKdQc,4h5cTsTd,,40,40,5,0,0,1,1
2h7d8sJcKc,AhAsKdQc,4h5cTsTd,9c9d3c3d,40,40,50,0,0,0,3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, with the files that the commands read."""
    hands = handrank.deal(5, seed=1)
    np.save(tmp_path / "hands.npy", hands)
    lines = ["hand", *handrank.format_cards(hands)]
    (tmp_path / "hands.csv").write_text("\n".join(lines) + "\n")
    columns = {f"card{i + 1}": pa.array(hands[:, i]) for i in range(7)}
    pq.write_table(pa.table(columns), tmp_path / "hands.parquet")
    (tmp_path / "deals.csv").write_text(DEALS)
    (tmp_path / "hands.phhs").write_text(HANDS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = shlex.split(command.replace("10000000", "1000"), comments=True)[1:]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    if "-o" in arguments:
        assert (folder / arguments[arguments.index("-o") + 1]).stat().st_size > 0
    else:
        assert printed
    if "fr" in arguments:
        assert "paire de cinq" in printed


def test_the_columns_of_settled_deals(folder: Path) -> None:
    assert main(["showdown", "deals.csv", "-o", "settled.parquet", "--game", "omaha-hilo"]) == 0
    table = pq.read_table(folder / "settled.parquet")
    added = {
        f"{name}_{seat}" for name in ("winner", "share", "payout", "returned") for seat in (1, 2, 3)
    }
    assert added <= set(table.column_names)
    assert sum(table[f"payout_{seat}"][0].as_py() for seat in (1, 2, 3)) == 85


def test_the_tree() -> None:
    tree = README.partition("src/handrank/\n")[2].partition("```")[0]
    rooms = re.findall(r"^  (\w+(?:/|\.py))", tree, re.MULTILINE)
    there = {f"{path.name}/" for path in SOURCE.iterdir() if (path / "__init__.py").is_file()}
    assert {*rooms} == there | {"jit.py"}
    assert len(rooms) == len({*rooms})
    for folder in re.findall(r"^(\w+)/", tree, re.MULTILINE):
        assert (ROOT / folder).is_dir()


@pytest.mark.parametrize("name", ["README.md", "benchmarks/README.md", ".github/CONTRIBUTING.md"])
def test_links(name: str) -> None:
    folder, text = (ROOT / name).parent, (ROOT / name).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert link.startswith("https://") or (folder / link).exists(), link
    for script in re.findall(r"python (\w+/\w+\.py)", text):
        assert (ROOT / script).is_file(), script
    # Paths are the project's or, in short, the package's.
    for path in re.findall(r"`((?!\.venv)[\w.]+/[\w./]+)`", text):
        assert (ROOT / path).exists() or (SOURCE / path).exists(), path


def test_contributing_names_each_room() -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert sorted(named) == sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))


def test_changes_name_what_is_public() -> None:
    text = (ROOT / ".github" / "CHANGELOG.md").read_text(encoding="utf-8")
    for name in re.findall(r"`(\w+)`", text):
        assert name == "handrank" or hasattr(handrank, name), name
