"""Errors, messages and results go through pickle and copy whole, and through pools of processes."""

import copy
import functools
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

import handrank
from handrank import (
    GAMES,
    RULE_SETS,
    CardError,
    Game,
    HandCategory,
    Range,
    TableError,
    equity,
    evaluate,
    showdown,
    side_pots,
)
from handrank.cli.parsing import request_error
from handrank.files.file_errors import (
    FileError,
    WriteError,
    cannot_read,
    cannot_write,
    in_file,
    in_row,
)
from handrank.rulebook.cards import CardName
from handrank.rulebook.errors import Message, Seat, counted, table_error
from handrank.words.catalogue import in_language

Copy = Callable[[Any], Any]


def _pickled(protocol: int, value: object) -> object:
    return pickle.loads(pickle.dumps(value, protocol))


COPIES: dict[str, Copy] = {
    **{f"pickle {n}": functools.partial(_pickled, n) for n in range(pickle.HIGHEST_PROTOCOL + 1)},
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.fixture(params=COPIES)
def copied(request: pytest.FixtureRequest) -> Copy:
    return COPIES[request.param]


def raised(call: Callable[..., object], *arguments: Any, **options: Any) -> Exception:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        call(*arguments, **options)
    return caught.value


MESSAGES: dict[str, Message] = {
    "fields": Message("{card} (card id {card:d}) is given twice", card=CardName(34)),
    "nested": Message("{where}: {reason}", where="dead", reason=Message("seat {s}", s=Seat(2))),
    "list": Message("{where}: {reason}", where=["a", Message("out is read-only")], reason="x"),
    "one": counted("{n} row", "{n} rows", 1),
    "many": counted("{n} row", "{n} rows", 3),
}
ERRORS: dict[str, Callable[[], Exception]] = {
    "a row": lambda: raised(evaluate, [[0, 1, 2, 3, 4], [0, 1, 2, 3, 3]]),
    "a row of two": lambda: raised(evaluate, np.zeros((2, 3, 7), dtype=int)),
    "a single hand": lambda: raised(evaluate, [0, 0, 1, 2, 3]),
    "a text": lambda: raised(evaluate, ["AsKsQsJsTs", "AsKsQsJsXs"]),
    "a value": lambda: raised(evaluate, [0, 1, 2]),
    "a type": lambda: raised(evaluate, [0.5] * 5),
    "an array": lambda: raised(evaluate, np.array(7)),
    "a dtype": lambda: raised(evaluate, np.zeros(5)),
    "bets": lambda: raised(handrank.settle, [1, 2], [5, -1]),
    "a range": lambda: raised(Range.parse, "QQ+, A1s"),
    "a card error made by hand": lambda: CardError((1, 2), "plain text"),
    "tables": lambda: table_error("{file} is missing", file="x"),
    "a file": lambda: in_file("x.csv", "column {name!r} is missing", name="a"),
    "a row of a file": lambda: in_row("x.csv", "line 3", Message("out is read-only")),
    "a file's own": lambda: FileError("{file} is missing", file="x"),
    "reading": lambda: cannot_read("x", OSError(2, "No such file or directory")),
    "writing": lambda: cannot_write("x", OSError(28, "No space left on device"), WriteError),
    "a request": lambda: request_error("give {one} or {other}", one="a", other="b"),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_messages(name: str, copied: Copy) -> None:
    message = MESSAGES[name]
    same = copied(message)
    assert type(same) is Message
    assert same == message
    assert (same.template, same.fields) == (message.template, message.fields)
    assert (same.singular, same.number) == (message.singular, message.number)
    for first in (0, 1):
        french = in_language(message, "fr", first_seat=first)
        assert in_language(same, "fr", first_seat=first) == french


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str, copied: Copy) -> None:
    error = ERRORS[name]()
    error.add_note("hand 7 of the night")
    error.__dict__["told"] = True
    same = copied(error)
    assert type(same) is type(error)
    assert str(same) == str(error)
    assert same.args == error.args
    assert same.__notes__ == ["hand 7 of the night"]
    assert same.__dict__ == error.__dict__
    (message,), (told,) = error.args, same.args
    assert type(told) is type(message)
    assert in_language(told, "fr") == in_language(message, "fr")
    if isinstance(error, CardError):
        assert isinstance(same, CardError)
        assert (same.index, same.reason) == (error.index, error.reason)


class MyError(CardError):
    """An error of a user's own that is made of other things."""

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__((7,), f"at {table}")


def test_an_error_of_a_users_own(copied: Copy) -> None:
    same = copied(MyError("table 4"))
    assert type(same) is MyError
    assert (same.table, same.index, str(same)) == ("table 4", (7,), "row 7: at table 4")


def _deal() -> Any:
    hole = ["AhAsKdQc", "4h5cTsTd"]
    return showdown(hole, "2h7d8sJcKc", game="omaha-hilo", bets=[50, 50])


RESULTS: dict[str, Callable[[], Any]] = {
    "equity": lambda: equity(["AcAd", "KhKs"], "2c7d9h"),
    "sampled equity": lambda: equity(["AcAd", "KhKs"], method="sampled", trials=10, seed=1),
    "omaha equity": lambda: equity(["AcAd2h3h", "KhKs9c9d"], "2c7d9h", game="omaha-hilo"),
    "range": lambda: Range.parse("QQ+, AKs:0.5"),
    "game": lambda: GAMES["omaha-hilo"],
    "game of one's own": lambda: Game(name="mine", rules="high", hole_cards=2),
    "rules": lambda: RULE_SETS["short-deck"],
    "category": lambda: HandCategory.FLUSH,
}


@pytest.mark.parametrize("name", RESULTS)
def test_results(name: str, copied: Copy) -> None:
    result = RESULTS[name]()
    same = copied(result)
    assert type(same) is type(result)
    assert same == result
    assert repr(same) == repr(result)
    assert str(same) == str(result)


def test_showdowns(copied: Copy) -> None:
    deal = _deal()
    for given in (deal, copied(deal)):
        same = copied(given)
        for name in ("ranks", "low_ranks", "payouts", "winners", "low_winners", "shares"):
            np.testing.assert_array_equal(getattr(same, name), getattr(deal, name))


def test_pots(copied: Copy) -> None:
    pots = side_pots([100, 250, 300])
    same = copied(pots)
    assert type(same) is type(pots)
    np.testing.assert_array_equal(same.amounts, pots.amounts)
    np.testing.assert_array_equal(same.contenders, pots.contenders)


def test_ranges_stay_as_they_are(copied: Copy) -> None:
    same = copied(Range.parse("QQ+"))
    assert not same.weights.flags.writeable
    assert hash(same) == hash(Range.parse("QQ+"))
    assert "AhAd" in same


def rank(hand: list[int]) -> int:
    """Rank a hand in another process."""
    return int(evaluate(hand))


def play(bets: list[int]) -> Any:
    """Play a deal in another process."""
    return showdown(["AhKh", "TcTd"], "Th7d2c2sKd", bets=bets)


HANDS = [[0, 1, 2, 3, 4], [0, 1, 2, 3, 3], [47, 43, 39, 35, 51]]


@pytest.fixture(params=["spawn", "forkserver"])
def context(request: pytest.FixtureRequest) -> Any:
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip("this system starts processes otherwise")
    return multiprocessing.get_context(request.param)


def test_a_bad_row_in_an_executor(context: Any) -> None:
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        jobs = [pool.submit(rank, hand) for hand in HANDS]
        assert jobs[0].result(timeout=120) == rank(HANDS[0])
        with pytest.raises(CardError, match=r"2s \(card id 3\) is given twice") as caught:
            jobs[1].result(timeout=120)
        assert caught.value.index == ()
        assert "deux fois" in in_language(caught.value.args[0], "fr")
        # The pool lives on.
        assert jobs[2].result(timeout=120) == rank(HANDS[2])
        assert pool.submit(play, [5, 10]).result(timeout=120).payouts.tolist() == [0, 15]
        with pytest.raises(ValueError, match="bets must not be negative"):
            pool.submit(play, [5, -10]).result(timeout=120)
        assert pool.submit(rank, HANDS[0]).result(timeout=120) == rank(HANDS[0])


def test_a_bad_row_in_a_pool(context: Any) -> None:
    with context.Pool(2) as pool:
        with pytest.raises(CardError, match="is given twice"):
            pool.map_async(rank, HANDS).get(timeout=120)
        good = pool.map_async(rank, HANDS[::2]).get(timeout=120)
        assert good == [rank(HANDS[0]), rank(HANDS[2])]


def test_table_errors_can_be_made_by_hand(copied: Copy) -> None:
    assert copied(TableError("x")).args == ("x",)
