"""Options that several commands have: rules, known cards, what to write, where to work."""

import contextlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from handrank.cli.language import say
from handrank.cli.parsing import Parser, RequestError, count
from handrank.files.errors import cannot_write
from handrank.files.formats import FORMATS, format_of
from handrank.rulebook.errors import Message
from handrank.rulebook.games import GAMES
from handrank.rulebook.rules import RULE_SETS

if TYPE_CHECKING:
    import argparse
    from concurrent.futures import Executor

STANDARD_STREAM = "-"


def add_rules(parser: "argparse._ActionsContainer") -> None:
    """Add ``--rules``, which is None where it is not given: argparse then knows that it is not."""
    parser.add_argument(
        "--rules",
        choices=list(RULE_SETS),
        help=say(Message("how five cards are ordered (default: high)")),
    )


def add_game(parser: Parser, games: list[str] | None = None) -> None:
    """Add ``--game``."""
    parser.add_argument(
        "--game",
        choices=games or list(GAMES),
        default="holdem",
        help=Message("what is played (default: holdem)"),
    )


def add_known_cards(parser: Parser) -> None:
    """Add ``--board`` and ``--dead``."""
    for name, help in (
        ("--board", Message("up to five board cards")),
        ("--dead", Message("cards that are out of the deck")),
    ):
        parser.add_argument(name, default="", metavar="CARDS", help=help)


def add_json(parser: Parser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help=Message("print JSON, for programs"))


# --- files


def add_output(parser: Parser) -> None:
    """Add ``-o``."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default=STANDARD_STREAM,
        help=Message(
            "the file to write ({formats}); '-', the default, prints CSV", formats=list(FORMATS)
        ),
    )


def only_file(texts: list[str]) -> str | None:
    """Return the file that is given in place of cards, if one is; it must be alone."""
    files = [text for text in texts if _is_file(text)]
    if files and len(texts) > 1:
        raise RequestError(
            Message("one file at a time: {file} is given with other arguments", file=files[0])
        )
    return files[0] if files else None


def _is_file(text: str) -> bool:
    if text == STANDARD_STREAM or text.lower().endswith(tuple(FORMATS)):
        return True
    try:
        return bool(text) and Path(text).exists()
    except (OSError, ValueError):
        return False


def path_of(name: str) -> Path | None:
    """Return the path of a file to read, None for standard input."""
    return None if name == STANDARD_STREAM else Path(name)


@contextlib.contextmanager
def output_file(name: str, source: Path | None = None) -> Iterator[tuple[Path | IO[str], str]]:
    """Give where to write and in which format; a file takes its place when it is whole.

    `source` is the file being read, which must be another one.
    """
    if name == STANDARD_STREAM:
        if isinstance(sys.stdout, io.TextIOWrapper):
            # As in a file: UTF-8, and bytes that were none in the input leave as they came.
            sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
        yield sys.stdout, ".csv"
        return
    from handrank.files.saving import written_whole

    path = writable_path(name)
    kind = format_of(path)
    with written_whole(path, source) as part:
        yield part, kind


def writable_path(name: str) -> Path:
    """Return the path of a file to write, which must not be a folder."""
    path = Path(name)
    if path.is_dir():
        raise cannot_write(path, Message("it is a folder"))
    return path


# --- where the work is done


def add_workers(parser: Parser) -> None:
    """Add ``--threads`` and ``--dask``."""
    parser.add_argument(
        "--threads", type=count, metavar="N", help=Message("how many threads (default: one a CPU)")
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help=Message(
            "run on a Dask cluster: the address of its scheduler, such as tcp://host:8786"
        ),
    )


@contextlib.contextmanager
def dask_executor(address: str | None, threads: int | None) -> "Iterator[Executor | None]":
    """Give the executor of the Dask cluster of ``--dask``, or None without one."""
    if address is None:
        yield None
        return
    if threads is not None:
        raise RequestError(
            Message("give --threads or --dask, not both: the cluster has its own threads")
        )
    try:
        from distributed import Client
    except ImportError as error:
        raise RequestError(
            Message("--dask needs distributed ({error}); install handrank[dask]", error=error)
        ) from error
    try:
        client: Any = Client(address)  # type: ignore[no-untyped-call, unused-ignore]
    except (OSError, ValueError) as error:
        raise RequestError(
            Message(
                "cannot reach a Dask scheduler at {address}: {error}", address=address, error=error
            )
        ) from error
    with client:
        yield client.get_executor(pure=False)
