"""Grids as pictures."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handrank import range_grid
from handrank.equities.pictures import PICTURES, draw_grid


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
