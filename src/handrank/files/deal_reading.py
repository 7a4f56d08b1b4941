"""Read the cells of a table of deals: cards, bets, who has folded, the button."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.files.card_text import read_card_cells, read_hands
from handrank.files.deal_layout import BOARD_SIZES, DealLayout
from handrank.files.layout import count_cards
from handrank.files.streams import Columns
from handrank.rulebook.games import Game

# A column's cells as text, blank where nothing stands.
Cells = Sequence[str]

# As a float, too: programs make floats of whole numbers where a column has blanks.
_WHOLE = re.compile(r"(-?[0-9]{1,29})(?:\.0*)?")
_YES = frozenset({"1", "1.0", "true", "yes", "y", "oui", "t"})
_NO = frozenset({"", "0", "0.0", "false", "no", "n", "non", "f"})
_MOST_CHIPS = int(np.iinfo(np.int64).max)


@dataclass(frozen=True, kw_only=True)
class DealBlock:
    """Consecutive deals of a table; what stands in bad rows is arbitrary but harmless.

    Attributes
    ----------
    holes : ndarray of uint8, shape (n, P, h)
    boards : ndarray of uint8, shape (n, b)
    dealt : ndarray of bool, shape (n, P)
        Whose cards are known.
    folded : ndarray of bool, shape (n, P)
    bets : ndarray of int64, shape (n, P), or None
    button : ndarray of int64, shape (n,), or None
        As a place among the players, 0..P-1.
    problems : dict of int to str
        The rows that could not be read, and why.
    columns, place, done
        As in `handrank.files.streams.Block`.
    """

    holes: NDArray[np.uint8]
    boards: NDArray[np.uint8]
    dealt: NDArray[np.bool_]
    folded: NDArray[np.bool_]
    bets: NDArray[np.int64] | None
    button: NDArray[np.int64] | None
    problems: dict[int, str] = field(default_factory=dict)
    columns: Callable[[], Columns]
    place: Callable[[int], str]
    done: int


class DealReader:
    """Reads blocks of cells as deals of a game.

    Parameters
    ----------
    layout : DealLayout
        Where the parts stand.
    game : Game
        What is played.
    """

    def __init__(self, layout: DealLayout, game: Game) -> None:
        self._layout, self._game = layout, game
        # How many cards boards have: known at the first that can be read.
        self._n_board = len(layout.board) if len(layout.board) > 1 else 0

    def read(
        self,
        cells: Callable[[int], Cells],
        n: int,
        unread: dict[int, str],
        **rest: Any,
    ) -> DealBlock:
        """Read `n` rows.

        Parameters
        ----------
        cells : callable
            Gives the cells of a column.
        n : int
            The number of rows.
        unread : dict of int to str
            Rows that are known to be bad.
        **rest
            What `DealBlock` has besides: `columns`, `place`, `done`.
        """
        layout, n_players = self._layout, len(self._layout.seats)
        problems = dict(unread)
        holes = np.empty((n, n_players, self._game.hole_cards), dtype=np.uint8)
        dealt = np.ones((n, n_players), dtype=np.bool_)
        for player, column in enumerate(layout.hole):
            hands = self._cards(cells(column), self._game.hole_cards, column, "hands")
            holes[:, player], blank, bad = hands
            dealt[blank, player] = False
            problems = bad | problems
        boards, bad = self._boards(cells, n)
        problems = bad | problems
        folded = self._folded(cells, dealt, problems)
        bets = self._bets(cells, dealt, problems) if layout.bets else None
        button = None if layout.button is None else self._button(cells(layout.button), problems)
        return DealBlock(
            holes=holes,
            boards=boards,
            dealt=dealt,
            folded=folded,
            bets=bets,
            button=button,
            problems=problems,
            **rest,
        )

    def _cards(
        self, cells: Cells, n_cards: int, column: int, what: str
    ) -> tuple[NDArray[np.uint8], list[int], dict[int, str]]:
        """Return the cards of a column, the rows where nothing stands, and the bad rows."""
        cards, unread = read_hands(cells, n_cards, what)
        name = self._layout.names[column]
        blank = [row for row in unread if not cells[row].strip()]
        bad = {row: f"column {name!r}: {why}" for row, why in unread.items() if cells[row].strip()}
        return cards, blank, bad

    def _boards(
        self, cells: Callable[[int], Cells], n: int
    ) -> tuple[NDArray[np.uint8], dict[int, str]]:
        columns = self._layout.board
        if len(columns) > 1:
            rows = list(zip(*map(cells, columns), strict=True))
            if not rows:
                return np.empty((0, len(columns)), dtype=np.uint8), {}
            boards, unread = read_card_cells(rows)
            return boards, {row: f"board: {why}" for row, why in unread.items()}
        texts = cells(columns[0])
        if not self._n_board:
            sizes = (size for size in map(count_cards, texts) if size in BOARD_SIZES)
            self._n_board = next(sizes, BOARD_SIZES[-1])
        boards, blank, bad = self._cards(texts, self._n_board, columns[0], "boards")
        name = self._layout.names[columns[0]]
        return boards, bad | dict.fromkeys(blank, f"column {name!r} is empty")

    def _folded(
        self, cells: Callable[[int], Cells], dealt: NDArray[np.bool_], problems: dict[int, str]
    ) -> NDArray[np.bool_]:
        layout = self._layout
        if not layout.folded and layout.folded_seats is None:
            folded = ~dealt
        else:
            folded = np.zeros(dealt.shape, dtype=np.bool_)
            for player, column in enumerate(layout.folded):
                for row, cell in enumerate(cells(column)):
                    word = cell.strip().lower()
                    folded[row, player] = word in _YES
                    if word not in _YES and word not in _NO:
                        name = layout.names[column]
                        problems.setdefault(row, f"column {name!r}: {cell!r} is neither 1 nor 0")
            if layout.folded_seats is not None:
                for row, cell in enumerate(cells(layout.folded_seats)):
                    for word in cell.replace(",", " ").replace("|", " ").split():
                        player = self._player(word, "folded", row, problems)
                        folded[row, player] = True
        for row in np.flatnonzero(folded.all(axis=1)).tolist():
            # He who has neither folded nor cards to show may be the one left; else nobody is.
            problems.setdefault(row, "everyone has folded; somebody must be left to take the pot")
        return folded

    def _bets(
        self, cells: Callable[[int], Cells], dealt: NDArray[np.bool_], problems: dict[int, str]
    ) -> NDArray[np.int64]:
        bets = np.zeros(dealt.shape, dtype=np.int64)
        for player, column in enumerate(self._layout.bets):
            name = self._layout.names[column]
            texts = cells(column)
            if _are_plain_numbers(texts):
                bets[:, player] = list(map(int, texts))
                continue
            for row, cell in enumerate(texts):
                text = cell.strip()
                if not text and not dealt[row, player]:
                    continue
                chips = _whole(text)
                if chips is None or not 0 <= chips <= _MOST_CHIPS:
                    why = f"column {name!r}: {text!r} is no number of chips (whole, 0 or more)"
                    problems.setdefault(row, why)
                else:
                    bets[row, player] = chips
        # A float's error is far below the distance to a sum that overflows.
        for row in np.flatnonzero(bets.astype(np.float64).sum(axis=1) > _MOST_CHIPS / 2).tolist():
            total = sum(bets[row].tolist())
            if total > _MOST_CHIPS:
                problems.setdefault(row, f"the bets sum to {total}, more than {_MOST_CHIPS}")
        return bets

    def _button(self, cells: Cells, problems: dict[int, str]) -> NDArray[np.int64]:
        players = [self._player(cell, "button", row, problems) for row, cell in enumerate(cells)]
        return np.array(players, dtype=np.int64)

    def _player(self, text: str, what: str, row: int, problems: dict[int, str]) -> int:
        """Return which player has a seat number, or the first where nobody has."""
        seats = self._layout.seats
        seat = _whole(text.strip())
        if seat in seats:
            return seats.index(seat)
        known = ", ".join(map(str, seats))
        problems.setdefault(row, f"column {what!r}: {text!r} is no seat; the seats are {known}")
        return 0


def _are_plain_numbers(texts: Cells) -> bool:
    """Say whether all are digits only, few enough for int64."""
    plain = all(map(str.isdigit, texts)) and "".join(texts).isascii()
    return plain and max(map(len, texts), default=0) < len(str(_MOST_CHIPS))


def _whole(text: str) -> int | None:
    """Return a whole number, or None where the text is none."""
    return int(match[1]) if (match := _WHOLE.fullmatch(text)) else None
