"""Hands given one by one as text, such as on a command line."""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from handrank.files.layout import read_hand
from handrank.files.ranking import Options, rank_block
from handrank.files.streams import Block, Columns, placeholder
from handrank.lookup.encoding import HAND_SIZES
from handrank.rulebook.cards import format_cards


class TextSource:
    """Hands as text, of five, six or seven cards each.

    Parameters
    ----------
    texts : sequence of str
        A hand each.
    """

    name = "hands"
    unit = "hands"
    has_header = True
    notes: Sequence[str] = ()

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self.total: int | None = len(texts)

    def blocks(self) -> Iterator[Block]:
        """Yield a block a hand, as they may differ in size."""
        for number, text in enumerate(self._texts, 1):
            problems = {}
            try:
                cards = read_hand(text)
                if len(cards) not in HAND_SIZES:
                    raise ValueError(f"{len(cards)} cards; a hand has 5, 6 or 7 and is one text")
            except ValueError as error:
                problems[0] = str(error)
                cards = placeholder(HAND_SIZES[0])
            yield Block(
                cards=cards[None],
                columns=partial(_columns, text),
                place=partial(_place, number, text),
                problems=problems,
                done=number,
            )

    def ranked(self, options: Options) -> Iterator[tuple[str, NDArray[np.uint16]]]:
        """Yield each hand, in the usual spelling where it can be read, and its rank."""
        for text, block in zip(self._texts, self.blocks(), strict=True):
            ranks, _ = rank_block(block, self.name, options)
            if not block.problems:
                text = str(format_cards(block.cards[0], lang=options.lang))
            yield text, ranks


def _columns(text: str) -> Columns:
    return [("cards", [text])]


def _place(number: int, text: str, row: int) -> str:
    return f"number {number} ({text!r})"
