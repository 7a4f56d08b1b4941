"""Logs of the Annual Computer Poker Competition's dealer, and those of Pluribus in its form.

A line is a hand: ``STATE:hand:betting:cards:results:names``, seats in the order of the blinds. In
no limit a raise tells what its player has put in over the whole hand. The blinds are in the record
only as what players lose; they are those of the competition, 50 and 100.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation

from handrank.files.histories.recorded import MOST_SEATS, Hand, HistoryError, RecordedDeal
from handrank.rulebook.errors import Message

_SMALL_BLIND, _BIG_BLIND = Decimal(50), Decimal(100)
_ACTION = re.compile(r"[cf]|r[0-9]{1,12}")


def begins(line: str) -> bool:
    """Say whether a line is a hand of a log."""
    return line.startswith("STATE:")


def read_hands(lines: Iterable[str]) -> Iterator[Hand]:
    """Yield the hands of a log; lines that tell of no hand are passed over."""
    for line in lines:
        if begins(line):
            try:
                yield _deal_of(line.strip())
            except HistoryError as error:
                message: Message = error.args[0]
                yield message


def _deal_of(line: str) -> RecordedDeal:
    parts = line.split(":")
    if len(parts) != 6:
        raise HistoryError("a hand has six parts with colons between, this one {n}", n=len(parts))
    _, name, betting, cards, results, names = parts
    players = names.split("|")
    n = len(players)
    hands, *streets = cards.split("/")
    payoffs = [_amount(text) for text in results.split("|")]
    holes = hands.split("|")
    if not 2 <= n <= MOST_SEATS or len(payoffs) != n or len(holes) != n:
        raise HistoryError("its parts are of different numbers of players")
    bets, folded = _bets_and_folds(betting, n)
    collected = [bet + payoff for bet, payoff in zip(bets, payoffs, strict=True)]
    second = sorted(bets)[-2]
    for seat in range(n):
        if not folded[seat] and bets[seat] > second:
            collected[seat] -= bets[seat] - second
    return RecordedDeal(
        name=name,
        game="holdem",
        holes=tuple(holes),
        board="".join(streets),
        bets=tuple(bets),
        dead_money=Decimal(0),
        folded=tuple(folded),
        collected=tuple(collected),
    )


def _bets_and_folds(betting: str, n: int) -> tuple[list[Decimal], list[bool]]:
    """Return what each player put in, and who folded."""
    bets = [_SMALL_BLIND, _BIG_BLIND, *[Decimal(0)] * (n - 2)]
    # Of two players the second is the small blind, and begins before the flop.
    turn = 2 % n
    if n == 2:
        bets.reverse()
        turn = 1
    folded = [False] * n
    for street, text in enumerate(betting.split("/")):
        if street:
            turn = 0
        if "".join(actions := _ACTION.findall(text)) != text:
            raise HistoryError("{text!r} is no betting", text=text)
        for action in actions:
            if all(folded):
                raise HistoryError("{text!r} is no betting", text=text)
            while folded[turn]:
                turn = (turn + 1) % n
            if action == "f":
                folded[turn] = True
            else:
                bets[turn] = max(bets) if action == "c" else Decimal(action[1:])
            turn = (turn + 1) % n
    return bets, folded


def _amount(text: str) -> Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite() or abs(amount) > 1 << 62:
        raise HistoryError("{text!r} is not an amount", text=text)
    return amount
