"""Rank a file of hands, block by block."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.legality import bad_rows
from handrank.files.errors import FileError
from handrank.files.streams import Block, Columns, Source, Target, placeholder
from handrank.lookup.encoding import CATEGORY_SHIFT
from handrank.ranking.classes import class_number
from handrank.ranking.hands import evaluate
from handrank.rulebook.cards import Lang
from handrank.rulebook.errors import CardError
from handrank.rulebook.rules import RulesName, get_rules
from handrank.words.languages import vocabulary_of

NO_RANK = 0


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to rank the hands of a file.

    Attributes
    ----------
    rules : str
        The rule set.
    check : bool
        Whether to refuse ids outside 0..51 and cards given twice; text that cannot be read is
        refused always.
    keep_bad : bool
        Whether a bad row gets rank 0 and no category instead of ending the work.
    class_number : bool
        Whether to add class numbers to a table, or to write them in place of the ranks where the
        output is a single array.
    lang : {"en", "fr"}
        The language of the categories' names.
    """

    rules: RulesName = "high"
    check: bool = True
    keep_bad: bool = False
    class_number: bool = False
    lang: Lang = "en"


def rank_source(
    source: Source,
    open_target: Callable[[bool], Target],
    options: Options,
    progress: Callable[[int], object] = lambda done: None,
) -> tuple[int, int]:
    """Rank every hand of a source.

    Parameters
    ----------
    source : Source
        The hands.
    open_target : callable
        Opens the file to write, told whether the columns have names.
    options : Options
        How to rank.
    progress : callable, optional
        Told how far the source has come.

    Returns
    -------
    n, n_bad : int
        How many hands there were and how many of them were bad.

    Raises
    ------
    FileError
        At the first bad row unless they are kept; the message names file, row and card.
    """
    n = n_bad = 0
    with contextlib.ExitStack() as stack:
        target: Target | None = None
        for block in source.blocks():
            if target is None:
                target = stack.enter_context(contextlib.closing(open_target(source.has_header)))
            ranks, bad = rank_block(block, source.name, options)
            numbers = class_numbers(ranks, options.rules) if options.class_number else None
            target.write(
                ranks if numbers is None else numbers,
                _with_ranks(block, source.name, ranks, numbers, options),
            )
            n += len(ranks)
            n_bad += int(np.count_nonzero(bad))
            progress(block.done)
    return n, n_bad


def rank_block(
    block: Block, name: str, options: Options
) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
    """Return the ranks of a block and which rows are bad.

    Raises
    ------
    FileError
        At the first bad row unless they are kept.
    """
    cards = block.cards
    bad = np.zeros(len(cards), dtype=np.bool_)
    bad[list(block.problems)] = True
    first_problem = min(block.problems, default=len(cards))
    while True:
        try:
            ranks = evaluate(cards, rules=options.rules, check=options.check)
            break
        except CardError as error:
            row = error.index[0]
            if not options.keep_bad and row < first_problem:
                raise FileError(f"{name}, {block.place(row)}: {error.reason}") from None
            if not options.keep_bad:
                break
            # A rule set may know further bad cards, so the row that was named is one in any case.
            found = bad_rows(cards)
            found[row] = True
            cards = cards.copy()
            cards[found] = placeholder(cards.shape[1])
            bad |= found
    if block.problems and not options.keep_bad:
        reason = block.problems[first_problem]
        raise FileError(f"{name}, {block.place(first_problem)}: {reason}")
    ranks[bad] = NO_RANK
    return ranks, bad


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


def _with_ranks(
    block: Block,
    name: str,
    ranks: NDArray[np.uint16],
    numbers: NDArray[np.uint16] | None,
    options: Options,
) -> Callable[[], Columns]:
    def columns() -> Columns:
        kept = block.columns()
        names = category_names(ranks, options.rules, options.lang)
        added: Columns = [("rank", ranks), ("category", names)]
        if numbers is not None:
            added.append(("class_number", numbers))
        taken = {column for column, _ in kept} & {column for column, _ in added}
        if taken:
            raise FileError(f"{name} has a column {min(taken)!r} already; rename it first")
        return kept + added

    return columns
