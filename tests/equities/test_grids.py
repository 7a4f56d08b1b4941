"""Grids of the 169 classes: arrangement, equities, colours, text and pictures."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handrank import Range, equity, equity_grid, range_grid
from handrank.cli.grid_command import grid_text
from handrank.equities import grids
from handrank.equities.combos import class_names, combo_classes
from handrank.equities.grid_colours import ColourScale, terminal_number, text_colour
from handrank.equities.grid_pictures import PICTURES, draw_grid
from handrank.rulebook.games import GameName

RANDOM_FIGURES = Path(__file__).parents[1] / "data" / "holdem_169_vs_random.csv"


def place(name: str) -> tuple[int, int]:
    return divmod(class_names().index(name), 13)


def test_pairs_on_the_diagonal_suited_above() -> None:
    assert place("AA") == (0, 0)
    assert place("22") == (12, 12)
    assert place("AKs") == (0, 1)
    assert place("AKo") == (1, 0)
    assert place("32o") == (12, 11)


def test_a_range_as_a_grid() -> None:
    grid = range_grid(Range.parse("AA, AKs:0.5, QhQd"))
    assert grid.shape == (13, 13)
    assert grid[place("AA")] == 1
    assert grid[place("AKs")] == 0.5
    assert grid[place("QQ")] == pytest.approx(1 / 6)
    assert grid.sum() == pytest.approx(1 + 0.5 + 1 / 6)


def test_values_by_combo_by_class_and_by_name() -> None:
    values = np.arange(169.0)
    np.testing.assert_array_equal(range_grid(values), values.reshape(13, 13))
    np.testing.assert_array_equal(range_grid(values[combo_classes()]), values.reshape(13, 13))
    np.testing.assert_array_equal(range_grid(values.reshape(13, 13)), values.reshape(13, 13))
    named = range_grid({"AKo": 0.25})
    assert named[1, 0] == 0.25
    assert np.isnan(named).sum() == 168
    gaps = np.where(combo_classes() == 0, np.nan, 1.0)
    assert np.isnan(range_grid(gaps)).sum() == 1
    gaps[-1] = 0.5  # AsAh: the mean is over the combos that have a value.
    assert range_grid(gaps)[0, 0] == 0.5


@pytest.mark.parametrize(
    ("values", "error", "complaint"),
    [
        (np.zeros(170), ValueError, "got \\(170,\\)"),
        ({"AK": 1.0}, ValueError, "'AK' is no class"),
        (["x"] * 169, TypeError, "real numbers"),
    ],
)
def test_values_that_make_no_grid(values: Any, error: type[Exception], complaint: str) -> None:
    with pytest.raises(error, match=complaint):
        range_grid(values)


@pytest.mark.parametrize(
    ("opponent", "board", "dead", "game"),
    [
        ("AhKh, QQ:0.5", "2h 7h Jc", "", "holdem"),
        ("QdQc", "2h 7h Jc 9s", "Ad", "holdem"),
        ("30%", "Ah Kd 5s", "", "holdem"),
        ("QQ+", "9s 8s 7d", "", "short-deck"),
        ("AhAd", "", "", "holdem"),
    ],
)
def test_each_cell_is_the_equity_of_the_class(
    opponent: str, board: str, dead: str, game: GameName
) -> None:
    question: dict[str, Any] = {"board": board, "dead": dead, "game": game}
    grid = equity_grid(opponent, **question)
    names = class_names() if board else ("AA", "AKs", "72o", "22", "JTs")
    for name in names:
        try:
            expected = equity([name, opponent], **question, method="exact").equity[0]
        except ValueError:
            assert np.isnan(grid[place(name)])
        else:
            assert grid[place(name)] == pytest.approx(expected, abs=1e-14)


def test_both_ways_to_a_grid_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    opponent, board = "AhKh, QQ:0.5, 72o", "2h 7h Jc"
    monkeypatch.setattr(grids, "matchup_seconds", lambda question: 1e-9)
    monkeypatch.setattr(grids, "TASK_SECONDS", 1e-7)
    by_hand = equity_grid(opponent, board=board)
    monkeypatch.setattr(grids, "matchup_seconds", lambda question: 1e9)
    by_board = equity_grid(opponent, board=board)
    np.testing.assert_array_equal(by_hand, by_board)


@pytest.mark.slow
def test_against_any_two() -> None:
    grid = equity_grid("random")
    assert grid[place("AA")] == pytest.approx(0.852037, abs=1e-6)
    for line in RANDOM_FIGURES.read_text().split()[1:]:
        name, _, win, lose, tie, _ = line.split(",")
        n_win, n_lose, n_tie = int(win), int(lose), int(tie)
        share = (2 * n_win + n_tie) / (2 * (n_win + n_lose + n_tie))
        assert grid[place(name)] == pytest.approx(share, abs=1e-12)


def test_questions_that_make_no_grid() -> None:
    with pytest.raises(ValueError, match="ranges are of 2 hole cards, omaha has 4"):
        equity_grid("AA", game="omaha")
    with pytest.raises(ValueError, match="Ah is on the board"):
        equity_grid("AhKh", board="Ah 2c 3c")


# --- colours


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


# --- text and pictures


def test_a_grid_as_text() -> None:
    grid = range_grid({"AA": 0.852, "AKs": 0.6704, "AKo": 0.05})
    lines = grid_text(grid, "random").splitlines()
    assert lines[0] == "equity against random"
    assert lines[2].split()[:4] == ["A", "85.2", "67.0", "-"]
    assert lines[3].split()[:2] == ["K", "5.0"]
    assert "\x1b" not in "".join(lines)
    assert max(map(len, lines)) <= 80
    assert grid_text(grid, "AA", "fr").startswith("équité contre AA")
    coloured = grid_text(grid, "random", coloured=True)
    assert coloured.count("\x1b[0m") == 169 + 11


@pytest.mark.parametrize("kind", PICTURES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pictures(kind: str, lang: Any, tmp_path: Path) -> None:
    grid = range_grid(np.linspace(0.9, 0.1, 169))
    grid[3, 3] = np.nan
    path = tmp_path / f"grid{kind}"
    draw_grid(grid, path, kind, "QQ+", lang)
    content = path.read_bytes()
    if kind == ".png":
        assert content.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", content[16:24])
        assert min(width, height) > 1000
    else:
        assert content.lstrip().startswith(b"<?xml")
        assert content.count(b'<g id="text_') > 2 * 169
