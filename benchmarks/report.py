"""Compare handrank with the floor, the baseline and its rivals, and print Markdown tables.

`python benchmarks/report.py` measures everything; `--only rank --only eval7` measures what has one
of the words in its name. Leave the machine alone meanwhile.
"""

import argparse
import platform
import shlex
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from statistics import median

import cpuinfo
import numpy as np

from contestants import Contestant
from fresh_process import SCRIPTS, Script, time_script
from goals import GOALS
from handrank.arrays.threads import set_threads
from own import FLOOR, OWN
from rivals import RIVALS
from timing import Timings, ratio, time_rounds

CONTESTANTS = [FLOOR, *OWN, *RIVALS]


def main(arguments: Sequence[str] | None = None) -> None:
    options = _parse(arguments)
    chosen = [one for one in CONTESTANTS if one is FLOOR or _wanted(one.name, options.only)]
    rng = np.random.default_rng(options.seed)
    set_threads(1)
    try:
        timings = time_rounds(chosen, options.hands, options.rounds, rng)
    finally:
        set_threads(None)
    scripts = [script for script in SCRIPTS if _wanted(script.name, options.only)]
    tables = [
        _comparison(chosen, timings, options.hands),
        _goals(timings),
        _fresh_processes(scripts, options.rounds),
    ]
    conditions = _conditions(options, sys.argv[1:] if arguments is None else arguments)
    print("\n\n".join([conditions, *filter(None, tables)]))


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--hands",
        type=_positive,
        default=10_000_000,
        help="hands a run, fewer for slow rivals (default: %(default)s)",
    )
    parser.add_argument(
        "--rounds", type=_positive, default=7, help="timed rounds (default: %(default)s)"
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="WORD",
        help=f"measure what has the word in its name, and {FLOOR.name}; may be given several times",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the hands (default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    names = [one.name for one in CONTESTANTS] + [script.name for script in SCRIPTS]
    for word in options.only or []:
        if not any(_wanted(name, [word]) for name in names):
            parser.error(f"nothing has {word!r} in its name; there are: {'; '.join(names)}")
    return options


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, got {number}")
    return number


def _wanted(name: str, words: list[str] | None) -> bool:
    return not words or any(word.lower() in name.lower() for word in words)


def _conditions(options: argparse.Namespace, arguments: Sequence[str]) -> str:
    cpu = cpuinfo.get_cpu_info().get("brand_raw") or platform.processor() or "unknown CPU"
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "handrank"))
    command = shlex.join(["python", "benchmarks/report.py", *arguments])
    return (
        f"{cpu}, {platform.system()}, Python {platform.python_version()}, {packages}.\n"
        f"Random hands of seven cards, uint8 (N, 7), new ones each round; one thread; medians of "
        f"{options.rounds} interleaved rounds.\n\n`{command}`"
    )


def _comparison(chosen: Sequence[Contestant], timings: Timings, hands: int) -> str:
    rows = []
    for one in sorted(chosen, key=lambda one: median(timings[one.name])):
        nanoseconds = median(timings[one.name])
        rows.append(
            (
                one.title,
                f"{one.hands_ranked(one.rows_for(hands)):,}",
                _significant(nanoseconds),
                _significant(1e3 / nanoseconds),
                _significant(ratio(timings, one.name, FLOOR.name)),
            )
        )
    heads = ("", "hands a run", "ns a hand", "million hands/s", f"times {FLOOR.name}")
    return _table(heads, rows)


def _goals(timings: Timings) -> str:
    """Return the table of goals, of those whose contestants were measured."""
    rows = []
    for goal in GOALS:
        needed = [goal.of.name] if goal.against is None else [goal.of.name, goal.against.name]
        if any(name not in timings for name in needed):
            continue
        if goal.against is None:
            measured, unit = median(timings[goal.of.name]), "ns a hand"
        else:
            measured = ratio(timings, goal.of.name, goal.against.name)
            unit = f"times {goal.against.name}"
        rows.append((f"{goal.of.name}: {unit}", *_against_goal(measured, goal.at_most)))
    return _table(("goal", "measured", "at most", "met"), rows) if rows else ""


def _fresh_processes(scripts: Sequence[Script], rounds: int) -> str:
    rows = [
        (script.name, *_against_goal(time_script(script, rounds), script.at_most))
        for script in scripts
    ]
    return _table(("goal", "seconds", "at most", "met"), rows) if rows else ""


def _against_goal(measured: float, at_most: float) -> tuple[str, str, str]:
    met = "yes" if measured <= at_most else "no"
    return _significant(measured), _significant(at_most), met


def _significant(number: float) -> str:
    """Write a number with three significant digits, never as a power of ten."""
    decimals = max(0, 2 - int(np.floor(np.log10(number))))
    return f"{number:,.{decimals}f}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table: the first column is text, the others are figures."""
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    main()
