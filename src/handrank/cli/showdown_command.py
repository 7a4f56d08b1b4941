"""``handrank showdown``: who wins, why and what it pays, for one deal or a file of them."""

import argparse
from pathlib import Path

from handrank.cli.language import FIRST_SEAT, spoken_lang
from handrank.cli.options import (
    STANDARD_STREAM,
    add_game,
    add_json,
    add_output,
    only_file,
    output_file,
    path_of,
)
from handrank.cli.parsing import Commands, RequestError, add_command, count, whole_numbers
from handrank.cli.progress import (
    Stopwatch,
    deals_a_second,
    print_notes,
    print_summary,
    progress_bar,
)
from handrank.rulebook.errors import Message, counted


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "showdown",
        Message("say who wins a deal and what it pays, or settle a file of deals"),
        Message(
            "Say who wins a showdown and why, and with --bets what each pot holds and pays. HANDS "
            "are the hole cards of each player (AhKh TcTd ...), seats counted from 1 in the order "
            "given; without --board, whole hands of five to seven cards. Or one file, a table of "
            "deals (.csv or .parquet; '-' reads CSV) with the columns board and, for each seat, "
            "hole_1, hole_2 .., blank where cards are unknown; if they are there, bet_1 .., "
            "folded_1 .. (1 or 0) or folded (a list of seats), and button. In a file seats are the "
            "numbers in the columns' names; without folded, unknown cards count as folded. The "
            "table gains winner_1 .., share_1 .. and payout_1 .. (in high/low games low_winner_1 "
            ".. too). --json prints one object: game, rules, low_rules, board, button, players and "
            "pots. Each of players has seat, hole, folded, rank, category, description, remark "
            "(why it won), best_five, winner, share, low_rank, low_description, low_remark, "
            "low_winner, bet and payout. Each of pots has amount, contenders, winners and "
            "low_winners: lists of seats. Cards, categories and keys are English, descriptions and "
            "remarks in the language of --lang. What does not apply is null."
        ),
    )
    parser.add_argument(
        "hands", nargs="+", metavar="HANDS", help=Message("hole cards, or one file")
    )
    parser.add_argument("--board", metavar="CARDS", help=Message("three to five board cards"))
    add_game(parser)
    parser.add_argument(
        "--bets",
        type=whole_numbers,
        metavar="N,N,..",
        help=Message("the chips that each player put in"),
    )
    parser.add_argument(
        "--folded",
        type=whole_numbers,
        metavar="SEATS",
        help=Message("who has folded, seats counted from 1"),
    )
    parser.add_argument(
        "--button",
        type=count,
        metavar="SEAT",
        help=Message(
            "the button's seat, counted from 1: odd chips go to the winners next after it "
            "(default: in seat order)"
        ),
    )
    add_json(parser)
    add_output(parser)
    parser.add_argument(
        "--on-error",
        choices=("stop", "null"),
        default="stop",
        help=Message(
            "a bad row of a file: stop (the default), or leave its results empty and go on; a CSV "
            "row with more cells than the first stops in any case"
        ),
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    name = only_file(arguments.hands)
    if name is None:
        return _show(arguments)
    for option in ("board", "bets", "folded", "button"):
        if getattr(arguments, option) is not None:
            raise RequestError(
                Message(
                    "--{option} goes with hands; in a file it stands in a column", option=option
                )
            )
    if arguments.json:
        raise RequestError(Message("--json goes with hands; the results of a file are a table"))
    return _settle_file(arguments, name)


def _show(arguments: argparse.Namespace) -> int:
    import json

    from handrank.cli.showdown_report import make_report
    from handrank.cli.showdown_text import print_report

    if arguments.output != STANDARD_STREAM:
        raise RequestError(
            Message("--output goes with a file of deals; the results of hands are printed")
        )
    report = make_report(
        arguments.hands,
        arguments.board,
        game=arguments.game,
        bets=arguments.bets,
        folded=[seat - FIRST_SEAT for seat in arguments.folded or ()],
        button=None if arguments.button is None else arguments.button - FIRST_SEAT,
        lang=spoken_lang(),
    )
    if arguments.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        print_report(report)
    return 0


def _settle_file(arguments: argparse.Namespace, name: str) -> int:
    from handrank.files.deal_tables import DealTable
    from handrank.files.formats import require_table
    from handrank.files.jobs import settle_table
    from handrank.rulebook.games import get_game

    path = path_of(name)
    table = DealTable(path, get_game(arguments.game))
    keep_bad = arguments.on_error == "null"
    with output_file(arguments.output, path) as output:
        if isinstance(output[0], Path):
            require_table(Path(arguments.output))
        watch = Stopwatch()
        with progress_bar(table.source.total, table.unit) as show:
            n, n_bad = settle_table(table, output, keep_bad, show)
        seconds = watch.seconds
    print_summary(
        counted(
            "settled {n:,} deal in {seconds:.2f} s ({rate})",
            "settled {n:,} deals in {seconds:.2f} s ({rate})",
            n,
            seconds=seconds,
            rate=deals_a_second(n, seconds),
        ),
        *[counted("{n:,} bad row without a result", "{n:,} bad rows without a result", n_bad)]
        * keep_bad,
    )
    print_notes(table.source.name, table.notes)
    return 0
