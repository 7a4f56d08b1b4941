"""Options that several commands have, and the Dask cluster that one of them names."""

import argparse
import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from handrank.cli.language import say
from handrank.cli.parsing import count, request_error
from handrank.files.formats import FORMATS
from handrank.rulebook.errors import Message
from handrank.rulebook.games import GAMES
from handrank.rulebook.rules import RULE_SETS

if TYPE_CHECKING:
    from concurrent.futures import Executor

STANDARD_STREAM = "-"
# A hand's own cards cannot be told from the board's in one text.
GAMES_WITH_EQUITY = [game.name for game in GAMES.values() if game.has_equity]
GAMES_OF_ANY_FIVE = [game.name for game in GAMES.values() if not game.two_from_hand]

_DEAD = Message("cards that are out of the deck")
_OUTPUT = Message("the file to write ({formats}); '-', the default, prints CSV", formats=[*FORMATS])
_DASK = Message("run on a Dask cluster: the address of its scheduler, such as tcp://host:8786")
_SHARED: dict[str, dict[str, Any]] = {
    # None where it is not given: argparse then knows that it is not.
    "--rules": {
        "choices": list(RULE_SETS),
        "help": Message("how five cards are ordered (default: high)"),
    },
    "--game": {
        "choices": list(GAMES),
        "default": "holdem",
        "help": Message("what is played (default: holdem)"),
    },
    "--board": {"default": "", "metavar": "CARDS", "help": Message("up to five board cards")},
    "--dead": {"default": "", "metavar": "CARDS", "help": _DEAD},
    "--json": {"action": "store_true", "help": Message("print JSON, for programs")},
    "--output": {"default": STANDARD_STREAM, "metavar": "FILE", "help": _OUTPUT},
    "--on-error": {"choices": ("stop", "null"), "default": "stop"},
    "--threads": {
        "type": count,
        "metavar": "N",
        "help": Message("how many threads (default: one a CPU)"),
    },
    "--dask": {"metavar": "ADDRESS", "help": _DASK},
}
_SHORT = {"--output": ["-o"]}


def add_shared(parser: argparse._ActionsContainer, *names: str, **changes: Any) -> None:
    """Add options that other commands have, too, and say what is different here."""
    for name in names:
        options = _SHARED[name] | changes
        options["help"] = say(options["help"])
        parser.add_argument(*_SHORT.get(name, []), name, **options)


@contextlib.contextmanager
def dask_executor(arguments: argparse.Namespace) -> "Iterator[Executor | None]":
    """Give the executor of the Dask cluster of ``--dask``, or None without one."""
    address = arguments.dask
    if address is None:
        yield None
        return
    if arguments.threads is not None:
        raise request_error("give --threads or --dask, not both: the cluster has its own threads")
    try:
        from distributed import Client
    except ImportError as error:
        raise request_error(
            "--dask needs distributed ({error}); install handrank[dask]", error=error
        ) from error
    try:
        client: Any = Client(address)  # type: ignore[no-untyped-call, unused-ignore]
    except (OSError, ValueError) as error:
        raise request_error(
            "cannot reach a Dask scheduler at {address}: {error}", address=address, error=error
        ) from error
    with client:
        yield client.get_executor(pure=False)
