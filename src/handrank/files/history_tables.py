"""The hands of a history as a table of deals, whatever wrote it."""

import io
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from typing import BinaryIO

import numpy as np

from handrank.files import sources
from handrank.files.cells import read_cell
from handrank.files.deal_tables import DealBlock, SettledTable
from handrank.files.file_errors import cannot_read
from handrank.files.histories.readers import read_history
from handrank.files.histories.recorded import MOST_SEATS, Hand, RecordedDeal
from handrank.files.money import MOST_UNITS, decimals_for, in_units
from handrank.rulebook.errors import Message
from handrank.rulebook.games import BOARD_CARDS, get_game

_LINE_LIMIT = 1 << 20


class HistoryRows(sources.NumberedRows):
    """Consecutive hands of one game, and those that could not be read."""

    def __init__(self, hands: Sequence[Hand], game: str, start: int, done: int) -> None:
        super().__init__([], len(hands), start)
        self.done = done
        self.game = game
        self.deals = [hand if isinstance(hand, RecordedDeal) else None for hand in hands]
        self.problems = {
            row: hand for row, hand in enumerate(hands) if not isinstance(hand, RecordedDeal)
        }

    def place(self, row: int) -> str:
        """Name a hand by its number, and as the history calls it."""
        deal = self.deals[row]
        number = self._start + row + 1
        if deal is None:
            return Message("hand {number} (counted from 1)", number=number)
        return Message("hand {number} ({name})", number=number, name=deal.name)

    def texts(self, *columns: int) -> list[Sequence[str]]:
        """Return no cells: a history has no columns."""
        return [[] for _ in columns]

    def columns(self) -> sources.Columns:
        """Return what the history tells, as columns."""
        columns: sources.Columns = [
            ("hand", [None if deal is None else deal.name for deal in self.deals]),
            ("game", [None if deal is None else deal.game for deal in self.deals]),
        ]
        for seat in range(MOST_SEATS):
            holes = [_of_seat(deal, "holes", seat) for deal in self.deals]
            columns.append((f"hole_{seat + 1}", holes))
        columns.append(("board", [None if deal is None else deal.board for deal in self.deals]))
        return columns


def _of_seat(deal: RecordedDeal | None, field: str, seat: int) -> str | None:
    values = () if deal is None else getattr(deal, field)
    return values[seat] if seat < len(values) else None


class HistorySource(sources.Source):
    """A file of hand histories."""

    unit = "B"

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        try:
            self.total = path.stat().st_size if path.is_file() else None
        except OSError as error:
            raise cannot_read(path, error) from error

    def blocks(self, divisor: int = 1) -> Iterator[HistoryRows]:
        """Yield the hands in order, those of one game together."""
        limit = max(1, sources.TABLE_BLOCK // divisor)
        start = 0
        try:
            with self._path.open("rb") as binary, closing(_lines(binary)) as lines:
                hands = read_history(lines, self._path.suffix.lower(), self.name)
                for game, part in _parts(hands, limit):
                    done = 0 if self.total is None else binary.tell()
                    yield HistoryRows(part, game, start, done)
                    start += len(part)
        except OSError as error:
            raise cannot_read(self._path, error) from error
        if not start:
            yield HistoryRows([], "holdem", 0, 0)


def _lines(binary: BinaryIO) -> Generator[str]:
    text = io.TextIOWrapper(binary, encoding="utf-8-sig", errors="replace")
    try:
        while line := text.readline(_LINE_LIMIT):
            yield line
    finally:
        text.detach()


def _parts(hands: Iterable[Hand], limit: int) -> Iterator[tuple[str, list[Hand]]]:
    """Yield hands of one game together, so many at most; unread ones go with those before."""
    game = "holdem"

    def game_of(hand: Hand) -> str:
        nonlocal game
        game = hand.game if isinstance(hand, RecordedDeal) else game
        return game

    for name, of_game in groupby(hands, game_of):
        part: list[Hand] = []
        for hand in of_game:
            part.append(hand)
            if len(part) == limit:
                yield name, part
                part = []
        if part:
            yield name, part


class HistoryTable(SettledTable):
    """A history of hands; its games may change from hand to hand."""

    # A hand of text is many times larger than a row.
    divisor = 32
    seats = tuple(range(1, MOST_SEATS + 1))
    has_rakes = True
    varies = True

    def __init__(self, path: Path | None, amounts: Sequence[Decimal] = ()) -> None:
        assert path is not None, "a history on standard input has no ending"
        super().__init__(HistorySource(path), get_game("holdem"))
        self.decimals = decimals_for(amounts)

    def _find(self, rows: sources.Rows) -> None:
        assert isinstance(rows, HistoryRows)
        amounts = (amount for deal in rows.deals if deal is not None for amount in _amounts(deal))
        self.decimals = max(self.decimals, decimals_for(amounts))

    def _read(self, rows: sources.Rows) -> DealBlock:
        assert isinstance(rows, HistoryRows)
        self.game = get_game(rows.game)
        n, n_hole = rows.n, self.game.hole_cards
        problems = dict(rows.problems)
        deals = DealBlock(
            holes=np.zeros((n, MOST_SEATS, n_hole), dtype=np.uint8),
            dealt=np.zeros((n, MOST_SEATS), dtype=np.bool_),
            boards=np.zeros((n, 1, BOARD_CARDS), dtype=np.uint8),
            board_sizes=np.zeros(n, dtype=np.intp),
            n_runs=np.ones(n, dtype=np.intp),
            folded=np.ones((n, MOST_SEATS), dtype=np.bool_),
            button=np.zeros(n, dtype=np.int64),
            bets=np.zeros((n, MOST_SEATS), dtype=np.int64),
            dead_money=np.zeros(n, dtype=np.int64),
            rake=np.zeros(n, dtype=np.int64),
            problems=problems,
            recorded=np.full((n, MOST_SEATS), -1, dtype=np.int64),
        )
        for row, deal in enumerate(rows.deals):
            if deal is not None and (problem := self._fill(deals, row, deal)):
                problems[row] = problem
        return deals

    def _fill(self, deals: DealBlock, row: int, deal: RecordedDeal) -> Message | None:
        """Put a deal into a row; return what is wrong with it, if anything is."""
        n = len(deal.bets)
        for seat, text in enumerate(deal.holes):
            if not text:
                continue
            cards = read_cell(text)
            if len(cards) > self.game.hole_cards:
                return Message("{text!r} is not a hand of {game}", text=text, game=self.game.name)
            # Hands of players who folded early are not whole, and need not be.
            if len(cards) == self.game.hole_cards:
                deals.holes[row, seat], deals.dealt[row, seat] = cards, True
        board = read_cell(deal.board) if deal.board else np.zeros(0, dtype=np.uint8)
        if len(board) not in ((0, 3, 4, 5) if self.game.board_cards else (0,)):
            return Message("its board has {n} cards", n=len(board))
        deals.boards[row, 0, : len(board)] = board
        deals.board_sizes[row] = len(board)
        deals.folded[row, :n] = deal.folded
        assert deals.button is not None
        # The blinds come first, so the button is the last; of two players the second.
        deals.button[row] = n - 1
        amounts = [in_units(amount, self.decimals) for amount in _amounts(deal)]
        if any(units is None or not 0 <= units <= MOST_UNITS // 64 for units in amounts):
            return Message(
                "its amounts have more decimals than those of the first hands, or are too large; "
                "say with --unit what they are counted in"
            )
        units = np.array(amounts, dtype=np.int64)
        assert deals.bets is not None
        assert deals.dead_money is not None
        assert deals.recorded is not None
        deals.bets[row, :n], deals.dead_money[row] = units[:n], units[n]
        if deal.collected is not None:
            deals.recorded[row, :n] = units[n + 1 :]
            assert deals.rake is not None
            # What nobody collected, and nobody got back, is the house's.
            bets = np.sort(units[:n])
            live = ~deals.folded[row, :n]
            most = units[:n] == bets[-1]
            uncalled = bets[-1] - bets[-2] if (most & live).any() else 0
            deals.rake[row] = max(0, units[: n + 1].sum() - uncalled - units[n + 1 :].sum())
        return None


def _amounts(deal: RecordedDeal) -> tuple[Decimal, ...]:
    """Return all amounts of a deal: bets, dead money, what was collected."""
    return (*deal.bets, deal.dead_money, *(deal.collected or ()))
