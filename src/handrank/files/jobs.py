"""What is done with files, block by block; and hands that are ranked."""

import contextlib
import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.legality import bad_rows
from handrank.files.cells import ReadCards, placeholder, read_cell
from handrank.files.file_errors import FileError, in_file, in_row
from handrank.files.formats import open_target
from handrank.files.hand_tables import HandTable
from handrank.files.sources import Columns, Meaning, Rows, Table, Target
from handrank.lookup.encoding import CATEGORY_SHIFT, HAND_SIZES
from handrank.ranking.classes import class_number
from handrank.ranking.hands import evaluate
from handrank.rulebook.cards import Lang, format_cards, lowest_card
from handrank.rulebook.errors import CardError, Message, counted
from handrank.rulebook.rules import RulesName, get_rules
from handrank.words.languages import vocabulary_of

NO_RANK = 0

# Where to write, and in the format of which ending.
Output = tuple[Path | IO[str], str]
# Is told how far the source has come.
Progress = Callable[[int], object]
# What comes of a block: an array, the columns that its table gains, and which rows are bad.
Results = tuple[NDArray[Any], Callable[[], Columns], NDArray[np.bool_]]


def run_job(
    table: Table[Meaning],
    output: Output,
    work: Callable[[Rows, Meaning], Results],
    progress: Progress,
) -> tuple[int, int]:
    """Write what comes of each block; return how many rows there were and how many were bad."""
    # The first bad row is a FileError that names file, row and card, unless bad rows are kept.
    n = n_bad = 0
    source = table.source
    with contextlib.ExitStack() as stack:
        if gc.isenabled():
            # Rows have no cycles, and the search for them would go through every cell many times.
            gc.disable()
            stack.callback(gc.enable)
        target: Target | None = None
        for rows, block in table.blocks():
            if target is None:
                # Only the first block tells whether the columns have names.
                opened = open_target(*output, header=source.has_header, source=source)
                target = stack.enter_context(contextlib.closing(opened))
            array, added, bad = work(rows, block)
            target.write(array, partial(_all_columns, source.name, rows, added))
            n += rows.n
            n_bad += int(np.count_nonzero(bad))
            progress(rows.done)
    return n, n_bad


def _all_columns(name: str, rows: Rows, added: Callable[[], Columns]) -> Columns:
    kept, new = rows.columns(), added()
    taken = {column for column, _ in kept} & {column for column, _ in new}
    if taken:
        raise in_file(name, "it has a column {name!r} already; rename it first", name=min(taken))
    return kept + new


def which_are_bad(
    file: str, rows: Rows, problems: dict[int, str], keep_bad: bool
) -> NDArray[np.bool_]:
    """Return which rows have problems; unless they are kept, the first is an error."""
    if problems and not keep_bad:
        row = min(problems)
        raise in_row(file, rows.place(row), problems[row])
    bad = np.zeros(rows.n, dtype=np.bool_)
    bad[list(problems)] = True
    return bad


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to rank the hands of a file."""

    rules: RulesName = "high"
    # Whether to refuse ids outside 0..51 and cards given twice; unreadable text is refused always.
    check: bool = True
    # Whether a bad row gets rank 0 and no category instead of ending the work.
    keep_bad: bool = False
    # Whether class numbers are added, or stand in place of the ranks where they are all there is.
    class_number: bool = False
    # The language of the categories' names.
    lang: Lang = "en"


def rank_table(
    table: HandTable, output: Output, options: Options, progress: Progress = lambda done: None
) -> tuple[int, int]:
    """Rank every hand of a table, which gains the columns rank and category; see `run_job`."""

    def work(rows: Rows, read: ReadCards) -> Results:
        cards, problems = read
        judge = partial(which_are_bad, table.source.name, rows, keep_bad=options.keep_bad)
        try:
            ranks = evaluate(cards, rules=options.rules, check=options.check)
        except CardError as error:
            bad = judge({error.index[0]: error.reason} | problems)
            bad |= bad_rows(cards, lowest_card(get_rules(options.rules)))
            cards = np.where(bad[:, None], placeholder(cards.shape[1]), cards)
            ranks = evaluate(cards, rules=options.rules)
        else:
            bad = judge(problems)
        ranks[bad] = NO_RANK
        numbers = class_numbers(ranks, options.rules) if options.class_number else ranks
        return numbers, partial(rank_columns, ranks, options), bad

    return run_job(table, output, work, progress)


def rank_columns(ranks: NDArray[np.uint16], options: Options) -> Columns:
    """Return the columns that tell the ranks of hands."""
    columns: Columns = [
        ("rank", ranks),
        ("category", category_names(ranks, options.rules, options.lang)),
    ]
    if options.class_number:
        columns.append(("class_number", class_numbers(ranks, options.rules)))
    return columns


def rank_texts(texts: Sequence[str], options: Options) -> tuple[list[str], NDArray[np.uint16]]:
    """Return hands of any sizes in the usual spelling, where they can be read, and their ranks."""
    spelled, ranks = list(texts), np.zeros(len(texts), dtype=np.uint16)
    for i, text in enumerate(texts):
        try:
            cards = read_cell(text)
            if len(cards) not in HAND_SIZES:
                raise ValueError(
                    counted(
                        "{n} card; a hand has 5, 6 or 7 and is one text",
                        "{n} cards; a hand has 5, 6 or 7 and is one text",
                        len(cards),
                    )
                )
            spelled[i] = str(format_cards(cards, lang=options.lang))
            ranks[i] = evaluate(cards, rules=options.rules, check=options.check)
        except ValueError as error:
            if not options.keep_bad:
                place = Message("hand {number} ({text!r})", number=i + 1, text=text)
                raise FileError("{place}: {reason}", place=place, reason=error.args[0]) from None
    return spelled, ranks


def class_numbers(ranks: NDArray[np.uint16], rules: RulesName) -> NDArray[np.uint16]:
    """Return class numbers, 0 where there is no rank."""
    numbers = np.zeros_like(ranks)
    ranked = ranks != NO_RANK
    numbers[ranked] = class_number(ranks[ranked], rules=rules)
    return numbers


def category_names(
    ranks: NDArray[np.uint16], rules: RulesName, lang: Lang = "en"
) -> list[str | None]:
    """Return the categories in words, None where there is no rank."""
    hands = vocabulary_of(lang).hands
    words = [hands[category][0] for category in get_rules(rules).categories]
    places = (ranks >> CATEGORY_SHIFT).tolist()
    return [
        words[place] if rank != NO_RANK else None
        for place, rank in zip(places, ranks.tolist(), strict=True)
    ]
