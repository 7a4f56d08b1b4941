"""The command line ``handrank``.

Each command has a module with `add_parser`, which must be quick: ``--help`` imports neither NumPy
nor Numba. What a command needs it imports when it runs.

Exit codes: 0 done, 1 the work failed (full disk, damaged tables, figures that differ), 2 the
request or its input is wrong, 130 interrupted.
"""

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from handrank import __version__
from handrank.arrays.threads import get_threads
from handrank.cli import deal, equity, evaluate, grid, showdown, survey, tables
from handrank.cli.interrupts import INTERRUPTED
from handrank.cli.refusals import asked_lang, refusal
from handrank.cli.standard_streams import usable_streams
from handrank.files.errors import FileError, WriteError

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang

FAILED = 1
WRONG = 2

_COMMANDS = (evaluate, showdown, equity, grid, deal, survey, tables)


class _ArgumentsError(Exception):
    """The arguments are wrong."""

    def __init__(self, prog: str, message: str) -> None:
        self.prog, self.message = prog, message


class _Parser(argparse.ArgumentParser):
    """A parser, and those of its commands, that leave it to `main` to print their errors."""

    def error(self, message: str) -> NoReturn:
        raise _ArgumentsError(self.prog, message)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = _Parser(prog="handrank", description="Rank poker hands in bulk.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"handrank {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_parser(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; those of the process otherwise.

    Returns
    -------
    int
        The exit code.
    """
    with usable_streams():
        return _main(argv)


def _main(argv: Sequence[str] | None) -> int:
    lang = asked_lang(sys.argv[1:] if argv is None else argv)
    try:
        arguments = build_parser().parse_args(argv)
        _end_on_terminate()
        try:
            get_threads()
        except ValueError as error:
            raise FileError(str(error)) from None
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except _ArgumentsError as error:
        # As argparse ends, so that --help and a wrong argument leave main() in the same way.
        print(f"{error.prog}: {refusal(error.message, lang)}", file=sys.stderr)
        sys.exit(WRONG)
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the terminal shows ^C
        return _refuse("interrupted", INTERRUPTED, lang)
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except FileError as error:
        return _refuse(error, FAILED if isinstance(error, WriteError) else WRONG, lang)
    except OSError as error:
        where = error.filename or "standard output"
        return _refuse(f"cannot use {where}: {error.strerror or error}", FAILED, lang)
    except Exception as error:
        code = _exit_code(error)
        if not code:
            raise
        return _refuse(error, code, lang)
    return code


def _refuse(error: Exception | str, code: int, lang: "Lang") -> int:
    print(f"handrank: {refusal(str(error), lang)}", file=sys.stderr)
    return code


def _exit_code(error: Exception) -> int:
    """Return the exit code for an error that users can cause, 0 for any other."""
    from handrank.rulebook.errors import CardError, TableError

    if isinstance(error, CardError):
        return WRONG
    return FAILED if isinstance(error, TableError) else 0


def _end_on_terminate() -> None:
    """Let SIGTERM and SIGHUP end the program as an error does, so no half-written file stays."""

    def end(signal_number: int, frame: FrameType | None) -> None:
        sys.exit(128 + signal_number)

    # Only the main thread may; a program that calls main() in another has its own handlers.
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGTERM, end)
        # Windows has none; nohup ignores it, which must stay so.
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            signal.signal(signal.SIGHUP, end)
