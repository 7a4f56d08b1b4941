"""``handrank deal``: write random hands to a file."""

import argparse
import contextlib
import shutil
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handrank.cli.common import (
    Commands,
    add_lang,
    add_output,
    card_text,
    count,
    output_file,
    print_rate,
    progress_bar,
)
from handrank.cli.words import say
from handrank.files.errors import FileError, WriteError

if TYPE_CHECKING:
    from handrank.files.sources import Columns


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "deal",
        help="write random hands to a file",
        description="Write N uniformly random hands, each from a fresh deck, to a file of any "
        "length. The same seed gives the same hands, those of handrank.deal.",
        allow_abbrev=False,
    )
    parser.add_argument("n", type=count, metavar="N", help="how many hands, such as 1e7")
    add_output(parser)
    parser.add_argument(
        "--cards", type=count, default=7, metavar="K", help="cards a hand (default: 7)"
    )
    parser.add_argument(
        "--seed", type=count, metavar="S", help="the seed (default: a new one, which is printed)"
    )
    parser.add_argument(
        "--dead", type=card_text, default="", metavar="CARDS", help="cards that are out of the deck"
    )
    add_lang(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import numpy as np

    from handrank.files.formats import open_target
    from handrank.ranking.dealing import deal, deal_blocks

    seed = np.random.SeedSequence(arguments.seed)
    options = {"n_cards": arguments.cards, "dead": arguments.dead}
    if arguments.cards == 0:
        raise FileError("a hand has one card at least")
    try:
        # No hands, but every argument is checked before a file is touched.
        nothing = deal(0, rng=np.random.default_rng(seed), **options)
    except ValueError as error:
        raise FileError(str(error)) from None
    with output_file(arguments.output) as (file, kind):
        if isinstance(file, Path):
            _require_space(file, kind, arguments.n, arguments.cards)
        start = time.perf_counter()
        done = 0
        with (
            contextlib.closing(open_target(file, kind)) as target,
            progress_bar(arguments.n, "hands", arguments.lang) as show,
        ):
            target.write(nothing, partial(_columns, nothing))
            for hands in deal_blocks(arguments.n, rng=np.random.default_rng(seed), **options):
                target.write(hands, partial(_columns, hands))
                done += len(hands)
                show(done)
        seconds = time.perf_counter() - start
    remark = say("seed {}", arguments.lang).format(seed.entropy)
    print_rate("dealt", done, seconds, remark, lang=arguments.lang)
    return 0


def _require_space(file: Path, kind: str, n: int, n_cards: int) -> None:
    """Refuse what the disk cannot hold before hours are spent on it."""
    # CSV has two signs and a separator a card; Parquet packs cards, but never to half a byte.
    needed = {".npy": n * n_cards, ".csv": n * n_cards * 3, ".parquet": n * n_cards // 2}[kind]
    free = shutil.disk_usage(file.parent).free
    if needed > free:
        raise WriteError(
            f"cannot write {n:,} hands: they need {needed:,} bytes, the disk has {free:,} free"
        )


def _columns(hands: Any) -> "Columns":
    return [("cards", hands)]
