"""Settle a table of deals, block by block: who wins, and what it pays."""

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.legality import bad_deals
from handrank.files.deal_layout import DealLayout
from handrank.files.deal_reading import DealBlock
from handrank.files.deal_sources import DealSource
from handrank.files.errors import FileError
from handrank.files.streams import Columns, Target
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.games import Game
from handrank.rulebook.rules import get_rules
from handrank.showdowns.play import Showdown, play


def settle_source(
    source: DealSource,
    open_target: Callable[[], Target],
    *,
    keep_bad: bool = False,
    progress: Callable[[int], object] = lambda done: None,
) -> tuple[int, int]:
    """Settle every deal of a source.

    The table keeps its columns and gains, for each seat, ``winner_1`` .., ``share_1`` .. and, where
    it has bets, ``payout_1`` ..; in a high/low game ``low_winner_1`` .. as well.

    Parameters
    ----------
    source : DealSource
        The deals.
    open_target : callable
        Opens the file to write.
    keep_bad : bool
        Whether a bad row gets nulls in the new columns instead of ending the work.
    progress : callable, optional
        Told how far the source has come.

    Returns
    -------
    n, n_bad : int
        How many deals there were and how many of them were bad.

    Raises
    ------
    FileError
        At the first bad row unless they are kept; the message names file, row and card.
    """
    n = n_bad = 0
    with contextlib.ExitStack() as stack:
        target: Target | None = None
        for block in source.blocks():
            if target is None:
                target = stack.enter_context(contextlib.closing(open_target()))
            lowest = lowest_card(get_rules(source.game.rules))
            bad_cards = bad_deals(block.holes, block.boards, lowest, block.dealt)
            problems = {**bad_cards, **block.problems}
            if problems and not keep_bad:
                row = min(problems)
                raise FileError(f"{source.name}, {block.place(row)}: {problems[row]}")
            result = settle_block(block, source.game, list(problems))
            bad = np.zeros(len(block.holes), dtype=np.bool_)
            bad[list(problems)] = True
            target.write(
                result.ranks, _with_results(block, source.name, source.layout, result, bad)
            )
            n += len(bad)
            n_bad += len(problems)
            progress(block.done)
    return n, n_bad


def settle_block(block: DealBlock, game: Game, bad_rows: list[int]) -> Showdown:
    """Settle a block of deals; those of bad rows are settled somehow."""
    bets, folded = block.bets, block.folded.copy()
    folded[bad_rows] = False
    if bets is not None:
        bets = bets.copy()
        bets[bad_rows] = 0
    return play(
        *(game, block.holes, block.boards[:, None]),
        folded=folded,
        unknown=~block.dealt,
        bets=bets,
        button=None if bets is None else block.button,
        check=False,
    )


def _with_results(
    block: DealBlock,
    name: str,
    layout: DealLayout,
    result: Showdown,
    bad: NDArray[np.bool_],
) -> Callable[[], Columns]:
    def columns() -> Columns:
        kept = block.columns()
        by_stem: list[tuple[str, NDArray[Any] | None]] = [
            ("winner", result.winners),
            ("low_winner", result.low_winners),
            ("share", result.shares),
            ("payout", result.payouts),
        ]
        added: Columns = [
            (f"{stem}_{seat}", _nulls_where(bad, values[:, player]))
            for stem, values in by_stem
            if values is not None
            for player, seat in enumerate(layout.seats)
        ]
        taken = {column for column, _ in kept} & {column for column, _ in added}
        if taken:
            raise FileError(f"{name} has a column {min(taken)!r} already; rename it first")
        return kept + added

    return columns


def _nulls_where(bad: NDArray[np.bool_], values: NDArray[Any]) -> NDArray[Any]:
    return np.ma.masked_array(values, bad) if bad.any() else values
