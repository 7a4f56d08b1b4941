"""``handrank showdown``: who wins, why and what it pays, for one deal or a file of them."""

import argparse
from functools import partial
from typing import Any

from handrank.cli.file_work import only_file, work_through
from handrank.cli.language import print_json
from handrank.cli.options import STANDARD_STREAM, add_shared
from handrank.cli.parsing import add_command, count, request_error, whole_numbers
from handrank.rulebook.errors import Message


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        _run,
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
    parser.option("hands", "hole cards, or one file", nargs="+", metavar="HANDS")
    parser.option("--board", "three to five board cards", metavar="CARDS")
    add_shared(parser, "--game")
    parser.option(
        "--bets", "the chips that each player put in", type=whole_numbers, metavar="N,N,.."
    )
    parser.option(
        "--folded", "who has folded, seats counted from 1", type=whole_numbers, metavar="SEATS"
    )
    parser.option(
        "--button",
        "the button's seat, counted from 1: odd chips go to the winners next after it (default: "
        "in seat order)",
        type=count,
        metavar="SEAT",
    )
    add_shared(parser, "--json", "--output")
    problem = Message(
        "a bad row of a file: stop (the default), or leave its results empty and go on; a CSV row "
        "with more cells than the first stops in any case"
    )
    add_shared(parser, "--on-error", help=problem)


def _run(arguments: argparse.Namespace) -> int:
    name = only_file(arguments.hands)
    if name is None:
        return _show(arguments)
    for option in ("board", "bets", "folded", "button"):
        if getattr(arguments, option) is not None:
            raise request_error(
                "--{option} goes with hands; in a file it stands in a column", option=option
            )
    if arguments.json:
        raise request_error("--json goes with hands; the results of a file are a table")
    return _settle_file(arguments, name)


def _show(arguments: argparse.Namespace) -> int:
    from handrank.cli.showdown_report import make_report, print_report

    if arguments.output != STANDARD_STREAM:
        raise request_error("--output goes with a file of deals; the results of hands are printed")
    (print_json if arguments.json else print_report)(make_report(arguments))
    return 0


def _settle_file(arguments: argparse.Namespace, name: str) -> int:
    from handrank.files.deal_tables import DealTable
    from handrank.files.jobs import settle_table
    from handrank.rulebook.games import get_game

    open_table = partial(DealTable, game=get_game(arguments.game))
    job = partial(settle_table, keep_bad=arguments.on_error == "null")
    return work_through(arguments, name, open_table, job)
