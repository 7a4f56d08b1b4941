"""``handrank showdown``: who wins, why and what it pays, for one deal or a file of them."""

import argparse
import re
import sys
import time
from pathlib import Path

from handrank.cli.common import (
    STANDARD_STREAM,
    Commands,
    add_lang,
    add_output,
    is_file,
    output_file,
    print_rate,
    progress_bar,
)
from handrank.cli.refusals import refusal
from handrank.cli.words import say_count
from handrank.files.errors import FileError
from handrank.rulebook.games import GAMES

# Python would read other digits and 1_0, too.
_NUMBERS = re.compile(r"\s*-?[0-9]{1,30}\s*(,\s*-?[0-9]{1,30}\s*)*")

_DESCRIPTION = """\
Say who wins a showdown and why, and with --bets what each pot holds and pays. HANDS are the hole
cards of each player (AhKh TcTd ...), seats counted from 0 in the order given; without --board,
whole hands of five to seven cards. Or one file, a table of deals (.csv or .parquet; '-' reads CSV)
with the columns board and, for each seat, hole_1, hole_2 .., blank where cards are unknown; if they
are there, bet_1 .., folded_1 .. (1 or 0) or folded (a list of seats), and button. In a file seats
are the numbers in the columns' names; without folded, unknown cards count as folded. The table
gains winner_1 .., share_1 .. and payout_1 .. (in high/low games low_winner_1 .. too).

--json prints one object: game, rules, low_rules, board, button, players and pots. Each of players
has seat, hole, folded, rank, category, description, remark (why it won), best_five, winner, share,
low_rank, low_description, low_remark, low_winner, bet and payout. Each of pots has amount,
contenders, winners and low_winners: lists of seats. Cards, categories and keys are English,
descriptions and remarks in the language of --lang. What does not apply is null."""


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "showdown",
        help="say who wins a deal and what it pays, or settle a file of deals",
        description=_DESCRIPTION,
        allow_abbrev=False,
    )
    parser.add_argument("hands", nargs="+", metavar="HANDS", help="hole cards, or one file")
    parser.add_argument("--board", metavar="CARDS", help="three to five board cards")
    parser.add_argument(
        "--game", choices=list(GAMES), default="holdem", help="what is played (default: holdem)"
    )
    parser.add_argument(
        "--bets", type=_numbers, metavar="N,N,..", help="the chips that each player put in"
    )
    parser.add_argument(
        "--folded", type=_numbers, metavar="SEATS", help="who has folded, seats counted from 0"
    )
    parser.add_argument(
        "--button",
        type=int,
        metavar="SEAT",
        help="the button's seat, counted from 0: odd chips "
        "go to the winners next after it (default: in seat order)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    add_output(parser)
    parser.add_argument(
        "--on-error",
        choices=("stop", "null"),
        default="stop",
        help="a bad row of a file: stop (the default), or leave its results empty and go on; "
        "a CSV row with more cells than the first stops in any case",
    )
    add_lang(parser)
    parser.set_defaults(run=_run)


def _numbers(text: str) -> list[int]:
    if not _NUMBERS.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a list of whole numbers with commas between"
        )
    return [int(part) for part in text.split(",")]


def _run(arguments: argparse.Namespace) -> int:
    files = [text for text in arguments.hands if is_file(text)]
    if not files:
        return _show(arguments)
    if len(arguments.hands) > 1:
        raise FileError(f"one file at a time: {files[0]} is given with other arguments")
    for name in ("board", "bets", "folded", "button"):
        if getattr(arguments, name) is not None:
            raise FileError(f"--{name} goes with hands; in a file it stands in a column")
    if arguments.json:
        raise FileError("--json goes with hands; the results of a file are a table")
    return _settle_file(arguments, files[0])


def _show(arguments: argparse.Namespace) -> int:
    import json

    from handrank.cli.showdown_report import make_report
    from handrank.cli.showdown_tables import print_report

    if arguments.output != STANDARD_STREAM:
        raise FileError("--output goes with a file of deals; the results of hands are printed")
    report = make_report(
        arguments.hands,
        arguments.board,
        game=arguments.game,
        bets=arguments.bets,
        folded=arguments.folded,
        button=arguments.button,
        lang=arguments.lang,
    )
    if arguments.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        print_report(report, arguments.lang)
    return 0


def _settle_file(arguments: argparse.Namespace, name: str) -> int:
    from handrank.files.deal_tables import open_deals
    from handrank.files.formats import open_target, require
    from handrank.files.jobs import settle_deals
    from handrank.rulebook.games import get_game

    path = None if name == STANDARD_STREAM else Path(name)
    table = open_deals(path, get_game(arguments.game))
    with output_file(arguments.output, path) as (target, kind):
        if isinstance(target, Path):
            require(Path(arguments.output), "deals", writing=True)
        start = time.perf_counter()
        with progress_bar(table.source.total, table.unit, arguments.lang) as show:
            n, n_bad = settle_deals(
                table,
                lambda header: open_target(target, kind, header=header, source=table.source),
                keep_bad=arguments.on_error == "null",
                progress=show,
            )
        seconds = time.perf_counter() - start
    bad = say_count(n_bad, "{} bad rows without a result", arguments.lang)
    remarks = [bad] if arguments.on_error == "null" else []
    print_rate("settled", n, seconds, *remarks, unit="deals", lang=arguments.lang)
    for note in table.notes:
        print(refusal(f"{table.source.name}: {note}", arguments.lang), file=sys.stderr)
    return 0
