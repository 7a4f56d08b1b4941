"""``handrank evaluate``: rank hands given as text, or a file of them."""

import argparse
import contextlib
from typing import TYPE_CHECKING

from handrank.cli.language import say, spoken_lang
from handrank.cli.options import (
    STANDARD_STREAM,
    add_output,
    add_rules,
    only_file,
    output_file,
    path_of,
)
from handrank.cli.parsing import Commands, add_command
from handrank.cli.progress import (
    Stopwatch,
    hands_a_second,
    print_notes,
    print_summary,
    progress_bar,
)
from handrank.cli.text_tables import format_table
from handrank.rulebook.errors import Message, counted
from handrank.rulebook.games import GAMES

if TYPE_CHECKING:
    from handrank.files.jobs import Options

# A hand's own cards cannot be told from the board's in one text.
_GAMES = [game.name for game in GAMES.values() if not game.two_from_hand]


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "evaluate",
        Message("rank hands given as text, or a file of them"),
        Message(
            "Rank hands of five, six or seven cards: the best five count. HANDS are card texts, "
            'each a hand (AsKsQsJsTs2c3d or "As Ks Qs Js Ts"), or one file: .npy holds card ids '
            "(hands, cards); .csv one hand a line or a column a card, as text or ids; .parquet a "
            "column a card, or a column of text, lists or fixed-size binary. A table keeps its "
            "columns and gains rank and category. '-' reads CSV. The columns of cards of a table "
            "are those named card1, card2 .. (or c1 ..), cards or hand, or hole and board; else "
            "its single column of whole hands; else all its columns, five to seven. Where that "
            "does not fit, name them with --columns. Blank lines of a CSV file are no rows."
        ),
    )
    parser.add_argument(
        "hands", nargs="+", metavar="HANDS", help=Message("card texts, or one file")
    )
    add_output(parser)
    order = parser.add_mutually_exclusive_group()
    add_rules(order)
    order.add_argument(
        "--game",
        choices=_GAMES,
        help=say(Message("the game whose rules order the hands, in place of --rules")),
    )
    parser.add_argument(
        "--class-number",
        action="store_true",
        help=Message(
            "add class numbers (1 is best); in .npy output they stand in place of the ranks"
        ),
    )
    parser.add_argument(
        "--no-check",
        action="store_true",
        help=Message("trust the card ids of the file: bad ones get a meaningless rank"),
    )
    parser.add_argument(
        "--on-error",
        choices=("stop", "null"),
        default="stop",
        help=Message(
            "a bad row: stop (the default), or give it rank 0 and no category and go on; a CSV "
            "row with more cells than the first stops a table in any case"
        ),
    )
    parser.add_argument(
        "--columns",
        type=lambda text: text.split(","),
        metavar="NAMES",
        help=Message(
            "the columns of cards, by name or place (1 is the first), with commas between"
        ),
    )
    parser.add_argument(
        "--header",
        choices=("auto", "yes", "no"),
        default="auto",
        help=Message("whether the first row of a CSV file holds names (default: auto)"),
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    name = only_file(arguments.hands)
    return _evaluate_texts(arguments) if name is None else _evaluate_file(arguments, name)


def _options(arguments: argparse.Namespace) -> "Options":
    from handrank.files.jobs import Options

    return Options(
        rules=GAMES[arguments.game].rules if arguments.game else arguments.rules or "high",
        check=not arguments.no_check,
        keep_bad=arguments.on_error == "null",
        class_number=arguments.class_number,
        lang=spoken_lang(),
    )


def _evaluate_file(arguments: argparse.Namespace, name: str) -> int:
    from handrank.files.hand_tables import HandTable
    from handrank.files.jobs import rank_table

    path = path_of(name)
    table = HandTable(path, columns=arguments.columns, header=arguments.header)
    source, options = table.source, _options(arguments)
    with output_file(arguments.output, path) as output:
        watch = Stopwatch()
        with progress_bar(source.total, table.unit) as show:
            n, n_bad = rank_table(table, output, options, show)
        seconds = watch.seconds
    print_summary(
        counted(
            "ranked {n:,} hand in {seconds:.2f} s ({rate})",
            "ranked {n:,} hands in {seconds:.2f} s ({rate})",
            n,
            seconds=seconds,
            rate=hands_a_second(n, seconds),
        ),
        *[counted("{n:,} bad row without a rank", "{n:,} bad rows without a rank", n_bad)]
        * options.keep_bad,
    )
    print_notes(source.name, table.notes)
    return 0


def _evaluate_texts(arguments: argparse.Namespace) -> int:
    from handrank.files.formats import open_target
    from handrank.files.jobs import category_names, class_numbers, rank_columns, rank_texts

    options = _options(arguments)
    texts, ranks = rank_texts(arguments.hands, options)
    numbers = class_numbers(ranks, options.rules)
    if arguments.output != STANDARD_STREAM:
        with (
            output_file(arguments.output) as (file, kind),
            contextlib.closing(open_target(file, kind)) as target,
        ):
            target.write(
                numbers if options.class_number else ranks,
                lambda: [("cards", arguments.hands), *rank_columns(ranks, options)],
            )
        return 0
    categories = category_names(ranks, options.rules, options.lang)
    rows = [
        [text, category or "-", str(number or "-")]
        for text, category, number in zip(texts, categories, numbers.tolist(), strict=True)
    ]
    header = [Message("hand"), Message("category"), Message("class")]
    print(format_table(header, rows, "llr"))
    return 0
