"""Read CSV files: hands as text or ids, in one column or several, among columns of any kind."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path

import numpy as np

from handrank.files.card_text import read_card_cells, read_hands
from handrank.files.csv_rows import CsvRows, Header, Rows
from handrank.files.layout import columns_by_content, count_cards, hand_size, named_columns
from handrank.files.streams import Block, placeholder, require_hand_size
from handrank.lookup.encoding import HAND_SIZES


class CsvSource(CsvRows[Block]):
    """A CSV file of hands, or standard input where `path` is None.

    Parameters
    ----------
    path : Path or None
        The file.
    columns : sequence of str, optional
        Names of the columns of cards, or places counted from 1; found by
        names and content otherwise.
    header : {"auto", "yes", "no"}, optional
        Whether the first row holds names.
    """

    def __init__(
        self, path: Path | None, columns: Sequence[str] | None = None, header: Header = "auto"
    ) -> None:
        super().__init__(path, header)
        self._wanted = columns

    def _find(self, rows: Rows, sample: Rows) -> None:
        names = self._names
        self._cards = named_columns(names, self._wanted, self.name)
        if self.has_header and self._header == "auto" and not self._cards:
            # Nothing but its unlikeness to cards says that it is one.
            self.notes = (f"its first row, {','.join(names)[:60]!r}, counts as a header",)
        if not self._cards and (rows or len(names) == 1):
            self._cards = columns_by_content(sample, names, self.name)
        self._n_cards = self._count_cards(sample)

    def _count_cards(self, sample: Rows) -> int:
        """Return how many cards most hands of a sample have."""
        counts = Counter(
            count_cards(" ".join(row[column] for column in self._cards)) for row in sample
        )
        del counts[0]
        for count, _ in counts.most_common():
            size = hand_size(self._cards, count, asked=self._wanted is not None)
            if size in HAND_SIZES:
                return size
        if counts:
            require_hand_size(counts.most_common()[0][0], self.name)
        return len(self._cards) if len(self._cards) in HAND_SIZES else HAND_SIZES[-1]

    def _block(self, rows: Rows, place: Callable[[int], str], done: int) -> Block:
        problems, too_long = self._even_out(rows)
        if rows and not self._cards:
            # Nothing but blank lines came before.
            self._find(rows, [row for i, row in enumerate(rows) if i not in problems])
        if not rows:
            cards = np.empty((0, self._n_cards), dtype=np.uint8)
            unread: dict[int, str] = {}
        else:
            cells = list(map(itemgetter(*self._cards), rows))
            if len(self._cards) == 1:
                cards, unread = read_hands(cells, self._n_cards)
            elif len(self._cards) == self._n_cards:
                cards, unread = read_card_cells(cells)
            else:
                cards, unread = read_hands(list(map(" ".join, cells)), self._n_cards)
        for i in problems:
            cards[i] = placeholder(self._n_cards)
        return Block(
            cards=cards,
            columns=partial(self._columns, rows, too_long, place),
            place=place,
            problems=unread | problems,
            done=done,
        )
