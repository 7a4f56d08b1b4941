"""Processes that are forked while other threads compile, import, evaluate and draw bars.

Each case runs in a fresh process, most with nothing kept on disk, and is killed where it hangs.
"""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")

# Runs `children` while threads are at work, in a process whose first calls these are.
_LOAD = """
import faulthandler, itertools, os, signal, sys, threading, time, traceback, warnings
import multiprocessing
# Python's locks of modules do not survive a fork: these two are what handrank cannot wait for.
import concurrent.futures.thread, logging
# As of Python 3.12 a fork with threads is warned of.
warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)
import handrank

stopped = threading.Event()
errors = []

# Where a child hangs is told.
faulthandler.register(signal.SIGUSR1)

def keep(work):
    def run():
        try:
            while not stopped.is_set():
                work()
        except BaseException as error:
            errors.append(error)
    threads.append(threading.Thread(target=run, daemon=True))

threads = []

def finish():
    stopped.set()
    for thread in threads:
        thread.join()
    assert not errors, errors
    print("done")

def in_child():
    assert handrank.evaluate("AsKsQsJsTs2c3d") == 36865
    assert handrank.evaluate([[0, 1, 2, 3, 4, 5]] * 9)[0]
    result = handrank.equity(["AcAs", "KhKs"], "2c7d", progress=True, threads=2)
    assert result.boards == 15180 and result.win[0] > result.win[1]
    # The handler of Ctrl-C is not one that the compiling thread had put off.
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

def wait_for(child):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert status == 0, status
            return
        time.sleep(0.01)
    os.kill(child, signal.SIGUSR1)
    time.sleep(1)
    os.kill(child, signal.SIGKILL)
    raise SystemExit("a child hangs")

def fork(work=in_child):
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(status)
    wait_for(child)
"""


def passes(script: str, timeout: float = 240, **environment: str) -> None:
    settings = {"HANDRANK_CACHE": "off", "HANDRANK_SIMD": "off", **environment}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _LOAD + script],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr
    assert "ignored" not in done.stderr, done.stderr


@pytest.mark.slow
def test_a_fork_at_any_moment_of_the_first_call() -> None:
    # Importing, making kernels, compiling: each child is forked a little later, and does the same.
    passes("""
keep(lambda: handrank.evaluate([[0, 1, 2, 3, 4]] * 9))
threads[0].start()
for _ in range(12):
    fork(lambda: handrank.evaluate([0, 1, 2, 3, 4]))
    time.sleep(0.1)
finish()
""")


@pytest.mark.slow
def test_forks_while_others_compile_and_draw_bars() -> None:
    passes("""
sizes = itertools.cycle([5, 6, 7])
handrank.set_threads(2)
keep(lambda: handrank.evaluate(handrank.deal(9, next(sizes), seed=1)))
keep(lambda: handrank.equity(["AcAs", "KhKs", "QcQd"], "2c7d", progress=True))
keep(lambda: handrank.showdown([["AcAs", "KhKs"]] * 3, "2c7d8d9s3s", bets=[3, 3]))
for thread in threads:
    thread.start()
for _ in range(3):
    fork()
    time.sleep(0.3)
finish()
""")


def test_a_bar_that_is_being_drawn_stops_no_child() -> None:
    passes(
        """
from handrank.equities.running import _Bar
held = threading.Event()

def hold():
    with _Bar.get_lock():
        held.set()
        stopped.wait()

threads.append(threading.Thread(target=hold, daemon=True))
threads[0].start()
held.wait()
fork()
finish()
""",
        HANDRANK_CACHE="on",
    )


def test_bars_settle_nothing_for_the_program() -> None:
    passes(
        """
sys.stderr.isatty = lambda: True
handrank.equity(["AcAs", "KhKs"], "2c7d", progress=True)
multiprocessing.set_start_method("spawn")
assert threading.active_count() == 1
finish()
""",
        HANDRANK_CACHE="on",
    )


@pytest.mark.slow
def test_a_thread_that_compiles_may_fork_itself() -> None:
    passes("""
from numba.core.compiler_lock import global_compiler_lock
handrank.evaluate([0, 1, 2, 3, 4])
with global_compiler_lock:
    fork()
assert not global_compiler_lock.is_locked()
handrank.evaluate([0, 1, 2, 3, 4, 5])
finish()
""")


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_pools_under_load(method: str) -> None:
    passes(f"""
from concurrent.futures import ProcessPoolExecutor
hands = handrank.deal(2000, 7, seed=1)
keep(lambda: handrank.evaluate(hands[:, :6], threads=2))
keep(lambda: handrank.equity(["AcAs", "KhKs"], "2c7d", progress=True))
for thread in threads:
    thread.start()
context = multiprocessing.get_context({method!r})
with ProcessPoolExecutor(2, mp_context=context) as pool:
    ranks = [pool.submit(handrank.evaluate, hands, threads=2) for _ in range(3)]
    for future in ranks:
        assert (future.result(timeout=150) == handrank.evaluate(hands)).all()
    result = handrank.equity(["AA", "KhKs"], "2c7d", executor=pool, progress=True)
    assert result == handrank.equity(["AA", "KhKs"], "2c7d")
finish()
""")
