"""The open hand history format PHH: ``.phh`` has one hand, ``.phhs`` one after the other.

The format is that of github.com/uoftcprg/phh-std: TOML, in ``.phhs`` a table a hand. A file is cut
at the heads of its tables, and each hand is parsed alone, so any number of hands can be read.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from handrank.files.histories.recorded import MOST_SEATS, Hand, HistoryError, RecordedDeal
from handrank.files.histories.replay import Replay
from handrank.rulebook.errors import Message
from handrank.rulebook.games import GameName

# The variants of the standard that we have a game for.
GAMES_OF_VARIANTS: Mapping[str, GameName] = {
    "FT": "holdem",
    "NT": "holdem",
    "NS": "short-deck",
    "PO": "omaha",
    "FO/8": "omaha-hilo",
    "F7S": "stud",
    "F7S/8": "stud-hilo",
    "FR": "razz",
    "N2L1D": "deuce-to-seven",
    "F2L3D": "deuce-to-seven",
}
_HEAD = re.compile(r"\s*\[\s*(?:\"[^\"]*\"|'[^']*'|[A-Za-z0-9_-]+)\s*\]\s*(?:#.*)?")
# A longer hand is no hand; without a limit it would be read into memory whole.
_MOST_CHARACTERS = 1 << 20


def read_hands(lines: Iterable[str]) -> Iterator[Hand]:
    """Yield the hands of a file."""
    part: list[str] = []
    size = number = 0
    for line in lines:
        if _HEAD.fullmatch(line.rstrip("\r\n")):
            if number or "".join(part).strip():
                yield _hand("".join(part), number)
            part, size, number = [], 0, number + 1
        else:
            size += len(line)
            # What is cut off makes a hand that cannot be read.
            if size <= _MOST_CHARACTERS:
                part.append(line)
    if number or "".join(part).strip():
        yield _hand("".join(part), number)


def _hand(text: str, number: int) -> Hand:
    try:
        fields = tomllib.loads(text, parse_float=Decimal)
        return deal_of(fields, str(fields.get("hand", number or 1)))
    except tomllib.TOMLDecodeError as error:
        return Message("it is not TOML: {reason}", reason=str(error))
    except RecursionError:
        return Message("it is not TOML: {reason}", reason="nested too deeply")
    except HistoryError as error:
        message: Message = error.args[0]
        return message


def deal_of(fields: Mapping[str, Any], name: str) -> RecordedDeal:
    """Return the deal of a hand's fields."""
    variant = fields.get("variant")
    if not isinstance(variant, str) or variant not in GAMES_OF_VARIANTS:
        raise HistoryError("no game is known for the variant {variant!r}", variant=variant)
    stacks = _amounts(fields, "starting_stacks")
    n = len(stacks)
    if not 2 <= n <= MOST_SEATS:
        raise HistoryError("it has {n} players, not 2 to {most}", n=n, most=MOST_SEATS)
    blinds = _amounts(fields, "blinds_or_straddles", n, signed=True)
    table = Replay(
        stacks,
        _amounts(fields, "antes", n),
        blinds,
        # Trimmed antes count to a player's level, as a bet; others are dead money.
        antes_are_bets=bool(fields.get("ante_trimming_status", False)),
        bring_in=_amounts({"bring_in": [fields.get("bring_in", 0)]}, "bring_in")[0],
    )
    actions = fields.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise HistoryError("its {field} are not a list of texts", field="actions")
    for action in actions:
        table.act(action)
    bets, dead = tuple(table.bets), table.dead_money
    return RecordedDeal(
        name=name,
        game=GAMES_OF_VARIANTS[variant],
        holes=table.holes(),
        board="".join(table.board),
        bets=bets,
        dead_money=dead,
        folded=tuple(table.folded),
        collected=_collected(fields, stacks, table),
    )


def _collected(
    fields: Mapping[str, Any], stacks: list[Decimal], table: Replay
) -> tuple[Decimal, ...] | None:
    """Return what the record says that each player got from the pots, if it does."""
    if "winnings" in fields:
        winnings = _amounts(fields, "winnings", len(stacks))
        # Somebody wins, so that nobody did is no record.
        return tuple(winnings) if any(winnings) else None
    if "finishing_stacks" not in fields:
        return None
    after = _amounts(fields, "finishing_stacks", len(stacks))
    got = [end - left for end, left in zip(after, table.left, strict=True)]
    # An uncalled bet was never in a pot.
    live = [seat for seat, folded in enumerate(table.folded) if not folded]
    most = max(table.bets)
    second = sorted(table.bets)[-2]
    for seat in live:
        if table.bets[seat] == most:
            got[seat] -= most - second
    return tuple(got)


def _amounts(
    fields: Mapping[str, Any], name: str, n: int | None = None, *, signed: bool = False
) -> list[Decimal]:
    values = fields.get(name, [0] * n if n is not None else None)
    if not isinstance(values, list) or (n is not None and len(values) != n):
        raise HistoryError("its {field} are not a list of an amount a player", field=name)
    amounts = []
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise HistoryError("its {field} are not a list of an amount a player", field=name)
        amount = Decimal(value)
        if not amount.is_finite() or (amount < 0 and not signed) or abs(amount) > 1 << 62:
            raise HistoryError("its {field} are not a list of an amount a player", field=name)
        amounts.append(amount)
    return amounts
