"""Threads: the same results for any number, wherever the call comes from."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import handrank
from handrank.arrays.threads import for_each

NUMBERS = [2, 3, 7, 1000]
# Enough rows for three threads and more, in blocks that do not come out even.
N_HANDS = 300_001
N_DEALS = 50_001

Hands = NDArray[np.uint8]


@pytest.fixture(autouse=True)
def _default(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("HANDRANK_THREADS", raising=False)
    yield
    handrank.set_threads(None)


@cache
def hands(n: int = N_HANDS, n_cards: int = 7) -> Hands:
    return handrank.deal(n, n_cards, rng=np.random.default_rng(n_cards))


@cache
def deals() -> tuple[Hands, Hands]:
    """Return hole cards (n, 6, 2) and boards (n, 1, 5)."""
    cards = hands(N_DEALS, 17)
    return cards[:, :12].reshape(-1, 6, 2), cards[:, None, 12:]


@cache
def player_ranks() -> NDArray[np.uint16]:
    ranks: NDArray[np.uint16] = handrank.evaluate(*deals(), threads=1)
    return ranks


def omaha(threads: int) -> Any:
    cards = hands(N_DEALS, 17)
    return handrank.evaluate(
        cards[:, :12].reshape(-1, 3, 4), cards[:, None, 12:], game="omaha", threads=threads
    )


def settled(threads: int) -> Any:
    bets = np.random.default_rng(3).integers(0, 500, (N_DEALS, 6))
    return handrank.settle(player_ranks(), bets, threads=threads)


def shown(threads: int) -> Any:
    result = handrank.showdown(*deals(), threads=threads)
    return np.concatenate((result.ranks, result.winners), axis=1)


CALLS: dict[str, Callable[[int], Any]] = {
    "evaluate bytes": lambda n: handrank.evaluate(hands(), threads=n),
    "evaluate int64": lambda n: handrank.evaluate(hands().astype(np.int64), threads=n),
    "evaluate transposed": lambda n: handrank.evaluate(hands().T.copy(), axis=0, threads=n),
    "evaluate unchecked": lambda n: handrank.evaluate(hands(), check=False, threads=n),
    "evaluate 2-7 low": lambda n: handrank.evaluate(hands(), rules="deuce-to-seven", threads=n),
    "evaluate hole and board": lambda n: handrank.evaluate(*deals(), threads=n),
    "omaha": omaha,
    "winners": lambda n: handrank.winners(player_ranks(), threads=n),
    "pot_shares": lambda n: handrank.pot_shares(player_ranks(), threads=n),
    "settle": settled,
    "showdown": shown,
    "best_five": lambda n: handrank.best_five(hands(100_000), threads=n),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_same_results_for_any_number(name: str) -> None:
    call = CALLS[name]
    alone = call(1)
    assert len(alone) > 1000
    for number in NUMBERS:
        assert np.array_equal(call(number), alone), number


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_the_first_bad_row_is_the_same_for_any_number(dtype: type) -> None:
    bad: NDArray[Any] = hands().astype(dtype)
    for row in (70_123, 70_124, 150_000, N_HANDS - 1):
        bad[row, 6] = bad[row, 0]
    for number in (1, *NUMBERS):
        for _ in range(5):
            with pytest.raises(handrank.CardError, match=r"^row 70123: .* twice") as caught:
                handrank.evaluate(bad, threads=number)
            assert caught.value.index == (70_123,)
    assert np.array_equal(handrank.evaluate(hands(), threads=3), CALLS["evaluate bytes"](1))


def test_the_first_bad_deal_is_the_same_for_any_number() -> None:
    hole, board = deals()[0].copy(), deals()[1]
    for deal in (20_000, 20_001, 49_999):
        hole[deal, 4, 1] = board[deal, 0, 2]
    for number in (1, *NUMBERS):
        with pytest.raises(handrank.CardError) as caught:
            handrank.evaluate(hole, board, threads=number)
        assert caught.value.index == (20_000, 4)


class TestForEach:
    @pytest.mark.parametrize("threads", [1, 2, 5])
    def test_each_item_once(self, threads: int) -> None:
        done: list[int] = []
        for_each(done.append, range(1000), threads)
        assert sorted(done) == list(range(1000))

    @pytest.mark.parametrize("threads", [1, 2, 5])
    def test_no_items(self, threads: int) -> None:
        for_each(lambda _: pytest.fail("there is nothing to do"), [], threads)

    def test_several_threads_are_at_work(self) -> None:
        # None gets past the barrier before three have come to it.
        barrier = threading.Barrier(3, timeout=30)
        seen = set()

        def work(_: int) -> None:
            seen.add(threading.get_ident())
            barrier.wait()

        for_each(work, range(3), 3)
        assert len(seen) == 3
        assert threading.get_ident() in seen

    def test_the_error_of_the_earliest_item(self) -> None:
        def work(item: int) -> None:
            # The later of the first two items fails first.
            time.sleep(0 if item else 0.05)
            raise ValueError(str(item))

        for _ in range(5):
            with pytest.raises(ValueError, match=r"^0$"):
                for_each(work, range(100), 2)

    def test_no_item_is_started_after_an_error(self) -> None:
        started: list[int] = []

        def work(item: int) -> None:
            started.append(item)
            raise ValueError(str(item))

        with pytest.raises(ValueError, match=r"^0$"):
            for_each(work, range(10_000), 4)
        assert len(started) <= 4

    def test_an_interrupt_goes_before_an_error(self) -> None:
        both = threading.Barrier(2, timeout=30)

        def work(item: int) -> None:
            both.wait()
            raise KeyboardInterrupt if item else ValueError

        with pytest.raises(KeyboardInterrupt):
            for_each(work, range(2), 2)

    def test_calls_within_calls_do_not_wait_for_each_other(self) -> None:
        done: list[tuple[int, int]] = []

        def outer(i: int) -> None:
            for_each(lambda j: done.append((i, j)), range(20), 4)

        for_each(outer, range(50), 4)
        assert sorted(done) == [(i, j) for i in range(50) for j in range(20)]


class TestDefault:
    def test_the_cpus_of_the_process(self) -> None:
        assert handrank.get_threads() == len(os.sched_getaffinity(0))

    def test_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HANDRANK_THREADS", " 5 ")
        assert handrank.get_threads() == 5
        handrank.set_threads(3)
        assert handrank.get_threads() == 3
        handrank.set_threads(None)
        assert handrank.get_threads() == 5
        monkeypatch.setenv("HANDRANK_THREADS", "")
        assert handrank.get_threads() == len(os.sched_getaffinity(0))

    @pytest.mark.parametrize("text", ["0", "-2", "two", "1.5", "²", "1_000", "0x2"])
    def test_a_bad_environment(self, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HANDRANK_THREADS", text)
        for call in (handrank.get_threads, lambda: handrank.evaluate(hands())):
            with pytest.raises(ValueError, match="HANDRANK_THREADS must be a positive integer"):
                call()
        assert handrank.evaluate(hands(), threads=2).shape == (N_HANDS,)

    @pytest.mark.parametrize("number", [0, -1])
    def test_a_number_below_one(self, number: int) -> None:
        for call in (handrank.set_threads, lambda n: handrank.evaluate(hands(), threads=n)):
            with pytest.raises(ValueError, match=f"threads must be at least 1, got {number}"):
                call(number)

    @pytest.mark.parametrize("number", ["2", 2.0, True])
    def test_no_integer(self, number: Any) -> None:
        for call in (handrank.set_threads, lambda n: handrank.evaluate(hands(), threads=n)):
            with pytest.raises(TypeError, match="threads must be an integer, got "):
                call(number)

    def test_a_numpy_integer(self) -> None:
        handrank.set_threads(np.int64(2))  # type: ignore[arg-type]
        assert handrank.get_threads() == 2


class TestCallers:
    """The calls that come from somewhere else than the main thread of the main process."""

    def test_several_threads_at_once(self) -> None:
        expected = {n: handrank.evaluate(hands(n), threads=1) for n in (200_000, N_HANDS)}
        right: list[bool] = []

        def call(n: int) -> None:
            found = [handrank.evaluate(hands(n), threads=threads) for threads in (2, 3, 8)]
            right.extend(np.array_equal(ranks, expected[n]) for ranks in found)

        callers = [threading.Thread(target=call, args=(n,)) for n in [*expected] * 4]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join(timeout=60)
        assert not any(caller.is_alive() for caller in callers)
        assert right == [True] * 3 * len(callers)

    def test_a_thread_pool(self) -> None:
        expected = handrank.evaluate(hands(), threads=1)

        def call(_: int) -> bool:
            with ThreadPoolExecutor(2) as inner:
                found = inner.map(lambda n: handrank.evaluate(hands(), threads=n), (2, 3))
                return all(np.array_equal(ranks, expected) for ranks in found)

        with ThreadPoolExecutor(4) as outer:
            assert list(outer.map(call, range(8), timeout=60)) == [True] * 8

    def test_the_end_of_the_interpreter(self) -> None:
        # No new threads can be had then; the call does without.
        script = """
import atexit, threading, time
import numpy as np, handrank
hands = handrank.deal(300_000, rng=np.random.default_rng(1))
expected = handrank.evaluate(hands, threads=1)
def call(name):
    print(name, (handrank.evaluate(hands, threads=4) == expected).all(), flush=True)
atexit.register(call, "at exit")
threading.Thread(target=lambda: (time.sleep(0.5), call("after main"))).start()
"""
        run = run_python(script)
        assert run.stdout.splitlines() == ["after main True", "at exit True"]
        assert run.stderr == ""

    def test_an_interrupt_ends_a_call_soon_and_leaves_the_helpers_usable(self) -> None:
        script = """
import os, signal, threading, time
import numpy as np, handrank
few = handrank.deal(300_000, rng=np.random.default_rng(1))
expected = handrank.evaluate(few, threads=1)
# The same hands again and again: tens of seconds of work, most of whose memory is never touched.
hole, board = few[:, :4], few[:, 4:]
many = np.broadcast_to(hole, (1000, *hole.shape))
handrank.evaluate(hole, board, game="omaha")
for _ in range(5):
    def interrupt():
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)
        sent.append(time.monotonic())
    sent = []
    threading.Thread(target=interrupt).start()
    try:
        handrank.evaluate(many, board, game="omaha", threads=3)
        print("not interrupted")
    except KeyboardInterrupt:
        print(time.monotonic() - sent[0] < 3)
    print((handrank.evaluate(few, threads=3) == expected).all())
"""
        run = run_python(script)
        assert run.stdout.split() == ["True", "True"] * 5
        assert run.stderr == ""


def run_python(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a fresh process; a process that hangs fails the test."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
