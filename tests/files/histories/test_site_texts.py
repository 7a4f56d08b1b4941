"""Texts of sites, which pokerkit reads."""

import sys
from collections.abc import Iterable
from decimal import Decimal

import pytest

from handrank.files.file_errors import FileError
from handrank.files.histories.recorded import RecordedDeal
from handrank.files.histories.site_texts import read_hands, site_of


def floats(amounts: Iterable[Decimal] | None) -> list[float]:
    return [float(amount) for amount in amounts or ()]


TEXT = """\
PokerStars Hand #123456789: Hold'em No Limit ($0.50/$1.00 USD) - 2024/01/02 03:04:05 ET
Table 'Alpha' 6-max Seat #3 is the button
Seat 1: alice ($100 in chips)
Seat 2: bob ($80.50 in chips)
Seat 3: carol ($120 in chips)
alice: posts small blind $0.50
bob: posts big blind $1
*** HOLE CARDS ***
Dealt to alice [Ah Kd]
carol: raises $2 to $3
alice: calls $2.50
bob: folds
*** FLOP *** [2c 7d Kh]
alice: checks
carol: bets $5
alice: calls $5
*** TURN *** [2c 7d Kh] [3s]
alice: checks
carol: checks
*** RIVER *** [2c 7d Kh 3s] [9h]
alice: bets $10
carol: calls $10
*** SHOW DOWN ***
alice: shows [Ah Kd] (a pair of Kings)
carol: mucks hand
alice collected $35.25 from pot
*** SUMMARY ***
Total pot $37 | Rake $1.75
Board [2c 7d Kh 3s 9h]
Seat 1: alice (small blind) showed [Ah Kd] and won ($35.25) with a pair of Kings
Seat 2: bob (big blind) folded before Flop
Seat 3: carol (button) mucked [Qs Kc]


"""


def test_hands_of_a_text() -> None:
    pytest.importorskip("pokerkit")
    first, second = read_hands((TEXT + TEXT.replace("$10", "$9")).splitlines(keepends=True))
    assert isinstance(first, RecordedDeal)
    assert (first.name, first.game, first.board) == ("123456789", "holdem", "2c7dKh3s9h")
    assert first.holes[0] == "AhKd"
    assert floats(first.bets) == [18, 1, 18]
    assert first.folded == (False, True, False)
    assert floats(first.collected) == [35.25, 0, 0]
    assert isinstance(second, RecordedDeal)
    assert floats(second.bets) == [17, 1, 17]


def test_a_hand_that_pokerkit_cannot_read() -> None:
    pytest.importorskip("pokerkit")
    (found,) = read_hands(TEXT.partition("*** HOLE")[0].splitlines(keepends=True)[:2])
    assert "pokerkit" in str(found)


def test_how_texts_begin() -> None:
    assert site_of(TEXT) == "PokerStarsParser"
    assert site_of("Full Tilt Poker Game #1: x") == "FullTiltPokerParser"
    assert site_of("Seat 1: alice") is None


def test_without_pokerkit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    with pytest.raises(FileError, match=r"texts of sites need pokerkit .*handrank\[histories\]"):
        next(read_hands(TEXT.splitlines(keepends=True)))
