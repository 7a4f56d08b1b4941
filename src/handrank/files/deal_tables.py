"""Tables of deals: cards, bets, who has folded and the button in each block of rows."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.files.cells import ReadCards, count_cards, read_columns, read_hand_cells
from handrank.files.columns import BOARD_SIZES, DealColumns, find_deal_columns
from handrank.files.file_errors import in_file, of_column
from handrank.files.formats import open_source
from handrank.files.sources import Rows, Table
from handrank.rulebook.errors import Message
from handrank.rulebook.games import Game

# As a float, too: programs make floats of whole numbers where a column has blanks.
_WHOLE = re.compile(r"(-?[0-9]{1,29})(?:\.0*)?")
_YES = frozenset({"1", "1.0", "true", "yes", "y", "oui", "t"})
_NO = frozenset({"", "0", "0.0", "false", "no", "n", "non", "f"})
_MOST_CHIPS = int(np.iinfo(np.int64).max)


class Deals(NamedTuple):
    """The deals of a block of rows."""

    # Shapes (n, P, h) and (n, b), and whose cards are known (n, P).
    holes: NDArray[np.uint8]
    boards: NDArray[np.integer[Any]]
    dealt: NDArray[np.bool_]
    # Shape (n, P); the button (n,) is a place among the players, 0..P-1.
    folded: NDArray[np.bool_]
    bets: NDArray[np.int64] | None
    button: NDArray[np.int64] | None
    # Rows that could not be read, and why; what stands there is arbitrary but harmless.
    problems: dict[int, str]


class DealTable(Table[Deals]):
    """A table of deals of a game."""

    noun = "deals"
    # A deal has tens of cells where a hand has a few.
    divisor = 8

    def __init__(self, path: Path | None, game: Game) -> None:
        # Columns are found by their names, so there must be a header.
        super().__init__(open_source(path, header="yes", of_deals=True))
        self.game = game
        self.found: DealColumns
        # How many cards boards have: known at the first that can be read.
        self._n_board = 0

    def _find(self, rows: Rows) -> None:
        self.found = found = find_deal_columns([c.name for c in rows.header], self.source.name)
        single = found.board if len(found.board) > 1 else ()
        self._n_board = len(single)
        for i in (*found.hole, *found.board, *found.bets):
            name, kind, type_name, _ = rows.header[i]
            if i in found.bets:
                good = kind in ("text", "integer", "number")
                reason = Message("bets are whole chips, got {type}", type=type_name)
            else:
                good = kind in ("text", "hand") or (i in single and kind == "integer")
                reason = Message("cards are text, lists or binary, got {type}", type=type_name)
            if not good:
                raise in_file(of_column(self.source.name, name), reason)

    def _read(self, rows: Rows) -> Deals:
        found, n_hole = self.found, self.game.hole_cards
        problems = dict(rows.problems)
        holes = np.empty((rows.n, len(found.seats), n_hole), dtype=np.uint8)
        dealt = np.ones((rows.n, len(found.seats)), dtype=np.bool_)
        for player, column in enumerate(found.hole):
            holes[:, player], blank, bad = _read_column(rows, column, n_hole)
            dealt[blank, player] = False
            problems = bad | problems
        boards, bad = self._boards(rows)
        problems = bad | problems
        folded = self._folded(rows, dealt, problems)
        bets = self._bets(rows, dealt, problems) if found.bets else None
        button = None
        if found.button is not None:
            (texts,) = rows.texts(found.button)
            seats = [self._player(text, "button", row, problems) for row, text in enumerate(texts)]
            button = np.array(seats, dtype=np.int64)
        return Deals(holes, boards, dealt, folded, bets, button, problems)

    def _boards(self, rows: Rows) -> ReadCards:
        columns = self.found.board
        if columns[1:]:
            boards, unread = read_columns(rows.texts(*columns), self._n_board)
            return boards, {
                row: Message("board: {reason}", reason=reason) for row, reason in unread.items()
            }
        if not self._n_board:
            sizes = map(count_cards, rows.texts(columns[0])[0])
            self._n_board = next((size for size in sizes if size in BOARD_SIZES), 0)
        n_board = self._n_board or BOARD_SIZES[-1]
        boards, blank, bad = _read_column(rows, columns[0], n_board, boards=True)
        empty = Message("column {name!r} is empty", name=rows.header[columns[0]].name)
        return boards, bad | dict.fromkeys(blank, empty)

    def _folded(
        self, rows: Rows, dealt: NDArray[np.bool_], problems: dict[int, str]
    ) -> NDArray[np.bool_]:
        found = self.found
        told = found.folded or found.folded_seats is not None
        folded = np.zeros(dealt.shape, dtype=np.bool_) if told else ~dealt
        for player, column in enumerate(found.folded):
            for row, cell in enumerate(rows.texts(column)[0]):
                word = cell.strip().lower()
                folded[row, player] = word in _YES
                if word not in _YES and word not in _NO:
                    reason = Message("{text!r} is neither 1 nor 0", text=cell)
                    problems.setdefault(row, _in_column(rows.header[column].name, reason))
        if found.folded_seats is not None:
            for row, cell in enumerate(rows.texts(found.folded_seats)[0]):
                for word in cell.replace(",", " ").replace("|", " ").split():
                    folded[row, self._player(word, "folded", row, problems)] = True
        for row in np.flatnonzero(folded.all(axis=1)).tolist():
            # Somebody without cards to show may be the one who is left, but not one who folded.
            problems.setdefault(
                row, Message("everyone has folded; somebody must be left to take the pot")
            )
        return folded

    def _bets(
        self, rows: Rows, dealt: NDArray[np.bool_], problems: dict[int, str]
    ) -> NDArray[np.int64]:
        bets = np.zeros(dealt.shape, dtype=np.int64)
        for player, column in enumerate(self.found.bets):
            (texts,) = rows.texts(column)
            if _are_plain_numbers(texts):
                bets[:, player] = list(map(int, texts))
                continue
            for row, cell in enumerate(texts):
                text = cell.strip()
                if not text and not dealt[row, player]:
                    continue
                chips = _whole(text)
                if chips is None or not 0 <= chips <= _MOST_CHIPS:
                    reason = Message("{text!r} is not a whole number of chips", text=text)
                    problems.setdefault(row, _in_column(rows.header[column].name, reason))
                else:
                    bets[row, player] = chips
        # A float's error is far below the distance to a sum that overflows.
        for row in np.flatnonzero(bets.astype(np.float64).sum(axis=1) > _MOST_CHIPS / 2).tolist():
            total = sum(bets[row].tolist())
            if total > _MOST_CHIPS:
                reason = Message(
                    "the bets sum to {total}, more than {most}", total=total, most=_MOST_CHIPS
                )
                problems.setdefault(row, reason)
        return bets

    def _player(self, text: str, name: str, row: int, problems: dict[int, str]) -> int:
        """Return which player has a seat number, or the first where nobody has."""
        seats = self.found.seats
        seat = _whole(text.strip())
        if seat in seats:
            return seats.index(seat)
        known = ", ".join(map(str, seats))
        reason = Message("there is no seat {text!r}; the seats are {known}", text=text, known=known)
        problems.setdefault(row, _in_column(name, reason))
        return 0


def _in_column(name: str, reason: str) -> Message:
    return Message("column {name!r}: {reason}", name=name, reason=reason)


def _read_column(
    rows: Rows, column: int, n_cards: int, *, boards: bool = False
) -> tuple[NDArray[np.integer[Any]], list[int], dict[int, str]]:
    """Return the cards of a column, the rows where nothing stands, and the bad ones."""
    name, (cells,) = rows.header[column].name, rows.texts(column)
    cards, unread = read_hand_cells(cells, n_cards, boards=boards)
    blank = [row for row in unread if not cells[row].strip()]
    bad: dict[int, str] = {
        row: _in_column(name, reason) for row, reason in unread.items() if cells[row].strip()
    }
    return cards, blank, bad


def _are_plain_numbers(texts: Sequence[str]) -> bool:
    """Say whether all are digits only, few enough for int64."""
    plain = all(map(str.isdigit, texts)) and "".join(texts).isascii()
    return plain and max(map(len, texts), default=0) < len(str(_MOST_CHIPS))


def _whole(text: str) -> int | None:
    """Return the whole number that a text is, or None."""
    return int(match[1]) if (match := _WHOLE.fullmatch(text)) else None
