"""``handrank showdown``: who wins, why and what it pays, for one deal or a file of them."""

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any

from handrank.cli.file_work import only_file, work_through
from handrank.cli.language import print_json
from handrank.cli.options import STANDARD_STREAM, add_shared
from handrank.cli.parsing import (
    Parser,
    add_command,
    amount,
    amounts,
    count,
    rate_or_amount,
    request_error,
    whole_numbers,
    wrong_values,
)
from handrank.files.histories.readers import ENDINGS
from handrank.rulebook.errors import Message

_DESCRIPTION = Message(
    "Say who wins a showdown and why, and with --bets what each pot holds and pays. HANDS "
    "are the hole cards of each player (AhKh TcTd ...), '??' where nobody saw them, seats "
    "counted from 1 in the order given; whole hands of five to seven cards without --board "
    "in a game that has one. No board is needed where one player is left. Or one file, a "
    "table of deals (.csv or .parquet; '-' reads CSV) with, for each seat, hole_1, hole_2 "
    ".., and, if they are there, board (blank before the flop; board_2 .. for further "
    "run-outs), bet_1 .., dead or dead_1 .. (dead money), rake, folded_1 .. (1 or 0) or "
    "folded (a list of seats), and button. In a file seats are the numbers in the columns' "
    "names; without folded, unknown cards count as folded. Amounts may have decimals, as "
    "many as those of the first rows or of --unit. The table gains winner_1 .., share_1 "
    ".., payout_1 .. and returned_1 .. (what of the payout nobody called; in high/low "
    "games low_winner_1 .. too). --json prints one object: game, rules, low_rules, board, "
    "button, players, runs, dead_money, rake and pots. Each of players has seat, hole, "
    "folded, rank, category, description, remark (why it won), best_five, winner, "
    "low_rank, low_description, low_remark, low_winner, share, bet, payout and returned; "
    "with several boards each of runs has a board and players. Each of pots has amount, "
    "contenders, winners and low_winners: lists of seats. Cards, categories and keys are "
    "English, descriptions and remarks in the language of --lang; amounts with decimals "
    "are texts. What does not apply is null."
)


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        _run,
        "showdown",
        Message("say who wins a deal and what it pays, or settle a file of deals"),
        _DESCRIPTION,
    )
    parser.option("hands", "hole cards, or one file", nargs="+", metavar="HANDS")
    parser.option(
        "--board",
        "three to five board cards; once more for each further run-out",
        action="append",
        metavar="CARDS",
    )
    add_shared(parser, "--game")
    _add_money(parser)
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
    parser.option(
        "--compare",
        "compare the results with those that a history recorded, and tell the differences",
        action="store_true",
    )
    add_shared(parser, "--json", "--output")
    problem = Message(
        "a bad row of a file: stop (the default), or leave its results empty and go on; a CSV row "
        "with more cells than the first stops in any case"
    )
    add_shared(parser, "--on-error", help=problem)


def _add_money(parser: Parser) -> None:
    """Add what concerns the chips."""
    parser.option(
        "--bets",
        "what each player put in: 100,250 or 5.50,20; with ; or spaces between, 5,50;20 as well",
        type=amounts,
        metavar="N,N,..",
    )
    parser.option(
        "--dead-money",
        "what else is in the pot: an ante that one paid for all, missed blinds",
        type=amount,
        metavar="N",
    )
    parser.option(
        "--rake",
        "what the house takes off the pots: a rate, 5%%, or an amount",
        type=rate_or_amount,
        metavar="RATE",
    )
    parser.option("--rake-cap", "the most that a rate takes", type=amount, metavar="N")
    parser.option(
        "--odd-chips",
        "who gets what cannot be split evenly: the winners next to the button, one each (the "
        "default), those in the earliest seats, those with the largest of --stacks, or one winner",
        choices=("left-of-button", "earliest-seat", "largest-stack", "one-winner"),
        default="left-of-button",
    )
    parser.option(
        "--stacks", "the players' stacks, for --odd-chips", type=amounts, metavar="N,N,.."
    )
    parser.option(
        "--unit",
        "the smallest amount that a pot is split by, such as 5 or 0.05 (default: 1, or the last "
        "decimal of the amounts)",
        type=amount,
        metavar="N",
    )


def _run(arguments: argparse.Namespace) -> int:
    name = only_file(arguments.hands)
    if name is None:
        return _show(arguments)
    for option in ("board", "bets", "dead_money", "folded", "button", "stacks"):
        if getattr(arguments, option) is not None:
            raise request_error(
                "--{option} goes with hands; in a file it stands in a column",
                option=option.replace("_", "-"),
            )
    if arguments.json:
        raise request_error("--json goes with hands; the results of a file are a table")
    return _settle_file(arguments, name)


def _show(arguments: argparse.Namespace) -> int:
    if arguments.compare:
        raise request_error("--compare goes with a hand history")
    from handrank.cli.showdown_report import make_report
    from handrank.cli.showdown_text import print_report

    if arguments.output != STANDARD_STREAM:
        raise request_error("--output goes with a file of deals; the results of hands are printed")
    (print_json if arguments.json else print_report)(make_report(arguments))
    return 0


def _settle_file(arguments: argparse.Namespace, name: str) -> int:
    from handrank.files.deal_tables import DealTable, SettledTable
    from handrank.files.settling import Settlement, settle_table
    from handrank.rulebook.games import get_game

    rate, cap = arguments.rake, arguments.rake_cap
    if not isinstance(rate, str | None):
        raise request_error("in a file an amount of rake stands in a column; --rake takes a rate")
    if cap is not None and rate is None:
        raise request_error("--rake-cap goes with a rate, --rake 5%")
    if arguments.odd_chips == "largest-stack":
        raise request_error("--odd-chips largest-stack goes with hands")
    with wrong_values():
        terms = Settlement(
            rate=rate,
            cap=cap,
            odd_chips=arguments.odd_chips,
            unit=arguments.unit,
            compare=arguments.compare,
            keep_bad=arguments.on_error == "null",
        )
    of_amounts = [amount for amount in (cap, arguments.unit) if amount is not None]
    open_table: Callable[[Any], SettledTable] = partial(
        DealTable, game=get_game(arguments.game), amounts=of_amounts
    )
    if name.lower().endswith(ENDINGS):
        from handrank.files.history_tables import HistoryTable

        open_table = partial(HistoryTable, amounts=of_amounts)
    elif arguments.compare:
        raise request_error("--compare goes with a hand history")
    return work_through(arguments, name, open_table, partial(settle_table, terms=terms))
