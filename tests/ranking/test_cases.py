"""Showdowns and inputs that other evaluators got wrong; each stands for its whole kind."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import oracle
from handrank import CardError, evaluate, parse_cards, showdown
from handrank.cli import main

# Why each is here: board, hole cards of the players (without a board: whole hands), winners.
with (Path(__file__).parents[1] / "data" / "showdowns.csv").open(encoding="utf-8") as file:
    SHOWDOWNS = {
        row["why"]: (
            row["board"],
            row["players"].split("|"),
            [int(player) for player in row["winners"].split("|")],
        )
        for row in csv.DictReader(file)
    }


@pytest.mark.parametrize(("board", "players", "winners"), SHOWDOWNS.values(), ids=SHOWDOWNS)
def test_showdowns(board: str, players: list[str], winners: list[int]) -> None:
    ranks = evaluate(players, board) if board else evaluate(players)
    assert np.flatnonzero(ranks == ranks.max()).tolist() == winners
    # One at a time, as whole hands, as a batch of deals.
    hands = [f"{player} {board}" for player in players]
    assert [evaluate(hand) for hand in hands] == ranks.tolist()
    assert evaluate(hands).tolist() == ranks.tolist()
    if board:
        hole = np.array([[parse_cards(player) for player in players]] * 3)
        boards = np.array([[parse_cards(board)]] * 3)
        assert evaluate(hole, boards).tolist() == [ranks.tolist()] * 3
    truth = [oracle.rank(oracle.ids(hand)) for hand in hands]
    assert oracle.winners(truth) == winners


@pytest.mark.parametrize(("board", "players", "winners"), SHOWDOWNS.values(), ids=SHOWDOWNS)
def test_showdowns_on_the_command_line(
    board: str, players: list[str], winners: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--board", board] if board else []
    assert main(["showdown", *players, *options, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    # The command line counts seats from 1.
    assert [player["seat"] - 1 for player in report["players"] if player["winner"]] == winners
    assert sum(player["share"] for player in report["players"]) == 1


def test_showdowns_in_bulk(tmp_path: Path) -> None:
    """All deals with a board in one call, and as a file; missing players have folded."""
    deals = [deal for deal in SHOWDOWNS.values() if deal[0]]
    seats = range(max(len(players) for _, players, _ in deals))
    expected = [[seat in won for seat in seats] for _, _, won in deals]
    lines = [["board", *(f"hole_{seat}" for seat in seats)]]
    lines += [[board, *(players + [""] * len(seats))[: len(seats)]] for board, players, _ in deals]
    path, out = tmp_path / "deals.csv", tmp_path / "out.parquet"
    path.write_text("".join(",".join(line) + "\n" for line in lines))
    assert main(["showdown", str(path), "-o", str(out)]) == 0
    table = pq.read_table(out)
    assert [[table[f"winner_{seat}"][i].as_py() for seat in seats] for i in range(len(deals))] == (
        expected
    )
    two = [deal for deal in deals if len(deal[1]) == 2]
    holes = np.array([[parse_cards(player) for player in players] for _, players, _ in two])
    boards = np.array([parse_cards(board) for board, _, _ in two])
    result = showdown(holes, boards, bets=[5, 5])
    assert [np.flatnonzero(row).tolist() for row in result.winners] == [won for *_, won in two]
    assert result.payouts is not None
    np.testing.assert_array_equal(result.payouts, 10 * result.shares)


REFUSED = {
    "a card twice": ("As As Ks Qs Js Ts 9s", ValueError, r"As .*twice"),
    "card id 52": ([52, 1, 2, 3, 4, 5, 6], ValueError, r"52 .*0\.\.51"),
    "card id -1": ([-1, 1, 2, 3, 4, 5, 6], ValueError, r"-1 .*0\.\.51"),
    "300 as int64": (np.array([300, 1, 2, 3, 4, 5, 6]), ValueError, "300"),
    "floats": (np.array([0.5, 1.0, 2.0, 3.0, 4.0]), TypeError, "float64"),
    "booleans": (np.array([True, False, True, False, True]), TypeError, "bool"),
    "four cards": ([0, 1, 2, 3], ValueError, "got 4"),
    "eight cards": (list(range(8)), ValueError, "got 8"),
    "four cards of text": ("AsKsQsJs", ValueError, "got 4"),
    "eight cards of text": ("AsKsQsJs2c3c4c5c", ValueError, "got 8"),
    "an empty text": ("", ValueError, "empty"),
    "an empty text among texts": (["AsKsQsJsTs", ""], ValueError, "empty"),
    "Xx": ("Xx Ks Qs Js Ts", ValueError, "'Xx'"),
    "a rank without a suit": ("AsK", ValueError, "'K'"),
    "an unknown card": ("As Ks Qs Js ??", ValueError, r"'\?\?'"),
}


@pytest.mark.parametrize(("cards", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(cards: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        evaluate(cards)


def test_a_hole_card_that_repeats_a_board_card_is_refused() -> None:
    with pytest.raises(CardError, match=r"As .*twice"):
        evaluate("AsKd", "As 2c 3c 4c 5d")


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint64])
def test_any_integer_dtype(dtype: type[np.integer]) -> None:
    assert evaluate(np.arange(7, dtype=dtype)) == evaluate("2c2d2h2s3c3d3h")


def test_an_empty_batch_gives_an_empty_result() -> None:
    assert evaluate(np.zeros((0, 7), dtype=np.uint8)).shape == (0,)


def test_one_card_in_different_writing() -> None:
    assert parse_cards("10h").tolist() == parse_cards("Th").tolist()
    assert parse_cards("as AS A♠").tolist() == parse_cards("As As As").tolist()


@pytest.mark.parametrize("layout", ["fortran", "negative stride", "read-only memory map"])
def test_layouts(
    layout: str,
    tmp_path: Path,
    make_hands: Callable[..., np.ndarray[tuple[int, int], np.dtype[np.uint8]]],
) -> None:
    cards = make_hands(50)
    expected = evaluate(cards)
    if layout == "fortran":
        other = np.asfortranarray(cards)
    elif layout == "negative stride":
        other = cards[::-1].copy()[::-1]
    else:
        np.save(tmp_path / "hands.npy", cards)
        other = np.load(tmp_path / "hands.npy", mmap_mode="r")
    np.testing.assert_array_equal(evaluate(other), expected)
