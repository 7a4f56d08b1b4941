"""``handrank grid``: the equities of all classes of hole cards against a hand or a range."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from handrank.cli.language import spoken_lang
from handrank.cli.options import (
    add_game,
    add_known_cards,
    add_workers,
    dask_executor,
    writable_path,
)
from handrank.cli.parsing import Commands, RequestError, add_command, card_text, wrong_values
from handrank.files.errors import FileError
from handrank.rulebook.errors import Message
from handrank.rulebook.games import GAMES
from handrank.rulebook.rules import N_RANKS, RANK_LETTERS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handrank.rulebook.cards import Lang

_GAMES = [game.name for game in GAMES.values() if not game.two_from_hand]


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "grid",
        Message("print or draw the equities of all hole cards against a hand or range"),
        Message(
            "Print the exact equity of each of the 169 classes of hole cards against a hand or a "
            "range: pairs on the diagonal, suited classes above, offsuit ones below. On a terminal "
            "it is coloured (not if NO_COLOR is set): blue above half the pot, vermillion below."
        ),
    )
    parser.add_argument(
        "opponent", metavar="RANGE", help=Message('a hand or range, such as "QQ+, AKs"')
    )
    add_known_cards(parser)
    add_game(parser, _GAMES)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=Message("draw a picture instead of printing (.png, .svg; needs handrank[plot])"),
    )
    add_workers(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    # Before the work, not after it.
    path = None if arguments.output is None else _picture_path(arguments.output)
    from handrank.equities.grids import equity_grid
    from handrank.equities.pictures import grid_title

    with dask_executor(arguments.dask, arguments.threads) as executor, wrong_values():
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
    if path is not None:
        _draw(grid, path, title)
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
        raise RequestError(
            Message("pictures need matplotlib ({error}); install handrank[plot]", error=error)
        ) from error
    return path


def _draw(grid: "NDArray[np.float64]", path: Path, title: str) -> None:
    from handrank.equities.pictures import draw_grid
    from handrank.files.saving import written_whole

    with written_whole(path) as part:
        draw_grid(grid, part, path.suffix.lower(), title, spoken_lang())


def grid_text(
    grid: "NDArray[np.float64]", title: str, lang: "Lang" = "en", *, coloured: bool = False
) -> str:
    """Return a grid as text, with the colours of terminals if asked.

    Examples
    --------
    >>> import numpy as np
    >>> text = grid_text(np.full((13, 13), 0.5), "equity against AA")
    >>> print(text.splitlines()[1][:16], text.splitlines()[2][:16], sep=chr(10))
           A     K
     A   50.0  50.0
    """
    import numpy as np

    from handrank.equities.pictures import GRID_NOTE, ColourScale, terminal_number, text_colour
    from handrank.words.catalogue import in_language
    from handrank.words.languages import write_number

    scale = ColourScale.for_grid(grid)
    letters = RANK_LETTERS[::-1]

    def painted(text: str, value: float) -> str:
        if not coloured:
            return text
        colour = scale.colour(value)
        ink, paper = terminal_number(text_colour(colour)), terminal_number(colour)
        return f"\x1b[38;5;{ink};48;5;{paper}m{text}\x1b[0m"

    lines = [title, "  " + "".join(f"{letter:>6}" for letter in letters)]
    for row in range(N_RANKS):
        cells = []
        for value in grid[row].tolist():
            text = "-" if np.isnan(value) else write_number(100 * value, ".1f", lang)
            cells.append(painted(f"{text:>6}", value))
        lines.append(f" {letters[row]}" + "".join(cells))
    lines.append(in_language(GRID_NOTE, lang))
    if coloured:
        low, high = scale.ends
        steps = [low + (high - low) * i / 10 for i in range(11)]
        lines.append("".join(painted(f"{100 * step:>5.0f} ", step) for step in steps))
    return "\n".join(lines)
