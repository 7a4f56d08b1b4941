"""Look for input that breaks the package: random and damaged files, random arguments.

`python scripts/fuzz.py --seconds 60 --seed 1` goes through cases until the time is over, in turn of
each kind (`--only files`, `sound`, `wild`):

* files: hands and deals in every format, damaged, through the command line (`fuzz_files`);
* sound: cards, ranks and bets in every dtype, layout and class, whose results are compared with the
  naive evaluator of the tests (`fuzz_functions`);
* wild: every public function with arguments of any kind, which may only end in a result or in an
  error of ours with a short line (`fuzz_functions`).

A failure is printed with the case's number: `--seed 1 --first 4711 --cases 1` repeats it. The exit
code says whether there was one.
"""

import argparse
import contextlib
import faulthandler
import itertools
import random
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import fuzz_files
import fuzz_functions

Case = Callable[[random.Random, Path], str]
KINDS: dict[str, Case] = {
    "files": fuzz_files.try_file,
    "sound": fuzz_functions.try_sound_input,
    "wild": fuzz_functions.try_wild_input,
}
# A case that takes longer hangs: the tracebacks of all threads are printed and the process ends.
_LONGEST = 180


def main(arguments: list[str] | None = None) -> int:
    """Run the cases; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the first case's number")
    parser.add_argument("--cases", type=int, help="how many cases at most")
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--failures", type=int, default=20, help="stop after so many")
    options = parser.parse_args(arguments)
    numbers: Iterator[int] = itertools.count(options.first)
    if options.cases is not None:
        numbers = iter(range(options.first, options.first + options.cases))
    kinds = [options.only] if options.only else list(KINDS)
    end = time.monotonic() + options.seconds
    outcomes: Counter[str] = Counter()
    n_failures = 0
    for number in numbers:
        if time.monotonic() >= end or n_failures >= options.failures:
            break
        kind = kinds[number % len(kinds)]
        problem = _run(KINDS[kind], f"{options.seed} {kind} {number}", outcomes)
        if problem:
            n_failures += 1
            only = f"--only {options.only} " if options.only else ""
            print(f"FAILED: {only}--seed {options.seed} --first {number} --cases 1\n{problem}")
    print(f"{sum(outcomes.values())} cases, {n_failures} failed:")
    for outcome, count in sorted(outcomes.items()):
        print(f"  {count:6}  {outcome}")
    return 1 if n_failures else 0


def _run(case: Case, seed: str, outcomes: Counter[str]) -> str:
    """Run a case in a folder of its own; return what went wrong, if something did."""
    rng = random.Random(seed)
    np.random.seed(rng.randrange(1 << 32))  # noqa: NPY002
    faulthandler.dump_traceback_later(_LONGEST, exit=True, file=2)
    try:
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("error")
            # Of NumPy, about what is given: a masked entry in a list.
            warnings.filterwarnings("ignore", ".*converting a masked element to nan")
            with contextlib.chdir(folder):
                outcomes[case(rng, Path(folder))] += 1
    except fuzz_functions.Failure as failure:
        outcomes["failed"] += 1
        return str(failure)
    except Exception:
        outcomes["failed"] += 1
        return traceback.format_exc()
    finally:
        faulthandler.cancel_dump_traceback_later()
    return ""


if __name__ == "__main__":
    sys.exit(main())
