"""`equity`: how much of the pot each player's hole cards are worth."""

import math
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from handrank.arrays.counts import as_count
from handrank.arrays.randomness import as_seed
from handrank.equities.exact import plan_exact
from handrank.equities.hand_lists import Player
from handrank.equities.question import Question, read_question
from handrank.equities.result import EquityResult
from handrank.equities.running import Workers
from handrank.equities.sampled import CHUNK, plan_sample
from handrank.equities.tally import Counts, read_outcomes
from handrank.rulebook.errors import type_error, value_error
from handrank.rulebook.games import Game, GameName

Method = Literal["auto", "exact", "sampled"]

# "auto" counts exactly what one thread does in about this many seconds.
AUTO_SECONDS = 2.0
# What a sampled result is sampled to where neither trials nor an error is asked for.
DEFAULT_STDERR = 1e-4


def equity(
    players: Sequence[Player],
    board: ArrayLike | None = None,
    *,
    dead: ArrayLike | None = None,
    game: GameName | Game = "holdem",
    method: Method = "auto",
    trials: int | None = None,
    target_stderr: float | None = None,
    seed: int | None = None,
    rng: np.random.Generator | None = None,
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
    game : str or Game, optional
        What is played, one of `GAMES`: ``"holdem"``, ``"short-deck"``, ``"omaha"``,
        ``"omaha-hilo"``, ``"omaha5"`` ... In a high/low game half of each pot goes to the best low
        hand that is eight or better.
    method : {"auto", "exact", "sampled"}, optional
        ``"auto"`` counts exactly where that takes one thread about two seconds at most, and
        samples otherwise.
    trials : int, optional
        How many deals to sample.
    target_stderr : float, optional
        Sample until every player's standard error is at most this; 0.0001 unless `trials` is given.
        With both, whichever is reached first ends the sampling.
    seed : int, optional
        What the random deals are drawn from: equal seeds give equal results, for any number of
        threads or workers and any order of players and cards. If not given, the result's `seed`
        tells which was taken.
    rng : numpy.random.Generator, optional
        Draws the seed instead.
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
        cards, the ranges exclude each other, an exact count is asked of too many combinations, or
        the game is one that equity does not count.

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
    question = read_question(players, board, dead, game)
    workers = Workers(threads, executor, progress)
    results = results_so_far(question, workers, method, trials, target_stderr, as_seed(seed, rng))
    (result,) = deque(results, maxlen=1)
    return result


def results_so_far(
    question: Question,
    workers: Workers,
    method: Method,
    trials: int | None,
    target_stderr: float | None,
    seed: int,
) -> Generator[EquityResult, None, None]:
    """Yield the result so far after each chunk of a sample, or the one exact result."""
    # The last is that of `equity`; with those before it a caller that is interrupted has a result.
    _check_method(method, trials, target_stderr)
    has_low = question.game.low_rules is not None
    if method != "sampled":
        plan = plan_exact(question, AUTO_SECONDS if method == "auto" else math.inf)
        if plan is not None:
            counts = plan.add_up(workers.run(plan.tasks(), plan.n_tasks))
            outcomes = read_outcomes(counts, question.n_players, low=has_low)
            yield EquityResult.from_outcomes(question, outcomes)
            return
    if trials is None and target_stderr is None:
        target_stderr = DEFAULT_STDERR
    order, tasks = plan_sample(question, seed, trials)
    total: Counts | None = None
    for tally in workers.run(tasks, None if trials is None else -(-trials // CHUNK)):
        total = tally if total is None else total + tally
        outcomes = read_outcomes(total.reshape(-1).tolist(), question.n_players, low=has_low)
        in_turn = [outcomes[order.index(player)] for player in range(question.n_players)]
        result = EquityResult.from_outcomes(question, in_turn, seed=seed)
        yield result
        if target_stderr is not None and max(result.stderr) <= target_stderr:
            return


def _check_method(method: object, trials: object, target_stderr: object) -> None:
    if not isinstance(method, str) or method not in get_args(Method):
        raise value_error(
            "method must be 'auto', 'exact' or 'sampled', got {method!r}", method=method
        )
    if trials is not None:
        as_count(trials, "trials", 1)
    if target_stderr is not None:
        if isinstance(target_stderr, bool) or not isinstance(target_stderr, int | float):
            kind = type(target_stderr).__name__
            raise type_error("target_stderr must be a number, got {kind}", kind=kind)
        if not 0 < target_stderr < 1:
            raise value_error(
                "target_stderr must be between 0 and 1, got {target_stderr}",
                target_stderr=target_stderr,
            )
    if method == "exact" and not (trials is None and target_stderr is None):
        raise value_error("trials and target_stderr are for sampling; method is 'exact'")
