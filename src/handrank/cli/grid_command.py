"""``handrank grid``: the equities of all classes of hole cards against a hand or a range."""

import argparse
import contextlib
import os
import sys
from pathlib import Path
from typing import Any

from handrank.cli.file_work import writable_path
from handrank.cli.language import spoken_lang
from handrank.cli.options import GAMES_OF_ANY_FIVE, GAMES_WITH_EQUITY, add_shared, dask_executor
from handrank.cli.parsing import add_command, card_text, request_error, wrong_values
from handrank.files.file_errors import FileError
from handrank.rulebook.errors import Message


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        _run,
        "grid",
        Message("print or draw the equities of all hole cards against a hand or range"),
        Message(
            "Print the exact equity of each of the 169 classes of hole cards against a hand or a "
            "range: pairs on the diagonal, suited classes above, offsuit ones below. On a terminal "
            "it is coloured (not if NO_COLOR is set): blue above half the pot, vermillion below."
        ),
    )
    parser.option("opponent", 'a hand or range, such as "QQ+, AKs"', metavar="RANGE")
    add_shared(parser, "--board", "--dead")
    games = [name for name in GAMES_OF_ANY_FIVE if name in GAMES_WITH_EQUITY]
    add_shared(parser, "--game", choices=games)
    parser.option(
        "--output",
        "draw a picture instead of printing (.png, .svg; needs handrank[plot])",
        "-o",
        metavar="FILE",
    )
    add_shared(parser, "--threads", "--dask")


def _run(arguments: argparse.Namespace) -> int:
    # Before the work, not after it.
    path = None if arguments.output is None else _picture_path(arguments.output)
    from handrank.equities.grids import equity_grid
    from handrank.equities.pictures import draw_grid, grid_text, grid_title
    from handrank.files.saving import written_whole

    with contextlib.ExitStack() as stack:
        part = None if path is None else stack.enter_context(written_whole(path))
        executor = stack.enter_context(dask_executor(arguments))
        with wrong_values():
            grid = equity_grid(
                card_text(arguments.opponent),
                board=card_text(arguments.board),
                dead=card_text(arguments.dead),
                game=arguments.game,
                threads=arguments.threads,
                executor=executor,
                progress=sys.stderr.isatty(),
            )
        title = grid_title(arguments.opponent, arguments.board, arguments.dead, spoken_lang())
        if path is not None and part is not None:
            draw_grid(grid, part, path.suffix.lower(), title, spoken_lang())
        else:
            print(grid_text(grid, title, spoken_lang(), coloured=_coloured()))
    return 0


def _coloured() -> bool:
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def _picture_path(name: str) -> Path:
    from handrank.equities.pictures import PICTURES

    path = writable_path(name)
    if path.suffix.lower() not in PICTURES:
        raise FileError("cannot write {file}: a picture is a .png or .svg file", file=path)
    try:
        import matplotlib as _  # noqa: F401
    except ImportError as error:
        raise request_error(
            "pictures need matplotlib ({error}); install handrank[plot]", error=error
        ) from error
    return path
