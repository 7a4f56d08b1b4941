"""Draw an equity grid as a picture; matplotlib comes with the extra ``handrank[plot]``."""

from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.cm import ScalarMappable
from matplotlib.colors import ListedColormap, Normalize
from matplotlib.figure import Figure
from numpy.typing import NDArray

from handrank.equities.colours import Colour, ColourScale, text_colour
from handrank.equities.combos import class_names
from handrank.equities.wording import GRID_NOTE
from handrank.rulebook.cards import Lang
from handrank.rulebook.errors import Message
from handrank.rulebook.rules import N_RANKS
from handrank.words.catalogue import in_language
from handrank.words.languages import write_number

PICTURES = (".png", ".svg")
_CANVASES = {".png": FigureCanvasAgg, ".svg": FigureCanvasSVG}
_INCHES = (9.6, 8.4)
_DOTS_PER_INCH = 150
_SCALE_STEPS = 256


def draw_grid(
    grid: NDArray[np.float64], path: Path, kind: str, title: str, lang: Lang = "en"
) -> None:
    """Write a picture, of a kind of `PICTURES`, of the equities that `equity_grid` returns."""
    scale = ColourScale.for_grid(grid)
    figure = Figure(figsize=_INCHES, dpi=_DOTS_PER_INCH, layout="constrained")
    axes = figure.add_subplot()
    colours = [[scale.colour(value) for value in row] for row in grid.tolist()]
    axes.imshow(np.array(colours, dtype=np.uint8))
    for place, name in enumerate(class_names()):
        row, column = divmod(place, N_RANKS)
        ink = _share(text_colour(colours[row][column]))
        axes.text(column, row - 0.17, name, ha="center", va="center", color=ink, fontsize=10.5)
        value = grid[row, column]
        text = "–" if np.isnan(value) else write_number(100 * value, ".1f", lang)
        axes.text(column, row + 0.2, text, ha="center", va="center", color=ink, fontsize=9)
    axes.set_xticks([])
    axes.set_yticks([])
    # Lines between the cells.
    axes.set_xticks(np.arange(N_RANKS + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(N_RANKS + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="both", length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_title(title, fontsize=14)
    axes.set_xlabel(in_language(GRID_NOTE, lang), fontsize=10)
    low, high = scale.ends
    ramp = [_share(scale.colour(value)) for value in np.linspace(low, high, _SCALE_STEPS)]
    mappable = ScalarMappable(Normalize(100 * low, 100 * high), ListedColormap(ramp))
    bar = figure.colorbar(mappable, ax=axes, fraction=0.045, pad=0.02)
    bar.set_label(in_language(Message("equity, %"), lang), fontsize=11)
    _CANVASES[kind](figure)
    figure.savefig(path, format=kind[1:])


def _share(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255
