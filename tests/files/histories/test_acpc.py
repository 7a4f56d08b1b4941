"""Logs of the competition's dealer."""

from collections.abc import Iterable
from decimal import Decimal

import pytest

from handrank.files.histories.acpc import read_hands
from handrank.files.histories.recorded import RecordedDeal


def floats(amounts: Iterable[Decimal] | None) -> list[float]:
    return [float(amount) for amount in amounts or ()]


def test_hands_of_two_and_of_six_players() -> None:
    log = [
        "# GAME STATE\n",
        "STATE:0:cr300c/cc/cc/cr900c:AhAs|KdKc/2c7d9h/Js/3d:900|-900:Bill|Nick\n",
        "STATE:7:ffr225fff:2c3c|4c5c|6c7c|8c9c|TcJc|QcKc:-50|-100|0|0|150|0:A|B|C|D|E|F\n",
        "SCORE:900|-900:Bill|Nick\n",
    ]
    two, six = read_hands(log)
    assert isinstance(two, RecordedDeal)
    assert (two.holes, two.board) == (("AhAs", "KdKc"), "2c7d9hJs3d")
    assert floats(two.bets) == [900, 900]
    assert floats(two.collected) == [1800, 0]
    assert isinstance(six, RecordedDeal)
    assert floats(six.bets) == [50, 100, 0, 0, 225, 0]
    assert six.folded == (True, True, True, True, False, True)
    # The uncalled 125 were never won.
    assert floats(six.collected) == [0, 0, 0, 0, 250, 0]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("STATE:0:c", "a hand has six parts with colons between, this one 3"),
        ("STATE:0:cc:AhAs|KdKc:1|-1|0:A|B", "its parts are of different numbers of players"),
        ("STATE:0:cx:AhAs|KdKc:1|-1:A|B", "'cx' is no betting"),
        ("STATE:0:fff:AhAs|KdKc:1|-1:A|B", "'fff' is no betting"),
        ("STATE:0:cc:AhAs|KdKc:one|-1:A|B", "'one' is not an amount"),
    ],
)
def test_bad_lines_are_named(line: str, message: str) -> None:
    (found,) = read_hands([line])
    assert str(found) == message
