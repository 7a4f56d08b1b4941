"""Read and write the cells that hold cards: one by one, and many at once."""

import contextlib
import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.reading import outside
from handrank.files.file_errors import FileError
from handrank.lookup.encoding import HAND_SIZES
from handrank.rulebook.cards import N_CARDS, N_SUITS, CardName, parse_cards, shortened
from handrank.rulebook.errors import Message, counted, value_error

# Cards by row, and the rows that cannot be read with the reasons; any hand stands there.
ReadCards = tuple[NDArray[np.integer[Any]], dict[int, str]]

_ID = re.compile(r"[+-]?[0-9]+")
_ID_SEPARATORS = re.compile(r"[\s,;|]+")
_NONE = 0xFF
# Where the one-character signs of card text stand: ASCII and the block of the suit symbols.
_CODES = (*range(0x80), *range(0x2660, 0x2670))
_N_CODES = _CODES[-1] + 2


def read_cell(text: str) -> NDArray[np.uint8]:
    """Read cards as text, or as ids with white space or ``, ; |`` between."""
    tokens = [token for token in _ID_SEPARATORS.split(text) if token]
    if not tokens or not all(map(_ID.fullmatch, tokens)):
        # French letters stand for cards only before a suit symbol, so they are read in any case.
        return parse_cards(text, lang="fr")
    ids = bytearray()
    for token in tokens:
        # A longer number is outside, too, and int() refuses thousands of digits.
        card = int(token) if len(token) < 10 else N_CARDS
        if not 0 <= card < N_CARDS:
            raise value_error("card id {id} is outside 0..{last}", id=token[:20], last=N_CARDS - 1)
        ids.append(card)
    return np.frombuffer(ids, dtype=np.uint8)


def is_id(text: str) -> bool:
    """Say whether a text is a whole number, such as a card id."""
    return _ID.fullmatch(text.strip()) is not None


def count_cards(text: str) -> int:
    """Return how many cards a text holds; 0 if it is something else."""
    try:
        return len(read_cell(text))
    except ValueError:
        return 0


def require_hand_size(n_cards: int, where: str) -> int:
    """Return `n_cards` if hands can have as many cards; `where` begins the message if not."""
    if n_cards not in HAND_SIZES:
        reason = counted(
            "{where}: hands of {n} card; a hand has 5, 6 or 7 cards",
            "{where}: hands of {n} cards; a hand has 5, 6 or 7 cards",
            n_cards,
            where=where,
        )
        raise FileError(reason)
    return n_cards


def placeholder(n_cards: int) -> NDArray[np.uint8]:
    """Return a hand that stands in a bad row: the highest cards, which every deck has."""
    return np.arange(N_CARDS - n_cards, N_CARDS, dtype=np.uint8)


def set_aside(
    cards: NDArray[np.integer[Any]], problems: dict[int, str], unread: dict[int, str]
) -> ReadCards:
    """Put a hand into rows with problems, which count before what cannot be read there."""
    cards[list(problems)] = placeholder(cards.shape[1])
    return cards, unread | problems


def _code_table(text: str, value: Callable[[NDArray[np.uint8]], int]) -> NDArray[np.uint8]:
    """Return what each sign means in the place of the ``?`` in `text`, asking `parse_cards`."""
    table = np.full(_N_CODES, _NONE, dtype=np.uint8)
    for code in _CODES:
        with contextlib.suppress(ValueError):
            table[code] = value(parse_cards(text.replace("?", chr(code))))
    return table


_RANK_OF = _code_table("?c", lambda cards: cards[0] // N_SUITS)
_SUIT_OF = _code_table("2?", lambda cards: cards[0] % N_SUITS)
_IS_SEPARATOR = _code_table("2c?2d", lambda cards: 0)
_TEXT_CARDS = {f"{CardName(card)}": card for card in range(N_CARDS)}
_ID_CARDS = {str(card): card for card in range(N_CARDS)}


def read_hand_cells(texts: Sequence[str], n_cards: int, *, boards: bool = False) -> ReadCards:
    """Read cells of `n_cards` cards each; messages call them hands, or boards."""
    cards = np.full((len(texts), n_cards), _NONE, dtype=np.uint8)
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    # Those of two signs a card are the fast ones.
    for gap in (0, 1):
        width = 2 + gap
        length = width * n_cards - gap
        rows = np.flatnonzero(lengths == length)
        if rows.size:
            same = texts if rows.size == len(texts) else [texts[row] for row in rows.tolist()]
            codes = np.array(same, dtype=f"U{length}").view(np.uint32).reshape(-1, length)
            codes = np.minimum(codes, _N_CODES - 1)
            rank, suit = _RANK_OF[codes[:, ::width]], _SUIT_OF[codes[:, 1::width]]
            good = ((rank != _NONE) & (suit != _NONE)).all(axis=1)
            if gap:
                good &= (_IS_SEPARATOR[codes[:, 2::width]] == 0).all(axis=1)
            cards[rows[good]] = (N_SUITS * rank + suit)[good]

    def read(row: int) -> NDArray[np.uint8]:
        hand = read_cell(texts[row])
        if len(hand) != n_cards:
            raise ValueError(wrong_count(len(hand), n_cards, texts[row], boards=boards))
        return hand

    return cards, _read_the_rest(cards, read)


def wrong_count(n: int, n_cards: int, text: str, *, boards: bool = False) -> Message:
    """Return what is wrong with a row that has another number of cards than the others."""
    return counted(
        "{n} card where the file has {what} of {n_cards}: {text!r}",
        "{n} cards where the file has {what} of {n_cards}: {text!r}",
        n,
        n_cards=n_cards,
        what=Message("boards") if boards else Message("hands"),
        text=shortened(text),
    )


def read_columns(columns: Sequence[Sequence[str]], n_cards: int) -> ReadCards:
    """Read the hands, or boards, that columns hold together: a card each, or several."""
    if 1 < len(columns) == n_cards:
        return read_single_cards(columns)
    joined = columns[0] if len(columns) == 1 else list(map(" ".join, zip(*columns, strict=True)))
    return read_hand_cells(joined, n_cards)


def read_single_cards(columns: Sequence[Sequence[str]]) -> ReadCards:
    """Read columns of one card a cell: text or ids, but not both in a row."""
    n = len(columns[0])
    cards = np.empty((n, len(columns)), dtype=np.uint8)
    get = (_TEXT_CARDS if n and columns[0][0] in _TEXT_CARDS else _ID_CARDS).get
    for j, cells in enumerate(columns):
        cards[:, j] = np.frombuffer(bytes(map(get, cells, itertools.repeat(_NONE))), dtype=np.uint8)
    return cards, _read_the_rest(cards, lambda row: _read_row([cells[row] for cells in columns]))


def _read_row(cells: Sequence[str]) -> NDArray[np.uint8]:
    """Read one card a cell; the first cell without one is named, as no card may go missing."""
    ids = [cell for cell in cells if is_id(cell)]
    hand = np.empty(len(cells), dtype=np.uint8)
    for i, cell in enumerate(cells):
        if not cell.strip():
            raise value_error("card {i} of {n} is missing", i=i + 1, n=len(cells))
        try:
            found = read_cell(cell)
        except ValueError as error:
            if is_id(cell):
                raise
            raise value_error("{text!r} is not a card", text=shortened(cell)) from error
        if len(found) != 1:
            raise value_error(
                "{text!r} is {n} cards in a column that holds one card a row",
                text=shortened(cell),
                n=len(found),
            )
        hand[i] = found[0]
    if 0 < len(ids) < len(cells):
        text = next(cell for cell in cells if not is_id(cell))
        raise value_error(
            "card ids and card text in one hand: {id!r} and {text!r}", id=ids[0], text=text
        )
    return hand


def _read_the_rest(
    cards: NDArray[np.uint8], read: Callable[[int], NDArray[np.uint8]]
) -> dict[int, str]:
    """Read one by one the rows that are still empty, and return those that cannot be read."""
    problems: dict[int, str] = {}
    for row in np.flatnonzero((cards == _NONE).any(axis=1)).tolist():
        try:
            cards[row] = read(row)
        except ValueError as error:
            problems[row] = error.args[0]
            cards[row] = placeholder(cards.shape[1])
    return problems


_NAMES = np.array([list(f"{name} ".encode()) for name in _TEXT_CARDS], dtype=np.uint8)


def write_hands(cards: NDArray[np.integer[Any]]) -> list[str]:
    """Write hands (n, n_cards) as text with spaces between the cards; other ids stay numbers."""
    if not cards.size:
        return [""] * len(cards)
    bad = outside(cards, 0, N_CARDS - 1)
    ids = np.where(bad, 0, cards) if bad.any() else cards
    signs = _NAMES[ids].reshape(len(cards), -1)[:, :-1]
    packed = np.ascontiguousarray(signs).view(f"S{signs.shape[1]}")[:, 0]
    texts: list[str] = packed.astype(np.str_).tolist()
    for row in np.flatnonzero(bad.any(axis=1)).tolist():
        texts[row] = " ".join(
            f"{CardName(card)}" if 0 <= card < N_CARDS else str(card)
            for card in cards[row].tolist()
        )
    return texts
