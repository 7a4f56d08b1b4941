"""Grids as pictures."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handrank import range_grid
from handrank.equities.pictures import (
    PICTURES,
    ColourScale,
    draw_grid,
    grid_title,
    terminal_number,
    text_colour,
)


@pytest.mark.parametrize("kind", PICTURES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pictures(kind: str, lang: Any, tmp_path: Path) -> None:
    grid = range_grid(np.linspace(0.9, 0.1, 169))
    grid[3, 3] = np.nan
    path = tmp_path / f"grid{kind}"
    draw_grid(grid, path, kind, "equity against QQ+", lang)
    content = path.read_bytes()
    if kind == ".png":
        assert content.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", content[16:24])
        assert min(width, height) > 1000
    else:
        assert content.lstrip().startswith(b"<?xml")
        assert content.count(b'<g id="text_') > 2 * 169


def test_a_scale_is_symmetric_and_lightest_in_the_middle() -> None:
    scale = ColourScale.for_grid(np.array([[0.2, 0.6, np.nan]]))
    assert scale.ends == (0.2, 0.8)
    lightness = [sum(scale.colour(value)) for value in np.linspace(0.2, 0.8, 61)]
    assert int(np.argmax(lightness)) == 30
    assert lightness[:31] == sorted(lightness[:31])
    assert lightness[30:] == sorted(lightness[30:], reverse=True)
    # Blue above, vermillion below: told apart by blue against red.
    high, low = scale.colour(0.7), scale.colour(0.3)
    assert high[2] > high[0]
    assert low[0] > low[2]
    assert scale.colour(float("nan")) == (208, 208, 208)
    assert ColourScale.for_grid(np.full((13, 13), 0.5)).ends == (0.45, 0.55)


def test_text_is_legible_on_every_colour() -> None:
    def luminance(colour: tuple[int, int, int]) -> float:
        shares = [channel / 255 for channel in colour]
        red, green, blue = (
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    scale = ColourScale(0.5)
    for value in np.linspace(0, 1, 101):
        paper = scale.colour(value)
        bright, dark = sorted((luminance(paper), luminance(text_colour(paper))), reverse=True)
        # Level AA of the Web Content Accessibility Guidelines 2 asks for 3 : 1 in large text.
        assert (bright + 0.05) / (dark + 0.05) > 4


def test_colours_of_terminals() -> None:
    assert terminal_number((0, 0, 0)) == 16
    assert terminal_number((0, 95, 255)) == 16 + 6 + 5


def test_titles_in_both_languages() -> None:
    assert grid_title("QdQc", "Qh 7s 2d") == "equity against QdQc, board Qh 7s 2d"
    title = grid_title("QdQc", "Qh 7s 2d", "As", "fr")
    assert title == "équité contre D♦D♣, tableau D♥ 7♠ 2♦, mortes A♠"
