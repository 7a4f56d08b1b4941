"""Hands that many tests look at."""

import itertools
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from numpy.typing import NDArray

# A kernel may compile inside the first example, so no example has a deadline.
settings.register_profile(
    "handrank", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("handrank")

Hands = NDArray[np.uint8]
WINDOWS = os.name == "nt"


@pytest.fixture
def make_hands() -> Callable[..., Hands]:
    """Return a maker of random hands that does not use the package."""

    def make(n: int, n_cards: int = 7, *, seed: int = 1, low: int = 0) -> Hands:
        rng = np.random.default_rng(seed)
        order = rng.random((n, 52 - low)).argpartition(n_cards, axis=1)[:, :n_cards]
        return (order + low).astype(np.uint8)

    return make


@pytest.fixture(scope="session")
def all_fives() -> Hands:
    """Return all five-card combinations of the deck, shape (2598960, 5)."""
    flat = itertools.chain.from_iterable(itertools.combinations(range(52), 5))
    hands = np.fromiter(flat, dtype=np.uint8).reshape(-1, 5)
    hands.flags.writeable = False
    return hands


def pytest_configure() -> None:
    # The command line speaks the language of the environment; the tests' own is English.
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        os.environ.pop(variable, None)
    # A machine that runs us in the background may have these ignored, and processes inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not WINDOWS and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


# Terminals and signals of other systems than Windows, which has not these modules and names.
_POSIX = re.compile(r"^import (pty|resource|termios)$|signal\.(SIGKILL|SIGHUP)", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what cannot be imported on Windows."""
    if not WINDOWS or not collection_path.match("test_*.py"):
        return None
    return bool(_POSIX.search(collection_path.read_text(encoding="utf-8"))) or None
