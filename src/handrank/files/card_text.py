"""Read and write the card text of many hands at once."""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.reading import outside
from handrank.files.layout import is_id, read_hand
from handrank.files.streams import placeholder
from handrank.rulebook.cards import N_CARDS, N_SUITS, format_cards, parse_cards

_NONE = 0xFF
# Where the one-character signs of card text stand: ASCII and the block of the suit symbols.
_CODES = (*range(0x80), *range(0x2660, 0x2670))
_N_CODES = _CODES[-1] + 2


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
_TEXT_CARDS = {str(format_cards([card])): card for card in range(N_CARDS)}
_ID_CARDS = {str(card): card for card in range(N_CARDS)}


def read_hands(
    texts: Sequence[str], n_cards: int, what: str = "hands"
) -> tuple[NDArray[np.uint8], dict[int, str]]:
    """Read one text a hand.

    Parameters
    ----------
    texts : sequence of str
        Anything that `read_hand` reads; texts of two characters a card are the fast ones.
    n_cards : int
        The cards each hand must have.
    what : str
        What messages call the hands.

    Returns
    -------
    cards : ndarray of uint8, shape (n, n_cards)
    problems : dict of int to str
        Rows that cannot be read, and why; `cards` holds any hand there.

    Examples
    --------
    >>> read_hands(["As Ks Qs Js Ts", "AsKsQsJs"], 5)[1]
    {1: "4 cards where the file has hands of 5: 'AsKsQsJs'"}
    """
    cards = np.full((len(texts), n_cards), _NONE, dtype=np.uint8)
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
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
    problems = _read_slowly(cards, texts.__getitem__, what)
    return cards, problems


def read_card_cells(
    cells: Sequence[Sequence[str]],
) -> tuple[NDArray[np.uint8], dict[int, str]]:
    """Read one cell a card: text or ids, but not both in a row.

    Parameters
    ----------
    cells : sequence of sequences of str
        The cells of each hand, equally many.

    Returns
    -------
    As `read_hands`.

    Examples
    --------
    >>> read_card_cells([["As", "Ks", "Qs", "Js", "Ts"]])[0]
    array([[51, 47, 43, 39, 35]], dtype=uint8)
    """
    n_cards = len(cells[0])
    known = _TEXT_CARDS if cells[0][0] in _TEXT_CARDS else _ID_CARDS
    get = known.get
    flat = bytes([get(cell, _NONE) for row in cells for cell in row])
    cards = np.frombuffer(bytearray(flat), dtype=np.uint8).reshape(-1, n_cards)
    return cards, _read_slowly(cards, cells.__getitem__, read=_read_cells)


def _read_cells(cells: Sequence[str]) -> NDArray[np.uint8]:
    """Read one card a cell; the first cell that is none is named, as no card may go missing."""
    ids = [cell for cell in cells if is_id(cell)]
    hand = np.empty(len(cells), dtype=np.uint8)
    for i, cell in enumerate(cells):
        if not cell.strip():
            raise ValueError(f"card {i + 1} of {len(cells)} is missing")
        try:
            found = read_hand(cell)
        except ValueError as error:
            if is_id(cell):
                raise
            raise ValueError(f"{_shorten(cell)!r} is not a card") from error
        if len(found) != 1:
            raise ValueError(f"{_shorten(cell)!r} is {len(found)} cards in a column of single ones")
        hand[i] = found[0]
    if 0 < len(ids) < len(cells):
        text = next(cell for cell in cells if not is_id(cell))
        raise ValueError(f"card ids and card text in one hand: {ids[0]!r} and {text!r}")
    return hand


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else text[:60] + "…"


def _read_slowly(
    cards: NDArray[np.uint8],
    text_of: Callable[[int], Any],
    what: str = "hands",
    read: Callable[[Any], NDArray[np.uint8]] = read_hand,
) -> dict[int, str]:
    """Read one by one the rows that are still empty, and return those that cannot be read."""
    problems: dict[int, str] = {}
    n_cards = cards.shape[1]
    for row in np.flatnonzero((cards == _NONE).any(axis=1)).tolist():
        text = text_of(row)
        try:
            hand = read(text)
            if len(hand) != n_cards:
                raise ValueError(
                    f"{len(hand)} cards where the file has {what} of {n_cards}: {_shorten(text)!r}"
                )
            cards[row] = hand
        except ValueError as error:
            problems[row] = str(error)
            cards[row] = placeholder(n_cards)
    return problems


_NAMES = np.array([list(str(format_cards([card])).encode() + b" ") for card in range(N_CARDS)])
_NAMES = _NAMES.astype(np.uint8)


def write_hands(cards: NDArray[np.integer[Any]]) -> list[str]:
    """Write hands as text with spaces between the cards; what is no card id stays a number.

    Parameters
    ----------
    cards : ndarray of int, shape (n, n_cards)

    Examples
    --------
    >>> write_hands(np.array([[51, 0], [77, 1]]))
    ['As 2c', '77 2d']
    """
    if not cards.size:
        return [""] * len(cards)
    bad = outside(cards, 0, N_CARDS - 1)
    ids = np.where(bad, 0, cards) if bad.any() else cards
    signs = _NAMES[ids].reshape(len(cards), -1)[:, :-1]
    packed = np.ascontiguousarray(signs).view(f"S{signs.shape[1]}")[:, 0]
    texts: list[str] = packed.astype(np.str_).tolist()
    for row in np.flatnonzero(bad.any(axis=1)).tolist():
        texts[row] = " ".join(
            str(format_cards([card])) if 0 <= card < N_CARDS else str(card)
            for card in cards[row].tolist()
        )
    return texts
