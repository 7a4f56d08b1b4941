"""The boards in the columns of a table of deals: of any length, one or several a deal."""

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.unknown_cards import is_missing
from handrank.files.cells import read_cell, read_columns, read_hand_cells
from handrank.files.columns import BOARD_SIZES, DealColumns
from handrank.files.sources import Rows
from handrank.rulebook.errors import Message
from handrank.rulebook.games import BOARD_CARDS, Game

# What is wrong with rows.
Problems = dict[int, str]


def read_boards(
    rows: Rows, found: DealColumns, game: Game, problems: Problems
) -> tuple[NDArray[np.uint8], NDArray[np.intp], NDArray[np.intp]]:
    """Return the boards (n, R, b), how many cards each has and how many boards there are."""
    if found.board_cards:
        boards, sizes = _read_board_cards(rows, found, game, problems)
        return boards[:, None], sizes, np.ones(rows.n, dtype=np.intp)
    n_runs = max(1, len(found.boards))
    boards = np.zeros((rows.n, n_runs, BOARD_CARDS), dtype=np.uint8)
    sizes = np.zeros((rows.n, n_runs), dtype=np.intp)
    for run, column in enumerate(found.boards):
        boards[:, run], sizes[:, run] = _read_board(rows, column, game, problems)
    given = (sizes > 0).sum(axis=1)
    # Boards of a row come first to last, and are of one size.
    odd = (sizes > 0) & ((sizes != sizes[:, :1]) | (np.arange(n_runs) >= given[:, None]))
    for row in np.flatnonzero(odd.any(axis=1)).tolist():
        reason = Message(
            "its boards are of {sizes} cards", sizes=", ".join(map(str, sizes[row].tolist()))
        )
        problems.setdefault(row, reason)
    return boards, sizes[:, 0], np.maximum(given, 1)


def _read_board(
    rows: Rows, column: int, game: Game, problems: Problems
) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Return the boards (n, 5) of a column, and how many cards each has."""
    name, (cells,) = rows.header[column].name, rows.texts(column)
    boards = np.zeros((rows.n, BOARD_CARDS), dtype=np.uint8)
    # Rows whose length tells the size are read together, the others one by one.
    sizes = np.array([_size_by_length(cell) for cell in cells], dtype=np.intp)
    left = np.flatnonzero(~np.isin(sizes, _board_sizes(game))).tolist()
    for size in _board_sizes(game):
        at = np.flatnonzero(sizes == size)
        texts = cells if at.size == rows.n else [cells[row] for row in at.tolist()]
        boards[at, :size], unread = read_hand_cells(texts, size, boards=True)
        left += at[list(unread)].tolist()
    for row in left:
        sizes[row] = 0
        if is_missing(cells[row]):
            continue
        try:
            board = read_cell(cells[row])
        except ValueError as error:
            add_problem(problems, row, name, error.args[0])
            continue
        if len(board) not in _board_sizes(game):
            add_problem(problems, row, name, _wrong_size(game, len(board)))
            continue
        sizes[row] = len(board)
        boards[row, : len(board)] = board
    return boards, sizes


def _board_sizes(game: Game) -> tuple[int, ...]:
    """How many cards boards have, where there is one."""
    if game.board_cards:
        return BOARD_SIZES
    return (game.shared_cards,) if game.shared_cards else ()


def _wrong_size(game: Game, n_cards: int) -> Message:
    if not _board_sizes(game):
        return Message("{game} is played without a board", game=game.name)
    return Message(
        "a board has {sizes} cards, got {n}",
        sizes=", ".join(map(str, _board_sizes(game))),
        n=n_cards,
    )


def _read_board_cards(
    rows: Rows, found: DealColumns, game: Game, problems: Problems
) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Return the boards of columns of one card each, blank after the last one."""
    columns = rows.texts(*found.board_cards)
    boards = np.zeros((rows.n, BOARD_CARDS), dtype=np.uint8)
    blank = np.array([[is_missing(cell) for cell in cells] for cells in columns]).T
    blank = blank.reshape(rows.n, len(columns))
    sizes = (~blank).sum(axis=1)
    for size in np.unique(sizes).tolist():
        at = np.flatnonzero(sizes == size)
        if size and size not in _board_sizes(game):
            reason = _wrong_size(game, size)
        elif blank[at, :size].any():
            reason = Message("a card is missing between others")
        elif size:
            texts = [[cells[row] for row in at.tolist()] for cells in columns[:size]]
            boards[at, :size], unread = read_columns(texts, size)
            for i, why in unread.items():
                problems.setdefault(int(at[i]), Message("board: {reason}", reason=why))
            continue
        else:
            continue
        for row in at.tolist():
            problems.setdefault(row, Message("board: {reason}", reason=reason))
    return boards, sizes


def _size_by_length(text: str) -> int:
    """Return how many cards a text has if each has two signs; something else where not."""
    n = len(text)
    return (n + 1) // 3 if n > 2 and text[2] in " ,;|/_-" else n // 2


def add_problem(problems: Problems, row: int, column: str, reason: str) -> None:
    """Note what is wrong in a column of a row, unless something is already."""
    problems.setdefault(row, Message("column {name!r}: {reason}", name=column, reason=reason))
