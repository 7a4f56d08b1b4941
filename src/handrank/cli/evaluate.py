"""``handrank evaluate``: rank hands given as text, or a file of them."""

import argparse
import contextlib
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from handrank.cli.common import (
    STANDARD_STREAM,
    Commands,
    add_lang,
    add_output,
    add_rules,
    format_table,
    is_file,
    output_file,
    print_rate,
    progress_bar,
)
from handrank.cli.refusals import refusal
from handrank.cli.words import say, say_count
from handrank.files.errors import FileError

if TYPE_CHECKING:
    from handrank.files.jobs import Options

_DESCRIPTION = """\
Rank hands of five, six or seven cards: the best five count. HANDS are card texts, each a hand
(AsKsQsJsTs2c3d or "As Ks Qs Js Ts"), or one file: .npy holds card ids (hands, cards); .csv one hand
a line or a column a card, as text or ids; .parquet a column a card, or a column of text, lists or
fixed-size binary. A table keeps its columns and gains rank and category. '-' reads CSV.

The columns of cards of a table are those named card1, card2 .. (or c1 ..), cards or hand, or hole
and board; else its single column of whole hands; else all its columns, five to seven. Where that
does not fit, name them with --columns. Blank lines of a CSV file are no rows."""


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "evaluate",
        help="rank hands given as text, or a file of them",
        description=_DESCRIPTION,
        allow_abbrev=False,
    )
    parser.add_argument("hands", nargs="+", metavar="HANDS", help="card texts, or one file")
    add_output(parser)
    add_rules(parser)
    add_lang(parser)
    parser.add_argument(
        "--class-number",
        action="store_true",
        help="add class numbers (1 is best); in .npy output they stand in place of the ranks",
    )
    parser.add_argument(
        "--no-check",
        action="store_true",
        help="trust the card ids of the file: bad ones get a meaningless rank",
    )
    parser.add_argument(
        "--on-error",
        choices=("stop", "null"),
        default="stop",
        help="a bad row: stop (the default), or give it rank 0 and no category and go on; "
        "a CSV row with more cells than the first stops a table in any case",
    )
    parser.add_argument(
        "--columns",
        type=lambda text: text.split(","),
        metavar="NAMES",
        help="the columns of cards, by name or place (1 is the first), with commas between",
    )
    parser.add_argument(
        "--header",
        choices=("auto", "yes", "no"),
        default="auto",
        help="whether the first row of a CSV file holds names (default: auto)",
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    files = [text for text in arguments.hands if is_file(text)]
    if not files:
        return _evaluate_texts(arguments)
    if len(arguments.hands) > 1:
        raise FileError(f"one file at a time: {files[0]} is given with other arguments")
    return _evaluate_file(arguments, files[0])


def _options(arguments: argparse.Namespace) -> "Options":
    from handrank.files.jobs import Options

    return Options(
        rules=arguments.rules,
        check=not arguments.no_check,
        keep_bad=arguments.on_error == "null",
        class_number=arguments.class_number,
        lang=arguments.lang,
    )


def _evaluate_file(arguments: argparse.Namespace, name: str) -> int:
    from handrank.files.formats import open_target
    from handrank.files.hand_tables import open_hands
    from handrank.files.jobs import rank_hands

    path = None if name == STANDARD_STREAM else Path(name)
    table = open_hands(path, columns=arguments.columns, header=arguments.header)
    source = table.source
    with output_file(arguments.output, path) as (target, kind):
        start = time.perf_counter()
        with progress_bar(source.total, table.unit, arguments.lang) as show:
            n, n_bad = rank_hands(
                table,
                lambda header: open_target(target, kind, header=header, source=source),
                _options(arguments),
                show,
            )
        seconds = time.perf_counter() - start
    bad = say_count(n_bad, "{} bad rows without a rank", arguments.lang)
    remarks = [bad] if arguments.on_error == "null" else []
    print_rate("ranked", n, seconds, *remarks, lang=arguments.lang)
    for note in table.notes:
        print(refusal(f"{source.name}: {note}", arguments.lang), file=sys.stderr)
    return 0


def _evaluate_texts(arguments: argparse.Namespace) -> int:
    from handrank.files.formats import open_target
    from handrank.files.jobs import category_names, class_numbers, rank_columns, rank_texts

    options = _options(arguments)
    texts, ranks = rank_texts(arguments.hands, options)
    if arguments.output != STANDARD_STREAM:
        numbers = class_numbers(ranks, options.rules) if options.class_number else ranks
        with (
            output_file(arguments.output) as (file, kind),
            contextlib.closing(open_target(file, kind)) as target,
        ):
            target.write(
                numbers, lambda: [("cards", arguments.hands), *rank_columns(ranks, options)]
            )
        return 0
    categories = category_names(ranks, options.rules, options.lang)
    numbers = class_numbers(ranks, options.rules)
    rows = [
        [text, category or "-", str(number or "-")]
        for text, category, number in zip(texts, categories, numbers.tolist(), strict=True)
    ]
    header = [say(name, options.lang) for name in ("hand", "category", "class")]
    print(format_table(header, rows, "llr"))
    return 0
