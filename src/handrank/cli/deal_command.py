"""``handrank deal``: write random hands to a file."""

import argparse
import contextlib
import sys
from functools import partial
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from handrank.cli.file_work import output_file
from handrank.cli.language import tell_aside
from handrank.cli.options import add_shared
from handrank.cli.parsing import add_command, card_text, count, request_error, wrong_values
from handrank.cli.progress import progress_bar, rate
from handrank.files.file_errors import WriteError
from handrank.rulebook.errors import Message, counted

if TYPE_CHECKING:
    from handrank.files.sources import Columns


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        _run,
        "deal",
        Message("write random hands to a file"),
        Message(
            "Write N uniformly random hands, each from a fresh deck, to a file of any length. The "
            "same seed gives the same hands, those of handrank.deal."
        ),
    )
    parser.option("n", "how many hands, such as 1e7", type=count, metavar="N")
    add_shared(parser, "--output")
    parser.option("--cards", "cards a hand (default: 7)", type=count, default=7, metavar="K")
    parser.option(
        "--seed", "the seed (default: a new one, which is printed)", type=count, metavar="S"
    )
    add_shared(parser, "--dead", type=card_text)


def _run(arguments: argparse.Namespace) -> int:
    import numpy as np

    from handrank.files.formats import open_target
    from handrank.ranking.dealing import deal, deal_in_blocks

    seed = np.random.SeedSequence(arguments.seed)
    options = {"n_cards": arguments.cards, "dead": arguments.dead}
    if arguments.cards == 0:
        raise request_error("a hand has at least one card")
    with wrong_values():
        # No hands, but every argument is checked before a file is touched.
        nothing = deal(0, rng=np.random.default_rng(seed), **options)
    with output_file(arguments.output) as (file, kind):
        if isinstance(file, Path):
            _require_space(file, kind, arguments.n, arguments.cards)
        elif arguments.n > sys.maxsize:
            raise request_error("{n} hands are more than an array can hold", n=arguments.n)
        start = perf_counter()
        done = 0
        with (
            contextlib.closing(open_target(file, kind)) as target,
            progress_bar(arguments.n, "hands") as show,
        ):
            blocks = deal_in_blocks(arguments.n, rng=np.random.default_rng(seed), **options)
            for hands in chain([nothing], blocks):
                target.write(hands, partial(_columns, hands))
                done += len(hands)
                show(done)
        seconds = perf_counter() - start
    tell_aside(
        counted(
            "dealt {n:,} hand in {seconds:.2f} s ({rate})",
            "dealt {n:,} hands in {seconds:.2f} s ({rate})",
            done,
            seconds=seconds,
            rate=rate(done, seconds),
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
