"""Equity questions, each with how handrank answers it and how a rival does."""

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, NamedTuple

import handrank
from contestants import installed


class Answer(NamedTuple):
    """The equity of the first player, and how many boards or deals were looked at."""

    share: float
    looked_at: int


Run = Callable[[], Answer]

ACES_KINGS = ("AhAs", "KdKc")
BROADWAYS = ("JJ+,AQs+,AQo+", "22+,ATs+,ATo+,KQs,KQo")
OMAHA_HANDS = ("AsAhKsKh", "JdTd9c8c")
# OMPEval's standard error for about 30 million boards.
_STDERR = 7e-5
_TRIALS = 1 << 25
_DEALS = 1 << 23


@dataclass(frozen=True)
class Question:
    """What is asked, and what the answer may take.

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
    package : str
        The rival's package.
    each : bool
        Whether seconds are for each board or deal.
    """

    name: str
    own: Run
    at_most: float
    rival: Run | None = None
    package: str = ""
    each: bool = False

    @property
    def rival_name(self) -> str | None:
        """The name of the rival's run, or None where there is no rival or it is not installed."""
        if self.rival is None or not installed(self.package):
            return None
        return f"{self.package} {version(self.package)}: {self.name}"


def _own(players: Sequence[str], **options: Any) -> Run:
    def run() -> Answer:
        result = handrank.equity(players, threads=1, **options)
        return Answer(result.equity[0], result.trials or result.boards or 0)

    return run


def _ompeval(players: Sequence[str], *, exact: bool) -> Run:
    """Call OMPEval's library, whose Python function keeps the number of boards to itself."""
    texts = (ctypes.c_char_p * len(players))(*[text.encode() for text in players])
    shares = (ctypes.c_double * len(players))()
    boards = ctypes.c_uint64()

    def run() -> Answer:
        from pokerfast.equity import _load

        failed = _load().pf_equity(
            texts, len(players), b"", b"", int(exact), _STDERR, 1, 0.0, shares, ctypes.byref(boards)
        )
        assert not failed
        return Answer(shares[0], boards.value)

    return run


def _poker_equity(variant: str, hands: Sequence[str]) -> Run:
    def run() -> Answer:
        import poker_equity

        result = poker_equity.exact_from_text(variant, list(hands))
        return Answer(result["players"][0]["equity"], result["samples"])

    return run


QUESTIONS = [
    Question(
        "AhAs v KdKc, exact",
        _own(ACES_KINGS, method="exact"),
        1.0,
        _ompeval(ACES_KINGS, exact=True),
        "pokerfast",
    ),
    Question(
        "AA v random, exact",
        _own(("AA", "random"), method="exact"),
        1 / 4,
        _ompeval(("AA", "random"), exact=True),
        "pokerfast",
    ),
    Question(
        "JJ+, AQ+ v 22+, AT+, KQ, exact",
        _own(BROADWAYS, method="exact"),
        1 / 4,
        _ompeval(BROADWAYS, exact=True),
        "pokerfast",
    ),
    Question("random v random, exact", _own(("random", "random"), method="exact"), 5.0),
    Question(
        "AhAs v KdKc, sampled",
        _own(ACES_KINGS, method="sampled", trials=_TRIALS, seed=1),
        1 / 2,
        _ompeval(ACES_KINGS, exact=False),
        "pokerfast",
        each=True,
    ),
    Question(
        "six random hands, sampled",
        _own(("random",) * 6, method="sampled", trials=_DEALS, seed=1),
        100e-9,
        each=True,
    ),
    Question(
        "Omaha, AsAhKsKh v JdTd9c8c, exact",
        _own(OMAHA_HANDS, game="omaha", method="exact"),
        1 / 5,
        _poker_equity("omaha", OMAHA_HANDS),
        "poker-equity",
    ),
]
