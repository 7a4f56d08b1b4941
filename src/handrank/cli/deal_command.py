"""``handrank deal``: write random hands to a file."""

import argparse
import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handrank.cli.options import add_output, output_file
from handrank.cli.parsing import Commands, RequestError, add_command, card_text, count, wrong_values
from handrank.cli.progress import Stopwatch, hands_a_second, print_summary, progress_bar
from handrank.files.errors import WriteError
from handrank.rulebook.errors import Message, counted

if TYPE_CHECKING:
    from handrank.files.sources import Columns


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "deal",
        Message("write random hands to a file"),
        Message(
            "Write N uniformly random hands, each from a fresh deck, to a file of any length. The "
            "same seed gives the same hands, those of handrank.deal."
        ),
    )
    parser.add_argument("n", type=count, metavar="N", help=Message("how many hands, such as 1e7"))
    add_output(parser)
    parser.add_argument(
        "--cards", type=count, default=7, metavar="K", help=Message("cards a hand (default: 7)")
    )
    parser.add_argument(
        "--seed",
        type=count,
        metavar="S",
        help=Message("the seed (default: a new one, which is printed)"),
    )
    parser.add_argument(
        "--dead",
        type=card_text,
        default="",
        metavar="CARDS",
        help=Message("cards that are out of the deck"),
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import numpy as np

    from handrank.files.formats import open_target
    from handrank.ranking.dealing import deal, deal_blocks

    seed = np.random.SeedSequence(arguments.seed)
    options = {"n_cards": arguments.cards, "dead": arguments.dead}
    if arguments.cards == 0:
        raise RequestError(Message("a hand has at least one card"))
    with wrong_values():
        # No hands, but every argument is checked before a file is touched.
        nothing = deal(0, rng=np.random.default_rng(seed), **options)
    with output_file(arguments.output) as (file, kind):
        if isinstance(file, Path):
            _require_space(file, kind, arguments.n, arguments.cards)
        watch = Stopwatch()
        done = 0
        with (
            contextlib.closing(open_target(file, kind)) as target,
            progress_bar(arguments.n, "hands") as show,
        ):
            target.write(nothing, partial(_columns, nothing))
            for hands in deal_blocks(arguments.n, rng=np.random.default_rng(seed), **options):
                target.write(hands, partial(_columns, hands))
                done += len(hands)
                show(done)
        seconds = watch.seconds
    print_summary(
        counted(
            "dealt {n:,} hand in {seconds:.2f} s ({rate})",
            "dealt {n:,} hands in {seconds:.2f} s ({rate})",
            done,
            seconds=seconds,
            rate=hands_a_second(done, seconds),
        ),
        Message("seed {seed}", seed=seed.entropy),
    )
    return 0


def _require_space(file: Path, kind: str, n: int, n_cards: int) -> None:
    """Refuse what the disk cannot hold before hours are spent on it."""
    import shutil

    # CSV has two signs and a separator a card; Parquet packs cards, but never to half a byte.
    needed = {".npy": n * n_cards, ".csv": n * n_cards * 3, ".parquet": n * n_cards // 2}[kind]
    free = shutil.disk_usage(file.parent).free
    if needed > free:
        raise WriteError(
            "cannot write {n:,} hands: they need {needed:,} bytes, the disk has {free:,} free",
            n=n,
            needed=needed,
            free=free,
        )


def _columns(hands: Any) -> "Columns":
    return [("cards", hands)]
