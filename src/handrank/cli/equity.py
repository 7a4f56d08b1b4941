"""``handrank equity``: how much of the pot each player's hole cards are worth."""

import argparse
import contextlib
import sys

from handrank.cli.common import Commands, add_lang, card_text, count
from handrank.cli.interrupts import INTERRUPTED, watch_interrupt
from handrank.cli.refusals import refusal
from handrank.cli.workers import add_known_cards, add_workers, dask_executor
from handrank.files.errors import FileError
from handrank.rulebook.games import GAMES

_DESCRIPTION = """\
Print each player's equity, wins and ties over all boards. PLAYERS are 2 to 10 of: hole cards
(AhKh), ranges ("QQ+, AKs, A2s-A5s, KTo+, KK:0.5", "25%%", random); in Omaha whole hands, several
with commas between (AsAhKsKh, "AsAhKsKh, 2c3c4c5c:0.5") or random. What one thread counts in about
two seconds is exact, the rest is sampled to a standard error of 0.0001; Ctrl-C prints the result
of the deals so far and ends with 130."""


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "equity",
        help="print each player's equity, exact or sampled",
        description=_DESCRIPTION,
        allow_abbrev=False,
    )
    parser.add_argument(
        "players", type=card_text, nargs="+", metavar="PLAYERS", help="hole cards or ranges"
    )
    add_known_cards(parser)
    parser.add_argument(
        "--game", choices=list(GAMES), default="holdem", help="what is played (default: holdem)"
    )
    parser.add_argument(
        "--method",
        choices=("auto", "exact", "sampled"),
        default="auto",
        help="count all boards, or sample (default: auto, exact where that is quick)",
    )
    parser.add_argument("--trials", type=count, metavar="N", help="how many deals to sample")
    parser.add_argument("--seed", type=count, metavar="S", help="the seed of a sample")
    parser.add_argument(
        "--target-stderr", type=float, metavar="E", help="sample until no standard error is larger"
    )
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    add_lang(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import json

    from handrank.equities.asking import results_so_far

    latest = None
    with watch_interrupt() as interrupt, dask_executor(arguments) as executor:
        try:
            results = results_so_far(
                arguments.players,
                board=arguments.board,
                dead=arguments.dead,
                game=arguments.game,
                method=arguments.method,
                trials=arguments.trials,
                seed=arguments.seed,
                target_stderr=arguments.target_stderr,
                threads=arguments.threads,
                executor=executor,
                progress=sys.stderr.isatty(),
            )
            with contextlib.closing(results):
                for result in results:
                    latest = result
                    # From here on there is something to print.
                    interrupt.deferred = True
                    if interrupt.came:
                        break
        except ValueError as error:
            raise FileError(str(error)) from None
    assert latest is not None
    if arguments.json:
        print(json.dumps(latest.to_dict(), ensure_ascii=False, indent=2))
    else:
        print(latest.to_text(arguments.lang))
    if interrupt.came:
        note = refusal("interrupted; this is the result so far", arguments.lang)
        print(f"handrank: {note}", file=sys.stderr)
        return INTERRUPTED
    return 0
