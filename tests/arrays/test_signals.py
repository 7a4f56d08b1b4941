"""Signals that come at an awkward moment."""

import os
import signal
import threading
from types import FrameType
from typing import Any

import pytest
from numba.extending import overload

from handrank.arrays.signals import away_from_signals, signals_held
from handrank.kernels.compiling import inlined


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def interrupting() -> int:
    raise NotImplementedError("Numba only")


@overload(interrupting)
def _interrupting() -> Any:
    interrupt()
    return lambda: 7


@inlined
def seven() -> Any:
    return interrupting()


class TestHeld:
    def test_the_block_is_done_first(self) -> None:
        done = []

        def work() -> None:
            with signals_held(signal.SIGINT):
                interrupt()
                done.append(1)

        with pytest.raises(KeyboardInterrupt):
            work()
        assert done == [1]

    def test_an_inner_block_leaves_it_to_the_outer_one(self) -> None:
        done = []

        def work() -> None:
            with signals_held(signal.SIGINT):
                with signals_held(signal.SIGINT, signal.SIGTERM):
                    interrupt()
                done.append(1)

        with pytest.raises(KeyboardInterrupt):
            work()
        assert done == [1]

    def test_the_handler_that_was_there_is_called_and_stays(self) -> None:
        came = []

        def handler(number: int, frame: FrameType | None) -> None:
            came.append(number)

        before = signal.signal(signal.SIGTERM, handler)
        try:
            with signals_held(signal.SIGTERM):
                os.kill(os.getpid(), signal.SIGTERM)
                assert came == []
            assert came == [signal.SIGTERM]
            assert signal.getsignal(signal.SIGTERM) is handler
        finally:
            signal.signal(signal.SIGTERM, before)

    def test_an_error_in_the_block_is_not_lost(self) -> None:
        with pytest.raises(ZeroDivisionError), signals_held(signal.SIGINT):
            raise ZeroDivisionError

    def test_other_threads_hold_nothing(self) -> None:
        handlers = []

        def work() -> None:
            with signals_held(signal.SIGINT):
                handlers.append(signal.getsignal(signal.SIGINT))

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert handlers == [signal.getsignal(signal.SIGINT)]


def test_work_away_from_signals_is_finished() -> None:
    goes_on, finished = threading.Event(), threading.Event()

    def work() -> None:
        interrupt()
        goes_on.wait(30)
        finished.set()

    with pytest.raises(KeyboardInterrupt):
        away_from_signals(work)
    goes_on.set()
    assert finished.wait(30)


def test_an_interrupted_compilation_is_finished_before_the_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt):
        seven()
    # It need not be compiled anew, so it is not interrupted anew.
    assert seven() == 7
