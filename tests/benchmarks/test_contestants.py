"""All contestants that rank hands agree with `evaluate`."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from contestants import Contestant, Meaning, Rows
from figures import HANDS
from handrank import HandCategory, class_number, deal, evaluate, hand_category, parse_cards
from handrank.arrays.threads import set_threads
from own import ALL_HANDS, BOARD_CARDS, DEALS, FLOOR, OWN
from rivals import RIVALS

SMOKE_HANDS = 2_000

# Random hands rarely hold the best categories, so each has one here.
ONE_OF_EACH_CATEGORY = [
    "2c 4d 6h 8s Tc Qd Ah",
    "2c 2d 6h 8s Tc Qd Ah",
    "2c 2d 6h 6s Tc Qd Ah",
    "2c 2d 2h 8s Tc Qd Ah",
    "Ac 2d 3h 4s 5c Qd Kh",
    "2c 4c 6c 8c Tc Qd Ah",
    "2c 2d 2h 8s 8c Qd Ah",
    "2c 2d 2h 2s Tc Qd Ah",
    "Ac 2c 3c 4c 5c Qd Kh",
    "Ac Kc Qc Jc Tc 2d 3h",
]


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    set_threads(1)
    yield
    set_threads(None)


def smoke_rows(contestant: Contestant) -> Rows:
    n_rows = contestant.rows_for(SMOKE_HANDS)
    rows = deal(n_rows, contestant.n_cards, rng=np.random.default_rng(52))
    if contestant.n_cards == 7:
        rows[: len(ONE_OF_EACH_CATEGORY)] = [parse_cards(hand) for hand in ONE_OF_EACH_CATEGORY]
    return rows


def places(numbers: NDArray[Any]) -> NDArray[np.intp]:
    """Replace numbers by their places in order, equal numbers by equal places."""
    ordered: NDArray[np.intp] = np.unique(numbers, return_inverse=True)[1]
    return ordered


def check_agreement(contestant: Contestant, rows: Rows, result: NDArray[Any]) -> None:
    """Compare what a contestant returned with the hand ranks of `evaluate`."""
    if contestant.meaning is Meaning.CARDS:
        np.testing.assert_array_equal(result, rows)
        return
    if contestant.meaning is Meaning.RANK_COUNTS:
        held = np.flatnonzero(result)
        counts = np.bincount(hand_category(held), weights=result[held], minlength=10)
        np.testing.assert_array_equal(counts, HANDS[7])
        return
    ranks = evaluate(seven_card_hands(contestant, rows))
    result = result.reshape(-1)
    if contestant.meaning is Meaning.HAND_RANKS:
        np.testing.assert_array_equal(result, ranks)
    elif contestant.meaning is Meaning.CLASS_NUMBERS:
        np.testing.assert_array_equal(result, class_number(ranks))
    else:
        assert contestant.meaning is Meaning.LARGER_WINS
        np.testing.assert_array_equal(places(result), places(ranks))


def seven_card_hands(contestant: Contestant, rows: Rows) -> Rows:
    """Return the hands that a contestant's rows make up, in the order it ranks them."""
    if contestant is not DEALS:
        return rows
    deals = ((row[:BOARD_CARDS], row[BOARD_CARDS:].reshape(-1, 2)) for row in rows)
    return np.array([[*board, *hole] for board, holes in deals for hole in holes])


@pytest.mark.parametrize(
    "contestant",
    [
        pytest.param(one, id=one.name, marks=[pytest.mark.slow] if one is ALL_HANDS else [])
        for one in (FLOOR, *OWN, *RIVALS)
    ],
)
def test_ranks_hands(contestant: Contestant) -> None:
    rows = smoke_rows(contestant)
    check_agreement(contestant, rows, contestant.prepare(rows)())


def test_smoke_rows_hold_every_category() -> None:
    ranks = evaluate([parse_cards(hand) for hand in ONE_OF_EACH_CATEGORY])
    assert hand_category(ranks).tolist() == list(HandCategory)


def test_agreement_check_notices_a_wrong_order() -> None:
    contestant = next(one for one in RIVALS if one.meaning is Meaning.LARGER_WINS)
    rows = smoke_rows(contestant)
    result = contestant.prepare(rows)().copy()
    result[[0, 9]] = result[[9, 0]]
    with pytest.raises(AssertionError):
        check_agreement(contestant, rows, result)
