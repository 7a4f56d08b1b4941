"""What the commands for equity share: known cards, and where the work is done."""

import argparse
import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from handrank.cli.common import card_text, count
from handrank.files.errors import FileError

if TYPE_CHECKING:
    from concurrent.futures import Executor


def add_known_cards(parser: argparse.ArgumentParser) -> None:
    """Add ``--board`` and ``--dead``."""
    parser.add_argument(
        "--board", type=card_text, default="", metavar="CARDS", help="up to five board cards"
    )
    parser.add_argument(
        "--dead", type=card_text, default="", metavar="CARDS", help="cards out of the deck"
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add ``--threads`` and ``--dask``."""
    parser.add_argument(
        "--threads", type=count, metavar="N", help="how many threads (default: one a CPU)"
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="run on a Dask cluster, the address that of its scheduler (tcp://host:8786)",
    )


@contextlib.contextmanager
def dask_executor(arguments: argparse.Namespace) -> "Iterator[Executor | None]":
    """Give the executor of the Dask cluster of ``--dask``, or None without one."""
    if arguments.dask is None:
        yield None
        return
    if arguments.threads is not None:
        raise FileError("give --threads or --dask, not both: the cluster has its own threads")
    try:
        from distributed import Client
    except ImportError as error:
        raise FileError(f"--dask needs distributed ({error}); install handrank[dask]") from error
    try:
        client: Any = Client(arguments.dask)  # type: ignore[no-untyped-call, unused-ignore]
    except (OSError, ValueError) as error:
        raise FileError(f"cannot reach a Dask scheduler at {arguments.dask}: {error}") from error
    with client:
        yield client.get_executor(pure=False)
