"""Grids of the 169 classes: arrangement, equities, text; the matrix of class against class."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handrank import Range, equity, equity_grid, preflop_matrix, range_grid
from handrank.equities import grids
from handrank.equities.combos import class_names, combo_classes
from handrank.equities.pictures import grid_text, grid_title
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
        ({"AK": 1.0}, ValueError, "'AK' is not a class"),
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
        ("A2s, 54:0.5", "Ah 7h 4h", "", "holdem-low"),
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
    monkeypatch.setattr(grids, "matchups_at_least", lambda question: 0.0)
    by_hand = equity_grid(opponent, board=board)
    monkeypatch.setattr(grids, "matchups_at_least", lambda question: math.inf)
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
    with pytest.raises(ValueError, match="omaha is another game"):
        equity_grid("AA", game="omaha")
    with pytest.raises(ValueError, match="Ah is on the board"):
        equity_grid("AhKh", board="Ah 2c 3c")


def test_a_grid_as_text() -> None:
    grid = range_grid({"AA": 0.852, "AKs": 0.6704, "AKo": 0.05})
    lines = grid_text(grid, grid_title("random")).splitlines()
    assert lines[0] == "equity against random"
    assert lines[2].split()[:4] == ["A", "85.2", "67.0", "-"]
    assert lines[3].split()[:2] == ["K", "5.0"]
    assert "\x1b" not in "".join(lines)
    assert max(map(len, lines)) <= 80
    coloured = grid_text(grid, "", coloured=True)
    assert coloured.count("\x1b[0m") == 169 + 11


@pytest.mark.slow
def test_the_matrix_of_classes() -> None:
    matrix = preflop_matrix()
    names = class_names()
    assert matrix.shape == (169, 169, 3)
    assert (matrix[..., 0] == matrix[..., 2].T).all()
    assert (matrix[..., 1] == matrix[..., 1].T).all()
    # 1,326 x 1,225 deals of 1,712,304 boards each.
    assert matrix.sum() == 1_624_350 * 1_712_304
    # The reference figures: each class against one random hand, the first rows of the file.
    sums = {name: row.tolist() for name, row in zip(names, matrix.sum(axis=1), strict=True)}
    assert sums["AA"] == [6 * 1_781_508_418, 6 * 11_402_312, 6 * 304_661_670]
    assert sums["AKs"] == [4 * 1_389_004_215, 4 * 34_610_976, 4 * 673_957_209]
    assert sums["AKo"] == [12 * 1_352_291_878, 12 * 35_687_839, 12 * 709_592_683]
    # AA v KK wins .81946050 by the reference figures; the example in the docstring.
    aces, kings = names.index("AA"), names.index("KK")
    assert matrix[aces, kings].tolist() == [50_371_344, 285_228, 10_986_372]
    rng = np.random.default_rng(1)
    for row, column in rng.integers(0, 169, (8, 2)):
        result = equity([names[row], names[column]])
        assert matrix[row, column].tolist() == [result.win[0], result.tie[0], result.lose[0]]
    for line in RANDOM_FIGURES.read_text().split()[1:]:
        name, n_combos, win, lose, tie, _ = line.split(",")
        n = int(n_combos)
        assert n == Range.parse(name).size
        assert sums[name] == [n * int(win), n * int(tie), n * int(lose)], name
