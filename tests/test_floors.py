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

# The floors from the ground up; modules of one floor may import each other, but not in a circle.
FLOORS = [
    {"rules", "cards", "numerals", "signals"},
    {"encoding"},
    {"tables"},
    {"kernels"},
    {"inputs", "blocks", "threads"},
    {"multisets", "river_table"},
    {"bulk"},
    {"evaluation", "masks", "classes", "dealing", "counting"},
    {"jit"},
    # What people ask for.
    {"omaha", "omaha_tables", "omaha_five"}
    | {"five_cards", "card_ranks", "wording", "description", "decision"}
    | {"players", "pots", "winning", "showdowns", "pot_list"}
    | {"games", "game_ranking"}
    | {"combos", "range_text", "ranges", "suit_symmetry", "equities", "equity_exact"}
    | {"equity_plan", "equity_sweep", "equity_arguments"}
    | {"equity_question", "equity_result", "equity_sampled", "equity_tasks", "preflop"}
    | {"equity_omaha", "equity_omaha_question", "equity_omaha_tasks", "equity_tally"}
    | {"equity_ways", "equity_wording", "omaha_hands", "grids", "grid_colours", "grid_pictures"}
    | {"exact_figures", "verification"},
    {"files"},
    {"cli"},
    {"__main__"},
]


def name_of(path: Path) -> str:
    """Return a module's dotted name: "handrank.kernels.scalar", "handrank"."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def floor_of(name: str) -> int:
    """Return the floor on which a module stands."""
    part = name.split(".")[1]
    for number, floor in enumerate(FLOORS):
        if part in floor:
            return number
    pytest.fail(
        f"{name} stands on no floor yet: give it one in FLOORS, as low as its imports allow"
    )


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
    if name == "handrank":
        return
    for imported in imports_of(path):
        assert imported != "handrank", f"{name} imports the package that imports it"
        assert floor_of(imported) <= floor_of(name), f"{name} must not import {imported}"


def test_every_name_on_a_floor_is_a_module() -> None:
    there = {name_of(path).split(".")[1] for path in MODULES if name_of(path) != "handrank"}
    assert set.union(*FLOORS) == there


def test_no_module_imports_itself_in_a_circle() -> None:
    imports = {name_of(path): imports_of(path) for path in MODULES if name_of(path) != "handrank"}
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join((*above, name))
        if name not in done:
            for imported in imports.get(name, ()):
                visit(imported, (*above, name))
            done.add(name)

    for name in imports:
        visit(name, ())


def test_only_the_kernels_and_the_functions_for_users_loops_compile() -> None:
    for path in MODULES:
        name = name_of(path)
        if not name.startswith(("handrank.kernels", "handrank.jit")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            assert not names & {"njit", "jit", "vectorize", "guvectorize"}, name


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_is_read_in_five_minutes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    assert ast.get_docstring(ast.parse(text)), f"{path.name} does not say what it is for"


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
from handrank.kernels import scalar
print(sum(len(kernel.signatures) for kernel in scalar.RANK_HANDS.values()))
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
        assert imported - {"__version__"} == set(handrank.__all__)

    @pytest.mark.parametrize("name", handrank.__all__)
    def test_each_has_its_home(self, name: str) -> None:
        home = importlib.import_module(f"handrank.{handrank._HOMES[name]}")
        assert getattr(handrank, name) is getattr(home, name)

    @pytest.mark.parametrize("name", handrank.__all__)
    def test_each_is_documented(self, name: str) -> None:
        value = getattr(handrank, name)
        if not callable(value):
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
            _ = handrank.strength


def test_the_type_hints_travel_with_the_package() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_the_words_of_the_field_are_used() -> None:
    # A hand has a rank. "Strength" and "score" mean the same and are not used beside it.
    for path in MODULES:
        text = path.read_text(encoding="utf-8").lower()
        assert "strength" not in text, path.name
        assert "score" not in text.replace("underscore", ""), path.name
