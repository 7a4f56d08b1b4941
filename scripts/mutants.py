"""Change one thing in a module at a time and see whether its tests notice.

    python scripts/mutants.py showdowns/pots --sample 40
    python scripts/mutants.py kernels/portable/steps --interpreted

A mutant has one comparison, operator, number, condition or complaint changed; it is killed if a
test fails, and survives if all pass. Survivors are printed with the change: a test is missing, or
the code is needless, or both ways do the same. The tests are those named like the module
(``tests/showdowns/test_pots*.py``) unless ``--tests`` names others. Everything happens in a copy of
the project. There, compiled code is not named by the module's text, so a run takes minutes; mutants
of kernels have to run with ``--interpreted``, as Python, by ``tests/kernels/test_interpreted.py``.
"""

import argparse
import ast
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INTERPRETED = "tests/kernels/test_interpreted.py"
# Added to the copy's module of that name: what is kept is found again though a module has changed.
_FIXED_STAMP = '\n\ndef package_stamp(package: Path = _PACKAGE) -> str:\n    return "mutants"\n'
# A run may take so many times as long as without a change, and some seconds more.
_PATIENCE, _SECONDS_MORE = 4, 20

# How an operator is written, and what takes its place.
_OPERATORS: dict[type[ast.AST], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
    ast.Add: ("+", ("-",)),
    ast.Sub: ("-", ("+",)),
    ast.Mult: ("*", ("+",)),
    ast.FloorDiv: ("//", ("*",)),
    ast.Div: ("/", ("*",)),
    ast.Mod: ("%", ("+",)),
    ast.LShift: ("<<", (">>",)),
    ast.RShift: (">>", ("<<",)),
    ast.BitAnd: ("&", ("|",)),
    ast.BitOr: ("|", ("&",)),
    ast.BitXor: ("^", ("|",)),
    ast.And: ("and", ("or",)),
    ast.Or: ("or", ("and",)),
}


@dataclass(frozen=True)
class Mutant:
    """A change of a piece of a module's text: from one offset to another, and what stands there."""

    line: int
    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        """Return the changed module."""
        return source[: self.start] + self.text + source[self.end :]


class Finder(ast.NodeVisitor):
    """Finds all mutants of a module."""

    def __init__(self, source: str) -> None:
        self._source = source
        lines = [line.encode() for line in source.splitlines(keepends=True)]
        self._lines = lines
        self._starts = [sum(len(line.decode()) for line in lines[:i]) for i in range(len(lines))]
        self.found: list[Mutant] = []

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + len(self._lines[line - 1][:column].decode())

    def _span(self, node: ast.AST) -> tuple[int, int]:
        return (
            self._offset(node.lineno, node.col_offset),  # type: ignore[attr-defined]
            self._offset(node.end_lineno, node.end_col_offset),  # type: ignore[attr-defined]
        )

    def _add(self, node: ast.AST, start: int, end: int, text: str) -> None:
        self.found.append(Mutant(node.lineno, start, end, text))  # type: ignore[attr-defined]

    def _between(self, left: ast.AST, operator: ast.AST, right: ast.AST) -> None:
        """Exchange the operator that stands between two expressions."""
        start, end = self._span(left)[1], self._span(right)[0]
        word, others = _OPERATORS.get(type(operator), ("", ()))
        place = self._source.find(word, start, end)
        for other in others if place >= 0 else ():
            self._add(left, place, place + len(word), other)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Exchange comparisons."""
        sides = [node.left, *node.comparators]
        for left, operator, right in zip(sides, node.ops, sides[1:], strict=False):
            self._between(left, operator, right)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Exchange arithmetic and bits."""
        self._between(node.left, node.op, node.right)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Exchange and with or."""
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(left, node.op, right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Leave out not, minus and inversion."""
        if isinstance(node.op, ast.Not | ast.USub | ast.Invert):
            self._add(node, self._span(node)[0], self._span(node.operand)[0], "")
        # To NumPy any negative length is an unknown one, so -2 in place of -1 changes nothing.
        if not isinstance(node.operand, ast.Constant):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Change numbers by one, and truth values."""
        start, end = self._span(node)
        if isinstance(node.value, bool):
            self._add(node, start, end, str(not node.value))
        elif isinstance(node.value, int):
            self._add(node, start, end, str(node.value + 1))

    def visit_If(self, node: ast.If) -> None:
        """Never do what a condition asks for."""
        start, end = self._span(node.test)
        self._add(node, start, end, "False")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Raise nothing."""
        self._add(node, *self._span(node), "pass")

    def visit_Expr(self, node: ast.Expr) -> None:
        """Leave docstrings alone."""
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave texts alone."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Leave annotations alone."""
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """Leave annotations alone."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Leave annotations alone."""
        for part in (*node.decorator_list, node.args, *node.body):
            self.visit(part)


def mutants_of(source: str) -> list[Mutant]:
    """Return all mutants of a module that can be parsed, in the order of its text."""
    finder = Finder(source)
    finder.visit(ast.parse(source))
    return sorted(filter(lambda m: _parses(m.apply(source)), finder.found), key=lambda m: m.start)


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def copy_project(folder: Path) -> None:
    """Copy the files that git knows, and fix what compiled code is named by."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    caching = folder / "src/handrank/kernels/caching.py"
    caching.write_text(caching.read_text(encoding="utf-8") + _FIXED_STAMP, encoding="utf-8")


@dataclass(frozen=True)
class Runner:
    """Runs tests in a copy of the project."""

    folder: Path
    tests: tuple[str, ...]
    interpreted: bool

    def passes(self, seconds: float | None = None) -> bool | None:
        """Say whether the tests pass; None if they take too long."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.folder / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_DISABLE_JIT": str(int(self.interpreted)),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        try:
            done = subprocess.run(
                [*command, "-m", "not slow", *self.tests],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return None
        return done.returncode == 0


def tests_of(module: str) -> tuple[str, ...]:
    """Return the test files that are named like a module."""
    place = ROOT / "tests" / module
    found = sorted(place.parent.glob(f"test_{place.name}*.py"))
    return tuple(path.relative_to(ROOT).as_posix() for path in found)


def run_mutants(
    runner: Runner, module: str, chosen: list[Mutant]
) -> Iterator[tuple[Mutant, str, bool | None]]:
    """Yield each mutant, what it changes, and whether it survives; None if it takes too long."""
    path = runner.folder / "src/handrank" / f"{module}.py"
    source = path.read_text(encoding="utf-8")
    begin = time.perf_counter()
    if not runner.passes():
        raise SystemExit(f"{module}: its tests fail without any change: {runner.tests}")
    seconds = _PATIENCE * (time.perf_counter() - begin) + _SECONDS_MORE
    try:
        for mutant in chosen:
            path.write_text(mutant.apply(source), encoding="utf-8")
            yield mutant, source[mutant.start : mutant.end], runner.passes(seconds)
    finally:
        path.write_text(source, encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Run the mutants of some modules; return 1 if any survives."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="+", help="such as showdowns/pots")
    parser.add_argument("--tests", nargs="+", help="test files (default: those named like it)")
    parser.add_argument("--sample", type=int, help="how many mutants a module, at random")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the sample (default: 1)")
    parser.add_argument("--interpreted", action="store_true", help="run kernels as Python")
    options = parser.parse_args(arguments)
    left = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folder = Path(name)
        copy_project(folder)
        for module in options.modules:
            named = [INTERPRETED] if options.interpreted else tests_of(module)
            tests = tuple(options.tests or named)
            if not tests:
                parser.error(f"no tests are named like {module}; name some with --tests")
            source = (ROOT / "src/handrank" / f"{module}.py").read_text(encoding="utf-8")
            chosen = mutants_of(source)
            if options.sample is not None and options.sample < len(chosen):
                picked = random.Random(options.seed).sample(chosen, options.sample)
                chosen = sorted(picked, key=lambda mutant: mutant.start)
            runner = Runner(folder, tests, options.interpreted)
            alive = slow = 0
            for mutant, before, survives in run_mutants(runner, module, chosen):
                alive, slow = alive + (survives is True), slow + (survives is None)
                if survives is not False:
                    end = "survived" if survives else "too slow"
                    change = f"{' '.join(before.split())!r} -> {mutant.text!r}"
                    print(f"{end}: {module}.py:{mutant.line}: {change}", flush=True)
            # What takes too long is not what it was: killed as well.
            killed = len(chosen) - alive
            print(f"{module}: {killed} of {len(chosen)} killed, {slow} by the time", flush=True)
            left += alive
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())
