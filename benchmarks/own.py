"""handrank's own contestants, the floor under all of them and the baseline."""

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np

import baseline
from contestants import Contestant, Meaning, Ranks, Rows, Run, result_array
from handrank import count_ranks, evaluate, evaluate_masks
from handrank.kernels.portable.family import PORTABLE
from handrank.lookup.encoding import HOLE_CARDS
from handrank.lookup.tables import load_tables
from handrank.rulebook.cards import N_CARDS

PLAYERS = 9
BOARD_CARDS = 5
_WARM_UP = 1000


def _copy(rows: Rows) -> Run:
    copied = np.full_like(rows, 0)

    def run() -> Any:
        np.copyto(copied, rows)
        return copied

    return run


def _evaluate(**options: Any) -> Callable[[Rows], Run]:
    def prepare(rows: Rows) -> Run:
        out = result_array(len(rows))
        evaluate(rows[:1], out=out[:1], **options)
        return lambda: evaluate(rows, out=out, **options)

    return prepare


def _loop(kernel: Callable[..., Any]) -> Callable[[Rows], Run]:
    """Prepare a kernel that takes the rows, the tables and the array for the results."""

    def prepare(rows: Rows) -> Run:
        out = result_array(len(rows))
        tables = load_tables().for_hands(7)
        kernel(rows[:1], tables, out[:1])

        def run() -> Ranks:
            kernel(rows, tables, out)
            return out

        return run

    return prepare


def _deals(rows: Rows) -> Run:
    hole = np.ascontiguousarray(rows[:, BOARD_CARDS:]).reshape(-1, PLAYERS, HOLE_CARDS)
    board = np.ascontiguousarray(rows[:, None, :BOARD_CARDS])
    out = result_array(len(rows) * PLAYERS).reshape(-1, PLAYERS)
    # So many deals that they take the kernel and the table that all of them take.
    evaluate(hole[:_WARM_UP], board[:_WARM_UP], out=out[:_WARM_UP], check=False)
    return lambda: evaluate(hole, board, out=out, check=False)


def _masks(*, check: bool) -> Callable[[Rows], Run]:
    def prepare(rows: Rows) -> Run:
        # A caller who uses masks has them already, so making them is not timed.
        masks = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
        out = result_array(len(rows))
        evaluate_masks(masks[:1], out=out[:1], check=check)
        return lambda: evaluate_masks(masks, out=out, check=check)

    return prepare


def _all_hands(_: Rows) -> Run:
    count_ranks(7)
    return lambda: count_ranks(7)


def _one_by_one(as_hands: Callable[[Rows], list[Any]]) -> Callable[[Rows], Run]:
    def prepare(rows: Rows) -> Run:
        hands = as_hands(rows)
        return lambda: np.array([evaluate(hand) for hand in hands])

    return prepare


FLOOR = Contestant(name="np.copyto", prepare=_copy, meaning=Meaning.CARDS)
UNCHECKED = Contestant(
    name="evaluate, check=False", prepare=_evaluate(check=False), meaning=Meaning.HAND_RANKS
)
CHECKED = Contestant(name="evaluate", prepare=_evaluate(), meaning=Meaning.HAND_RANKS)
SCALAR = Contestant(
    name="scalar kernel", prepare=_loop(PORTABLE.hands(7, False)), meaning=Meaning.HAND_RANKS
)
BASELINE = Contestant(
    name="plain Numba loop", prepare=_loop(baseline.rank_hands), meaning=Meaning.HAND_RANKS
)
DEALS = Contestant(
    name=f"evaluate, hole cards and board, {PLAYERS} players, check=False",
    prepare=_deals,
    meaning=Meaning.HAND_RANKS,
    n_cards=BOARD_CARDS + PLAYERS * HOLE_CARDS,
    hands_a_row=PLAYERS,
)
MASKS = Contestant(
    name="evaluate_masks, check=False", prepare=_masks(check=False), meaning=Meaning.HAND_RANKS
)
CHECKED_MASKS = Contestant(
    name="evaluate_masks", prepare=_masks(check=True), meaning=Meaning.HAND_RANKS
)
TWO_THREADS = Contestant(
    name="evaluate, check=False, threads=2",
    prepare=_evaluate(check=False, threads=2),
    meaning=Meaning.HAND_RANKS,
)
ALL_HANDS = Contestant(
    name="all hands of the deck, histogram",
    prepare=_all_hands,
    meaning=Meaning.RANK_COUNTS,
    fixed_hands=comb(N_CARDS, 7),
)
ONE_ARRAY = Contestant(
    name="evaluate, one hand a call, uint8 array",
    prepare=_one_by_one(list),
    meaning=Meaning.HAND_RANKS,
    max_hands=20_000,
)
ONE_LIST = Contestant(
    name="evaluate, one hand a call, list",
    prepare=_one_by_one(np.ndarray.tolist),
    meaning=Meaning.HAND_RANKS,
    max_hands=20_000,
)

OWN = [
    *(UNCHECKED, CHECKED, TWO_THREADS, SCALAR, BASELINE),
    *(DEALS, MASKS, CHECKED_MASKS, ALL_HANDS, ONE_ARRAY, ONE_LIST),
]
