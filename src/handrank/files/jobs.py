"""What is done with files, block by block: hands are ranked, deals are settled."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.legality import bad_deals, bad_rows
from handrank.files.cells import placeholder, read_cell
from handrank.files.deal_tables import DealBlock, DealTable
from handrank.files.errors import FileError, in_file, in_row
from handrank.files.hand_tables import HandBlock, HandTable
from handrank.files.sources import AnyBlock, Columns, Rows, Table, Target
from handrank.lookup.encoding import CATEGORY_SHIFT, HAND_SIZES
from handrank.ranking.classes import class_number
from handrank.ranking.hands import evaluate
from handrank.rulebook.cards import Lang, format_cards, lowest_card
from handrank.rulebook.errors import CardError, Message, counted
from handrank.rulebook.rules import RulesName, get_rules
from handrank.showdowns.play import Showdown, play
from handrank.words.languages import vocabulary_of

NO_RANK = 0

# Opens the file to write, told whether the columns have names.
OpenOutput = Callable[[bool], Target]
# Is told how far the source has come.
Progress = Callable[[int], object]


@dataclass(frozen=True)
class _Results:
    """What came of a block: an array, the columns that a table gains, and which rows are bad."""

    array: NDArray[Any]
    added: Callable[[], Columns]
    bad: NDArray[np.bool_]


def _run(
    table: Table[AnyBlock],
    work: Callable[[AnyBlock], _Results],
    open_output: OpenOutput,
    progress: Progress,
) -> tuple[int, int]:
    """Write what comes of each block; return how many rows there were and how many were bad."""
    n = n_bad = 0
    source = table.source
    with contextlib.ExitStack() as stack:
        target: Target | None = None
        for block in table.blocks():
            if target is None:
                target = stack.enter_context(contextlib.closing(open_output(source.has_header)))
            results = work(block)
            target.write(
                results.array, partial(_all_columns, source.name, block.rows, results.added)
            )
            n += block.rows.n
            n_bad += int(np.count_nonzero(results.bad))
            progress(block.rows.done)
    return n, n_bad


def _all_columns(name: str, rows: Rows, added: Callable[[], Columns]) -> Columns:
    kept, new = rows.columns(), added()
    taken = {column for column, _ in kept} & {column for column, _ in new}
    if taken:
        raise in_file(
            name, Message("it has a column {name!r} already; rename it first", name=min(taken))
        )
    return kept + new


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
    table: HandTable,
    open_output: OpenOutput,
    options: Options,
    progress: Progress = lambda done: None,
) -> tuple[int, int]:
    """Rank every hand of a table, which gains the columns rank and category.

    Returns how many hands there were and how many of them were bad. The first bad row is a
    FileError that names file, row and card, unless bad rows are kept.
    """

    def work(block: HandBlock) -> _Results:
        ranks, bad = _rank_block(block, table.source.name, options)
        numbers = class_numbers(ranks, options.rules) if options.class_number else ranks
        return _Results(numbers, partial(rank_columns, ranks, options), bad)

    return _run(table, work, open_output, progress)


def rank_columns(ranks: NDArray[np.uint16], options: Options) -> Columns:
    """Return the columns that tell the ranks of hands."""
    columns: Columns = [
        ("rank", ranks),
        ("category", category_names(ranks, options.rules, options.lang)),
    ]
    if options.class_number:
        columns.append(("class_number", class_numbers(ranks, options.rules)))
    return columns


def _rank_block(
    block: HandBlock, name: str, options: Options
) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
    """Return the ranks of a block and which rows are bad; the first bad one may be an error."""
    cards, n = block.cards, len(block.cards)
    bad = np.zeros(n, dtype=np.bool_)
    bad[list(block.problems)] = True
    first_problem = min(block.problems, default=n)
    ranks = np.zeros(n, dtype=np.uint16)
    while True:
        try:
            ranks = evaluate(cards, rules=options.rules, check=options.check)
            break
        except CardError as error:
            row = error.index[0]
            if not options.keep_bad and row < first_problem:
                raise in_row(name, block.rows.place(row), error.reason) from None
            if not options.keep_bad:
                break
            # A rule set may know further bad cards, so the row that was named is bad in any case.
            found = bad_rows(cards)
            found[row] = True
            cards = cards.copy()
            cards[found] = placeholder(cards.shape[1])
            bad |= found
    if block.problems and not options.keep_bad:
        place = block.rows.place(first_problem)
        raise in_row(name, place, block.problems[first_problem])
    ranks[bad] = NO_RANK
    return ranks, bad


def rank_texts(texts: Sequence[str], options: Options) -> tuple[list[str], NDArray[np.uint16]]:
    """Rank hands given one by one as text; they may differ in size.

    Returns them in the usual spelling, where they can be read, and their ranks.
    """
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
                raise FileError(
                    Message("{place}: {reason}", place=place, reason=error.args[0])
                ) from None
    return spelled, ranks


def class_numbers(ranks: NDArray[np.uint16], rules: RulesName) -> NDArray[np.uint16]:
    """Return class numbers, 0 where there is no rank.

    Examples
    --------
    >>> class_numbers(np.array([0, 36865], dtype=np.uint16), "high")
    array([0, 1], dtype=uint16)
    """
    numbers = np.zeros_like(ranks)
    ranked = ranks != NO_RANK
    numbers[ranked] = class_number(ranks[ranked], rules=rules)
    return numbers


def category_names(
    ranks: NDArray[np.uint16], rules: RulesName, lang: Lang = "en"
) -> list[str | None]:
    """Return the categories in words, None where there is no rank.

    Examples
    --------
    >>> category_names(np.array([0, 36865], dtype=np.uint16), "high")
    [None, 'royal flush']
    """
    names = vocabulary_of(lang).categories
    words = [names[category] for category in get_rules(rules).categories]
    places = (ranks >> CATEGORY_SHIFT).tolist()
    return [
        words[place] if rank != NO_RANK else None
        for place, rank in zip(places, ranks.tolist(), strict=True)
    ]


def settle_table(
    table: DealTable,
    open_output: OpenOutput,
    *,
    keep_bad: bool = False,
    progress: Progress = lambda done: None,
) -> tuple[int, int]:
    """Settle every deal of a table.

    The table gains, for each seat, ``winner_1`` .., ``share_1`` .. and, where it has bets,
    ``payout_1`` ..; in a high/low game ``low_winner_1`` .. as well.

    Returns how many deals there were and how many of them were bad. The first bad row is a
    FileError that names file, row and card, unless bad rows are kept: they get nulls.
    """
    lowest = lowest_card(get_rules(table.game.rules))

    def work(block: DealBlock) -> _Results:
        no_deals = bad_deals(block.holes, block.boards, lowest, block.dealt)
        problems = no_deals | block.problems
        if problems and not keep_bad:
            row = min(problems)
            raise in_row(table.source.name, block.rows.place(row), problems[row])
        result = _settle(table, block, list(problems))
        bad = np.zeros(block.rows.n, dtype=np.bool_)
        bad[list(problems)] = True
        return _Results(result.ranks, partial(_payouts, result, table.found.seats, bad), bad)

    return _run(table, work, open_output, progress)


def _settle(table: DealTable, block: DealBlock, bad: list[int]) -> Showdown:
    """Settle a block of deals; those of bad rows are settled somehow."""
    bets, folded = block.bets, block.folded.copy()
    folded[bad] = False
    if bets is not None:
        bets = bets.copy()
        bets[bad] = 0
    return play(
        *(table.game, block.holes, block.boards[:, None]),
        folded=folded,
        unknown=~block.dealt,
        bets=bets,
        button=None if bets is None else block.button,
        check=False,
    )


def _payouts(result: Showdown, seats: tuple[int, ...], bad: NDArray[np.bool_]) -> Columns:
    by_stem: list[tuple[str, NDArray[Any] | None]] = [
        ("winner", result.winners),
        ("low_winner", result.low_winners),
        ("share", result.shares),
        ("payout", result.payouts),
    ]
    hidden = bad if bad.any() else None
    return [
        (
            f"{stem}_{seat}",
            values[:, player] if hidden is None else np.ma.masked_array(values[:, player], hidden),
        )
        for stem, values in by_stem
        if values is not None
        for player, seat in enumerate(seats)
    ]
