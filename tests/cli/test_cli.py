"""The command line: what it prints, its exit codes, and how it ends."""

import os
import pty
import re
import resource
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import handrank
from handrank.cli import main

COMMAND = [sys.executable, "-m", "handrank"]
COMMANDS = ["evaluate", "equity", "grid", "showdown", "deal", "survey", "tables"]


def run(*arguments: str | Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, input=stdin, check=False
    )


def call(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


# --- help and versions


@pytest.mark.parametrize("command", [[], *([command] for command in COMMANDS)])
def test_help_needs_neither_numba_nor_numpy(command: list[str]) -> None:
    code = (
        "import sys\nfrom handrank.cli import main\n"
        f"try:\n    main({[*command, '--help']!r})\n"
        "except SystemExit as end:\n    assert end.code == 0\n"
        "heavy = {'numba', 'numpy', 'llvmlite', 'pyarrow', 'tqdm'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "usage: handrank" in done.stdout


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"handrank {handrank.__version__}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["evaluate"],
        ["evaluate", "AsKsQsJsTs", "--stength"],
        ["evaluate", "AsKsQsJsTs", "--rules", "low"],
        ["evaluate", "AsKsQsJsTs", "--no-chec"],
        ["deal", "many"],
        ["deal", "1.5"],
        ["deal", "-1"],
        ["deal", "inf"],
        ["survey", "--cards", "4"],
        ["tables", "burn"],
        ["fold"],
    ],
)
def test_unknown_arguments_end_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("handrank")
    assert len(err.splitlines()) == 1


# --- evaluate, text


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


# --- evaluate, files


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


def test_standard_input_and_output() -> None:
    done = run("evaluate", "-", stdin="hand\nAsKsQsJsTs\n")
    assert (done.returncode, done.stdout) == (
        0,
        "hand,rank,category\nAsKsQsJsTs,36865,royal flush\n",
    )
    assert done.stderr.startswith("ranked 1 hand in ")
    assert "holds no rows" in run("evaluate", "-", stdin="").stderr
    assert run("deal", "3", "--seed", "1").stdout.count("\n") == 4


# --- survey and tables


def test_survey(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "survey", "100_000", "--seed", "5")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "100,000 random hands of 7 cards, rules 'high', seed 5"
    assert "hands/s" in lines[2]
    rows = {line[:15].strip(): line[15:].split() for line in lines[5:15]}
    assert next(iter(rows)) == "royal flush"
    assert sum(int(row[0].replace(",", "")) for row in rows.values()) == 100_000
    # One pair: 58,627,800 of 133,784,560, the reference figures.
    assert rows["one pair"][2] == "43.82255%"
    assert all(abs(float(row[3])) < 5 for row in rows.values())
    assert call(capsys, "survey", "100_000", "--seed", "5")[1].splitlines()[5:] == lines[5:]


def test_survey_where_no_exact_figures_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "survey", "1000", "--cards", "6", "--rules", "high-no-wheel")
    assert code == 0
    assert "exact" not in out
    assert call(capsys, "survey", "0")[0] == 0


def test_tables_path(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "tables", "path")
    assert code == 0
    assert (Path(out.strip()) / "manifest.json").is_file()


def test_rates_in_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hands = tmp_path / "hands.npy"
    code, _, err = call(capsys, "deal", "1_500", "--seed", "7", "-o", hands, "--lang", "fr")
    assert code == 0
    assert re.fullmatch(
        r"1\u00a0500 mains distribuées en \d+,\d\d s \(.* mains/s\), graine 7\n", err
    )
    _, _, err = call(capsys, "evaluate", hands, "-o", tmp_path / "r.npy", "--lang", "fr")
    assert err.startswith("1\u00a0500 mains évaluées en 0,")


def test_tables_verify_fails_when_a_figure_differs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from handrank.ranking import verification
    from handrank.rulebook import figures as exact_figures

    five = exact_figures.EXACT_FIGURES["high", 5]
    monkeypatch.setattr(verification, "EXACT_FIGURES", {("high", 5): five})
    code, out, _ = call(capsys, "tables", "verify")
    assert code == 0
    assert "all figures are exact" in out
    hands = five.hands | {handrank.HandCategory.FLUSH: 5_109}
    wrong = exact_figures.ExactFigures(hands=hands, n_classes=7462)
    monkeypatch.setattr(verification, "EXACT_FIGURES", {("high", 5): wrong})
    code, out, err = call(capsys, "tables", "verify")
    assert code == 1
    assert "WRONG" in err
    assert ["flush,", "hands", "5,108", "5,109"] in [line.split()[-4:] for line in out.splitlines()]
    code, out, err = call(capsys, "tables", "verify", "--lang", "fr")
    assert code == 1
    assert err == "high, 5 cartes\u00a0: FAUX\n"
    line = "high, 5 cartes  couleur, mains      5\u00a0108      5\u00a0109"
    assert line in out.splitlines()
    assert "2 chiffres diffèrent" in out


def test_damaged_tables_end_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from handrank.lookup import tables

    tables._load.cache_clear()
    monkeypatch.setattr(tables, "tables_path", lambda: tmp_path)
    code, _, err = call(capsys, "evaluate", "AsKsQsJsTs")
    tables._load.cache_clear()
    assert code == 1
    assert str(tmp_path / "manifest.json") in err


# --- how it ends


def wait_for(pattern: str, folder: Path, size: int) -> None:
    """Wait until a file of a folder has more than `size` bytes."""
    end = time.monotonic() + 60
    while not any(path.stat().st_size > size for path in folder.glob(pattern)):
        assert time.monotonic() < end, "nothing was written"
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("number", "code", "message"),
    [
        (signal.SIGINT, 130, "handrank: interrupted\n"),
        (signal.SIGTERM, 143, ""),
        (signal.SIGHUP, 129, ""),
    ],
)
def test_signals_leave_no_output(
    tmp_path: Path, number: signal.Signals, code: int, message: str
) -> None:
    out = tmp_path / "hands.npy"
    out.write_text("old")
    process = subprocess.Popen(
        [*COMMAND, "deal", "3e8", "-o", out],
        stderr=subprocess.PIPE,
        text=True,
        # A CI machine without a terminal may run us with hang-ups ignored.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    wait_for(".*.part", tmp_path, 1 << 20)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (code, message)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_ctrl_c_while_ranking_a_stream(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "evaluate", "-", "-o", tmp_path / "r.csv"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write("AsKsQsJsTs2c3d\n" * 200_000)
    process.stdin.flush()
    wait_for(".*.part", tmp_path, 1 << 20)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "handrank: interrupted\n")
    assert not list(tmp_path.iterdir())


def test_a_broken_pipe_is_quiet() -> None:
    process = subprocess.Popen(
        [*COMMAND, "deal", "1e9", "--seed", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"cards\n"
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("kind", ["npy", "csv", "parquet"])
def test_a_full_disk_leaves_no_output(tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"hands.{kind}"
    # A limit on the size of files fails as a full disk does.
    limits = (1 << 20, 1 << 20)
    done = subprocess.run(
        [*COMMAND, "deal", "1e6", "-o", out],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"HANDRANK_CACHE": "off"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits),
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"handrank: cannot write {out}: ")
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_full_standard_output() -> None:
    with Path("/dev/full").open("w") as full:
        for arguments in (["evaluate", "AsKsQsJsTs"], ["deal", "1000"]):
            done = subprocess.run(
                [*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
            assert done.returncode == 1
            assert done.stderr == "handrank: cannot use standard output: No space left on device\n"


def test_a_bar_on_a_terminal_only(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        process = subprocess.Popen(
            [*COMMAND, "deal", "1e6", "-o", tmp_path / "h.npy"], stderr=theirs
        )
        os.close(theirs)
        shown = b""
        try:
            while part := terminal.read(1024):
                shown += part
        except OSError:
            pass  # The terminal is gone with its last user.
        assert process.wait(timeout=60) == 0
    assert b"%|" in shown
    assert shown.strip().splitlines()[-1].strip().split(b"\r")[-1].startswith(b"dealt 1,000,000")
    assert b"%|" not in run("deal", "1e5", "-o", tmp_path / "h.npy").stderr.encode()


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


def test_interrupts_in_a_row_never_crash_the_interpreter() -> None:
    # Numba trusts a Generator's Python code to raise nothing while it is handed to a kernel.
    code = (
        "import signal\nimport numpy as np\nfrom handrank import deal\n"
        "class Stop(Exception):\n    pass\n"
        "def stop(*_):\n    raise Stop\n"
        "rng = np.random.default_rng(1)\n"
        "deal(1, rng=rng)\n"
        "signal.signal(signal.SIGALRM, stop)\n"
        "stopped = 0\n"
        "for i in range(1000):\n"
        "    try:\n"
        "        signal.setitimer(signal.ITIMER_REAL, 1e-6 * (1 + i % 200))\n"
        "        for _ in range(100):\n"
        "            deal(1, rng=rng)\n"
        "    except Stop:\n"
        "        stopped += 1\n"
        "print(stopped)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100


@pytest.mark.parametrize("arguments", [["--bets", "1,x"], ["--folded", "x"]])
def test_usage_errors_are_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["showdown", "AhKh", "TcTd", *arguments])
    assert end.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith(f"handrank showdown: argument {arguments[0]}: {arguments[1]!r} is not")
    assert len(err.splitlines()) == 1


def test_a_wrong_number_of_threads_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HANDRANK_THREADS", "abc")
    code, out, err = call(capsys, "survey", "1000")
    assert (code, out) == (2, "")
    assert err == "handrank: HANDRANK_THREADS must be a positive integer, got 'abc'\n"


def test_closed_standard_streams() -> None:
    def shell(command: str) -> tuple[int, str]:
        line = f'"{sys.executable}" -m handrank {command}'
        done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    assert shell("evaluate - <&-") == (2, "handrank: cannot read standard input: it is closed\n")
    closed = (1, "handrank: cannot use standard output: Bad file descriptor\n")
    assert shell("survey 1000 <&- >&-") == closed
    assert shell("evaluate AsKsQsJsTs >&-") == closed
    assert shell("deal 10 2>&-") == (0, "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_that_cannot_show_suits_has_letters(encoding: str) -> None:
    hands = ["AhKh", "TcTd", "--board", "Th 7d 2c 2s Kd", "--lang", "fr"]
    done = subprocess.run(
        [*COMMAND, "showdown", *hands],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert ("A♥ R♥" if encoding == "utf-8" else "Ah Rh") in done.stdout.decode(encoding)


def test_a_table_on_standard_output_is_utf_8_as_in_a_file() -> None:
    done = subprocess.run(
        [*COMMAND, "evaluate", "-"],
        input="é,hand\n♥,AsKsQsJsTs\n".encode(),
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert done.stdout.decode().splitlines()[1] == "♥,AsKsQsJsTs,36865,royal flush"


def test_ctrl_c_while_the_command_line_is_imported() -> None:
    code = (
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'handrank.cli.parsing':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from handrank.__main__ import main\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "handrank: interrupted\n")


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
