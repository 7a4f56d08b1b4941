"""Tables of deals: cards, money, who has folded and the button in each block of rows."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.unknown_cards import is_unknown
from handrank.files.board_columns import Problems, add_problem, read_boards
from handrank.files.cells import count_cards, read_cell, read_hand_cells
from handrank.files.columns import DealColumns, find_deal_columns, near_misses
from handrank.files.file_errors import in_file, of_column
from handrank.files.formats import open_source
from handrank.files.money import MOST_UNITS, decimals_for, in_units, read_amount, read_whole_amounts
from handrank.files.sources import Rows, Source, Table
from handrank.rulebook.errors import Message
from handrank.rulebook.games import Game

_YES = frozenset({"1", "1.0", "true", "yes", "y", "oui", "t"})
_NO = frozenset({"", "0", "0.0", "false", "no", "n", "non", "f"})


class DealBlock(NamedTuple):
    """The deals of a block of rows; what stands in a row with a problem is arbitrary."""

    # Shape (n, P, h), and whose cards are known (n, P).
    holes: NDArray[np.uint8]
    dealt: NDArray[np.bool_]
    # Shape (n, R, b) with so many cards, and so many boards, in each row (n,).
    boards: NDArray[np.uint8]
    board_sizes: NDArray[np.intp]
    n_runs: NDArray[np.intp]
    # Shape (n, P); the button (n,) is a place among the players, 0..P-1.
    folded: NDArray[np.bool_]
    button: NDArray[np.int64] | None
    # Units of money, (n, P) and (n,).
    bets: NDArray[np.int64] | None
    dead_money: NDArray[np.int64] | None
    rake: NDArray[np.int64] | None
    # Rows that could not be read, and why.
    problems: Problems
    # What each player won, as a history recorded it; -1 where it did not.
    recorded: NDArray[np.int64] | None = None


class SettledTable(Table[DealBlock]):
    """DealBlock that can be settled, whatever they come from."""

    noun = "deals"
    seats: tuple[int, ...]
    # Whether the rake of each deal is told, and whether the game may change from block to block.
    has_rakes = False
    varies = False
    # How many decimals amounts have.
    decimals = 0

    def __init__(self, source: Source, game: Game) -> None:
        super().__init__(source)
        self.game = game


class DealTable(SettledTable):
    """A table of deals of a game."""

    # A deal has tens of cells where a hand has a few.
    divisor = 8

    def __init__(self, path: Path | None, game: Game, amounts: Sequence[Decimal] = ()) -> None:
        # Columns are found by their names, so there must be a header.
        super().__init__(open_source(path, header="yes", of_deals=True), game)
        self.found: DealColumns
        self._places: dict[str, int]
        # As many as those of the first block, or of other amounts.
        self.decimals = decimals_for(amounts)

    def _find(self, rows: Rows) -> None:
        names = [column.name for column in rows.header]

        def holds_board(column: int) -> bool:
            if rows.header[column].kind == "hand":
                return True
            return any(count_cards(cell) > 1 for cell in rows.texts(column)[0])

        self.found = found = find_deal_columns(names, self.source.name, holds_board)
        for i in (*found.hole, *found.boards, *found.board_cards, *found.amounts):
            name, kind, type_name, _ = rows.header[i]
            if i in found.amounts:
                good = kind in ("text", "integer", "number")
                reason = Message("amounts are numbers or text, got {type}", type=type_name)
            else:
                good = kind in ("text", "hand") or (i in found.board_cards and kind == "integer")
                reason = Message("cards are text, lists or binary, got {type}", type=type_name)
            if not good:
                raise in_file(of_column(self.source.name, name), reason)
        self.seats, self.has_rakes = found.seats, bool(found.rake)
        self._places = {str(seat): place for place, seat in enumerate(found.seats)}
        self.notes = [
            Message("column {name!r} is left out; if it is {known!r}, rename it", name=n, known=k)
            for n, k in near_misses(names, found).items()
        ]
        self._find_decimals(rows)

    def _find_decimals(self, rows: Rows) -> None:
        texts = rows.texts(*self.found.amounts) if self.found.amounts else []
        if all(read_whole_amounts(column) is not None for column in texts):
            return
        amounts = [read_amount(cell) for cell in chain.from_iterable(texts)]
        known = [amount for amount in amounts if amount is not None]
        self.decimals = max(self.decimals, decimals_for(known))

    def _read(self, rows: Rows) -> DealBlock:
        found = self.found
        problems = dict(rows.problems)
        holes, n_cards = self._read_holes(rows, problems)
        dealt = np.asarray(n_cards > 0)
        boards, sizes, n_runs = read_boards(rows, found, self.game, problems)
        if self.game.shared_cards:
            wanted = holes.shape[2] - sizes[:, None]
            for row in np.flatnonzero((dealt & (n_cards != wanted)).any(axis=1)).tolist():
                problems.setdefault(
                    row, Message("{n} cards a hand are wanted", n=int(wanted[row, 0]))
                )
        folded = self._folded(rows, dealt, problems)
        bets = dead_money = rake = button = None
        if found.bets:
            bets = self._amounts(rows, found.bets, problems, dealt)
            dead_money, rake = (
                self._amounts(rows, columns, problems).sum(axis=1) if columns else None
                for columns in (found.dead, found.rake)
            )
        if found.button is not None:
            (texts,) = rows.texts(found.button)
            seats = [self._player(text, "button", row, problems) for row, text in enumerate(texts)]
            button = np.array(seats, dtype=np.int64)
        return DealBlock(
            holes=holes,
            dealt=dealt,
            boards=boards,
            board_sizes=sizes,
            n_runs=n_runs,
            folded=folded,
            button=button,
            bets=bets,
            dead_money=dead_money,
            rake=rake,
            problems=problems,
        )

    def _read_holes(
        self, rows: Rows, problems: Problems
    ) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
        """Return the hands (n, P, h) and how many cards of each are known (n, P)."""
        n_hole = self.game.hole_cards
        holes = np.empty((rows.n, len(self.found.hole), n_hole), dtype=np.uint8)
        n_cards = np.full(holes.shape[:2], n_hole, dtype=np.intp)
        for player, column in enumerate(self.found.hole):
            (cells,) = rows.texts(column)
            holes[:, player], unread = read_hand_cells(cells, n_hole)
            for row, reason in unread.items():
                if is_unknown(cells[row]):
                    n_cards[row, player] = 0
                elif count_cards(cells[row]) == n_hole - self.game.shared_cards:
                    # The last card is one that all share.
                    holes[row, player, : -self.game.shared_cards] = read_cell(cells[row])
                    n_cards[row, player] -= self.game.shared_cards
                else:
                    add_problem(problems, row, rows.header[column].name, reason)
        return holes, n_cards

    def _folded(
        self, rows: Rows, dealt: NDArray[np.bool_], problems: Problems
    ) -> NDArray[np.bool_]:
        found = self.found
        told = found.folded or found.folded_seats is not None
        folded = np.zeros(dealt.shape, dtype=np.bool_) if told else ~dealt
        for seat, column in found.folded.items():
            player = found.seats.index(seat)
            for row, cell in enumerate(rows.texts(column)[0]):
                word = cell.strip().lower()
                folded[row, player] = word in _YES
                if word not in _YES and word not in _NO:
                    reason = Message("{text!r} is neither 1 nor 0", text=cell)
                    add_problem(problems, row, rows.header[column].name, reason)
        if found.folded_seats is not None:
            for row, cell in enumerate(rows.texts(found.folded_seats)[0]):
                for word in cell.replace(",", " ").replace("|", " ").split():
                    folded[row, self._player(word, "folded", row, problems)] = True
        return folded

    def _amounts(
        self,
        rows: Rows,
        columns: Sequence[int],
        problems: Problems,
        required: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.int64]:
        """Return amounts (n, columns) in units; nothing where a blank cell is not required."""
        amounts = np.zeros((rows.n, len(columns)), dtype=np.int64)
        for i, column in enumerate(columns):
            name, (texts,) = rows.header[column].name, rows.texts(column)
            if not self.decimals and (whole := read_whole_amounts(texts)) is not None:
                amounts[:, i] = whole
                continue
            for row, text in enumerate(texts):
                if not text.strip() and (required is None or not required[row, i]):
                    continue
                units = self._units(text)
                if isinstance(units, int):
                    amounts[row, i] = units
                else:
                    add_problem(problems, row, name, units)
        return amounts

    def _units(self, text: str) -> int | Message:
        """Return an amount in units, or what is wrong with it."""
        amount = read_amount(text)
        if amount is None:
            return Message("{text!r} is not an amount", text=text)
        units = in_units(amount, self.decimals)
        if units is None:
            return Message(
                "{text!r} has more decimals than the first rows; say with --unit what amounts are "
                "counted in",
                text=text,
            )
        if units > MOST_UNITS:
            return Message("{text!r} is too large an amount", text=text)
        return units

    def _player(self, text: str, name: str, row: int, problems: Problems) -> int:
        """Return which player has a seat number, or the first where nobody has."""
        place = self._places.get(text)
        if place is not None:
            return place
        seats = self.found.seats
        # Programs make floats of whole numbers where a column has blanks.
        seat = read_amount(text)
        if seat in seats:
            return seats.index(int(seat))
        known = ", ".join(map(str, seats))
        reason = Message("there is no seat {text!r}; the seats are {known}", text=text, known=known)
        add_problem(problems, row, name, reason)
        return 0
