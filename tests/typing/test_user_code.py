"""What type checkers say of users' code: nothing of right code, and each mistake by its line."""

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import handrank

pytest.importorskip("mypy", reason="mypy is not installed (the group checks)")
pytest.importorskip("basedpyright", reason="basedpyright is not installed (the group checks)")

SOURCE = Path(handrank.__file__).parents[1]

IMPORTS = """\
from concurrent.futures import ThreadPoolExecutor
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import handrank
from handrank import GAMES, RULE_SETS, EquityResult, HandCategory, Pots, Range, Showdown

cards = np.zeros((3, 7), dtype=np.uint8)
texts = ["AsKsQsJsTs2c3d", "KsKdKh3c3d9h2s"]
hole, board = cards[:, :2], cards[:, 2:]
chips = np.ones(3, dtype=np.int64)
floats: NDArray[np.float64] = np.zeros(3)
rng = np.random.default_rng(1)
"""

# Each line holds for itself; a checker must have nothing to say.
RIGHT = """\
# One hand gives a rank, several an array of them.
assert_type(handrank.evaluate("AsKsQsJsTs2c3d"), np.uint16)
assert_type(handrank.evaluate("AsKs", "QsJsTs2c3d"), np.uint16)
assert_type(handrank.evaluate(cards), NDArray[np.uint16])
assert_type(handrank.evaluate(hole, board), NDArray[np.uint16])
assert_type(handrank.evaluate(texts), NDArray[np.uint16])
assert_type(handrank.evaluate(cards, rules="short-deck", check=False), NDArray[np.uint16])
assert_type(handrank.evaluate(cards, axis=0, threads=2), NDArray[np.uint16])
assert_type(handrank.evaluate("AsKs5d7c", "Ts7d8h4s2c", game="omaha"), np.uint16)
assert_type(handrank.evaluate(cards, game=GAMES["short-deck"]), NDArray[np.uint16])
assert_type(handrank.evaluate(cards, out=np.empty(3, np.uint16)), NDArray[np.uint16])
assert_type(handrank.evaluate_masks(np.zeros(3, np.uint64)), NDArray[np.uint16])
assert_type(handrank.evaluate_masks(0xF001), np.uint16)
ranks = handrank.evaluate(cards)
rank = handrank.evaluate("AsKsQsJsTs")
better: NDArray[np.bool_] = ranks > 5000
# Ranks in other words.
assert_type(handrank.hand_category(rank), HandCategory)
assert_type(handrank.class_number(rank), np.uint16)
assert_type(handrank.class_number(ranks), NDArray[np.uint16])
assert_type(handrank.eight_or_better(ranks), NDArray[np.uint16])
assert_type(handrank.describe("AsKsQsJsTs"), str)
assert_type(handrank.describe("AsKsQsJsTs", lang="fr"), str)
assert_type(handrank.describe("AsKs", "QsJsTs"), str)
assert_type(handrank.describe(texts), NDArray[np.str_])
assert_type(handrank.describe_rank(rank), str)
assert_type(handrank.describe_rank(ranks, rules="high"), NDArray[np.str_])
assert_type(handrank.parse_cards("As Kd"), NDArray[np.uint8])
assert_type(handrank.format_cards([51, 50]), str)
assert_type(handrank.best_five("AsKsQsJsTs2c3d"), NDArray[np.uint8])
assert_type(handrank.deal(5, seed=1), NDArray[np.uint8])
assert_type(handrank.deal(5, 7, dead="AsKs", rng=rng), NDArray[np.uint8])
assert_type(handrank.count_ranks(5), NDArray[np.int64])
# Showdowns.
settled = handrank.showdown(["AhAs", "KdKc"], "2h9hKhJs3h", bets=[40, 100], game="holdem")
assert_type(settled, Showdown)
assert_type(settled.winners, NDArray[np.bool_])
assert_type(settled.shares, NDArray[np.float64])
assert_type(settled.payouts, NDArray[np.int64] | None)
assert_type(handrank.winners(ranks), NDArray[np.bool_])
assert_type(handrank.pot_shares(ranks), NDArray[np.float64])
assert_type(handrank.settle(ranks, chips, folded=[True, False, False]), NDArray[np.int64])
assert_type(handrank.side_pots([40, 100, 150]), Pots)
assert_type(handrank.describe_showdown(["9hKs", "9sAh"], "JsJdQc6d5c"), NDArray[np.str_])
# Equity.
with ThreadPoolExecutor() as pool:
    result = handrank.equity(["AhKh", "QQ+"], "2h 7h Jc", dead="As", executor=pool)
assert_type(result, EquityResult)
assert_type(result.equity, tuple[float, ...])
assert_type(handrank.equity(["AA", "KK"], method="sampled", trials=1000, seed=1), EquityResult)
assert_type(handrank.equity([Range.parse("AA"), "random"], game="holdem"), EquityResult)
assert_type(handrank.equity_grid("AA"), NDArray[np.float64])
assert_type(handrank.preflop_matrix(), NDArray[np.int64])
# Data, and the functions for loops.
assert_type(RULE_SETS["high"].lowest_rank, int)
assert_type(GAMES["omaha"].hole_cards, int)
"""

# Each line has one mistake, which a checker must see.
WRONG = """\
handrank.evalute(cards)
handrank.evaluate(cards, rules="hihg")
handrank.evaluate(cards, game="omahaa")
handrank.evaluate(cards, None, "high")
handrank.evaluate(cards, out=floats)
handrank.evaluate(cards, chek=False)
handrank.evaluate(cards, check=2)
handrank.evaluate(cards, axis="last")
handrank.evaluate(cards).eqity
text: str = handrank.evaluate(cards)
handrank.evaluate_masks(np.zeros(3, np.uint64), rules="hi")
handrank.best_five(cards, game="holdm")
handrank.describe(texts, lang="de")
number: int = handrank.describe("AsKsQsJsTs")
handrank.describe_rank(rank, rules="low")
handrank.hand_category(rank).value.upper()
handrank.deal("ten")
handrank.deal(5, rules="hihg")
handrank.deal(5, 7, rng)
handrank.showdown(["AhAs", "KdKc"], "2h9hKhJs3h", game="holdm")
handrank.showdown(["AhAs", "KdKc"], "2h9hKhJs3h", bet=[1, 2])
settled.payouts.sum()
handrank.winners(ranks, threads="two")
handrank.equity(["AA", "KK"], method="exakt")
handrank.equity(["AA", "KK"], game="holdm")
handrank.equity_grid("AA", game="omahaa")
handrank.equity(["AA", "KK"], trials="many")
handrank.equity(["AA", "KK"], seed=rng)
handrank.equity(["AA", "KK"]).equities
handrank.set_threads("two")
GAMES["holdm"].nothing
"""

Checker = Callable[[Path], dict[int, str]]


def run(folder: Path, *command: str) -> str:
    environment = {**os.environ, "MYPYPATH": str(SOURCE), "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=environment,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


def mypy(path: Path) -> dict[int, str]:
    """Return what mypy has to say, by line."""
    options = ("--strict", "--config-file=", "--follow-imports=silent", "--no-pretty", "-O", "json")
    lines = run(path.parent, "mypy", *options, path.name).splitlines()
    found = [json.loads(line) for line in lines if line.startswith("{")]
    return {one["line"]: one["message"] for one in found if one["severity"] == "error"}


def basedpyright(path: Path) -> dict[int, str]:
    """Return what basedpyright has to say, by line."""
    settings = {
        "include": [path.name],
        "extraPaths": [str(SOURCE)],
        "typeCheckingMode": "strict",
        # Lines that only ask for a type have no effect.
        "reportUnusedExpression": False,
    }
    (path.parent / "pyrightconfig.json").write_text(json.dumps(settings))
    options = ("--outputjson", "--pythonpath", sys.executable)
    report = json.loads(run(path.parent, "basedpyright", *options))
    assert report["summary"]["filesAnalyzed"] == 1
    return {
        one["range"]["start"]["line"] + 1: one["message"]
        for one in report["generalDiagnostics"]
        if one["severity"] == "error"
    }


@pytest.mark.parametrize("checker", [mypy, basedpyright])
def test_right_code_passes(checker: Checker, tmp_path: Path) -> None:
    path = tmp_path / "right.py"
    path.write_text(IMPORTS + RIGHT)
    lines = (IMPORTS + RIGHT).splitlines()
    assert {lines[n - 1]: message for n, message in checker(path).items()} == {}


@pytest.mark.parametrize("checker", [mypy, basedpyright])
def test_each_mistake_is_seen(checker: Checker, tmp_path: Path) -> None:
    head = IMPORTS + RIGHT
    path = tmp_path / "wrong.py"
    path.write_text(head + WRONG)
    found = checker(path)
    first = len(head.splitlines()) + 1
    unseen = [line for n, line in enumerate(WRONG.splitlines(), first) if n not in found]
    assert unseen == []
    assert min(found) >= first, found


@pytest.mark.parametrize("name", handrank.__all__)
def test_no_public_function_returns_any(name: str) -> None:
    value = getattr(handrank, name)
    functions = [value] if inspect.isfunction(value) else []
    if inspect.isclass(value):
        functions = [one for one in vars(value).values() if inspect.isfunction(one)]
    for function in functions:
        if not function.__name__.startswith("_"):
            assert inspect.get_annotations(function)["return"] is not Any, function
