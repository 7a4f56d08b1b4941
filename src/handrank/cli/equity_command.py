"""``handrank equity``: how much of the pot each player's hole cards are worth."""

import argparse
import contextlib
import sys
from dataclasses import replace
from typing import Any

from handrank.cli.language import complain, print_json, spoken_lang
from handrank.cli.options import GAMES_WITH_EQUITY, add_shared, dask_executor
from handrank.cli.parsing import add_command, card_text, count, number, wrong_values
from handrank.cli.process import INTERRUPTED, watch_interrupt
from handrank.rulebook.errors import Message


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        _run,
        "equity",
        Message("print each player's equity, exact or sampled"),
        Message(
            "Print each player's equity, wins and ties over all boards. PLAYERS are 2 to 10 of: "
            'hole cards (AhKh), ranges ("QQ+, AKs, A2s-A5s, KTo+, KK:0.5", "25%", random); in '
            "Omaha whole hands, several with commas between (AsAhKsKh, "
            '"AsAhKsKh, 2c3c4c5c:0.5") or random. Players are counted from 1. What one thread '
            "counts in about two seconds is exact, the rest is sampled to a standard error of "
            "0.0001; Ctrl-C prints the result of the deals so far and ends with 130."
        ),
    )
    parser.option("players", "hole cards or ranges", nargs="+", metavar="PLAYERS")
    add_shared(parser, "--board", "--dead")
    add_shared(parser, "--game", choices=GAMES_WITH_EQUITY)
    parser.option(
        "--method",
        "count all boards, or sample (default: auto, exact where that is quick)",
        choices=("auto", "exact", "sampled"),
        default="auto",
    )
    parser.option("--trials", "how many deals to sample", type=count, metavar="N")
    parser.option("--seed", "the seed of a sample", type=count, metavar="S")
    parser.option(
        "--target-stderr", "sample until no standard error is larger", type=number, metavar="E"
    )
    add_shared(parser, "--threads", "--dask", "--json")


def _run(arguments: argparse.Namespace) -> int:
    from handrank.arrays.randomness import as_seed
    from handrank.equities.asking import results_so_far
    from handrank.equities.question import read_question
    from handrank.equities.running import Workers

    latest = None
    with watch_interrupt() as interrupt, dask_executor(arguments) as executor, wrong_values():
        question = read_question(
            [card_text(player) for player in arguments.players],
            card_text(arguments.board),
            card_text(arguments.dead),
            arguments.game,
        )
        results = results_so_far(
            question,
            Workers(arguments.threads, executor, progress=sys.stderr.isatty()),
            arguments.method,
            arguments.trials,
            arguments.target_stderr,
            as_seed(arguments.seed, None),
        )
        with contextlib.closing(results):
            for result in results:
                latest = result
                # From here on there is something to print.
                interrupt.deferred = True
                if interrupt.came:
                    break
    assert latest is not None
    if arguments.json:
        print_json(latest.to_dict())
    else:
        # As they were typed.
        typed = {card_text(player): player for player in arguments.players}
        players = tuple(typed.get(label, label) for label in latest.players)
        print(replace(latest, players=players).to_text(spoken_lang(), first_player=1))
    if interrupt.came:
        return complain(Message("interrupted; this is the result so far"), INTERRUPTED)
    return 0
