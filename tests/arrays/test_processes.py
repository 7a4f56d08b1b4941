"""Other processes: forked ones, fresh ones, and the workers of clusters.

Each case runs in a script of its own, so that one that hangs fails its test and no other.
"""

import multiprocessing
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

_SECONDS = 120

_COMMON = """
import os, sys, warnings
import numpy as np
import handrank

def make_hands():
    return handrank.deal(300_000, rng=np.random.default_rng(1))

def is_right(threads):
    hands = make_hands()
    expected = handrank.evaluate(hands.astype(np.int16), threads=1)
    return bool((handrank.evaluate(hands, threads=threads) == expected).all())
"""

# Python 3.12 and later warn that a process with threads forks. That it works is what is tested.
_FORK = """
import threading
from handrank.arrays.threads import for_each
warnings.filterwarnings("ignore", message=".*fork", category=DeprecationWarning)

def has_helpers():
    barrier = threading.Barrier(3, timeout=30)
    for_each(lambda _: barrier.wait(), range(3), 3)
    return True

def in_child():
    child = os.fork()
    if child == 0:
        right = False
        try:
            right = is_right(3) and is_right(3) and has_helpers()
        finally:
            os._exit(0 if right else 1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
"""

FORKS = {
    "before the parent has helpers": "print(in_child(), is_right(3))",
    "after the parent has used its helpers": """
print(int(not is_right(3)) + in_child(), is_right(3))
""",
    "a child's child": """
child = os.fork() if is_right(3) else -1
if child == 0:
    os._exit(in_child() + int(not is_right(2)))
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), is_right(3))
""",
    "while other threads rank hands": """
import threading
stop = threading.Event()
hands = make_hands()
handrank.evaluate(hands)
def keep_busy():
    while not stop.is_set():
        handrank.evaluate(hands, threads=4)
busy = [threading.Thread(target=keep_busy) for _ in range(2)]
for thread in busy:
    thread.start()
codes = [in_child() for _ in range(8)]
stop.set()
for thread in busy:
    thread.join()
print(sum(codes), is_right(3))
""",
}

_POOL = """
import multiprocessing

if __name__ == "__main__":
    method = sys.argv[1]
    if method == "fork":
        warnings.filterwarnings("ignore", message=".*fork", category=DeprecationWarning)
    before = is_right(3)
    with multiprocessing.get_context(method).Pool(2) as pool:
        print(before, pool.map(is_right, [1, 2, 3, 4]), is_right(3))
"""

_DASK = """
if __name__ == "__main__":
    import dask, dask.array
    from dask.distributed import Client, LocalCluster
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None, memory_limit=0
    )
    with cluster, Client(cluster) as client:
        futures = client.map(is_right, [1, 2, 3, 4, 5, 6], pure=False)
        print(client.gather(futures), len(client.scheduler_info()["workers"]))
        hands = make_hands()
        blocks = dask.array.from_array(hands, chunks=(100_000, 7))
        ranks = blocks.map_blocks(handrank.evaluate, threads=2, drop_axis=1, dtype=np.uint16)
        print((ranks.compute() == handrank.evaluate(hands)).all())
"""

_RAY = """
if __name__ == "__main__":
    import ray
    ray.init(num_cpus=2, include_dashboard=False, configure_logging=False, log_to_driver=False)
    try:
        remote = ray.remote(is_right)
        print(ray.get([remote.remote(threads) for threads in (1, 2, 3, 4)], timeout=90))
    finally:
        ray.shutdown()
"""


def run_script(folder: Path, text: str, *arguments: str) -> str:
    """Run a script from a file, as spawned processes import it again; return what it prints."""
    script = folder / "script.py"
    script.write_text(_COMMON + text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, str(script), *arguments],
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        cwd=folder,
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("case", FORKS)
def test_a_fork(case: str, tmp_path: Path) -> None:
    assert run_script(tmp_path, _FORK + FORKS[case]) == "0 True\n"


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_pool_of_processes(method: str, tmp_path: Path) -> None:
    expected = "True [True, True, True, True] True\n"
    assert run_script(tmp_path, _POOL, method) == expected


@pytest.mark.skipif(not find_spec("distributed"), reason="dask.distributed is not installed")
def test_dask_workers(tmp_path: Path) -> None:
    assert run_script(tmp_path, _DASK) == "[True, True, True, True, True, True] 2\nTrue\n"


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("ray"), reason="ray is not installed (the group ray)")
def test_ray_workers(tmp_path: Path) -> None:
    assert run_script(tmp_path, _RAY) == "[True, True, True, True]\n"
