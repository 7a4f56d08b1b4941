"""The command line ``handrank``.

Each command has a module with `add_parser`, which must be quick: ``--help`` imports neither NumPy
nor Numba. What a command needs it imports when it runs.

Exit codes: 0 done, 1 the work failed (full disk, damaged tables, figures that differ), 2 the
request or its input is wrong, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence

from handrank import __version__
from handrank.cli import (
    deal_command,
    equity_command,
    evaluate_command,
    grid_command,
    showdown_command,
    survey_command,
    tables_command,
)
from handrank.cli.language import asked_lang, complain, say, speaking
from handrank.cli.parsing import WRONG, Parser, RequestError, add_lang, wrong_values
from handrank.cli.process import INTERRUPTED, ending_once, usable_streams
from handrank.files.file_errors import FileError, WriteError
from handrank.rulebook.errors import CardError, Message, TableError

FAILED = 1

_COMMANDS = (
    evaluate_command,
    showdown_command,
    equity_command,
    grid_command,
    deal_command,
    survey_command,
    tables_command,
)


def build_parser() -> Parser:
    """Return the parser of all commands, in the language that is spoken."""
    parser = Parser(prog="handrank", description=Message("Rank poker hands in bulk."))
    parser.add_argument(
        "--version",
        action="version",
        version=f"handrank {__version__}",
        help=say(Message("print the version and exit")),
    )
    add_lang(parser)
    commands = parser.add_subparsers(
        title=say(Message("commands")), metavar="COMMAND", required=True
    )
    for command in _COMMANDS:
        command.add_parser(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with arguments, else those of the process; return the exit code."""
    lang = asked_lang(sys.argv[1:] if argv is None else argv)
    with usable_streams(), ending_once(), speaking(lang):
        return _main(argv)


def _main(argv: Sequence[str] | None) -> int:
    try:
        parser = build_parser()
        parser.refuse_two_dashes(sys.argv[1:] if argv is None else argv)
        arguments = parser.parse_args(argv)
        from handrank.arrays.switches import SWITCHES, switched_on
        from handrank.arrays.threads import get_threads

        with wrong_values():
            get_threads()
            for variable in SWITCHES:
                switched_on(variable)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the terminal shows ^C
        return complain(Message("interrupted"), INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (RequestError, FileError, CardError, TableError) as error:
        failed = isinstance(error, (WriteError, TableError))
        return complain(error.args[0], FAILED if failed else WRONG)
    except OSError as error:
        where = error.filename or Message("standard output")
        reason = error.strerror or str(error)
        return complain(Message("cannot use {file}: {reason}", file=where, reason=reason), FAILED)
    return code
