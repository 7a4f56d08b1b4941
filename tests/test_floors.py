"""The house: imports go down, importing is free, and what is public is documented."""

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import handrank

PACKAGE = Path(handrank.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# The rooms from the ground up, each with its modules in the order of their floors: a module imports
# only what stands before it, in its own room and in the rooms below.
ROOMS: dict[str, tuple[str, ...]] = {
    "rulebook": ("errors", "losses", "rules", "cards", "figures", "games", "package"),
    "arrays": (
        "counts",
        "forks",
        "reading",
        "signals",
        "switches",
        "threads",
        "blocks",
        "legality",
        "unknown_cards",
        "output",
        "randomness",
    ),
    "lookup": ("encoding", "tables", "multisets", "board_pairs"),
    "kernels": (
        "caching",
        "compiling",
        "protocols",
        "portable.steps",
        "portable.family",
        "portable.rank_omaha",
        "portable.best_of_subsets",
        "portable.find_fives",
        "portable.single_hands",
        "portable.count_hands",
        "portable.deal_cards",
        "vector.pipeline",
        "vector.board_sums",
        "vector.rank_hands",
        "vector.rank_deals",
        "vector.rank_rivers",
        "vector.avx512.registers",
        "vector.avx512.lane_steps",
        "vector.avx512.card_steps",
        "vector.avx512.deal_steps",
        "vector.avx512.mask_steps",
        "vector.avx512.steps",
        "vector.avx512.family",
        "families",
        "equity.outcomes",
        "equity.two_and_three",
        "equity.board_ways",
        "equity.random_cards",
        "equity.count_holdem",
        "equity.count_omaha",
        "equity.list_boards",
        "equity.sample_deals",
        "equity.sweep_boards",
        "showdown.find_bad_deal",
        "showdown.find_winners",
        "showdown.pay_pots",
    ),
    "jit": (),
    "ranking": (
        "hole_and_board",
        "hands",
        "classes",
        "counting",
        "dealing",
        "fives",
        "masks",
        "verification",
    ),
    "showdowns": ("winning", "showdown_result", "stakes", "pots", "play"),
    "words": (
        "vocabulary",
        "english",
        "french",
        "languages",
        "text_tables",
        "catalogue",
        "descriptions",
        "reasons",
    ),
    "equities": (
        "suit_isomorphism",
        "combos",
        "range_text",
        "ranges",
        "hand_lists",
        "question",
        "tally",
        "tasks",
        "running",
        "deals",
        "exact",
        "sampled",
        "result",
        "asking",
        "grids",
        "pictures",
    ),
    "files": (
        "file_errors",
        "saving",
        "money",
        "cells",
        "sources",
        "columns",
        "npy",
        "csv",
        "parquet",
        "formats",
        "hand_tables",
        "board_columns",
        "deal_tables",
        "histories.recorded",
        "histories.replay",
        "histories.phh",
        "histories.acpc",
        "histories.site_texts",
        "histories.readers",
        "history_tables",
        "jobs",
        "comparing",
        "settling",
    ),
    "cli": (
        "language",
        "parsing",
        "process",
        "options",
        "progress",
        "file_work",
        "showdown_money",
        "showdown_report",
        "showdown_text",
        "deal_command",
        "equity_command",
        "evaluate_command",
        "grid_command",
        "showdown_command",
        "survey_command",
        "tables_command",
    ),
    "freezing": ("hook-handrank", "hook-handrank.files.formats"),
}

# What stands at the package level beside the rooms, and how many floors the house may have.
DOORS = ("", "__main__")
MOST_FLOORS = 10


def name_of(path: Path) -> str:
    """Return a module's dotted name: "handrank.kernels.scalar", "handrank"."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(name: str) -> str:
    """Return the room of a module: "kernels", or "jit" for a module that is a room of its own."""
    return name.split(".")[1] if "." in name else ""


def place_of(name: str) -> int:
    """Return the place of a module inside its room."""
    inner = ".".join(name.split(".")[2:])
    places = ROOMS[room_of(name)]
    if inner == "":
        # A room's own module stands above all that is in it.
        return len(places)
    if inner not in places:
        pytest.fail(f"{name} has no place yet: give it one in ROOMS, as low as its imports allow")
    return places.index(inner)


def imports_of(path: Path) -> set[str]:
    """Return the modules of the package that a module imports, wherever in it."""
    names = {name_of(other) for other in MODULES}
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in names:
                    found.add(inner)
                elif node.module in names and alias.name != "__version__":
                    found.add(str(node.module))
    return found - {name_of(path)}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_only_go_down(path: Path) -> None:
    name = name_of(path)
    room, order = room_of(name), list(ROOMS)
    if room in DOORS:
        return
    for imported in imports_of(path):
        assert imported != "handrank", f"{name} imports the package that imports it"
        below = room_of(imported)
        assert order.index(below) <= order.index(room), f"{name} must not import {imported}"
        if below == room:
            assert place_of(imported) < place_of(name), f"{name} must not import {imported}"


def test_every_module_has_its_place() -> None:
    packages = {name_of(path) for path in MODULES if path.name == "__init__.py"}
    there = {name_of(path) for path in MODULES}
    for room, modules in ROOMS.items():
        named = {f"handrank.{room}.{module}" for module in modules}
        inside = {name for name in there if name.startswith(f"handrank.{room}.")}
        assert inside - packages <= named <= inside
    assert {room_of(name) for name in there} == {*ROOMS, *DOORS}


def test_the_house_has_few_floors() -> None:
    rooms_below: dict[str, set[str]] = {room: set() for room in ROOMS}
    for path in MODULES:
        room = room_of(name_of(path))
        if room in ROOMS:
            rooms_below[room] |= {room_of(imported) for imported in imports_of(path)} - {room}

    def height(room: str) -> int:
        return 1 + max(map(height, rooms_below[room]), default=0)

    # The doors stand on top.
    assert max(map(height, ROOMS)) + 1 <= MOST_FLOORS


def test_only_the_kernels_and_the_functions_for_users_loops_compile() -> None:
    for path in MODULES:
        name = name_of(path)
        if not name.startswith(("handrank.kernels", "handrank.jit")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            assert not names & {"njit", "jit", "vectorize", "guvectorize"}, name


def test_public_classes_bear_the_name_of_the_package() -> None:
    values = [getattr(handrank, name) for name in handrank.__all__]
    classes = [value for value in values if isinstance(value, type)]
    assert len(classes) >= 9
    assert {value.__module__ for value in classes} == {"handrank"}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


_WATCH = """
import sys
opened = []
def hook(event, arguments):
    if event == "open" and str(arguments[0]).endswith((".npy", "manifest.json", ".nbi", ".nbc")):
        opened.append(arguments[0])
sys.addaudithook(hook)
before = set(sys.modules)
import handrank
dir(handrank), handrank.__version__, handrank.__all__
print(opened, [name for name in ("numba", "llvmlite", "pyarrow", "tqdm") if name in sys.modules])
from handrank import HandCategory, parse_cards, format_cards
print(opened, [name for name in ("numba", "llvmlite", "pyarrow", "tqdm") if name in sys.modules])
"""


def test_importing_the_package_opens_no_table_and_does_not_import_numba() -> None:
    run = subprocess.run([sys.executable, "-c", _WATCH], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["[] []", "[] []"]
    assert run.stderr == ""


_SETTINGS = """
import numba, numpy, os, signal, warnings
def settings():
    return (
        {name: repr(value) for name, value in vars(numba.config).items() if name.isupper()},
        numpy.geterr(), numpy.get_printoptions(), list(warnings.filters), dict(os.environ),
        signal.getsignal(signal.SIGINT),
    )
before = settings()
import handrank
for name in handrank.__all__:
    getattr(handrank, name)
print(settings() == before)
from handrank.kernels.families import FAMILIES
kernels = [family.hands(n_cards, True) for family in FAMILIES for n_cards in (5, 6, 7)]
print(sum(len(kernel.signatures) for kernel in kernels))
"""


def test_using_every_name_changes_no_setting_and_compiles_nothing() -> None:
    run = subprocess.run(
        [sys.executable, "-c", _SETTINGS], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["True", "0"]


class TestPublicNames:
    def test_each_is_in_all_once(self) -> None:
        assert len(set(handrank.__all__)) == len(handrank.__all__)
        assert set(handrank.__all__) == set(handrank._HOMES)
        assert set(handrank.__all__) <= set(dir(handrank))

    def test_type_checkers_see_the_same_names(self) -> None:
        tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
        imported = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("handrank")
            for alias in node.names
        }
        assert imported - {"__version__", "hold_across_forks", "jit"} == set(handrank.__all__)

    @pytest.mark.parametrize("name", handrank.__all__)
    def test_each_has_its_home(self, name: str) -> None:
        home = importlib.import_module(f"handrank.{handrank._HOMES[name]}")
        assert getattr(handrank, name) is getattr(home, name)

    @pytest.mark.parametrize("name", handrank.__all__)
    def test_each_is_documented(self, name: str) -> None:
        value = getattr(handrank, name)
        if not (inspect.isfunction(value) or inspect.isclass(value)):
            return
        text = inspect.getdoc(value) or ""
        assert len(text.splitlines()[0]) > 10
        if inspect.isfunction(value):
            hints = inspect.get_annotations(value)
            parts = ["Raises", "Examples"]
            parts += ["Parameters"] if inspect.signature(value).parameters else []
            if inspect.isgeneratorfunction(value):
                parts += ["Yields"]
            elif hints["return"] is not None:
                parts += ["Returns"]
            for part in parts:
                assert f"{part}\n{'-' * len(part)}\n" in text, f"{name} has no section {part}"
            assert ">>> " in text
            for parameter in inspect.signature(value).parameters:
                assert f"{parameter} : " in text or f", {parameter} : " in text, parameter
            assert set(hints) == {*inspect.signature(value).parameters, "return"}

    def test_unknown_names(self) -> None:
        with pytest.raises(AttributeError, match="'handrank' has no attribute 'strength'"):
            _ = handrank.strength  # type: ignore[attr-defined]


def test_the_type_hints_travel_with_the_package() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_the_words_of_the_field_are_used() -> None:
    # A hand has a rank. "Strength" and "score" mean the same and are not used beside it.
    for path in MODULES:
        text = path.read_text(encoding="utf-8").lower()
        assert "strength" not in text, path.name
        assert "score" not in text.replace("underscore", ""), path.name
