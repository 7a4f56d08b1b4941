"""The other evaluators on PyPI, each called in the fastest documented way for an array of hands.

Every rival gets the same uint8 card ids as handrank does, and what it takes to bring those to the
rival's own cards is a part of the timed run. Cards and lookup tables that are built once are not.
"""

import warnings
from itertools import product
from typing import Any

import numba
import numpy as np

from contestants import Contestant, Meaning, Rows, Run, installed

# In the order of the card ids. Card text is common ground of the rivals, so it is written out here
# rather than taken from the package that is measured.
CARD_NAMES = [rank + suit for rank, suit in product("23456789TJQKA", "cdhs")]


def _phevaluator(rows: Rows) -> Run:
    from phevaluator import evaluate_7cards

    return lambda: np.array([evaluate_7cards(*hand) for hand in rows.tolist()])


def _eval7(rows: Rows) -> Run:
    with warnings.catch_warnings():
        # At its import eval7 calls functions that pyparsing has given new names.
        warnings.simplefilter("ignore", DeprecationWarning)
        import eval7

    return _of_card_objects(rows, eval7.Card, eval7.evaluate)


def _pkrbot(rows: Rows) -> Run:
    import pkrbot

    # It takes lists of ranks and of suits as well; that way measured 4 times slower.
    return _of_card_objects(rows, pkrbot.Card, pkrbot.evaluate)


def _of_card_objects(rows: Rows, card_type: Any, evaluate: Any) -> Run:
    cards = [card_type(name) for name in CARD_NAMES]
    return lambda: np.array([evaluate([cards[card] for card in hand]) for hand in rows.tolist()])


def _treys(rows: Rows) -> Run:
    from treys import Card, Evaluator

    cards = [Card.new(name) for name in CARD_NAMES]
    evaluate = Evaluator().evaluate

    def run() -> Any:
        hands = [[cards[card] for card in hand] for hand in rows.tolist()]
        return np.array([evaluate(hand[:2], hand[2:]) for hand in hands])

    return run


def _holdem_hand_evaluator(rows: Rows) -> Run:
    from holdem_hand_evaluator import evaluate_hand

    def run() -> Any:
        texts = ["".join([CARD_NAMES[card] for card in hand]) for hand in rows.tolist()]
        return np.array([evaluate_hand(text) for text in texts])

    return run


def _sval(rows: Rows) -> Run:
    with warnings.catch_warnings():
        # At its import sval asks for pkg_resources, which setuptools has declared outdated.
        warnings.simplefilter("ignore")
        import sval

    calculate_index = sval.calculate_index

    @numba.njit(nogil=True)
    def rank_hands(hands, rank_lookup, out):  # type: ignore[no-untyped-def]
        for i in range(hands.shape[0]):
            mask = np.int64(0)
            for j in range(hands.shape[1]):
                mask |= np.int64(1) << np.int64(hands[i, j])
            out[i] = rank_lookup[calculate_index(mask)]

    out = np.full(len(rows), 0, dtype=sval.rank_lookup.dtype)
    # Compiled here; the run then finds it compiled.
    rank_hands(rows[:1], sval.rank_lookup, out)

    def run() -> Any:
        rank_hands(rows, sval.rank_lookup, out)
        return out

    return run


_ALL = [
    Contestant(
        name="sval (in a Numba loop)", package="sval", prepare=_sval, meaning=Meaning.LARGER_WINS
    ),
    Contestant(
        name="pkrbot",
        package="pkrbot",
        prepare=_pkrbot,
        meaning=Meaning.LARGER_WINS,
        max_hands=100_000,
    ),
    Contestant(
        name="eval7",
        package="eval7",
        prepare=_eval7,
        meaning=Meaning.LARGER_WINS,
        max_hands=100_000,
    ),
    Contestant(
        name="phevaluator",
        package="phevaluator",
        prepare=_phevaluator,
        meaning=Meaning.CLASS_NUMBERS,
        max_hands=100_000,
    ),
    Contestant(
        name="holdem-hand-evaluator",
        package="holdem-hand-evaluator",
        prepare=_holdem_hand_evaluator,
        meaning=Meaning.LARGER_WINS,
        max_hands=100_000,
    ),
    Contestant(
        name="treys",
        package="treys",
        prepare=_treys,
        meaning=Meaning.CLASS_NUMBERS,
        max_hands=3_000,
    ),
]

# Those that are installed.
RIVALS = [one for one in _ALL if one.package and installed(one.package)]
