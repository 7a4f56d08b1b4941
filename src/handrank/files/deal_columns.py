"""Find the columns of a table of deals by their names."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from handrank.files.errors import in_file
from handrank.lookup.encoding import HAND_SIZES, HOLE_CARDS
from handrank.rulebook.errors import Message, counted

BOARD_SIZES = tuple(size - HOLE_CARDS for size in HAND_SIZES)

_HOLE = re.compile(r"(?:hole|player|hand)[ _-]?(\d+)", re.IGNORECASE)
_BOARD = re.compile(r"board[ _-]?(\d+)", re.IGNORECASE)
_BET = re.compile(r"bets?[ _-]?(\d+)", re.IGNORECASE)
_FOLDED = re.compile(r"folded[ _-]?(\d+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class DealColumns:
    """Where the parts of a deal stand in a table, as column numbers."""

    names: tuple[str, ...]
    # The numbers in the names of the columns of hole cards, ascending: the players' seats.
    seats: tuple[int, ...]
    hole: tuple[int, ...]
    # One column, or one a card.
    board: tuple[int, ...]
    # Empty where the table has none.
    bets: tuple[int, ...]
    folded: tuple[int, ...]
    # A column that lists the seats that have folded, and one with the button's seat.
    folded_seats: int | None
    button: int | None


def find_deal_columns(names: Iterable[str], where: str) -> DealColumns:
    """Find the columns of a table of deals, which messages call `where`.

    They are ``hole_1`` .. (or ``player_1``, ``hand_1``) and ``board``, or ``board_1`` ..
    ``board_5`` with a card each; and, if they are there, ``bet_1`` .., ``folded_1`` .. or
    ``folded``, and ``button``. Any case, any numbers.

    Examples
    --------
    >>> found = find_deal_columns(["id", "hole_1", "hole_2", "board", "bet_2", "bet_1"], "t.csv")
    >>> found.seats, found.hole, found.board, found.bets
    ((1, 2), (1, 2), (3,), (5, 4))
    """
    names = tuple(names)
    hole = _numbered(names, _HOLE, where)
    if not hole:
        reason = Message("no columns of hole cards, hole_1, hole_2 ..; it has {names}", names=names)
        raise in_file(where, reason)
    whole = _named(names, "board", where)
    board = _numbered(names, _BOARD, where)
    if whole is None and not board:
        raise in_file(where, Message("no column 'board'; it has {names}", names=names))
    if whole is None and len(board) not in BOARD_SIZES:
        reason = counted(
            "{n} column of board cards; a board has 3 to 5",
            "{n} columns of board cards; a board has 3 to 5",
            len(board),
        )
        raise in_file(where, reason)
    return DealColumns(
        names=names,
        seats=tuple(hole),
        hole=tuple(hole.values()),
        board=tuple(board.values()) if whole is None else (whole,),
        bets=_for_seats(_numbered(names, _BET, where), hole, names, where),
        folded=_for_seats(_numbered(names, _FOLDED, where), hole, names, where),
        folded_seats=_named(names, "folded", where),
        button=_named(names, "button", where),
    )


def _numbered(names: Sequence[str], pattern: re.Pattern[str], where: str) -> dict[int, int]:
    """Return the columns of a pattern by their number, in ascending order."""
    found: dict[int, int] = {}
    for column, name in enumerate(names):
        match = pattern.fullmatch(name.strip())
        if match is None:
            continue
        number = int(match[1])
        if number in found:
            first = names[found[number]]
            raise in_file(
                where,
                Message("columns {name!r} and {other!r} are the same", name=first, other=name),
            )
        found[number] = column
    return dict(sorted(found.items()))


def _named(names: Sequence[str], wanted: str, where: str) -> int | None:
    found = [column for column, name in enumerate(names) if name.strip().lower() == wanted]
    if len(found) > 1:
        raise in_file(
            where, Message("it has {n} columns named {name!r}", n=len(found), name=wanted)
        )
    return found[0] if found else None


def _for_seats(
    found: dict[int, int], hole: dict[int, int], names: Sequence[str], where: str
) -> tuple[int, ...]:
    """Return columns in the order of the seats; they must be those of the hole cards."""
    if found and found.keys() != hole.keys():
        seat = min(found.keys() ^ hole.keys())
        name = names[(found | hole)[seat]]
        if seat in found:
            reason = Message("seat {seat} has {name!r}, but no hole cards", seat=seat, name=name)
        else:
            other = names[next(iter(found.values()))]
            reason = Message(
                "seat {seat} has {name!r}, but no column like {other!r}",
                seat=seat,
                name=name,
                other=other,
            )
        raise in_file(where, reason)
    return tuple(found.values())
