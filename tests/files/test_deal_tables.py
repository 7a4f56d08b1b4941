"""Tables of deals: read, settled and written in blocks, and what is wrong with them named."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numpy.typing import NDArray

import handrank
from handrank import settle, showdown
from handrank.cli import main
from handrank.files import sources
from handrank.rulebook.games import GameName

N, SEATS = 40, (1, 2, 3, 4)
P = len(SEATS)


def deals(n_hole: int = 2) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    cards = handrank.deal(N, P * n_hole + 5, rng=np.random.default_rng(6))
    return cards[:, : P * n_hole].reshape(N, P, n_hole), cards[:, P * n_hole :].copy()


RNG = np.random.default_rng(7)
HOLES, BOARDS = deals()
BETS = RNG.integers(0, 20, (N, P))
FOLDED = RNG.random((N, P)) < 0.3
FOLDED[:, 1] = False
BUTTON = RNG.integers(0, P, N)


def texts(cards: NDArray[Any]) -> list[str]:
    return [str(text) for text in handrank.format_cards(cards)]


def table(holes: NDArray[Any] = HOLES, boards: NDArray[Any] = BOARDS) -> dict[str, Any]:
    """Return the deals as columns of Python values."""
    return {
        "id": [f"deal {i}" for i in range(N)],
        **{f"hole_{seat}": texts(holes[:, p]) for p, seat in enumerate(SEATS)},
        "board": texts(boards),
        **{f"bet_{seat}": BETS[:, p].tolist() for p, seat in enumerate(SEATS)},
        **{f"folded_{seat}": FOLDED[:, p].tolist() for p, seat in enumerate(SEATS)},
        "button": [SEATS[player] for player in BUTTON],
    }


def write(path: Path, columns: dict[str, Any]) -> Path:
    if path.suffix == ".parquet":
        pq.write_table(pa.table(columns), path)
        return path
    rows = [list(columns), *map(list, zip(*columns.values(), strict=True))]
    lines = (",".join("" if cell is None else str(cell) for cell in row) for row in rows)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def settled(path: Path, *options: str, kind: str = ".parquet") -> dict[str, list[Any]]:
    out = path.with_name(f"out{kind}")
    assert main(["showdown", str(path), "-o", str(out), *options]) == 0
    if kind == ".parquet":
        result: dict[str, list[Any]] = pq.read_table(out).to_pydict()
        return result
    lines = [line.split(",") for line in out.read_text().splitlines()]
    return dict(zip(lines[0], map(list, zip(*lines[1:], strict=True)), strict=True))


def by_seat(result: dict[str, list[Any]], stem: str) -> NDArray[Any]:
    return np.array([result[f"{stem}_{seat}"] for seat in SEATS]).T


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "TABLE_BLOCK", 7 * 8)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("source", [".csv", ".parquet"])
@pytest.mark.parametrize("game", ["holdem", "omaha-hilo"])
def test_a_table_of_deals(tmp_path: Path, source: str, game: GameName) -> None:
    holes, boards = deals(handrank.GAMES[game].hole_cards)
    columns = table(holes, boards)
    result = settled(write(tmp_path / f"deals{source}", columns), "--game", game)
    expected = showdown(holes, boards, game=game, bets=BETS, folded=FOLDED, button=BUTTON)
    np.testing.assert_array_equal(by_seat(result, "winner"), expected.winners)
    np.testing.assert_array_equal(by_seat(result, "share"), expected.shares)
    np.testing.assert_array_equal(by_seat(result, "payout"), expected.payouts)
    if expected.low_winners is not None:
        np.testing.assert_array_equal(by_seat(result, "low_winner"), expected.low_winners)
        assert expected.low_winners.any()
    kept = list(result)[: len(columns)]
    assert kept == list(columns)
    assert len(result) == len(columns) + P * (3 if game == "holdem" else 4)
    if source == ".parquet":
        assert {name: result[name] for name in columns} == columns


def test_csv_out(tmp_path: Path) -> None:
    result = settled(write(tmp_path / "deals.csv", table()), kind=".csv")
    expected = showdown(HOLES, BOARDS, bets=BETS, folded=FOLDED, button=BUTTON)
    assert by_seat(result, "payout").astype(int).tolist() == np.array(expected.payouts).tolist()
    assert (by_seat(result, "winner") == "True").tolist() == expected.winners.tolist()


def without(columns: dict[str, Any], *stems: str) -> dict[str, Any]:
    return {name: values for name, values in columns.items() if not name.startswith(stems)}


def test_without_bets_there_are_no_payouts(tmp_path: Path) -> None:
    result = settled(write(tmp_path / "d.csv", without(table(), "bet", "folded", "button")))
    assert "payout_1" not in result
    np.testing.assert_array_equal(by_seat(result, "winner"), showdown(HOLES, BOARDS).winners)


def layouts() -> dict[str, dict[str, Any]]:
    """Return other ways to write the same deals, without a button."""
    columns = without(table(), "button")
    lists = [" ".join(str(SEATS[p]) for p in np.flatnonzero(row)) for row in FOLDED]
    flat = BOARDS.T
    return {
        "folded seats": without(columns, "folded") | {"folded": lists},
        "unknown cards have folded": without(columns, "folded")
        | {
            f"hole_{seat}": [
                None if gone else text
                for gone, text in zip(FOLDED[:, p], texts(HOLES[:, p]), strict=True)
            ]
            for p, seat in enumerate(SEATS)
        },
        "a column a board card": without(columns, "board")
        | {f"board{j}": texts(flat[j][:, None]) for j in range(5)},
        "other names, any order": {
            name.replace("hole_", "Player ").upper(): columns[name] for name in reversed(columns)
        },
        "0 and 1": {
            name: [int(value) for value in values] if name.startswith("folded") else values
            for name, values in columns.items()
        },
    }


def parquet_layouts() -> dict[str, dict[str, Any]]:
    columns = without(table(), "button")
    cards = {f"hole_{seat}": HOLES[:, p] for p, seat in enumerate(SEATS)} | {"board": BOARDS}
    return {
        "lists": columns
        | {k: pa.array(v.tolist(), pa.list_(pa.uint8())) for k, v in cards.items()},
        "binary": columns
        | {k: pa.array([bytes(r) for r in v], pa.binary(v.shape[1])) for k, v in cards.items()},
        "dictionaries": columns
        | {k: pa.array(texts(v)).dictionary_encode() for k, v in cards.items()},
        "board ids": without(columns, "board")
        | {f"board_{j}": pa.array(BOARDS[:, j]) for j in range(5)},
    }


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("layout", [*layouts(), *parquet_layouts()])
def test_layouts(tmp_path: Path, layout: str) -> None:
    expected = showdown(HOLES, BOARDS, bets=BETS, folded=FOLDED)
    columns = (layouts() | parquet_layouts())[layout]
    kinds = [".parquet"] if layout in parquet_layouts() else [".csv", ".parquet"]
    for kind in kinds:
        result = settled(write(tmp_path / f"d{kind}", columns))
        np.testing.assert_array_equal(by_seat(result, "payout"), expected.payouts, layout)
        np.testing.assert_array_equal(by_seat(result, "winner"), expected.winners, layout)


def test_who_has_not_folded_may_keep_his_cards_hidden(tmp_path: Path) -> None:
    columns = {
        "hole_1": ["AhKh", "", ""],
        "hole_2": ["TcTd", "", "TcTd"],
        "board": ["Th7d2c2sKd"] * 3,
        "bet_1": [10, 10, 10],
        "bet_2": [30, 30, 10],
        "folded": ["2", "2", ""],
    }
    # Alone he takes all; otherwise he has no hand to show and loses.
    result = settled(write(tmp_path / "d.csv", columns))
    assert [result["payout_1"], result["payout_2"]] == [[40, 40, 0], [0, 0, 20]]
    assert result["winner_2"] == [False, False, True]


def test_seats_are_the_numbers_in_the_names(tmp_path: Path) -> None:
    for first in (0, 1, 5):
        columns = {
            f"hole_{first}": ["2c3c"],
            f"hole_{first + 1}": ["2d3d"],
            f"hole_{first + 2}": ["4c4d"],
            "board": ["AsKsQsJsTs"],
            **{f"bet_{first + p}": [chips] for p, chips in enumerate((2, 2, 1))},
            "folded": [str(first + 2)],
            "button": [first],
        }
        result = settled(write(tmp_path / "d.csv", columns))
        payouts = [result[f"payout_{first + p}"][0] for p in range(3)]
        assert payouts == [2, 3, 0] == settle([7, 7, 0], [2, 2, 1], button=0).tolist()


GOOD = {"hole_1": "AhKh", "hole_2": "TcTd", "board": "Th7d2c2sKd", "bet_1": "1", "bet_2": "2"}


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"hole_2": "TcXx"}, "column 'hole_2': 'Xx' is not a card"),
        ({"hole_2": "Tc"}, "column 'hole_2': 1 card where the file has hands of 2: 'Tc'"),
        ({"hole_2": "AhTc"}, "Ah (card id 50) is given twice"),
        ({"hole_1": "ThKh"}, "Th (card id 34) is given twice"),
        ({"board": ""}, "column 'board' is empty"),
        ({"board": "Th7d2c"}, "column 'board': 3 cards where the file has boards of 5"),
        ({"board": "Th7d2c2sKx"}, "column 'board': 'Kx' is not a card"),
        ({"bet_2": "-2"}, "column 'bet_2': '-2' is not a whole number of chips"),
        ({"bet_2": "2.5"}, "column 'bet_2': '2.5' is not a whole number of chips"),
        ({"bet_2": "1e3"}, "column 'bet_2': '1e3' is not a whole number of chips"),
        ({"bet_2": ""}, "column 'bet_2': '' is not a whole number of chips"),
        ({"bet_2": str(1 << 63)}, f"column 'bet_2': '{1 << 63}' is not a whole number of chips"),
        ({"bet_1": str(1 << 62), "bet_2": str(1 << 62)}, f"the bets sum to {1 << 63}"),
        ({"hole_1": "", "hole_2": ""}, "everyone has folded"),
        ({"folded": "1 2"}, "everyone has folded"),
        ({"folded": "3"}, "column 'folded': there is no seat '3'; the seats are 1, 2"),
        ({"button": "0"}, "column 'button': there is no seat '0'; the seats are 1, 2"),
        ({"folded_1": "maybe"}, "column 'folded_1': 'maybe' is neither 1 nor 0"),
    ],
)
def test_a_bad_row_is_named_and_leaves_nothing(
    tmp_path: Path,
    kind: str,
    bad: dict[str, str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sources, "TABLE_BLOCK", 8 * 2)
    usual = {"folded": "", "button": "1", "folded_1": "0", "folded_2": "0"}
    good = GOOD | {name: usual[name] for name in bad if name in usual}
    if "folded_1" in good:
        good["folded_2"] = "no"
    rows = [good] * 4 + [good | bad] + [good]
    columns = {name: [row[name] for row in rows] for name in good}
    path = write(tmp_path / f"d{kind}", columns)
    place = "line 6" if kind == ".csv" else "row 4 (counted from 0)"
    assert main(["showdown", str(path), "-o", str(tmp_path / "out.csv")]) == 2
    assert capsys.readouterr().err.startswith(f"handrank: {path}, {place}: {message}")
    assert list(tmp_path.iterdir()) == [path]
    result = settled(path, "--on-error=null")
    assert "1 bad row without a result" in capsys.readouterr().err
    # Aces up against tens full: all three chips go to seat 2.
    assert result["payout_2"] == [3, 3, 3, 3, None, 3]
    assert result["winner_1"] == [False, False, False, False, None, False]
    assert result["share_2"] == [1.0, 1.0, 1.0, 1.0, None, 1.0]


def test_the_first_bad_row_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "d.csv"
    path.write_text("hole_1,hole_2,board\nAhKh,AhQd,2c3c4c\nAhXx,KdQd,2c3c4c\n")
    assert main(["showdown", str(path)]) == 2
    assert "line 2: Ah (card id 50) is given twice" in capsys.readouterr().err
    path.write_text("hole_1,hole_2,board\nAhXx,KdQd,2c3c4c\nAhKh,AhQd,2c3c4c\n")
    assert main(["showdown", str(path)]) == 2
    assert "line 2: column 'hole_1': 'Xx' is not a card" in capsys.readouterr().err
    path.write_text("hole_1,hole_2,board\nAhKh,5dQd,8c9cTc\n")
    assert main(["showdown", str(path), "--game", "short-deck"]) == 2
    assert "5d (card id 13) is not in the deck" in capsys.readouterr().err
    path.write_text("hole_1,hole_2,board\nAhKh,5dQd,8c9cTc\nAhKh,5dQd\n")
    assert main(["showdown", str(path)]) == 2
    assert "line 3: 2 columns where the first row has 3" in capsys.readouterr().err


def test_files_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "d.csv", {"hole_1": ["AhKh"], "board_1": ["2c"], "board_2": ["2d"]})
    assert main(["showdown", str(path)]) == 2
    assert "2 columns of board cards; a board has 3 to 5" in capsys.readouterr().err
    path = write(tmp_path / "d.csv", {name: [value] for name, value in GOOD.items()})
    assert main(["showdown", str(path), "-o", str(tmp_path / "o.npy")]) == 2
    assert "a .npy file cannot hold a table of deals; .csv, .parquet can" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path]
    path = write(tmp_path / "d.csv", {n: [v] for n, v in GOOD.items()} | {"share_1": ["x"]})
    assert main(["showdown", str(path)]) == 2
    assert "it has a column 'share_1' already; rename it first" in capsys.readouterr().err
    path = write(tmp_path / "d.parquet", {n: [v] for n, v in GOOD.items()} | {"bet_1": [True]})
    assert main(["showdown", str(path)]) == 2
    assert "column 'bet_1': bets are whole chips, got bool" in capsys.readouterr().err


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_whole_numbers_may_come_as_floats(tmp_path: Path, kind: str) -> None:
    # As pandas has them where a column has blanks.
    columns = {
        "hole_1": ["AhKh", "AhKh"],
        "hole_2": ["TcTd", ""],
        "board": ["Th7d2c2sKd", "Th7d2c2sKd"],
        "bet_1": [100.0, 20.0],
        "bet_2": [250.0, None],
        "folded_1": [0.0, None],
        "folded_2": [0.0, 1.0],
        "button": [1.0, 2.0],
    }
    result = settled(write(tmp_path / f"d{kind}", columns))
    assert (result["payout_1"], result["payout_2"]) == ([0, 20], [350, 0])


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_a_table_without_deals(tmp_path: Path, kind: str) -> None:
    nothing: Any = pa.array([], pa.string()) if kind == ".parquet" else []
    columns = dict.fromkeys(GOOD, nothing)
    result = settled(write(tmp_path / f"d{kind}", columns))
    assert list(result)[-2:] == ["payout_1", "payout_2"]
    assert result["share_1"] == []
