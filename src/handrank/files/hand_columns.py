"""Find the columns of a table that hold the cards of hands, by their names or by their cells."""

import re
from collections.abc import Sequence

from handrank.files.cells import count_cards, is_id
from handrank.files.errors import in_file
from handrank.lookup.encoding import HAND_SIZES
from handrank.rulebook.errors import Message

_CARD_NAME = re.compile(r"(?:card|c)[ _-]?\d+", re.IGNORECASE)
_HAND_NAMES = frozenset({"cards", "hand", "hands"})
# Together they make a hand.
_PART_NAMES = ("hole", "board")
_MOST_LISTED = 20
_CARD_INSIDE = re.compile(r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]", re.IGNORECASE)


def looks_like_header(cells: Sequence[str]) -> bool:
    """Say whether a first row holds names: it has letters, no number and nothing like cards.

    A row with an unreadable hand must count as data, or it would be dropped in silence.

    Examples
    --------
    >>> looks_like_header(["id", "hand"]), looks_like_header(["XxKsQsJsTs"])
    (True, False)
    """
    if not any(sign.isalpha() for cell in cells for sign in cell):
        return False
    for cell in cells:
        text = cell.strip()
        in_cards = sum(map(len, _CARD_INSIDE.findall(text)))
        if is_id(text) or count_cards(text) or in_cards * 2 > len(text):
            return False
    return True


def columns_by_name(names: Sequence[str]) -> list[int]:
    """Return the columns whose names say that they hold cards; an empty list if there are none.

    ``card1``..``card7`` (or ``c1``..), a single ``cards`` or ``hand``, or ``hole`` and ``board``,
    in any case.

    Examples
    --------
    >>> columns_by_name(["id", "hole", "board"])
    [1, 2]
    """
    numbered = [i for i, name in enumerate(names) if _CARD_NAME.fullmatch(name.strip())]
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
    """Return the column that is meant by a name, or by a place counted from 1.

    Examples
    --------
    >>> [column_asked_for(["id", "x", "y"], wanted, "t.csv") for wanted in ("x", "3")]
    [1, 2]
    """
    for name in (wanted, wanted.strip()):
        if names.count(name) > 1:
            n = names.count(name)
            raise in_file(
                where, Message("it has {n} columns named {name!r}; give a place", n=n, name=name)
            )
        if name in names:
            return names.index(name)
    place = wanted.strip()
    # More than a few digits cannot be a place, and int() refuses thousands of them.
    if place.isdecimal() and len(place) < 10 and 1 <= int(place) <= len(names):
        return int(place) - 1
    reason = Message(
        "no column {name!r}; it has {names} (or give places, 1 to {n})",
        name=wanted,
        names=names,
        n=len(names),
    )
    raise in_file(where, reason)


def columns_by_content(
    sample: Sequence[Sequence[str]], names: Sequence[str], where: str
) -> list[int]:
    """Return the columns of cards of a table whose names do not tell them, given its first rows.

    That is the one column of whole hands, or all columns where there are as many as a hand has
    cards. What looks unlike a card never hides a column, as the rest may be a hand as well.

    Examples
    --------
    >>> columns_by_content([["7", "AsKsQsJsTs"], ["8", "AdKdQdJdTd"]], ["id", "dealt"], "t.csv")
    [1]
    >>> columns_by_content([["1", "2", "3", "4", "300"]], list("abcde"), "t.csv")
    [0, 1, 2, 3, 4]
    """
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
    if sum(abs(count) == 1 for count in usual) * 2 > width:
        reason = Message(
            "a hand has 5, 6 or 7 cards, the table has {n} columns ({names})", n=width, names=listed
        )
    else:
        reason = Message(
            "cannot tell which of its {n} columns hold the cards ({names})", n=width, names=listed
        )
    raise in_file(where, with_advice(reason))


def with_advice(reason: Message) -> Message:
    """Add how to say which columns hold the cards."""
    return Message(
        "{reason}; name the columns of cards, or give their places, with --columns", reason=reason
    )


def _usual_count(cells: Sequence[str]) -> int:
    """Return how many cards most cells of a column hold, negative where they are ids; else 0.

    Blank cells say nothing, and a bad row or two must not hide a column of hands.
    """
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


def hand_size(n_columns: int, usual: int, *, asked: bool) -> int:
    """Return the cards of a hand in several columns, whose cells usually hold `usual` together.

    As many columns as a hand has cards hold a card each, even if cells are empty in most rows.
    They hold more only where they were asked for, such as a flop in one cell.
    """
    if n_columns not in HAND_SIZES:
        return usual
    return max(n_columns, usual) if asked else n_columns
