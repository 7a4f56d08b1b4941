"""``handrank evaluate``: rank hands given as text, or a file of them."""

import argparse
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any

from handrank.cli.file_work import only_file, output_file, work_through
from handrank.cli.language import print_table, spoken_lang
from handrank.cli.options import GAMES_OF_ANY_FIVE, STANDARD_STREAM, add_shared
from handrank.cli.parsing import add_command
from handrank.rulebook.errors import Message
from handrank.rulebook.games import GAMES

if TYPE_CHECKING:
    from handrank.files.jobs import Options


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        _run,
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
    parser.option("hands", "card texts, or one file", nargs="+", metavar="HANDS")
    add_shared(parser, "--output")
    order = parser.add_mutually_exclusive_group()
    add_shared(order, "--rules")
    whose = Message("the game whose rules order the hands, in place of --rules")
    add_shared(order, "--game", choices=GAMES_OF_ANY_FIVE, default=None, help=whose)
    parser.option(
        "--class-number",
        "add class numbers (1 is best); in .npy output they stand in place of the ranks",
        action="store_true",
    )
    parser.option(
        "--no-check",
        "trust the card ids of the file: bad ones get a meaningless rank",
        action="store_true",
    )
    problem = Message(
        "a bad row: stop (the default), or give it rank 0 and no category and go on; a CSV row "
        "with more cells than the first stops a table in any case"
    )
    add_shared(parser, "--on-error", help=problem)
    parser.option(
        "--columns",
        "the columns of cards, by name or place (1 is the first), with commas between",
        type=lambda text: text.split(","),
        metavar="NAMES",
    )
    parser.option(
        "--header",
        "whether the first row of a CSV file holds names (default: auto)",
        choices=("auto", "yes", "no"),
        default="auto",
    )


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

    open_table = partial(HandTable, columns=arguments.columns, header=arguments.header)
    return work_through(
        arguments, name, open_table, partial(rank_table, options=_options(arguments))
    )


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
    header = [Message("hand"), Message("category"), Message("class")]
    rows = [
        [text, category or "-", str(number or "-")]
        for text, category, number in zip(texts, categories, numbers.tolist(), strict=True)
    ]
    print_table(header, rows, right=header[2:])
    return 0
