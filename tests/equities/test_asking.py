"""Which method `equity` takes, how far it samples, and that it can be interrupted."""

import subprocess
import sys
from typing import Any

import pytest

from handrank import equity
from handrank.equities.asking import results_so_far
from handrank.equities.question import read_question
from handrank.equities.running import Workers
from handrank.equities.sampled import CHUNK


def test_auto_says_which_method_it_took() -> None:
    assert equity(["random", "random"], board="2c 7d Jh").method == "exact"
    assert equity(["AA", "random"]).method == "exact"
    result = equity(["random", "random", "random"], target_stderr=1e-3, seed=1)
    assert result.method == "sampled"
    assert result.trials is not None
    assert result.boards is None
    assert equity(["AA", "KK"], trials=100).method == "exact"


def test_a_result_names_the_seed_that_reproduces_it() -> None:
    result = equity(["AKs", "random", "random"], trials=10_000)
    assert result.seed is not None
    assert equity(["AKs", "random", "random"], trials=10_000, seed=result.seed) == result


def test_sampling_to_a_standard_error() -> None:
    result = equity(["AKs", "QQ", "random"], target_stderr=4e-4, seed=1, method="sampled")
    assert max(result.stderr) <= 4e-4
    assert result.trials is not None
    # Not much more than needed: a chunk at most.
    assert result.trials <= 0.25 / 4e-4**2 + CHUNK
    for threads in (1, 4):
        again = equity(
            ["AKs", "QQ", "random"], target_stderr=4e-4, seed=1, method="sampled", threads=threads
        )
        assert again == result
    short = equity(["AKs", "random", "QQ"], target_stderr=1e-9, trials=1000, method="sampled")
    assert short.trials == 1000


def test_trials_that_all_come_out_alike_do_not_end_a_sample_too_soon() -> None:
    # Four aces are beaten by nothing that two kings can make here.
    question: dict[str, Any] = {"players": ["AsAh", "KdKc"], "board": "Ad Ac 2h", "seed": 1}
    result = equity(**question, method="sampled", trials=1000)
    assert result.win == (1000, 0)
    assert min(result.stderr) > 0.5e-3
    # About 1 / trials: a target below that goes on.
    target = 0.9 / CHUNK
    result = equity(**question, method="sampled", target_stderr=target)
    assert result.trials is not None
    assert result.trials > CHUNK
    assert 0 < max(result.stderr) <= target


def test_samples_end_where_they_are_asked_to() -> None:
    # Decided, so the standard error is small after one chunk.
    question: dict[str, Any] = {"players": ["AsAh", "KdKc"], "board": "2c 7d Jh 3s 9s", "seed": 1}
    assert equity(**question, method="sampled").trials == CHUNK
    assert equity(**question, method="sampled", trials=CHUNK + 7).trials == CHUNK + 7
    assert equity(**question, method="sampled", trials=1).trials == 1
    both = equity(**question, method="sampled", trials=2 * CHUNK, target_stderr=1e-3)
    assert both.trials == CHUNK


def test_a_bar_counts_chunks_and_is_not_shown_unasked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("handrank.equities.running._BAR_AFTER_SECONDS", 0)
    question: dict[str, Any] = {"players": ["AKs", "random"], "method": "sampled"}
    equity(**question, trials=CHUNK + 1)
    assert capsys.readouterr().err == ""
    equity(**question, trials=CHUNK + 1, progress=True)
    assert "0/2 [" in capsys.readouterr().err


def test_results_so_far_lead_to_the_result() -> None:
    question = read_question(["AKs", "random", "random"])
    runs = list(results_so_far(question, Workers(), "sampled", 1_200_000, None, 4))
    assert [run.trials for run in runs] == [524_288, 1_048_576, 1_200_000]
    assert runs[-1] == equity(["AKs", "random", "random"], trials=1_200_000, seed=4)


def test_interrupts_in_a_row_never_crash_the_interpreter() -> None:
    # The kernels take numbers and arrays, no Generator, whose unboxing runs Python code.
    code = (
        "import signal\nfrom handrank import equity\n"
        "class Stop(Exception):\n    pass\n"
        "def stop(*_):\n    raise Stop\n"
        "def work(n):\n"
        "    for seed in range(n):\n"
        "        equity(['AhKh', 'random'], method='sampled', trials=500, seed=seed, threads=1)\n"
        "        equity(['AhKh', 'QsQd'], board='2c 3d 9h')\n"
        "work(1)\n"
        "signal.signal(signal.SIGALRM, stop)\n"
        "stopped = 0\n"
        "for i in range(400):\n"
        "    try:\n"
        "        signal.setitimer(signal.ITIMER_REAL, 1e-6 * (100 + 17 * i))\n"
        "        work(100)\n"
        "    except Stop:\n"
        "        stopped += 1\n"
        "print(stopped)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100
