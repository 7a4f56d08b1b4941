"""Find the columns of a table that hold cards, bets and the like: by their names or their cells."""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from handrank.files.cells import count_cards, is_id
from handrank.files.file_errors import in_file
from handrank.lookup.encoding import HAND_SIZES, HOLE_CARDS
from handrank.rulebook.errors import Message, counted

BOARD_SIZES = tuple(size - HOLE_CARDS for size in HAND_SIZES)

_HAND_NAMES = frozenset({"cards", "hand", "hands"})
# Together they make a hand.
_PART_NAMES = ("hole", "board")
_MOST_LISTED = 20
# What columns of hole cards are called; where there are several such, the first ones.
_HOLE_STEMS = ("hole", "player", "hand")
_NUMBERED = re.compile(r"(.*?)[ _-]?([0-9]*)")
_NUMBERED_NAMES = ("hole", "board", "bet", "folded", "dead")
_SINGLE_NAMES = ("board", "folded", "button", "dead", "dead_money", "rake")
# How alike two names are, 0 to 1, that may be the same one: "bid" is no "bet".
_NEAR = 0.8
_CARD_INSIDE = re.compile(r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]", re.IGNORECASE)


def looks_like_header(cells: Sequence[str]) -> bool:
    """Say whether a first row holds names: it has letters, no number and nothing like cards."""
    # A row with an unreadable hand must count as data, or it would be dropped in silence.
    if not any(sign.isalpha() for cell in cells for sign in cell):
        return False
    for cell in cells:
        text = cell.strip()
        in_cards = sum(map(len, _CARD_INSIDE.findall(text)))
        if is_id(text) or count_cards(text) or in_cards * 2 > len(text):
            return False
    return True


def _numbers(names: Sequence[str], stem: str) -> list[tuple[int, int]]:
    """Return the columns named like ``card1``, ``card_1``, and the numbers in their names."""
    pattern = re.compile(rf"(?:{stem})[ _-]?([0-9]{{1,9}})", re.IGNORECASE)
    matches = enumerate(pattern.fullmatch(name.strip()) for name in names)
    return [(column, int(match[1])) for column, match in matches if match]


# --- tables of hands


def columns_by_name(names: Sequence[str]) -> list[int]:
    """Return the columns whose names say that they hold cards; an empty list if there are none."""
    numbered = [column for column, _ in _numbers(names, "card|c")]
    if len(numbered) in HAND_SIZES:
        return numbered
    plain = [name.strip().lower() for name in names]
    whole = [i for i, name in enumerate(plain) if name in _HAND_NAMES]
    if len(whole) == 1:
        return whole
    if not whole and all(plain.count(name) == 1 for name in _PART_NAMES):
        return sorted(map(plain.index, _PART_NAMES))
    return []


def column_asked_for(names: Sequence[str], wanted: str, where: str) -> int:
    """Return the column that is meant by a name, or by a place counted from 1."""
    place = wanted.strip()
    for name in (wanted, place):
        if (n := names.count(name)) > 1:
            raise in_file(where, "it has {n} columns named {name!r}; give a place", n=n, name=name)
        if n:
            return names.index(name)
    # More than a few digits cannot be a place, and int() refuses thousands of them.
    if place.isdecimal() and len(place) < 10 and 1 <= int(place) <= len(names):
        return int(place) - 1
    raise in_file(
        where,
        "no column {name!r}; it has {names} (or give places, 1 to {n})",
        name=wanted,
        names=names,
        n=len(names),
    )


def columns_by_content(
    sample: Sequence[Sequence[str]], names: Sequence[str], where: str
) -> list[int]:
    """Return the columns of cards of a table whose names do not tell them, given its first rows."""
    # They are the one column of whole hands, or all columns where there are as many as a hand has
    # cards. What looks unlike a card never hides a column, as the rest may be a hand as well.
    width = len(names)
    if width == 1:
        return [0]
    usual = [_usual_count([row[column].strip() for row in sample]) for column in range(width)]
    whole = [column for column, count in enumerate(usual) if abs(count) in HAND_SIZES]
    # Card text beside a whole hand may be more of its cards; a number may be anything.
    if len(whole) == 1 and sum(count > 0 for count in usual) <= (usual[whole[0]] > 0):
        return whole
    if not whole and width in HAND_SIZES:
        return list(range(width))
    listed = ", ".join(names[:_MOST_LISTED]) + (", …" if width > _MOST_LISTED else "")
    reason = Message(
        "cannot tell which of its {n} columns hold the cards ({names})", n=width, names=listed
    )
    if sum(abs(count) == 1 for count in usual) * 2 > width:
        reason = Message(
            "a hand has 5, 6 or 7 cards, the table has {n} columns ({names})", n=width, names=listed
        )
    raise in_file(where, with_advice(reason))


def with_advice(reason: Message) -> Message:
    """Add how to say which columns hold the cards."""
    return Message(
        "{reason}; name the columns of cards, or give their places, with --columns", reason=reason
    )


def _usual_count(cells: Sequence[str]) -> int:
    """Return how many cards most cells of a column hold, negative where they are ids; else 0."""
    # Blank cells say nothing, and a bad row or two must not hide a column of hands.
    held = [(count_cards(cell), cell) for cell in cells if cell]
    # Ids are digits throughout, perhaps signed; card text ends in a suit.
    good = [
        -count if cell[0] in "+-0123456789" and cell[-1] in "0123456789" else count
        for count, cell in held
        if count
    ]
    if len(good) * 2 <= len(held):
        return 0
    return max(sorted(set(good)), key=good.count)


# --- tables of deals


class DealColumns(NamedTuple):
    """Where the parts of a deal stand in a table, as column numbers."""

    # The numbers in the names of the columns of hole cards, ascending: the players' seats.
    seats: tuple[int, ...]
    hole: tuple[int, ...]
    # One column a board, a further one for each further run-out.
    boards: tuple[int, ...]
    # Or one column a card of the only board.
    board_cards: tuple[int, ...]
    # Empty where the table has none.
    bets: tuple[int, ...]
    dead: tuple[int, ...]
    # By seat; those without a column are in.
    folded: dict[int, int]
    # The house's part, in one column.
    rake: tuple[int, ...]
    # A column that lists the seats that have folded, and one with the button's seat.
    folded_seats: int | None
    button: int | None

    @property
    def amounts(self) -> tuple[int, ...]:
        """All columns of money."""
        return (*self.bets, *self.dead, *self.rake)


def find_deal_columns(
    names: Sequence[str], where: str, holds_board: Callable[[int], bool] = lambda column: False
) -> DealColumns:
    """Find the columns of a table of deals, in any order; messages call the table `where`."""
    # `holds_board` says whether a column has whole boards, as it may be one of a single card.
    stems = [stem for stem in _HOLE_STEMS if _by_number(names, stem, where)]
    if not stems:
        raise in_file(
            where, "no columns of hole cards, hole_1, hole_2 ..; it has {names}", names=names
        )
    # The others are names, or numbers of hands.
    hole = _by_number(names, stems[0], where)
    whole, numbered = _named(names, "board", where), _by_number(names, "board", where)
    boards = tuple(numbered.values())
    if whole is not None:
        boards = (whole, *boards)
    elif boards and not holds_board(boards[0]):
        if len(boards) not in BOARD_SIZES:
            reason = counted(
                "{n} column of board cards; a board has 3 to 5",
                "{n} columns of board cards; a board has 3 to 5",
                len(boards),
            )
            raise in_file(where, reason)
        boards = ()
    total = _named(names, "dead(?:[ _-]?money)?", where)
    rake = _named(names, "rake", where)
    dead = _by_number(names, "dead(?:[ _-]?money)?", where)
    return DealColumns(
        seats=tuple(hole),
        hole=tuple(hole.values()),
        boards=boards,
        board_cards=() if boards else tuple(numbered.values()),
        bets=_for_seats(_by_number(names, "bets?", where), hole, names, where),
        dead=(*(() if total is None else (total,)), *_for_some(dead, hole, names, where).values()),
        folded=_for_some(_by_number(names, "fold(?:ed)?", where), hole, names, where),
        folded_seats=_named(names, "fold(?:ed)?", where),
        button=_named(names, "button", where),
        rake=() if rake is None else (rake,),
    )


def near_misses(names: Sequence[str], found: DealColumns) -> dict[str, str]:
    """Return the names of columns that mean nothing and look like one that would."""
    used = {*found.hole, *found.boards, *found.board_cards, *found.amounts, *found.folded.values()}
    used |= {column for column in (found.folded_seats, found.button) if column is not None}
    near = {}
    for column, name in enumerate(names):
        match = _NUMBERED.fullmatch(name.strip().lower())
        if column not in used and match:
            known = _NUMBERED_NAMES if match[2] else _SINGLE_NAMES
            for word in get_close_matches(match[1], known, 1, _NEAR):
                near[name] = f"{word}_{match[2]}" if match[2] else word
    return near


def _by_number(names: Sequence[str], stem: str, where: str) -> dict[int, int]:
    """Return the columns of a stem by their number, in ascending order."""
    found: dict[int, int] = {}
    for column, number in _numbers(names, stem):
        first, other = names[found.setdefault(number, column)], names[column]
        if found[number] != column:
            raise in_file(
                where,
                "columns {name!r} and {other!r} both have the number {number}",
                name=first,
                other=other,
                number=number,
            )
    return dict(sorted(found.items()))


def _named(names: Sequence[str], wanted: str, where: str) -> int | None:
    pattern = re.compile(wanted, re.IGNORECASE)
    found = [column for column, name in enumerate(names) if pattern.fullmatch(name.strip())]
    if len(found) > 1:
        name = names[found[0]].strip().lower()
        raise in_file(where, "it has {n} columns named {name!r}", n=len(found), name=name)
    return found[0] if found else None


def _for_some(
    found: dict[int, int], hole: dict[int, int], names: Sequence[str], where: str
) -> dict[int, int]:
    """Return columns by seat; each seat must have hole cards."""
    for seat, column in found.items():
        if seat not in hole:
            raise in_file(
                where, "seat {seat} has {name!r}, but no hole cards", seat=seat, name=names[column]
            )
    return found


def _for_seats(
    found: dict[int, int], hole: dict[int, int], names: Sequence[str], where: str
) -> tuple[int, ...]:
    """Return columns in the order of the seats; if there are any, each seat must have one."""
    missing = min(hole.keys() - _for_some(found, hole, names, where).keys(), default=None)
    if found and missing is not None:
        raise in_file(
            where,
            "seat {seat} has {name!r}, but no column like {other!r}",
            seat=missing,
            name=names[hole[missing]],
            other=names[next(iter(found.values()))],
        )
    return tuple(found.values())
