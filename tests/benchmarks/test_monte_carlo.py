"""The worked example of `handrank.jit`."""

import re

import pytest

from monte_carlo import main

# The reference figures: pocket aces against one random hand.
EQUITY = 0.85203713


def test_the_exact_equity_is_within_four_standard_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(deals=400_000, seed=3)
    printed = capsys.readouterr().out
    numbers = re.match(r"equity ([\d.]+) ± ([\d.]+), ([\d.]+) million deals a second", printed)
    assert numbers, printed
    equity, error, rate = map(float, numbers.groups())
    assert 0.0005 < error < 0.0006
    assert abs(equity - EQUITY) < 4 * error
    assert rate > 0
