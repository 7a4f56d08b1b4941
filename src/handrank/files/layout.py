"""Find the columns of a table that hold the cards, by their names or by what stands in them."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from handrank.cards import N_CARDS, parse_cards
from handrank.encoding import HAND_SIZES
from handrank.files.errors import FileError

_CARD_NAME = re.compile(r"(?:card|c)[ _-]?\d+", re.IGNORECASE)
_HAND_NAMES = frozenset({"cards", "hand", "hands"})
_CARD_INSIDE = re.compile(r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]", re.IGNORECASE)
_ID = re.compile(r"[+-]?[0-9]+")
_ID_SEPARATORS = re.compile(r"[\s,;|]+")
ADVICE = "name the columns of cards with --columns"


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

    ``card1``..``card7`` (or ``c1``..), or a single ``cards`` or ``hand``, in any case; an empty
    list if there are none.

    Raises
    ------
    FileError
        If a wanted column is missing.
    """
    if wanted is not None:
        missing = [name for name in wanted if name not in names]
        if missing:
            raise FileError(f"{where} has no column {missing[0]!r}; it has {', '.join(names)}")
        return [names.index(name) for name in wanted]
    numbered = [i for i, name in enumerate(names) if _CARD_NAME.fullmatch(name.strip())]
    if len(numbered) in HAND_SIZES:
        return numbered
    whole = [i for i, name in enumerate(names) if name.strip().lower() in _HAND_NAMES]
    return whole if len(whole) == 1 else []


def columns_by_content(sample: Sequence[Sequence[str]], where: str) -> list[int]:
    """Return the columns that hold cards in most rows of a sample.

    Raises
    ------
    FileError
        If that leaves more than one choice, or none.

    Examples
    --------
    >>> columns_by_content([["7", "AsKs", "QsJsTs2c3d"], ["8", "AdKd", "QsJsTs2c3d"]], "hands.csv")
    [1, 2]
    """
    width = max(map(len, sample), default=0)
    if width == 1:
        return [0]
    texts: list[int] = []
    ids: list[int] = []
    counts: dict[int, int] = {}
    for column in range(width):
        cells = [row[column].strip() for row in sample if column < len(row)]
        # Blank cells say nothing; a bad row or two must not hide a column.
        held = [count_cards(cell) for cell in cells if cell]
        good = [count for count in held if count]
        if len(good) * 2 <= len(held):
            continue
        counts[column] = max(set(good), key=good.count)
        numbers = sum(_ID.fullmatch(cell) is not None for cell in cells)
        (ids if numbers * 2 > len(cells) else texts).append(column)
    # Hole cards and board make a hand together, so all columns of cards come before a single one.
    for columns in (texts, ids):
        if sum(counts[column] for column in columns) in HAND_SIZES:
            return columns
    whole = [column for column in texts + ids if counts[column] in HAND_SIZES]
    if len(whole) == 1:
        return whole
    # One column a card, few of them readable: all columns, so that the errors name the cards.
    if not texts and not ids and width in HAND_SIZES:
        return list(range(width))
    raise FileError(f"{where}: cannot tell which of its {width} columns hold the cards; {ADVICE}")
