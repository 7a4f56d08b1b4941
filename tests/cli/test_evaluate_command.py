"""``handrank evaluate``: texts and files."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import handrank
from command_line import call, run
from handrank.cli import main


def test_evaluate_prints_hand_category_and_class(capsys: pytest.CaptureFixture[str]) -> None:
    # Class numbers: the reference figures.
    code, out, _ = call(
        capsys, "evaluate", "AsKsQsJsTs2c3d", "3h 3♣ 3♦ 10c 10d", "7c 5d 4d 3d 2d", "ad2d3d4d5d"
    )
    assert code == 0
    assert out.splitlines() == [
        "hand                  category        class",
        "As Ks Qs Js Ts 2c 3d  royal flush         1",
        "3h 3c 3d Tc Td        full house        303",
        "7c 5d 4d 3d 2d        high card        7462",
        "Ad 2d 3d 4d 5d        straight flush     10",
    ]


def test_evaluate_text_under_other_rules_and_into_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = call(capsys, "evaluate", "Ad2d3d4d5d", "--rules", "high-no-wheel")
    assert out.splitlines()[1].split()[5] == "flush"
    assert call(capsys, "evaluate", "AsKsQsJsTs", "-o", tmp_path / "r.csv")[0] == 0
    assert (tmp_path / "r.csv").read_text() == (
        "cards,rank,category\nAsKsQsJsTs,36865,royal flush\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("As As Ks Qs Js Ts 9s", "As (card id 51) is given twice"),
        ("AsKsQsJsXx", "'Xx' is not a card"),
        ("As", "1 card; a hand has 5, 6 or 7 and is one text"),
        ("", "the text is empty"),
        ("51 50 49 48 52", "card id 52 is outside 0..51"),
    ],
)
def test_bad_text(text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "evaluate", "AsKsQsJsTs", text)
    assert (code, out) == (2, "")
    assert message in err
    assert f"hand 2 ({text!r})" in err
    assert len(err.splitlines()) == 1
    code, out, _ = call(capsys, "evaluate", "AsKsQsJsTs", text, "--on-error=null")
    assert code == 0
    assert out.splitlines()[2].split()[-2:] == ["-", "-"]


@pytest.mark.parametrize("kind", ["npy", "csv", "parquet"])
def test_a_bad_row_leaves_no_output(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = handrank.deal(100, rng=np.random.default_rng(1))
    hands[60, 3] = hands[60, 1] = 12
    source, out = tmp_path / "hands.npy", tmp_path / f"ranks.{kind}"
    np.save(source, hands)
    code, _, err = call(capsys, "evaluate", source, "-o", out)
    assert code == 2
    assert err == (f"handrank: {source}, row 60 (counted from 0): 5c (card id 12) is given twice\n")
    assert list(tmp_path.iterdir()) == [source]
    code, _, err = call(capsys, "evaluate", source, "-o", out, "--on-error=null")
    assert code == 0
    assert "1 bad row without a rank" in err
    assert out.exists()


def test_options_reach_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "h.csv", tmp_path / "r.npy"
    source.write_text("a,b\nAd2d3d4d5d,x\n")
    options = ["--rules", "high-no-wheel", "--class-number", "--columns", "a", "--header", "yes"]
    assert call(capsys, "evaluate", source, "-o", out, *options)[0] == 0
    rank = handrank.evaluate("Ad2d3d4d5d", rules="high-no-wheel")
    assert np.load(out).tolist() == [handrank.class_number(rank, rules="high-no-wheel")]
    np.save(tmp_path / "h.npy", np.full((3, 5), 9, dtype=np.uint8))
    assert call(capsys, "evaluate", tmp_path / "h.npy", "-o", out)[0] == 2
    assert call(capsys, "evaluate", tmp_path / "h.npy", "-o", out, "--no-check")[0] == 0


def test_a_guessed_header_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "h.csv"
    source.write_text("no card\nAsKsQsJsTs\n")
    code, _, err = call(capsys, "evaluate", source)
    assert code == 0
    assert err.splitlines()[1] == f"{source}: its first row, 'no card', counts as a header"
    assert call(capsys, "evaluate", source, "--header", "no")[0] == 2
    source.write_text("hand\nAsKsQsJsTs\n")
    assert "header" not in call(capsys, "evaluate", source)[2]


def test_requests_that_cannot_be_met(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = tmp_path / "hands.npy"
    np.save(hands, handrank.deal(5, rng=np.random.default_rng(1)))
    before = hands.read_bytes()
    (tmp_path / "folder.csv").mkdir()
    for message, *arguments in (
        ("no such file", tmp_path / "missing.csv"),
        ("it is a folder", tmp_path),
        ("it is a folder", tmp_path / "folder.csv"),
        ("unknown format ''", hands, "-o", tmp_path / "out"),
        ("unknown format '.txt'", hands, "-o", tmp_path / "out.txt"),
        ("it is a folder", hands, "-o", tmp_path / "folder.csv"),
        ("No such file or directory", hands, "-o", tmp_path / "no" / "out.npy"),
        ("it is the file being read", hands, "-o", hands),
        ("one file at a time", hands, hands, "-o", tmp_path / "out.npy"),
        ("one file at a time", "AsKsQsJsTs", hands),
    ):
        code, _, err = call(capsys, "evaluate", *arguments)
        assert code == 2, arguments
        assert message in err
        assert len(err.splitlines()) == 1
    assert hands.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.csv", "hands.npy"]


def test_standard_input_and_output() -> None:
    done = run("evaluate", "-", stdin="hand\nAsKsQsJsTs\n")
    assert (done.returncode, done.stdout) == (
        0,
        "hand,rank,category\nAsKsQsJsTs,36865,royal flush\n",
    )
    assert done.stderr.startswith("ranked 1 hand in ")
    assert "holds no rows" in run("evaluate", "-", stdin="").stderr
    assert run("deal", "3", "--seed", "1").stdout.count("\n") == 4


def test_evaluate_in_french(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "R♠R♥R♦3♣3♦", "AsKsQsJsTs", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "main             catégorie            classe",
        # 166 classes are better than any full house, twelve are aces full; then AA QQ .. 44 33.
        "R♠ R♥ R♦ 3♣ 3♦   full                    189",
        "A♠ R♠ D♠ V♠ 10♠  quinte flush royale       1",
    ]
    path = tmp_path / "h.csv"
    path.write_text("main\nR♠R♥R♦3♣3♦\n", encoding="utf-8")
    assert main(["evaluate", str(path), "--columns=main", "--lang=fr", "--on-error=null"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "main,rank,category"
    assert out.splitlines()[1].endswith(",full")
    assert err.startswith("1 main évaluée en ")
    assert "0 ligne incorrecte sans rang" in err


def test_a_game_says_how_hands_are_ordered(capsys: pytest.CaptureFixture[str]) -> None:
    by_game = call(capsys, "evaluate", "5d4c3h2sAs", "--game", "holdem-low")
    assert by_game == call(capsys, "evaluate", "5d4c3h2sAs", "--rules", "ace-to-five")
    assert by_game[1].splitlines()[1].split()[-1] == "1"
    with pytest.raises(SystemExit) as end:
        main(["evaluate", "5d4c3h2sAs", "--game", "holdem", "--rules", "high"])
    assert end.value.code == 2
    assert "not allowed with argument" in capsys.readouterr().err
