"""``handrank deal``: random hands in files."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import handrank
from command_line import call


@pytest.mark.parametrize("kind", ["npy", "csv", "parquet"])
def test_deal_and_evaluate_a_file(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hands, ranks = tmp_path / f"hands.{kind}", tmp_path / f"ranks.{kind}"
    code, _, err = call(capsys, "deal", "1e3", "-o", hands, "--seed", "7", "--cards", "6")
    assert code == 0
    assert err.startswith("dealt 1,000 hands in ")
    assert err.endswith("seed 7\n")
    code, out, err = call(capsys, "evaluate", hands, "-o", ranks)
    assert (code, out) == (0, "")
    assert err.startswith("ranked 1,000 hands in ")
    assert "hands/s" in err
    dealt = handrank.deal(1000, 6, rng=np.random.default_rng(7))
    expected = handrank.evaluate(dealt).tolist()
    if kind == "npy":
        assert np.array_equal(np.load(hands), dealt)
        assert np.load(ranks).tolist() == expected
    elif kind == "parquet":
        table = pq.read_table(ranks)
        assert table["card6"].to_pylist() == dealt[:, 5].tolist()
        assert table["rank"].to_pylist() == expected
    else:
        rows = [line.split(",") for line in ranks.read_text().splitlines()]
        assert rows[0] == ["cards", "rank", "category"]
        assert [row[0] for row in rows[1:]] == list(handrank.format_cards(dealt))
        assert [int(row[1]) for row in rows[1:]] == expected


def test_deal_is_the_same_over_many_blocks_and_as_the_function(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hands.npy"
    call(capsys, "deal", "600_000", "-o", path, "--seed", "3", "--dead", "As Ks")
    expected = handrank.deal(600_000, rng=np.random.default_rng(3), dead="As Ks")
    assert np.array_equal(np.load(path), expected)


def test_deal_prints_its_seed_so_that_it_can_be_repeated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, _, err = call(capsys, "deal", "20", "-o", tmp_path / "a.npy")
    call(capsys, "deal", "20", "-o", tmp_path / "b.npy", "--seed", err.split()[-1])
    assert np.array_equal(np.load(tmp_path / "a.npy"), np.load(tmp_path / "b.npy"))


@pytest.mark.parametrize(
    "arguments", [["--cards", "53"], ["--cards", "0"], ["--dead", "As As"], ["--dead", "Xx"]]
)
def test_impossible_deals(
    tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = call(capsys, "deal", "9", "-o", tmp_path / "h.npy", *arguments)
    assert code == 2
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_deal_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "deal", "0", "-o", tmp_path / "h.npy")[0] == 0
    assert np.load(tmp_path / "h.npy").shape == (0, 7)


def test_an_unwritable_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # /proc takes no new files, whoever asks.
    code, _, err = call(capsys, "deal", "5", "-o", "/proc/handrank.npy")
    assert code == 2
    assert err.startswith("handrank: cannot write /proc/handrank.npy: ")


def test_missing_pyarrow_names_the_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for name in ("parquet",):
        monkeypatch.delitem(sys.modules, f"handrank.files.{name}", raising=False)
    code, _, err = call(capsys, "deal", "5", "-o", tmp_path / "h.parquet")
    assert code == 2
    assert "handrank[parquet]" in err
    assert not list(tmp_path.iterdir())
    assert call(capsys, "deal", "5", "-o", tmp_path / "h.csv")[0] == 0


def test_rates_in_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = tmp_path / "hands.npy"
    code, _, err = call(capsys, "deal", "1_500", "--seed", "7", "-o", hands, "--lang", "fr")
    assert code == 0
    assert re.fullmatch(
        r"1\u00a0500 mains distribuées en \d+,\d\d s \(.* mains/s\), graine 7\n", err
    )
    _, _, err = call(capsys, "evaluate", hands, "-o", tmp_path / "r.npy", "--lang", "fr")
    assert re.match(r"1\u00a0500 mains évaluées en \d+,\d\d s ", err)


@pytest.mark.parametrize("kind", ["npy", "csv", "parquet"])
@pytest.mark.parametrize("n", ["1e30", "1e15"])
def test_more_hands_than_the_disk_holds(
    tmp_path: Path, kind: str, n: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = call(capsys, "deal", n, "-o", tmp_path / f"d.{kind}")
    assert code == 1
    assert err.startswith(f"handrank: cannot write {int(float(n)):,} hands: they need ")
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_memory_is_bounded(tmp_path: Path) -> None:
    code = (
        "import resource, sys\nfrom handrank.cli import main\nassert main(sys.argv[1:]) == 0\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )

    def peak(*arguments: str | Path) -> int:
        done = subprocess.run(
            [sys.executable, "-c", code, *map(str, arguments)],
            capture_output=True,
            text=True,
            check=True,
        )
        return int(done.stdout.split()[-1]) << 10

    small, large = tmp_path / "small.npy", tmp_path / "large.npy"
    out = tmp_path / "ranks.npy"
    base = peak("deal", "4e6", "-o", small)
    assert peak("deal", "4e7", "-o", large) < base + (50 << 20)
    base = peak("evaluate", small, "-o", out)
    assert peak("evaluate", large, "-o", out) < base + (50 << 20)  # the file has 280 MB
    assert np.load(out, mmap_mode="r").shape == (40_000_000,)
