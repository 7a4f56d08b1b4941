"""Time what a user waits for in a new Python process."""

import subprocess
import sys
from dataclasses import dataclass

# Numba's own import is not ours to shorten, so the clocks start after it.
_IMPORT = """
import time
import numba
start = time.perf_counter()
import handrank
handrank.evaluate
print(time.perf_counter() - start)
"""
_FIRST_EVALUATE = """
import time
import handrank
handrank.evaluate
start = time.perf_counter()
handrank.evaluate([51, 50, 47, 46, 43, 42, 0])
print(time.perf_counter() - start)
"""


@dataclass(frozen=True)
class Script:
    """Python code that prints seconds, and how many there should be at most."""

    name: str
    code: str
    at_most: float


SCRIPTS = [
    Script("import handrank with evaluate, beyond import numba", _IMPORT, 0.1),
    Script("first evaluate in a fresh process, compiled code cached", _FIRST_EVALUATE, 0.5),
]


def time_script(script: Script, rounds: int) -> list[float]:
    """Return the seconds that a script prints, each time in a fresh process.

    It runs once more before, so that files and compiled code are in their caches.

    Parameters
    ----------
    script : Script
        What to run.
    rounds : int
        How many processes count.
    """
    seconds = []
    for _ in range(rounds + 1):
        done = subprocess.run(
            [sys.executable, "-c", script.code], check=True, capture_output=True, text=True
        )
        seconds.append(float(done.stdout))
    return seconds[1:]
