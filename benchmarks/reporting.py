"""What all reports have in common: the command line, the conditions on top, figures and tables."""

import argparse
import platform
import shlex
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from math import floor, log10
from pathlib import Path


class ReportParser(argparse.ArgumentParser):
    """The options that every report has: how many rounds, and what is measured."""

    def __init__(self, doc: str | None, names: Sequence[str], *, rounds: int) -> None:
        super().__init__(description=(doc or "").splitlines()[0])
        self._names = names
        self.add_argument(
            "--rounds", type=positive, default=rounds, help="timed rounds (default: %(default)s)"
        )
        self.add_argument(
            "--only",
            action="append",
            metavar="WORD",
            help="measure what has the word in its name; may be given several times",
        )

    def parse(self, arguments: Sequence[str] | None) -> argparse.Namespace:
        """Parse, and refuse a word that is in no name."""
        options = self.parse_args(arguments)
        for word in options.only or []:
            if not any(wanted(name, [word]) for name in self._names):
                self.error(f"nothing has {word!r} in its name; there are: {'; '.join(self._names)}")
        return options


def positive(text: str) -> int:
    """Read an argument that must be 1 or more."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, got {number}")
    return number


def wanted(name: str, words: Sequence[str] | None) -> bool:
    """Return whether a name has one of the words in it; without words every name is wanted."""
    return not words or any(word.lower() in name.lower() for word in words)


def conditions(
    script: str, arguments: Sequence[str] | None, packages: Sequence[str], what: str
) -> str:
    """Return what stands on top of a report: machine, versions, what is measured, the command."""
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    given = sys.argv[1:] if arguments is None else arguments
    command = shlex.join(["python", f"benchmarks/{Path(script).name}", *given])
    system = f"{platform.system()}, Python {platform.python_version()}"
    return f"{_processor()}, {system}, {versions}.\n{what}\n\n`{command}`"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def significant(number: float) -> str:
    """Write a number with three significant digits, never as a power of ten.

    Examples
    --------
    >>> significant(0.64789), significant(1234.5)
    ('0.648', '1,234')
    """
    decimals = max(0, 2 - floor(log10(number)))
    return f"{number:,.{decimals}f}"


def duration(seconds: float) -> str:
    """Write a duration with three significant digits.

    Examples
    --------
    >>> duration(0.00224), duration(8.5e-8)
    ('2.24 ms', '85.0 ns')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{significant(seconds / size)} {unit}"
    return f"{significant(seconds / 1e-9)} ns"


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table: the first column is text, the others are figures."""
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
