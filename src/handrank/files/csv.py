"""CSV files: text in columns, whatever stands in them."""

import contextlib
import csv
import io
import itertools
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from handrank.files.cells import read_hands, write_hands
from handrank.files.errors import FileError, cannot_read, in_file, in_row
from handrank.files.hand_columns import looks_like_header
from handrank.files.sources import TABLE_BLOCK, Column, Columns, Format, Header, Rows, Source
from handrank.rulebook.errors import Message, counted

Cells = list[str]

# A longer line is no line of a table; without a limit it would be read into memory whole.
_LINE_LIMIT = 1 << 20
_LINE_END = re.compile(r"\r\n|\r|\n")
_DELIMITERS = ",;\t"
# Rows that are turned into columns together: few enough to stay in the cache meanwhile.
_ROWS_AT_ONCE = 256


class CsvRows(Rows):
    """Rows of cells, as many in each as there are columns.

    The rows come as they were read, blank ones too, `line` lines before them. The first `skipped`
    rows with anything in them do not count: the header.
    """

    def __init__(
        self,
        file: str,
        header: Sequence[Column],
        raw: list[Cells],
        line: int,
        skipped: int,
        done: int,
    ) -> None:
        self.header, self.done, self.problems = header, done, {}
        self._file, self._raw, self._line, self._skipped = file, raw, line, skipped
        self._cells = [row for row in raw if not is_blank(row)][skipped:]
        self.n = len(self._cells)
        self._single: tuple[int, list[str]] | None = None
        self._too_long: int | None = None
        self._even_out(len(header))

    def _even_out(self, width: int) -> None:
        """Give each row as many cells as the first has; the others are problems."""
        if set(map(len, self._cells)) <= {width}:
            return
        for i, row in enumerate(self._cells):
            if len(row) != width:
                self.problems[i] = counted(
                    "{n} column where the first row has {width}",
                    "{n} columns where the first row has {width}",
                    len(row),
                    width=width,
                )
                self._cells[i] = (row + [""] * width)[:width]
                if len(row) > width and self._too_long is None:
                    self._too_long = i

    def place(self, row: int) -> str:
        """Name the line of a row."""
        wanted, line = row + self._skipped, self._line
        for cells in self._raw:
            line += 1
            if not is_blank(cells):
                if wanted == 0:
                    break
                wanted -= 1
            line += sum(len(_LINE_END.findall(cell)) for cell in cells)
        return Message("line {line}", line=line)

    @cached_property
    def _by_column(self) -> list[list[str]]:
        columns: list[list[str]] = [[] for _ in self.header]
        for start in range(0, self.n, _ROWS_AT_ONCE):
            part = zip(*self._cells[start : start + _ROWS_AT_ONCE], strict=True)
            for column, cells in zip(columns, part, strict=True):
                column.extend(cells)
        return columns

    def texts(self, column: int) -> list[str]:
        """Return the cells of a column; one alone is had sooner than all of them."""
        if self._single is None:
            self._single = column, list(map(itemgetter(column), self._cells))
        known, cells = self._single
        return cells if column == known else self._by_column[column]

    def ids(self, column: int, n_cards: int) -> tuple[NDArray[np.integer[Any]], dict[int, str]]:
        """Return the cards of a column."""
        return read_hands(self.texts(column), n_cards)

    def columns(self) -> Columns:
        """Return all cells; a row that lost some by being made even is refused."""
        if self._too_long is not None:
            # Bad rows may be kept, but not with a part of their cells.
            raise in_row(
                self._file,
                self.place(self._too_long),
                Message(
                    "more columns than the first row, which has {n}; a table cannot keep them",
                    n=len(self.header),
                ),
            )
        names = [column.name for column in self.header]
        return list(zip(names, self._by_column, strict=True))


class CsvSource:
    """A CSV file, or standard input where `path` is None.

    It is UTF-8; bytes that are not are kept as they are. `header` says whether the first row holds
    names; with ``"auto"`` its look decides.
    """

    unit = "B"

    def __init__(self, path: Path | None, header: Header = "auto") -> None:
        self.name = "standard input" if path is None else str(path)
        self._path, self._header_option = path, header
        self.total: int | None = None
        self.has_header = self.header_guessed = False
        with self._open() as binary:
            if path is not None:
                self.total = path.stat().st_size
                start = binary.read(2)
                if start in (b"\xff\xfe", b"\xfe\xff"):
                    raise in_file(path, Message("it is UTF-16; save it as UTF-8"))
                if not start:
                    raise FileError(Message("{file} is empty", file=self.name))

    @contextlib.contextmanager
    def _open(self) -> Iterator[IO[bytes]]:
        if self._path is None:
            if sys.stdin is None:
                raise FileError(Message("cannot read standard input: it is closed"))
            yield sys.stdin.buffer
            return
        try:
            file = self._path.open("rb")
        except OSError as error:
            raise cannot_read(self.name, error) from error
        with file:
            yield file

    def blocks(self, divisor: int = 1) -> Iterator[CsvRows]:
        """Yield the rows in order; blank lines do not count."""
        with self._open() as binary:
            text = io.TextIOWrapper(
                binary, encoding="utf-8-sig", errors="surrogateescape", newline=""
            )
            try:
                yield from self._blocks(text, binary, max(1, TABLE_BLOCK // divisor))
            finally:
                text.detach()

    def _blocks(self, text: io.TextIOWrapper, binary: IO[bytes], limit: int) -> Iterator[CsvRows]:
        lines = self._lines(text)
        first_line = next(lines, "")
        delimiter = max(_DELIMITERS, key=first_line.count)
        reader = csv.reader(itertools.chain([first_line], lines), delimiter=delimiter, strict=True)
        header: list[Column] = []
        for raw, line in self._raw_blocks(reader, limit):
            skipped = 0
            if line == 0:
                header = self._read_header(next((row for row in raw if not is_blank(row)), None))
                skipped = int(self.has_header)
            done = 0 if self._path is None else binary.tell()
            yield CsvRows(self.name, header, raw, line, skipped, done)

    def _lines(self, text: io.TextIOWrapper) -> Iterator[str]:
        try:
            for number in itertools.count(1):
                line = text.readline(_LINE_LIMIT)
                if not line:
                    return
                if len(line) == _LINE_LIMIT and line[-1] not in "\r\n":
                    raise in_row(
                        self.name,
                        Message("line {line}", line=number),
                        Message("longer than {limit:,} characters", limit=_LINE_LIMIT),
                    )
                yield line
        except OSError as error:
            raise cannot_read(self.name, error) from error

    def _raw_blocks(self, reader: Any, limit: int) -> Iterator[tuple[list[Cells], int]]:
        """Yield rows with the number of lines before them; the first block even if it is empty."""
        while True:
            line = reader.line_num
            try:
                raw = list(itertools.islice(reader, limit))
            except csv.Error as error:
                place = Message("line {line}", line=reader.line_num)
                raise in_row(self.name, place, str(error)) from None
            if not raw and line:
                return
            yield raw, line
            if not raw:
                return

    def _read_header(self, first: Cells | None) -> list[Column]:
        """Return the columns, which the first row names, or numbers where it holds data."""
        if first is None:
            raise FileError(Message("{file} holds no rows", file=self.name))
        self.has_header = self._header_option == "yes"
        if self._header_option == "auto":
            self.has_header = self.header_guessed = looks_like_header(first)
        if self.has_header:
            return [Column(name) for name in first]
        return [Column(f"column{i}") for i in range(1, len(first) + 1)]


def is_blank(row: Cells) -> bool:
    """Say whether a row counts as a blank line."""
    # csv gives [] for an empty line and [""] for a quoted nothing, which is a missing hand.
    return not row or (len(row) == 1 and row[0] != "" and row[0].isspace())


class CsvTarget:
    """A CSV file, or a text stream such as standard output, which stays open."""

    def __init__(
        self, file: Path | IO[str], header: bool = True, source: Source | None = None
    ) -> None:
        self._stays_open = not isinstance(file, Path)
        self._file: IO[str] = (
            file.open("w", encoding="utf-8", errors="surrogateescape", newline="")
            if isinstance(file, Path)
            else file
        )
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._header = header

    def write(self, array: NDArray[Any], columns: Callable[[], Columns]) -> None:
        """Add the rows of `columns`."""
        named = columns()
        if self._header:
            self._writer.writerow([name for name, _ in named])
            self._header = False
        self._writer.writerows(zip(*(_as_cells(values) for _, values in named), strict=True))

    def close(self) -> None:
        """Write what is left."""
        if self._stays_open:
            self._file.flush()
        else:
            self._file.close()


def _as_cells(values: Any) -> Sequence[Any]:
    """Return a column's values as csv writes them; None becomes an empty cell."""
    if isinstance(values, np.ndarray):
        return write_hands(values) if values.ndim == 2 else values.tolist()
    if hasattr(values, "to_pylist"):
        values = values.to_pylist()
        if any(isinstance(value, bytes | list) for value in values):
            # Ids with spaces between, as they are read.
            return [
                " ".join(map(str, value)) if isinstance(value, bytes | list) else value
                for value in values
            ]
    return values  # type: ignore[no-any-return]


FORMAT = Format(
    name="csv",
    reads=("hands", "deals"),
    writes=("hands", "deals", "ranks"),
    open_source=CsvSource,
    open_target=CsvTarget,
)
