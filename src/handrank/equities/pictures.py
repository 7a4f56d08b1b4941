"""Equity grids as text and as pictures: their colours, title and drawing, which needs matplotlib.

Colours are vermillion below half the pot, white at half, blue above. Vermillion and blue are two of
the eight colours that Okabe and Ito ("Color Universal Design", 2008) chose for being told apart
with any kind of colour vision; the ends are darker shades of them, so that lightness tells how far
a value is from the middle.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from handrank.equities.combos import class_names
from handrank.equities.result import in_letters, street
from handrank.rulebook.cards import Lang
from handrank.rulebook.errors import Message
from handrank.rulebook.rules import N_RANKS, RANK_LETTERS
from handrank.words.catalogue import in_language
from handrank.words.languages import write_number

Colour = tuple[int, int, int]

GRID_NOTE = Message("suited above the diagonal, offsuit below; equity in %")

PICTURES = (".png", ".svg")
_INCHES = (9.6, 8.4)
_DOTS_PER_INCH = 150
_SCALE_STEPS = 256

_WHITE: Colour = (247, 247, 247)
# From the middle outwards.
_BELOW: tuple[Colour, ...] = (_WHITE, (243, 178, 122), (213, 94, 0), (140, 54, 0))
_ABOVE: tuple[Colour, ...] = (_WHITE, (137, 190, 224), (0, 114, 178), (0, 62, 105))
_NO_VALUE: Colour = (208, 208, 208)
# Below this luminance white text is the more legible (WCAG 2: equal contrast at about 0.18).
_DARK = 0.18
# No grid is stretched to show differences smaller than this on both sides of the middle.
_NARROWEST = 0.05


@dataclass(frozen=True)
class ColourScale:
    """A scale of colours, symmetric about half the pot, whose ends are `reach` away from it."""

    reach: float

    @classmethod
    def for_grid(cls, grid: NDArray[np.float64]) -> "ColourScale":
        """Return the narrowest scale of whole percents that holds all values."""
        values = grid[~np.isnan(grid)]
        most = float(np.abs(values - 0.5).max(initial=0.0))
        return cls(max(_NARROWEST, float(np.ceil(round(most * 100, 6))) / 100))

    @property
    def ends(self) -> tuple[float, float]:
        """The values at the two ends."""
        return round(0.5 - self.reach, 2), round(0.5 + self.reach, 2)

    def colour(self, value: float) -> Colour:
        """Return the colour of a value as red, green, blue; grey for NaN."""
        if np.isnan(value):
            return _NO_VALUE
        stops = _ABOVE if value >= 0.5 else _BELOW
        place = min(1.0, abs(value - 0.5) / self.reach) * (len(stops) - 1)
        below = min(int(place), len(stops) - 2)
        channels = zip(stops[below], stops[below + 1], strict=True)
        red, green, blue = (round(a + (b - a) * (place - below)) for a, b in channels)
        return red, green, blue


def text_colour(background: Colour) -> Colour:
    """Return black or white, whichever is the more legible on a colour."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in background)
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return _WHITE if luminance < _DARK else (0, 0, 0)


def terminal_number(colour: Colour) -> int:
    """Return the nearest of the 216 colours of the cube of terminals with 256 colours."""
    levels = (0, 95, 135, 175, 215, 255)
    red, green, blue = (min(range(6), key=lambda i: abs(levels[i] - channel)) for channel in colour)
    return 16 + 36 * red + 6 * green + blue


def grid_title(opponent: str, board: str = "", dead: str = "", lang: Lang = "en") -> str:
    """Return the title of an equity grid: "equity against QdQc, board Qh 7s 2d"."""
    title = Message("equity against {opponent}", opponent=in_letters(opponent.strip(), lang))
    if board or dead:
        place = street(board, dead, lang)
        title = Message("{title}, {place}", title=title, place=place)
    return in_language(title, lang)


def draw_grid(
    grid: NDArray[np.float64], path: Path, kind: str, title: str, lang: Lang = "en"
) -> None:
    """Write a picture, of a kind of `PICTURES`, of the equities that `equity_grid` returns."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap, Normalize
    from matplotlib.figure import Figure

    scale = ColourScale.for_grid(grid)
    figure = Figure(figsize=_INCHES, dpi=_DOTS_PER_INCH, layout="constrained")
    axes = figure.add_subplot()
    colours = [[scale.colour(value) for value in row] for row in grid.tolist()]
    axes.imshow(np.array(colours, dtype=np.uint8))
    for place, name in enumerate(class_names()):
        row, column = divmod(place, N_RANKS)
        ink = tuple(np.divide(text_colour(colours[row][column]), 255))
        axes.text(column, row - 0.17, name, ha="center", va="center", color=ink, fontsize=10.5)
        value = grid[row, column]
        text = "–" if np.isnan(value) else write_number(100 * value, ".1f", lang)
        axes.text(column, row + 0.2, text, ha="center", va="center", color=ink, fontsize=9)
    for set_ticks in (axes.set_xticks, axes.set_yticks):
        set_ticks([])
        # Lines between the cells.
        set_ticks(np.arange(N_RANKS + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(title, fontsize=14)
    axes.set_xlabel(in_language(GRID_NOTE, lang), fontsize=10)
    low, high = scale.ends
    ramp = np.divide([scale.colour(value) for value in np.linspace(low, high, _SCALE_STEPS)], 255)
    mappable = ScalarMappable(Normalize(100 * low, 100 * high), ListedColormap(ramp))
    bar = figure.colorbar(mappable, ax=axes, fraction=0.045, pad=0.02)
    bar.set_label(in_language(Message("equity, %"), lang), fontsize=11)
    figure.savefig(path, format=kind[1:])


def grid_text(
    grid: NDArray[np.float64], title: str, lang: Lang = "en", *, coloured: bool = False
) -> str:
    """Return a grid as text, with the colours of terminals if asked."""
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
