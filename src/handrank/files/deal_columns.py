"""Find the columns of a table of deals by their names."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from handrank.files.errors import FileError
from handrank.lookup.encoding import HAND_SIZES, HOLE_CARDS
from handrank.rulebook.errors import Message, counted

BOARD_SIZES = tuple(size - HOLE_CARDS for size in HAND_SIZES)

_HOLE = re.compile(r"(?:hole|player|hand)[ _-]?(\d+)", re.IGNORECASE)
_BOARD = re.compile(r"board[ _-]?(\d+)", re.IGNORECASE)
_BET = re.compile(r"bets?[ _-]?(\d+)", re.IGNORECASE)
_FOLDED = re.compile(r"folded[ _-]?(\d+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class DealColumns:
    """Where the parts of a deal stand in a table, as column numbers.

    Attributes
    ----------
    names : tuple of str
        The names of all columns.
    seats : tuple of int
        The numbers in the names of the columns of hole cards, ascending: the players' seats.
    hole : tuple of int
        The hole cards, a column a player.
    board : tuple of int
        The board: one column, or one a card.
    bets : tuple of int
        What each player put in; empty where the table has no bets.
    folded : tuple of int
        Whether each player has folded; empty where no columns say that.
    folded_seats : int or None
        A column that lists the seats that have folded.
    button : int or None
        The button's seat.
    """

    names: tuple[str, ...]
    seats: tuple[int, ...]
    hole: tuple[int, ...]
    board: tuple[int, ...]
    bets: tuple[int, ...] = ()
    folded: tuple[int, ...] = ()
    folded_seats: int | None = None
    button: int | None = None


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
        raise FileError(
            Message(
                "{file} has no columns of hole cards, hole_1, hole_2 ..; it has {names}",
                file=where,
                names=", ".join(names),
            )
        )
    whole = _named(names, "board", where)
    board = _numbered(names, _BOARD, where)
    if whole is None and not board:
        raise FileError(
            Message(
                "{file} has no column 'board'; it has {names}", file=where, names=", ".join(names)
            )
        )
    if whole is None and len(board) not in BOARD_SIZES:
        raise FileError(
            counted(
                "{file}: {n} column of board cards; a board has 3 to 5",
                "{file}: {n} columns of board cards; a board has 3 to 5",
                len(board),
                file=where,
            )
        )
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
            raise FileError(
                Message(
                    "{file}: columns {name!r} and {other!r} are the same",
                    file=where,
                    name=names[found[number]],
                    other=name,
                )
            )
        found[number] = column
    return dict(sorted(found.items()))


def _named(names: Sequence[str], wanted: str, where: str) -> int | None:
    found = [column for column, name in enumerate(names) if name.strip().lower() == wanted]
    if len(found) > 1:
        raise FileError(
            Message("{file} has {n} columns {name!r}", file=where, n=len(found), name=wanted)
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
            raise FileError(
                Message(
                    "{file}: seat {seat} has {name!r}, but no hole cards",
                    file=where,
                    seat=seat,
                    name=name,
                )
            )
        raise FileError(
            Message(
                "{file}: seat {seat} has {name!r}, but no column like {other!r}",
                file=where,
                seat=seat,
                name=name,
                other=names[next(iter(found.values()))],
            )
        )
    return tuple(found.values())
