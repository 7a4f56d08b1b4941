"""Time what a user waits for in a new Python process."""

import subprocess
import sys
from statistics import median

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

SCRIPTS = {
    "import handrank with evaluate, beyond import numba": _IMPORT,
    "first evaluate in a fresh process, compiled code cached": _FIRST_EVALUATE,
}


def time_script(script: str, rounds: int) -> float:
    """Return the median of the seconds that a script prints, each time in a fresh process.

    It runs once more before, so that files and compiled code are in their caches.

    Parameters
    ----------
    script : str
        Python code whose output is a number.
    rounds : int
        How many processes count.
    """
    seconds = []
    for _ in range(rounds + 1):
        done = subprocess.run(
            [sys.executable, "-c", script], check=True, capture_output=True, text=True
        )
        seconds.append(float(done.stdout))
    return median(seconds[1:])
