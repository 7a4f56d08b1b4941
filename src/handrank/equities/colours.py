"""The colours of equity grids: vermillion below half the pot, white at half, blue above.

Vermillion and blue are two of the eight colours that Okabe and Ito ("Color Universal Design", 2008)
chose for being told apart with any kind of colour vision; the ends are darker shades of them, so
that lightness tells how far a value is from the middle.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]

_WHITE: Colour = (247, 247, 247)
# From the middle outwards.
_BELOW: tuple[Colour, ...] = (_WHITE, (243, 178, 122), (213, 94, 0), (140, 54, 0))
_ABOVE: tuple[Colour, ...] = (_WHITE, (137, 190, 224), (0, 114, 178), (0, 62, 105))
_NO_VALUE: Colour = (208, 208, 208)
_BLACK: Colour = (0, 0, 0)
# Below this luminance white text is the more legible (WCAG 2: equal contrast at about 0.18).
_DARK = 0.18
# No grid is stretched to show differences smaller than this on both sides of the middle.
_NARROWEST = 0.05


@dataclass(frozen=True)
class ColourScale:
    """A scale of colours, symmetric about half the pot.

    Attributes
    ----------
    reach : float
        How far from half the pot the ends are.
    """

    reach: float

    @classmethod
    def for_grid(cls, grid: NDArray[np.float64]) -> "ColourScale":
        """Return the narrowest scale of whole percents that holds all values.

        Examples
        --------
        >>> ColourScale.for_grid(np.array([[0.85, 0.312]])).ends
        (0.15, 0.85)
        """
        values = grid[~np.isnan(grid)]
        most = float(np.abs(values - 0.5).max(initial=0.0))
        return cls(max(_NARROWEST, float(np.ceil(round(most * 100, 6))) / 100))

    @property
    def ends(self) -> tuple[float, float]:
        """The values at the two ends."""
        return round(0.5 - self.reach, 2), round(0.5 + self.reach, 2)

    def colour(self, value: float) -> Colour:
        """Return the colour of a value as red, green, blue; grey for NaN.

        Examples
        --------
        >>> ColourScale(0.5).colour(0.5)
        (247, 247, 247)
        """
        if np.isnan(value):
            return _NO_VALUE
        stops = _ABOVE if value >= 0.5 else _BELOW
        place = min(1.0, abs(value - 0.5) / self.reach) * (len(stops) - 1)
        below = min(int(place), len(stops) - 2)
        return _between(stops[below], stops[below + 1], place - below)


def _between(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def text_colour(background: Colour) -> Colour:
    """Return black or white, whichever is the more legible on a colour.

    Examples
    --------
    >>> text_colour((0, 62, 105))
    (247, 247, 247)
    """
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in background)
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return _WHITE if luminance < _DARK else _BLACK


def terminal_number(colour: Colour) -> int:
    """Return the nearest of the 216 colours of the cube of terminals with 256 colours.

    Examples
    --------
    >>> terminal_number((255, 255, 255))
    231
    """
    levels = (0, 95, 135, 175, 215, 255)
    red, green, blue = (min(range(6), key=lambda i: abs(levels[i] - channel)) for channel in colour)
    return 16 + 36 * red + 6 * green + blue
