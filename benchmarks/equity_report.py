"""Compare handrank's equity with its rivals' and print the goals as a Markdown table.

`python benchmarks/equity_report.py` measures everything, one thread, in interleaved rounds;
`--only omaha` measures what has the word in its name. Leave the machine alone meanwhile.
"""

import argparse
import ctypes
import platform
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median
from typing import Any

import cpuinfo
import poker_equity
import pokerfast.equity as pokerfast
from tqdm import tqdm

import handrank

# A run returns the equity of the first player and how many boards or deals it looked at.
Run = Callable[[], tuple[float, int]]

ACES_KINGS = ("AhAs", "KdKc")
ANY_OVERS = ("JJ+,AQs+,AQo+", "22+,ATs+,ATo+,KQs,KQo")
OMAHA_HANDS = ("AsAhKsKh", "JdTd9c8c")
# OMPEval's standard error for about 30 million boards.
_STDERR = 7e-5
_TRIALS = 1 << 25
_DEALS = 1 << 23


@dataclass(frozen=True)
class EquityGoal:
    """What is measured against what.

    Attributes
    ----------
    name : str
        The question.
    own : callable
        handrank's run.
    at_most : float
        The goal: a number of seconds, or how many times the rival's.
    rival : callable or None
        The rival's run on the same question.
    rival_name : str
        The package and its version's place on PyPI.
    each : bool
        Whether seconds are for each board or deal.
    """

    name: str
    own: Run
    at_most: float
    rival: Run | None = None
    rival_name: str = ""
    each: bool = False


def _own(players: Sequence[str], **options: Any) -> Run:
    def run() -> tuple[float, int]:
        result = handrank.equity(players, threads=1, **options)
        return result.equity[0], result.trials or result.boards or 0

    return run


def _ompeval(players: Sequence[str], *, exact: bool) -> Run:
    """Call OMPEval's library, whose Python function keeps the number of boards to itself."""
    texts = (ctypes.c_char_p * len(players))(*[text.encode() for text in players])
    shares = (ctypes.c_double * len(players))()
    boards = ctypes.c_uint64()

    def run() -> tuple[float, int]:
        failed = pokerfast._load().pf_equity(
            texts, len(players), b"", b"", int(exact), _STDERR, 1, 0.0, shares, ctypes.byref(boards)
        )
        assert not failed
        return shares[0], boards.value

    return run


def _poker_equity(variant: str, hands: Sequence[str]) -> Run:
    def run() -> tuple[float, int]:
        result = poker_equity.exact_from_text(variant, list(hands))
        return result["players"][0]["equity"], result["samples"]

    return run


GOALS = [
    EquityGoal(
        "AhAs v KdKc, exact",
        _own(ACES_KINGS, method="exact"),
        1.0,
        _ompeval(ACES_KINGS, exact=True),
        "pokerfast",
    ),
    EquityGoal(
        "AA v random, exact",
        _own(("AA", "random"), method="exact"),
        1 / 4,
        _ompeval(("AA", "random"), exact=True),
        "pokerfast",
    ),
    EquityGoal(
        "JJ+, AQ+ v 22+, AT+, KQ, exact",
        _own(ANY_OVERS, method="exact"),
        1 / 4,
        _ompeval(ANY_OVERS, exact=True),
        "pokerfast",
    ),
    EquityGoal("random v random, exact", _own(("random", "random"), method="exact"), 5.0),
    EquityGoal(
        "AhAs v KdKc, sampled",
        _own(ACES_KINGS, method="sampled", trials=_TRIALS, seed=1),
        1 / 2,
        _ompeval(ACES_KINGS, exact=False),
        "pokerfast",
        each=True,
    ),
    EquityGoal(
        "six random hands, sampled",
        _own(("random",) * 6, method="sampled", trials=_DEALS, seed=1),
        100e-9,
        each=True,
    ),
    EquityGoal(
        "Omaha, AsAhKsKh v JdTd9c8c, exact",
        _own(OMAHA_HANDS, game="omaha", method="exact"),
        1 / 5,
        _poker_equity("omaha", OMAHA_HANDS),
        "poker-equity",
    ),
]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="timed rounds (default: 5)")
    parser.add_argument(
        "--only", action="append", metavar="WORD", help="measure what has the word in its name"
    )
    options = parser.parse_args(arguments)
    goals = [
        goal
        for goal in GOALS
        if not options.only or any(word.lower() in goal.name.lower() for word in options.only)
    ]
    if not goals or options.rounds < 1:
        names = "; ".join(goal.name for goal in GOALS)
        parser.error(f"give one round at least and words of: {names}")
    lines = [_conditions(options.rounds, sys.argv[1:] if arguments is None else arguments)]
    lines += ["", "| question | handrank | rival | measured | at most | met |"]
    lines += ["| --- | --: | --: | --: | --: | --- |"]
    lines += [_line(goal, *times) for goal, times in _measure(goals, options.rounds)]
    print("\n".join(lines))


def _measure(
    goals: Sequence[EquityGoal], rounds: int
) -> list[tuple[EquityGoal, tuple[list[float], list[float]]]]:
    """Run everything once untimed, then in rounds, own and rival in turn."""
    times: list[tuple[EquityGoal, tuple[list[float], list[float]]]] = [
        (goal, ([], [])) for goal in goals
    ]
    for number in tqdm(range(-1, rounds), unit="round", leave=False, disable=None):
        for goal, (own, rival) in times:
            runs = [(goal.own, own)] + ([(goal.rival, rival)] if goal.rival else [])
            shares = []
            for run, seconds in runs[:: 1 if number % 2 else -1]:
                start = time.perf_counter()
                share, looked_at = run()
                spent = time.perf_counter() - start
                shares.append(share)
                if number >= 0:
                    seconds.append(spent / looked_at if goal.each else spent)
            # A fast wrong answer is no answer.
            assert max(shares) - min(shares) < 1e-3, goal.name
    return times


def _line(goal: EquityGoal, own: list[float], rival: list[float]) -> str:
    measured = median(own)
    cells = [goal.name, _seconds(measured), "–"]
    if rival:
        measured = median(mine / other for mine, other in zip(own, rival, strict=True))
        cells[2] = f"{_seconds(median(rival))} ({goal.rival_name})"
        cells += [f"{measured:.3g} times", f"{goal.at_most:.3g} times"]
    else:
        cells += [_seconds(measured), _seconds(goal.at_most)]
    return f"| {' | '.join([*cells, 'yes' if measured <= goal.at_most else 'no'])} |"


def _seconds(seconds: float) -> str:
    """Write a duration with three digits.

    Examples
    --------
    >>> _seconds(0.00224), _seconds(8.5e-8)
    ('2.24 ms', '85 ns')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _conditions(rounds: int, arguments: Sequence[str]) -> str:
    cpu = cpuinfo.get_cpu_info().get("brand_raw") or platform.processor() or "unknown CPU"
    names = ("handrank", "numba", "pokerfast", "poker-equity")
    packages = ", ".join(f"{name} {version(name)}" for name in names)
    command = shlex.join(["python", "benchmarks/equity_report.py", *arguments])
    return (
        f"{cpu}, {platform.system()}, Python {platform.python_version()}, {packages}.\n"
        f"Before the flop, one thread, warm; medians of {rounds} interleaved rounds; sampled: for "
        f"each board or deal.\n\n`{command}`"
    )


if __name__ == "__main__":
    main()
