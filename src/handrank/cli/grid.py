"""``handrank grid``: the equities of all classes of hole cards against a hand or a range."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from handrank.cli.common import Commands, add_lang, card_text
from handrank.cli.workers import add_known_cards, add_workers, dask_executor
from handrank.files.errors import FileError
from handrank.rulebook.games import GAMES
from handrank.rulebook.rules import N_RANKS, RANK_LETTERS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handrank.rulebook.cards import Lang

_GAMES = [game.name for game in GAMES.values() if not game.two_from_hand]
_PICTURES = (".png", ".svg")
# What the library calls the one whom the grid is against.
_OPPONENT = "player 2"


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "grid",
        help="print or draw the equities of all hole cards against a hand or range",
        description="Print the exact equity of each of the 169 classes of hole cards against a "
        "hand or a range: pairs on the diagonal, suited classes above, offsuit ones below. On a "
        "terminal it is coloured (not if NO_COLOR is set): blue above half the pot, vermillion "
        "below.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "opponent", type=card_text, metavar="RANGE", help='a hand or range, such as "QQ+, AKs"'
    )
    add_known_cards(parser)
    parser.add_argument(
        "--game", choices=_GAMES, default="holdem", help="what is played (default: holdem)"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="draw a picture instead of printing (.png, .svg; needs handrank[plot])",
    )
    add_workers(parser)
    add_lang(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    path = None if arguments.output is None else Path(arguments.output)
    if path is not None:
        # Before the work, not after it.
        _check_picture(path)
    from handrank.equities.grids import equity_grid

    with dask_executor(arguments) as executor:
        try:
            grid = equity_grid(
                arguments.opponent,
                board=arguments.board,
                dead=arguments.dead,
                game=arguments.game,
                threads=arguments.threads,
                executor=executor,
                progress=sys.stderr.isatty(),
            )
        except ValueError as error:
            message = str(error)
            if message.startswith(_OPPONENT):
                message = "opponent" + message.removeprefix(_OPPONENT)
            raise FileError(message) from None
    title = _title(arguments)
    if path is not None:
        _draw(grid, path, title, arguments.lang)
    else:
        print(grid_text(grid, title, arguments.lang, coloured=_coloured()))
    return 0


def _title(arguments: argparse.Namespace) -> str:
    from handrank.words.equity_wording import get_equity_wording

    words = get_equity_wording(arguments.lang)
    title = str(arguments.opponent).strip()
    if arguments.board:
        title += ", " + words.board.format(arguments.board)
    return title + (words.dead.format(arguments.dead) if arguments.dead else "")


def _coloured() -> bool:
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def _check_picture(path: Path) -> None:
    if path.suffix.lower() not in _PICTURES:
        raise FileError(f"cannot write {path}: a picture is a {' or '.join(_PICTURES)} file")
    if path.is_dir():
        raise FileError(f"cannot write {path}: it is a folder")
    try:
        import matplotlib as _  # noqa: F401
    except ImportError as error:
        raise FileError(f"pictures need matplotlib ({error}); install handrank[plot]") from error


def _draw(grid: "NDArray[np.float64]", path: Path, title: str, lang: "Lang") -> None:
    from handrank.equities.grid_pictures import draw_grid
    from handrank.files.saving import written_whole

    with written_whole(path) as part:
        draw_grid(grid, part, path.suffix.lower(), title, lang)


def grid_text(
    grid: "NDArray[np.float64]", title: str, lang: "Lang" = "en", *, coloured: bool = False
) -> str:
    """Return a grid as text, with the colours of terminals if asked.

    Examples
    --------
    >>> import numpy as np
    >>> text = grid_text(np.full((13, 13), 0.5), "AA")
    >>> print(text.splitlines()[0])
    equity against AA
    >>> print(text.splitlines()[1][:16], text.splitlines()[2][:16], sep=chr(10))
           A     K
     A   50.0  50.0
    """
    import numpy as np

    from handrank.equities.grid_colours import ColourScale, terminal_number, text_colour
    from handrank.words.equity_wording import get_equity_wording
    from handrank.words.numbers import write_number

    words = get_equity_wording(lang)
    scale = ColourScale.for_grid(grid)
    letters = RANK_LETTERS[::-1]

    def painted(text: str, value: float) -> str:
        if not coloured:
            return text
        colour = scale.colour(value)
        ink, paper = terminal_number(text_colour(colour)), terminal_number(colour)
        return f"\x1b[38;5;{ink};48;5;{paper}m{text}\x1b[0m"

    lines = [words.grid_title.format(title), "  " + "".join(f"{letter:>6}" for letter in letters)]
    for row in range(N_RANKS):
        cells = []
        for value in grid[row].tolist():
            text = "-" if np.isnan(value) else write_number(100 * value, ".1f", lang)
            cells.append(painted(f"{text:>6}", value))
        lines.append(f" {letters[row]}" + "".join(cells))
    lines.append(words.grid_note)
    if coloured:
        low, high = scale.ends
        steps = [low + (high - low) * i / 10 for i in range(11)]
        lines.append("".join(painted(f"{100 * step:>5.0f} ", step) for step in steps))
    return "\n".join(lines)
