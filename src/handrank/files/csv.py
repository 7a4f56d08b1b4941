"""CSV files: text in columns, whatever stands in them."""

import contextlib
import csv
import io
import itertools
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from handrank.files import sources
from handrank.files.cells import write_hands
from handrank.files.columns import looks_like_header
from handrank.files.file_errors import FileError, cannot_read, in_file, in_row, of_column
from handrank.files.money import Amounts
from handrank.rulebook.errors import Message, counted

Cells = list[str]

# A longer line is no line of a table; without a limit it would be read into memory whole.
_LINE_LIMIT = 1 << 20
_LINE_END = re.compile(r"\r\n|\r|\n")
_DELIMITERS = ",;\t"
# Rows that are turned into columns together: few enough to stay in the cache meanwhile.
_ROWS_AT_ONCE = 256
# A block ends after so many characters, whatever the number of its rows: as cells they take some
# thirty times the memory. Meanwhile this many rows are read at once, fewer where they are long.
_BLOCK_CHARACTERS = 1 << 22
_ROWS_TOGETHER = 64
# As in the widest spreadsheets: Excel's specifications and limits.
_MOST_COLUMNS = 1 << 14


class CsvRows(sources.Rows):
    """Rows of cells, as many in each as there are columns."""

    def __init__(
        self, source: "CsvSource", raw: list[Cells], line: int, skipped: int, done: int
    ) -> None:
        # The rows as they were read, blank ones too, and the lines before them; the first `skipped`
        # rows with anything in them do not count: the header.
        self._file, self._raw, self._line, self._skipped = source.name, raw, line, skipped
        self._cells = [row for row in raw if not is_blank(row)][skipped:]
        super().__init__(source.columns, len(self._cells), done)
        # The columns that have been asked for.
        self._known: dict[int, list[str]] = {}
        self._too_long: int | None = None
        self._even_out(len(source.columns))

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

    def texts(self, *columns: int) -> list[Sequence[str]]:
        """Return the cells of each column."""
        missing = [column for column in {*columns} if column not in self._known]
        if len(missing) == 1:
            self._known[missing[0]] = list(map(itemgetter(missing[0]), self._cells))
        elif missing:
            get = itemgetter(*missing)
            taken: list[list[str]] = [self._known.setdefault(column, []) for column in missing]
            for start in range(0, self.n, _ROWS_AT_ONCE):
                part = zip(*map(get, self._cells[start : start + _ROWS_AT_ONCE]), strict=True)
                for column, cells in zip(taken, part, strict=True):
                    column.extend(cells)
        return [self._known[column] for column in columns]

    def columns(self) -> sources.Columns:
        """Return all cells; a row that lost some by being made even is refused."""
        if self._too_long is not None:
            # Bad rows may be kept, but not with a part of their cells.
            reason = Message(
                "more columns than the first row, which has {n}; a table cannot keep them",
                n=len(self.header),
            )
            raise in_row(self._file, self.place(self._too_long), reason)
        names = [column.name for column in self.header]
        return list(zip(names, self.texts(*range(len(names))), strict=True))


class CsvSource(sources.Source):
    """A CSV file in UTF-8, or standard input where `path` is None; other bytes are kept."""

    unit = "B"

    def __init__(self, path: Path | None, header: sources.Header = "auto") -> None:
        self.name = "standard input" if path is None else str(path)
        self._path, self._header_option = path, header
        self._characters = 0
        if path is None or not path.is_file():
            # What comes from a pipe can be read only once.
            return
        with self._open() as binary:
            self.total = path.stat().st_size
            self._look_at(binary.read(2))

    def _look_at(self, start: bytes) -> None:
        """Refuse what the first bytes of a file say."""
        if start in (b"\xff\xfe", b"\xfe\xff"):
            raise in_file(self.name, "it is UTF-16; save it as UTF-8")
        if not start:
            raise FileError("{file} is empty", file=self.name)

    @contextlib.contextmanager
    def _open(self) -> Iterator[IO[bytes]]:
        if self._path is None:
            if sys.stdin is None:
                raise FileError("cannot read standard input: it is closed")
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
        with self._open() as binary, contextlib.ExitStack() as stack:
            if (
                self._path is not None
                and self.total is None
                and isinstance(binary, io.BufferedReader)
            ):
                self._look_at(binary.peek(2)[:2])
            text = io.TextIOWrapper(
                binary, encoding="utf-8-sig", errors="surrogateescape", newline=""
            )
            stack.callback(text.detach)
            for raw, line in self._raw_blocks(text, max(1, sources.TABLE_BLOCK // divisor)):
                skipped = int(self.has_header and line == 0)
                done = 0 if self.total is None else binary.tell()
                yield CsvRows(self, raw, line, skipped, done)

    def _raw_blocks(self, text: io.TextIOWrapper, limit: int) -> Iterator[tuple[list[Cells], int]]:
        """Yield rows with the number of lines before them; the first ones tell the columns."""
        lines = self._lines(text)
        first_line = next(lines, "")
        delimiter = max(_DELIMITERS, key=first_line.count)
        reader = csv.reader(itertools.chain([first_line], lines), delimiter=delimiter, strict=True)
        while True:
            line = reader.line_num
            try:
                raw = self._take(reader, limit)
            except csv.Error as error:
                place = Message("line {line}", line=reader.line_num)
                raise in_row(self.name, place, str(error)) from None
            if line == 0:
                self._read_header(next((row for row in raw if not is_blank(row)), None))
            elif not raw:
                return
            yield raw, line

    def _take(self, reader: Iterator[Cells], limit: int) -> list[Cells]:
        """Return the next rows, `limit` at most, fewer where they are long."""
        taken: list[Cells] = []
        start, step = self._characters, 1
        while len(taken) < limit and self._characters - start < _BLOCK_CHARACTERS:
            before = self._characters
            some = list(itertools.islice(reader, min(step, limit - len(taken))))
            if not some:
                break
            taken += some
            is_long = (self._characters - before) * _ROWS_TOGETHER > len(some) * _BLOCK_CHARACTERS
            step = 1 if is_long else min(2 * step, _ROWS_TOGETHER)
        return taken

    def _lines(self, text: io.TextIOWrapper) -> Iterator[str]:
        try:
            for number in itertools.count(1):
                line = text.readline(_LINE_LIMIT)
                if not line:
                    return
                if len(line) == _LINE_LIMIT and line[-1] not in "\r\n":
                    place = Message("line {line}", line=number)
                    reason = Message("longer than {limit:,} characters", limit=_LINE_LIMIT)
                    raise in_row(self.name, place, reason)
                self._characters += len(line)
                yield line
        except OSError as error:
            raise cannot_read(self.name, error) from error

    def _read_header(self, first: Cells | None) -> None:
        """Find the columns, which the first row names, or numbers where it holds data."""
        if first is None:
            raise FileError("{file} holds no rows", file=self.name)
        if len(first) > _MOST_COLUMNS:
            raise in_file(
                self.name,
                "{n:,} columns; a table has at most {most:,}",
                n=len(first),
                most=_MOST_COLUMNS,
            )
        self.has_header = self._header_option == "yes"
        if self._header_option == "auto":
            self.has_header = self.header_guessed = looks_like_header(first)
        names = first if self.has_header else [f"column{i + 1}" for i in range(len(first))]
        self.columns = list(map(sources.Column, names))


def is_blank(row: Cells) -> bool:
    """Say whether a row counts as a blank line."""
    # csv gives [] for an empty line and [""] for a quoted nothing, which is a missing hand.
    return not row or (len(row) == 1 and row[0] != "" and row[0].isspace())


class CsvTarget:
    """A CSV file, or a text stream such as standard output, which stays open."""

    def __init__(
        self, file: Path | IO[str], header: bool = True, source: sources.Source | None = None
    ) -> None:
        self._stays_open = not isinstance(file, Path)
        if isinstance(file, Path):
            file = file.open("w", encoding="utf-8", errors="surrogateescape", newline="")
        self._file = file
        self._source = "" if source is None else source.name
        self._writer = csv.writer(file, lineterminator="\n")
        self._header = header

    def write(self, array: NDArray[Any], columns: Callable[[], sources.Columns]) -> None:
        """Add the rows of `columns`."""
        named = columns()
        if self._header:
            self._writer.writerow([name for name, _ in named])
            self._header = False
        cells = [_as_cells(values, of_column(self._source, name)) for name, values in named]
        self._writer.writerows(zip(*cells, strict=True))

    def close(self) -> None:
        """Write what is left."""
        if self._stays_open:
            self._file.flush()
        else:
            self._file.close()


def _as_cells(values: Any, where: str) -> Sequence[Any]:
    """Return a column's values as csv writes them; None becomes an empty cell."""
    if isinstance(values, Amounts):
        return [None if amount is None else f"{amount:f}" for amount in values.as_decimals()]
    if isinstance(values, np.ndarray):
        return write_hands(values) if values.ndim == 2 else values.tolist()
    if hasattr(values, "to_pylist"):
        # Ids with spaces between, as they are read.
        return [
            " ".join(map(str, value)) if isinstance(value, bytes | list) else value
            for value in sources.as_objects(values, where)
        ]
    return values  # type: ignore[no-any-return]


FORMAT = sources.Format(CsvSource, CsvTarget, is_stream=True)
