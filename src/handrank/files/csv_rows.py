"""Read the rows of CSV files in blocks, whatever stands in their columns."""

import contextlib
import csv
import io
import itertools
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any, Generic, Literal, TypeVar

from handrank.files.errors import FileError
from handrank.files.layout import looks_like_header
from handrank.files.streams import TABLE_BLOCK, Columns

Header = Literal["auto", "yes", "no"]
Rows = list[list[str]]

# A longer line is no table; without a limit it would be read into memory whole.
_LINE_LIMIT = 1 << 20
_SAMPLE = 100
_LINE_END = re.compile(r"\r\n|\r|\n")
_DELIMITERS = ",;\t"


AnyBlock = TypeVar("AnyBlock")


class CsvRows(ABC, Generic[AnyBlock]):
    """The rows of a CSV file, or of standard input where `path` is None, in blocks.

    Parameters
    ----------
    path : Path or None
        The file. UTF-8; bytes that are not are kept as they are.
    header : {"auto", "yes", "no"}, optional
        Whether the first row holds names.
    """

    unit = "B"
    # How many times fewer rows a block has than `TABLE_BLOCK`: more the more cells a row has.
    cut = 1

    def __init__(self, path: Path | None, header: Header = "auto") -> None:
        self.name = "standard input" if path is None else str(path)
        self._path, self._header = path, header
        self.total: int | None = None
        self.has_header = False
        self.notes: Sequence[str] = ()
        with self._open() as binary:
            if path is not None:
                self.total = path.stat().st_size
                start = binary.read(2)
                if start in (b"\xff\xfe", b"\xfe\xff"):
                    raise FileError(f"{path} is UTF-16; save it as UTF-8")
                if not start:
                    raise FileError(f"{path} is empty")

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
            raise FileError(f"cannot read {self.name}: {error.strerror or error}") from error
        with file:
            yield file

    @abstractmethod
    def _find(self, rows: Rows, sample: Rows) -> None:
        """Find the columns that matter; `self._names` names them, or numbers stand there."""

    @abstractmethod
    def _block(self, rows: Rows, place: Callable[[int], str], done: int) -> AnyBlock:
        """Read rows."""

    def blocks(self) -> Iterator[AnyBlock]:
        """Yield the rows in order; blank lines are no rows."""
        with self._open() as binary:
            text = io.TextIOWrapper(
                binary, encoding="utf-8-sig", errors="surrogateescape", newline=""
            )
            try:
                yield from self._blocks(text, binary)
            finally:
                text.detach()

    def _blocks(self, text: io.TextIOWrapper, binary: IO[bytes]) -> Iterator[AnyBlock]:
        lines = self._lines(text)
        first_line = next(lines, "")
        delimiter = max(_DELIMITERS, key=first_line.count)
        reader = csv.reader(itertools.chain([first_line], lines), delimiter=delimiter, strict=True)
        done = 0
        for raw, line in self._raw_blocks(reader):
            rows = [row for row in raw if not _is_blank(row)]
            if line == 0:
                rows = self._learn(rows)
            if self._path is not None:
                done = binary.tell()
            n_before = sum(not _is_blank(row) for row in raw) - len(rows)
            yield self._block(rows, partial(_line_of, raw, line, n_before), done)

    def _lines(self, text: io.TextIOWrapper) -> Iterator[str]:
        try:
            for number in itertools.count(1):
                line = text.readline(_LINE_LIMIT)
                if not line:
                    return
                if len(line) == _LINE_LIMIT and line[-1] not in "\r\n":
                    raise FileError(f"{self.name}, line {number}: longer than {_LINE_LIMIT:,}")
                yield line
        except OSError as error:
            raise FileError(f"cannot read {self.name}: {error.strerror or error}") from error

    def _raw_blocks(self, reader: Any) -> Iterator[tuple[Rows, int]]:
        """Yield rows with the number of lines before them; the first block even if it is empty."""
        while True:
            line = reader.line_num
            try:
                raw = list(itertools.islice(reader, max(1, TABLE_BLOCK // self.cut)))
            except csv.Error as error:
                raise FileError(f"{self.name}, line {reader.line_num}: {error}") from None
            if not raw and line:
                return
            yield raw, line
            if not raw:
                return

    def _learn(self, rows: Rows) -> Rows:
        """Learn from the first rows what the columns are; return the rows without the header."""
        if not rows:
            raise FileError(f"{self.name} holds no rows")
        self.has_header = (
            looks_like_header(rows[0]) if self._header == "auto" else self._header == "yes"
        )
        names = rows[0] if self.has_header else [f"column{i}" for i in range(1, len(rows[0]) + 1)]
        rows = rows[1:] if self.has_header else rows
        sample = [row for row in rows[:_SAMPLE] if len(row) == len(names)]
        self._names = names
        self._find(rows, sample)
        return rows

    def _even_out(self, rows: Rows) -> tuple[dict[int, str], int | None]:
        """Give each row as many cells as the first has.

        Returns
        -------
        problems : dict of int to str
            The rows that had not.
        too_long : int or None
            The first that lost cells by it.
        """
        width = len(self._names)
        problems: dict[int, str] = {}
        too_long: int | None = None
        if not set(map(len, rows)) <= {width}:
            for i, row in enumerate(rows):
                if len(row) != width:
                    problems[i] = f"{len(row)} columns where the first row has {width}"
                    rows[i] = (row + [""] * width)[:width]
                    if len(row) > width and too_long is None:
                        too_long = i
        return problems, too_long

    def _columns(self, rows: Rows, too_long: int | None, place: Callable[[int], str]) -> Columns:
        if too_long is not None:
            # Bad rows may be kept, but not with a part of their cells.
            raise FileError(
                f"{self.name}, {place(too_long)}: more columns than the first row, which has "
                f"{len(self._names)}; a table cannot keep them"
            )
        if not rows:
            return [(name, []) for name in self._names]
        return list(zip(self._names, zip(*rows, strict=True), strict=True))


def _is_blank(row: list[str]) -> bool:
    # csv gives [] for an empty line and [""] for a quoted nothing, which is a missing hand.
    return not row or (len(row) == 1 and row[0] != "" and row[0].isspace())


def _line_of(raw: Rows, line: int, n_before: int, row: int) -> str:
    """Return the line of a row: its place among those with anything in them, after a header."""
    wanted = row + n_before
    for cells in raw:
        line += 1
        if not _is_blank(cells):
            if wanted == 0:
                break
            wanted -= 1
        line += sum(len(_LINE_END.findall(cell)) for cell in cells)
    return f"line {line}"
