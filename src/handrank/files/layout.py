"""Find the columns of a table that hold the cards, by their names or by what stands in them."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from handrank.files.errors import FileError
from handrank.lookup.encoding import HAND_SIZES
from handrank.rulebook.cards import N_CARDS, parse_cards

_CARD_NAME = re.compile(r"(?:card|c)[ _-]?\d+", re.IGNORECASE)
_HAND_NAMES = frozenset({"cards", "hand", "hands"})
# Together they make a hand.
_PART_NAMES = ("hole", "board")
_MOST_LISTED = 20
_CARD_INSIDE = re.compile(r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]", re.IGNORECASE)
_ID = re.compile(r"[+-]?[0-9]+")
_ID_SEPARATORS = re.compile(r"[\s,;|]+")
ADVICE = "name the columns of cards, or give their places, with --columns"


def read_hand(text: str) -> NDArray[np.uint8]:
    """Read the cards of one hand, as card text or as ids with white space or ``, ; |`` between.

    French letters stand for cards only before a suit symbol, so they are read in any case.

    Raises
    ------
    ValueError
        If they are neither, or an id is outside 0..51.

    Examples
    --------
    >>> read_hand("51 47 43"), read_hand("AsKsQs")
    (array([51, 47, 43], dtype=uint8), array([51, 47, 43], dtype=uint8))
    >>> read_hand("R♠ D♦")
    array([47, 41], dtype=uint8)
    """
    tokens = [token for token in _ID_SEPARATORS.split(text) if token]
    if not tokens or not all(map(_ID.fullmatch, tokens)):
        return parse_cards(text, lang="fr")
    ids = bytearray()
    for token in tokens:
        # Longer numbers are none either, and int() refuses thousands of digits.
        card = int(token) if len(token) < 10 else N_CARDS
        if not 0 <= card < N_CARDS:
            raise ValueError(f"card id {token[:20]} is outside 0..{N_CARDS - 1}")
        ids.append(card)
    return np.frombuffer(ids, dtype=np.uint8)


def is_id(text: str) -> bool:
    """Say whether a text is a whole number, such as a card id."""
    return _ID.fullmatch(text.strip()) is not None


def count_cards(text: str) -> int:
    """Return how many cards a text holds; 0 if it is no card text."""
    try:
        return len(read_hand(text))
    except ValueError:
        return 0


def looks_like_header(cells: Sequence[str]) -> bool:
    """Say whether a first row holds names: it has letters, and no number or much like cards.

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
        if _ID.fullmatch(text) or count_cards(text) or in_cards * 2 > len(text):
            return False
    return True


def named_columns(names: Sequence[str], wanted: Sequence[str] | None, where: str) -> list[int]:
    """Return the columns that are asked for, or whose names say that they hold cards.

    ``card1``..``card7`` (or ``c1``..), a single ``cards`` or ``hand``, or ``hole`` and ``board``,
    in any case; an empty list if there are none.

    Parameters
    ----------
    names : sequence of str
        The names of all columns.
    wanted : sequence of str or None
        Names, or places counted from 1, of the columns that are asked for.
    where : str
        What error messages call the table.

    Raises
    ------
    FileError
        If a wanted column is missing or its name stands there more than once.

    Examples
    --------
    >>> named_columns(["id", "hole", "board"], None, "t.csv")
    [1, 2]
    >>> named_columns(["id", "x", "y"], ["x", "3"], "t.csv")
    [1, 2]
    """
    if wanted is not None:
        return [_wanted_column(names, name, where) for name in wanted]
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


def _wanted_column(names: Sequence[str], wanted: str, where: str) -> int:
    for name in (wanted, wanted.strip()):
        if names.count(name) > 1:
            raise FileError(f"{where} has {names.count(name)} columns {name!r}; give its place")
        if name in names:
            return names.index(name)
    place = wanted.strip()
    # More than a few digits is no column, and int() refuses thousands of them.
    if place.isdecimal() and len(place) < 10 and 1 <= int(place) <= len(names):
        return int(place) - 1
    raise FileError(
        f"{where} has no column {wanted!r}; it has {', '.join(names)} "
        f"(or give places, 1 to {len(names)})"
    )


def columns_by_content(
    sample: Sequence[Sequence[str]], names: Sequence[str], where: str
) -> list[int]:
    """Return the columns of cards of a table whose names do not tell them.

    That is the one column of whole hands, or all columns where there are as many as a hand has
    cards. What looks unlike a card never hides a column, as the rest may be a hand as well.

    Parameters
    ----------
    sample : sequence of sequences of str
        The cells of the first rows.
    names : sequence of str
        The names of all columns.
    where : str
        What error messages call the table.

    Raises
    ------
    FileError
        If that leaves more than one choice, or none.

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
        sizes = ", ".join(map(str, HAND_SIZES[:-1]))
        raise FileError(
            f"{where}: a hand has {sizes} or {HAND_SIZES[-1]} cards, the table has {width} "
            f"columns ({listed}); {ADVICE}"
        )
    raise FileError(
        f"{where}: cannot tell which of its {width} columns hold the cards ({listed}); {ADVICE}"
    )


def _usual_count(cells: Sequence[str]) -> int:
    """Return how many cards most cells of a column hold, negative where they are ids; 0 if none.

    Blank cells say nothing, and a bad row or two must not hide a column of hands.
    """
    held = [(count_cards(cell), cell) for cell in cells if cell]
    good = [-count if _ID.match(cell) and "0" <= cell[-1] <= "9" else count for count, cell in held]
    good = [count for count in good if count]
    if len(good) * 2 <= len(held):
        return 0
    return max(sorted(set(good)), key=good.count)


def hand_size(columns: Sequence[int], usual: int, *, asked: bool) -> int:
    """Return the cards of a hand in several columns, whose cells usually hold `usual` together.

    As many columns as a hand has cards hold a card each, even if cells are empty in most rows.
    They hold more only where they were asked for, such as a flop in one cell.
    """
    if len(columns) not in HAND_SIZES:
        return usual
    return max(len(columns), usual) if asked else len(columns)
