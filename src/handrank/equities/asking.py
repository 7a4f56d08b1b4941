"""`equity`: how much of the pot each player's hole cards are worth."""

import math
import secrets
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from operator import add
from operator import index as as_index
from typing import Any, Literal

from numpy.typing import ArrayLike

from handrank.equities.plan import ExactPlan
from handrank.equities.result import EquityResult
from handrank.equities.sampled import CHUNK
from handrank.equities.tasks import require_executor, run_tasks, with_bar
from handrank.equities.ways import Asked, plan_asked, plan_sample, read_asked

Method = Literal["auto", "exact", "sampled"]

# "auto" counts exactly what one thread does in about this many seconds.
AUTO_SECONDS = 2.0
# What a sampled result is sampled to where neither trials nor an error is asked for.
DEFAULT_STDERR = 1e-4


def equity(
    players: Sequence[Any],
    *,
    board: ArrayLike = "",
    dead: ArrayLike = "",
    game: str = "holdem",
    method: Method = "auto",
    trials: int | None = None,
    seed: int | None = None,
    target_stderr: float | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: bool = False,
) -> EquityResult:
    """Return each player's share of the pot, over all boards and all hands of the ranges.

    Parameters
    ----------
    players : sequence of str, Range or array_like
        2 to 10 players, each as hole cards (``"AhKh"``), a range in text (``"QQ+, AKs, KK:0.5"``,
        see `Range.parse`), a `Range`, combos (card ids of shape (n, 2), or card texts), or a tuple
        of combos and their weights. In Omaha: whole hands, several with commas between and weights
        if wanted (``"AsAhKsKh, AdAcKdKc:0.5"``), or ``"random"``, or card ids of shape (n, hole
        cards), or a tuple of those and their weights. Weights count as whole numbers: fractions of
        up to three decimal places as they are, others rounded to 2**-26 of a player's largest.
    board : array_like of int or str, optional
        Up to five board cards; the others are dealt.
    dead : array_like of int or str, optional
        Cards that nobody holds and that do not come.
    game : str, optional
        What is played, one of `GAMES`: ``"holdem"``, ``"short-deck"``, ``"omaha"``,
        ``"omaha-hilo"``, ``"omaha5"`` ... In a high/low game half of each pot goes to the best low
        hand that is eight or better.
    method : {"auto", "exact", "sampled"}, optional
        ``"auto"`` counts exactly where that takes one thread about two seconds at most, and
        samples otherwise.
    trials : int, optional
        How many deals to sample.
    seed : int, optional
        What the random deals are drawn from: equal seeds give equal results, for any number of
        threads or workers and any order of players and cards. If not given, the result's `seed`
        tells which was taken.
    target_stderr : float, optional
        Sample until every player's standard error is at most this; 0.0001 unless `trials` is given.
        With both, whichever is reached first ends the sampling.
    threads : int, optional
        How many threads to run on; by default as `handrank.get_threads` says.
    executor : concurrent.futures.Executor, optional
        Where to run instead: a process pool, or a Dask cluster's executor
        (``client.get_executor()``).
    progress : bool, optional
        Show a progress bar on the standard error stream.

    Returns
    -------
    EquityResult

    Raises
    ------
    TypeError
        If an argument is of a wrong kind.
    ValueError
        If cards or ranges are unreadable, a card is used twice, a range is emptied by the known
        cards, the ranges exclude each other, or an exact count is asked of too many combinations.

    Examples
    --------
    >>> equity(["AcAd", "KhKs"]).win
    (1388072, 317694)
    >>> equity(["AsAhKsKh", "JdTd9c8c"], game="omaha").win
    (667649, 418273)
    >>> result = equity(["QQ+, AKs", "random", "random"], trials=100_000, seed=1, method="sampled")
    >>> result.trials, round(result.equity[0], 2)
    (100000, 0.66)
    """
    asked = results_so_far(
        players,
        board=board,
        dead=dead,
        game=game,
        method=method,
        trials=trials,
        seed=seed,
        target_stderr=target_stderr,
        threads=threads,
        executor=executor,
        progress=progress,
    )
    (result,) = deque(asked, maxlen=1)
    return result


def results_so_far(
    players: Sequence[Any],
    *,
    board: ArrayLike = "",
    dead: ArrayLike = "",
    game: str = "holdem",
    method: Method = "auto",
    trials: int | None = None,
    seed: int | None = None,
    target_stderr: float | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: bool = False,
) -> Generator[EquityResult, None, None]:
    """Yield the result so far after each chunk of a sampled question, or the one exact result.

    The arguments, the errors and the last result are those of `equity`. The results between them
    let a caller show how the error falls, or keep what there is when it is interrupted.
    """
    _check_options(method, trials, seed, target_stderr, threads, executor)
    question = read_asked(players, board, dead, game)
    if method != "sampled":
        plan = plan_asked(question, AUTO_SECONDS if method == "auto" else math.inf)
        if plan is not None:
            yield _exact(question, plan, threads, executor, progress)
            return
    results = sampled_results(
        question,
        trials=trials,
        seed=seed,
        target_stderr=target_stderr,
        threads=threads,
        executor=executor,
    )
    n_chunks = None if trials is None else -(-trials // CHUNK)
    yield from with_bar(results, n_chunks, progress)


def sampled_results(
    question: Asked,
    *,
    trials: int | None = None,
    seed: int | None = None,
    target_stderr: float | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
) -> Generator[EquityResult, None, None]:
    """Yield the result so far after each chunk of a sampled question; see `results_so_far`."""
    if trials is None and target_stderr is None:
        target_stderr = DEFAULT_STDERR
    seed = secrets.randbits(63) if seed is None else as_index(seed)
    tasks, in_asked_order = plan_sample(question, seed, trials)
    total: list[int] | None = None
    for tally in run_tasks(tasks, threads=threads, executor=executor):
        counts = in_asked_order(tally)
        total = counts if total is None else list(map(add, total, counts))
        result = EquityResult.from_tally(question, total, seed=seed, sampled=True)
        yield result
        if target_stderr is not None and max(result.stderr) <= target_stderr:
            return


def _exact(
    question: Asked,
    plan: ExactPlan,
    threads: int | None,
    executor: Executor | None,
    progress: bool,
) -> EquityResult:
    results = run_tasks(
        plan.tasks(), threads=1 if plan.n_tasks == 1 else threads, executor=executor
    )
    counts = plan.add_up(with_bar(results, plan.n_tasks, progress))
    return EquityResult.from_tally(question, counts)


def _check_options(
    method: object,
    trials: object,
    seed: object,
    target_stderr: object,
    threads: object,
    executor: object,
) -> None:
    if method not in ("auto", "exact", "sampled"):
        raise ValueError(f"method must be 'auto', 'exact' or 'sampled', got {method!r}")
    for name, value, least in (("trials", trials, 1), ("seed", seed, 0), ("threads", threads, 1)):
        if value is None:
            continue
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise TypeError(f"{name} must be an integer, got {type(value).__name__}")
        if value.__index__() < least:
            raise ValueError(f"{name} must be at least {least}, got {value}")
    if target_stderr is not None:
        if isinstance(target_stderr, bool) or not isinstance(target_stderr, int | float):
            raise TypeError(f"target_stderr must be a number, got {type(target_stderr).__name__}")
        if not 0 < target_stderr < 1:
            raise ValueError(f"target_stderr must be between 0 and 1, got {target_stderr}")
    if method == "exact" and not (trials is None and target_stderr is None):
        raise ValueError("trials and target_stderr are for sampling; method is 'exact'")
    if threads is not None and executor is not None:
        raise ValueError("give threads or an executor, not both")
    require_executor(executor)
