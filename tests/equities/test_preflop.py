"""The matrix of class against class."""

from pathlib import Path

import numpy as np
import pytest

from handrank import Range, equity, preflop_matrix
from handrank.equities.combos import class_names

RANDOM_FIGURES = Path(__file__).parents[1] / "data" / "holdem_169_vs_random.csv"


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
