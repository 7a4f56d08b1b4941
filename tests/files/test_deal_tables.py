"""Tables of deals: read, settled and written in blocks, and what is wrong with them named."""

import csv
from decimal import Decimal
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

RECORDED = Path(__file__).parents[1] / "data" / "recorded_deals.csv"
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
    lines = list(csv.reader(out.read_text().splitlines()))
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
    assert len(result) == len(columns) + P * (4 if game == "holdem" else 5)
    np.testing.assert_array_equal(by_seat(result, "returned"), expected.returned)
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
        ({"hole_2": "TcXy"}, "column 'hole_2': 'Xy' is not a card"),
        ({"hole_2": "Tc"}, "column 'hole_2': 1 card where the file has hands of 2: 'Tc'"),
        ({"hole_2": "AhTc"}, "Ah (card id 50) is given twice"),
        ({"hole_1": "ThKh"}, "Th (card id 34) is given twice"),
        ({"board": ""}, "a showdown needs a board; several players are left"),
        ({"board": "Th7d"}, "column 'board': a board has 3, 4, 5 cards, got 2"),
        ({"board": "Th7d2c2sKd3h"}, "column 'board': a board has 3, 4, 5 cards, got 6"),
        ({"board": "Th7d2c2s??"}, "column 'board': '??' is not a card"),
        ({"board": "Th7d2c2sKx"}, "column 'board': 'Kx' is not a card"),
        ({"bet_2": "-2"}, "column 'bet_2': '-2' is not an amount"),
        ({"bet_2": "2.5"}, "column 'bet_2': '2.5' has more decimals than the first rows; say with"),
        ({"bet_2": "1e3"}, "column 'bet_2': '1e3' is not an amount"),
        ({"bet_2": ""}, "column 'bet_2': '' is not an amount"),
        ({"bet_2": str(1 << 63)}, f"column 'bet_2': '{1 << 63}' is too large an amount"),
        ({"bet_1": str(1 << 62), "bet_2": str(1 << 62)}, f"the bets sum to {1 << 63}"),
        ({"hole_1": "", "hole_2": ""}, "everyone has folded"),
        ({"folded": "1 2"}, "everyone has folded"),
        ({"folded": "3"}, "column 'folded': there is no seat '3'; the seats are 1, 2"),
        ({"button": "0"}, "column 'button': there is no seat '0'; the seats are 1, 2"),
        ({"folded_1": "maybe"}, "column 'folded_1': 'maybe' is neither 1 nor 0"),
        ({"dead": "x"}, "column 'dead': 'x' is not an amount"),
        ({"dead": str((1 << 63) - 2)}, f"the bets sum to {(1 << 63) + 1}"),
        ({"rake": "3"}, "the rake is more than the pots hold"),
        ({"board_2": "Th7d2c"}, "its boards are of 5, 3 cards"),
        ({"board_2": "Th7d2c2s2s"}, "2s (card id 3) is given twice"),
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
    usual = {"folded": "", "button": "1", "folded_1": "0", "folded_2": "0", "dead": "0"}
    usual |= {"rake": "", "board_2": ""}
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
    path.write_text("hole_1,hole_2,board\nAhKh,AhQd,2c3c4c\nAhXy,KdQd,2c3c4c\n")
    assert main(["showdown", str(path)]) == 2
    assert "line 2: Ah (card id 50) is given twice" in capsys.readouterr().err
    path.write_text("hole_1,hole_2,board\nAhXy,KdQd,2c3c4c\nAhKh,AhQd,2c3c4c\n")
    assert main(["showdown", str(path)]) == 2
    assert "line 2: column 'hole_1': 'Xy' is not a card" in capsys.readouterr().err
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
    assert "column 'bet_1': amounts are numbers or text, got bool" in capsys.readouterr().err


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
    assert list(result)[-4:] == ["payout_1", "payout_2", "returned_1", "returned_2"]
    assert result["share_1"] == []


# --- deals as they are played and recorded


def read_csv(text: str, tmp_path: Path, *options: str) -> dict[str, list[str]]:
    path = tmp_path / "d.csv"
    path.write_text(text, encoding="utf-8")
    return settled(path, *options, kind=".csv")


def payouts_of(result: dict[str, list[str]], stem: str = "payout") -> list[str]:
    return [
        "|".join(cells)
        for cells in zip(*(v for k, v in result.items() if k.startswith(f"{stem}_")), strict=True)
    ]


def test_boards_of_every_length_in_any_order(tmp_path: Path) -> None:
    text = (
        "board,hole_1,hole_2,bet_1,bet_2,folded\n"
        "Td9cAd,,,10,5,2\nTd9cAd2c3h,AhAc,KdKc,10,10,\n"
        ",AhKh,TcTd,2,1,2\nTd9cAd2c,,,15,30,1\nTd 9c Ad,,,1,2,1\n-,,,4,9,1\n"
    )
    result = read_csv(text, tmp_path)
    assert payouts_of(result) == ["15|0", "20|0", "3|0", "0|45", "0|3", "0|13"]
    assert payouts_of(result, "returned") == ["5|0", "0|0", "1|0", "0|15", "0|1", "0|5"]
    assert payouts_of(result, "winner") == ["True|False"] * 3 + ["False|True"] * 3
    assert result["share_1"] == ["1.0"] * 3 + ["0.0"] * 3
    without_boards = "\n".join(line.split(",", 1)[1] for line in text.splitlines()[:2])
    assert payouts_of(read_csv(without_boards, tmp_path)) == ["15|0"]


def test_columns_of_single_board_cards_may_be_blank_at_the_end(tmp_path: Path) -> None:
    head = "hole_1,hole_2,bet_1,bet_2,folded,b1,b2,b3,b4,b5\n".replace(",b", ",board")
    head = head.replace("boardet", "bet")
    rows = "AhAc,KdKc,10,10,,Td,9c,Ad,2c,3h\nAhAc,KdKc,10,4,2,Td,9c,Ad,,\n,,3,4,1,,,,,\n"
    assert payouts_of(read_csv(head + rows, tmp_path)) == ["20|0", "14|0", "0|7"]
    path = tmp_path / "d.csv"
    path.write_text(head + "AhAc,KdKc,10,10,,Td,,Ad,2c,3h\n")
    assert main(["showdown", str(path)]) == 2


@pytest.mark.parametrize("unknown", ["????", "??", "Xx", "-", "nan", "", "Ah??"])
def test_hands_that_nobody_saw(
    unknown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "board,hole_1,hole_2,hole_3,folded,bet_1,bet_2,bet_3\n"
    row = f"2c7d9hJsKd,AdAs,{unknown},3c4d,2,10,5,10\n"
    mucked = f"2c7d9hJsKd,{unknown},3c4d,{unknown},3,10,10,5\n"
    assert payouts_of(read_csv(head + row + mucked, tmp_path)) == ["25|0|0", "0|25|0"]
    lost = f"2c7d9hJsKd,{unknown},{unknown},3c4d,3,10,10,5\n"
    side = f"2c7d9hJsKd,AdAs,{unknown},{unknown},,10,20,20\n"
    result = read_csv(head + row + lost + side, tmp_path, "--on-error=null")
    assert payouts_of(result) == ["25|0|0", "||", "||"]
    assert "2 bad rows without a result" in capsys.readouterr().err
    path = tmp_path / "d.csv"
    path.write_text(head + row + side)
    assert main(["showdown", str(path)]) == 2
    assert "line 3: no hand of those who are left is known" in capsys.readouterr().err


def test_boards_that_are_run_twice(tmp_path: Path) -> None:
    text = (
        "board,board_2,hole_1,hole_2,bet_1,bet_2\n"
        "Ah2h4cKc8c,2s7s3cQh9c,AsKd,7d7c,50,50\nAh2h4cKc8c,,AsKd,7d7c,50,50\n"
        "Ah2h4cKc8c,Ah2h4cKhQh,AsKd,7d7c,50,51\n"
    )
    for source in (text, text.replace("board,board_2", "board_1,board_2")):
        result = read_csv(source, tmp_path)
        assert payouts_of(result) == ["50|50", "100|0", "100|1"]
        assert payouts_of(result, "share") == ["0.5|0.5", "1.0|0.0", "1.0|0.0"]
        assert payouts_of(result, "winner")[0] == "True|True"


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_cents(tmp_path: Path, kind: str) -> None:
    columns = {
        "board": ["2c7d9hJsKd"] * 3,
        "hole_1": ["AhAs"] * 3,
        "hole_2": ["AdAc"] * 3,
        "hole_3": ["5c6c"] * 3,
        "bet_1": ["12.50", "$1,200.50", "3"],
        "bet_2": ["12,50", "1200.5", "3"],
        "bet_3": ["0.25", "0", "0.01"],
        "dead": ["", "0.30", ""],
        "rake": ["1.25", "", ""],
    }
    path = write(tmp_path / "d.parquet", columns)
    result = settled(path, kind=kind)
    decimal = str if kind == ".csv" else Decimal
    assert result["payout_1"] == list(map(decimal, ["12.00", "1200.65", "3.01"]))
    assert result["payout_2"] == list(map(decimal, ["12.00", "1200.65", "3.00"]))
    if kind == ".parquet":
        assert str(pq.read_schema(path.with_name("out.parquet")).field("payout_1").type) == (
            "decimal128(19, 2)"
        )


def test_decimals_of_parquet_and_of_the_unit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    columns: dict[str, Any] = {
        "board": ["AsKsQsJsTs"] * 20,
        "hole_1": ["2h3h"] * 20,
        "hole_2": ["2d3d"] * 20,
        "bet_1": pa.array([Decimal("0.25")] * 20, pa.decimal128(9, 2)),
        "bet_2": pa.array([0.25] * 20, pa.float64()),
    }
    path = write(tmp_path / "d.parquet", columns)
    assert settled(path)["payout_1"] == [Decimal("0.25")] * 20
    unit = settled(path, "--unit=0.1")
    assert unit["payout_1"] == [Decimal("0.30")] * 20
    assert unit["payout_2"] == [Decimal("0.20")] * 20
    # Whole amounts first: what later ones are counted in has to be said.
    columns["bet_1"] = columns["bet_2"] = ["1"] * 19 + ["1.25"]
    write(path, columns)
    monkeypatch.setattr(sources, "TABLE_BLOCK", 8 * 8)
    assert main(["showdown", str(path)]) == 2
    assert "row 19 (counted from 0): column 'bet_1': '1.25' has more" in capsys.readouterr().err
    assert settled(path, "--unit=0.01")["payout_1"] == [Decimal("1.00")] * 19 + [Decimal("1.25")]


def test_a_rate_of_rake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "board,hole_1,hole_2,bet_1,bet_2\n2c7d9hJsKd,AhAs,3c4d,100,130\n,,,5,6\n"
    text = text.replace(",,,5,6", "2c7d9hJsKd,AhAs,3c4d,10,10")
    result = read_csv(text, tmp_path, "--rake=5%", "--rake-cap=8")
    assert payouts_of(result) == ["192|30", "19|0"]
    assert result["rake"] == ["8", "1"]
    path = tmp_path / "d.csv"
    path.write_text("board,hole_1,bet_1,rake\n2c7d9hJsKd,AhAs,3,0\n")
    assert main(["showdown", str(path), "--rake=5%"]) == 2
    assert "--rake is for tables without a column 'rake'" in capsys.readouterr().err


def test_columns_that_are_left_out_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    read_csv("bord,board,hole_1,id\n2c3c4c,2c7d9hJsKd,AhAs,3\n", tmp_path)
    err = capsys.readouterr().err
    assert "column 'bord' is left out; if it is 'board', rename it" in err
    assert "'id'" not in err


def test_a_column_for_one_seat_that_folded(tmp_path: Path) -> None:
    text = "board,hole_1,hole_2,fold_1,bet_1,bet_2\n2c7d9hJsKd,AhAs,3c4d,1,50,50\n"
    assert payouts_of(read_csv(text, tmp_path)) == ["0|100"]
    text = text.replace("fold_1", "dead_2").replace(",1,50", ",5,50")
    assert payouts_of(read_csv(text, tmp_path)) == ["105|0"]


def test_games_without_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "hole_1,hole_2,board,bet_1,bet_2\nAhAd5c6c7c8d,KhKd5s6s7s8c,Ac,5,5\n"
    text += "AhAd5c6c7c8d2s,KhKd5s6s7s8cKs,,5,5\n"
    assert payouts_of(read_csv(text, tmp_path, "--game=stud")) == ["10|0", "0|10"]
    draw = "hole_1,hole_2,bet_1,bet_2\nAhAd5c6c7c,KhKd5s6s7s,5,5\n"
    assert payouts_of(read_csv(draw, tmp_path, "--game=draw")) == ["10|0"]
    path = tmp_path / "d.csv"
    for bad, reason in [
        ("AhAd5c6c7c8d,KhKd5s6s7s8c,,5,5", "7 cards a hand are wanted"),
        ("AhAd5c6c7c8d2s,KhKd5s6s7s8c3s,Ac,5,5", "6 cards a hand are wanted"),
        ("AhAd5c6c7c8d,KhKd5s6s7s8c,AcKc,5,5", "column 'board': a board has 1 cards, got 2"),
    ]:
        path.write_text(text.splitlines()[0] + f"\n{bad}\n")
        assert main(["showdown", str(path), "--game=stud"]) == 2
        assert reason in capsys.readouterr().err


def test_recorded_deals_in_a_table(tmp_path: Path) -> None:
    """All recorded deals, a table a game: every chip goes where it went."""
    with RECORDED.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["game"] in handrank.GAMES]
    for game in {row["game"] for row in rows}:
        of_game = [row for row in rows if row["game"] == game]
        size = max(row["put_in"].count("|") + 1 for row in of_game)
        columns: dict[str, list[str]] = {"board": [row["board"] for row in of_game]}
        for stem, name in (("hole", "hole"), ("bet", "put_in")):
            for seat in range(size):
                cells = [(row[name].split("|") + [""] * size)[seat] for row in of_game]
                columns[f"{stem}_{seat + 1}"] = [c or "0" if stem == "bet" else c for c in cells]
        columns |= {"dead": [row["dead_money"] for row in of_game]}
        columns |= {"rake": [row["rake"] for row in of_game], "folded": [], "button": []}
        for row in of_game:
            seats = [int(seat) for seat in row["seats"].split("|")]
            gone = [int(place) + 1 for place in row["folded"].split("|") if place]
            columns["folded"].append(" ".join(map(str, [*gone, *range(len(seats) + 1, size + 1)])))
            before = [place for place, seat in enumerate(seats) if seat <= int(row["button_seat"])]
            columns["button"].append(str((before or [len(seats) - 1])[-1] + 1))
        result = settled(write(tmp_path / "d.csv", columns), "--game", game, kind=".csv")
        for row, paid in zip(of_game, payouts_of(result), strict=True):
            collected = row["collected"].split("|")
            assert paid.split("|") == collected + ["0"] * (size - len(collected)), row
