"""`best_five`: which five cards of a hand make it."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import COPIED_BLOCK, Index, block_indices, to_native
from handrank.arrays.reading import as_cards
from handrank.arrays.threads import for_each, resolve_threads
from handrank.kernels.portable.choose_fives import choose_best_five
from handrank.lookup.encoding import FLUSH_SIZE
from handrank.ranking.bulk import Ranks
from handrank.ranking.card_ranks import is_suited, significant_ranks
from handrank.ranking.hands import evaluate


def best_five(
    cards: ArrayLike,
    board: ArrayLike | None = None,
    *,
    rules: str = "high",
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Return the five cards that make each hand, the most significant first.

    Pairs, three and four of a kind come before the other cards, higher ranks before lower ones; in
    A-2-3-4-5 and wherever else the ace counts below the deuce, it comes last. Low hands are read
    the same way: 8-6-4-3-A. Of cards of equal rank the one given first is chosen, hole cards before
    the board; only where that made a flush that counts against the hand is the least significant
    card that has an equal swapped for it.

    Parameters
    ----------
    cards : array_like of int or str, shape (..., n)
        Hands of 5, 6 or 7 cards, or hole cards, as `evaluate` takes them.
    board : array_like of int or str, shape (..., 3..5), optional
        Board cards; the leading dimensions broadcast.
    rules : str, optional
        The rule set.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    ndarray of uint8, shape (..., 5)
        Card ids.

    Raises
    ------
    TypeError
        If a dtype is a wrong one.
    ValueError
        As `evaluate` does: a wrong number of cards, a shape that does not fit, a row that is no
        hand, unknown rules.

    Examples
    --------
    >>> from handrank import format_cards
    >>> format_cards(best_five("KcAd 9h9s3c9d2s"))
    '9h 9s 9d Ad Kc'
    >>> format_cards(best_five(["AsKd", "7d6s"], board="5h4d3c2sKs"))
    array(['5h 4d 3c 2s As', '7d 6s 5h 4d 3c'], dtype='<U14')
    """
    return ranked_best_five(cards, board, rules=rules, threads=threads)[1]


def ranked_best_five(
    cards: ArrayLike,
    board: ArrayLike | None = None,
    *,
    rules: str = "high",
    threads: int | None = None,
) -> tuple[Ranks, NDArray[np.uint8]]:
    """Return hand ranks, shape (...), and the five cards behind them; see `best_five`."""
    hands = as_cards(cards)
    boards = None if board is None else as_cards(board, name="board")
    ranks = np.asarray(evaluate(hands, boards, rules=rules, threads=threads))
    parts = [
        np.broadcast_to(part, (*ranks.shape, part.shape[-1]))
        for part in (hands, boards)
        if part is not None
    ]
    tables = significant_ranks(rules), is_suited(rules)
    fives = np.empty((*ranks.shape, FLUSH_SIZE), dtype=np.uint8)

    def choose(index: Index) -> None:
        rows: Any = [part[index].reshape(-1, part.shape[-1]) for part in parts]
        rows = to_native(rows[0] if len(rows) == 1 else np.concatenate(rows, axis=1))
        choose_best_five(
            rows, ranks[index].reshape(-1), *tables, fives[index].reshape(-1, FLUSH_SIZE)
        )

    if ranks.size:
        blocks = block_indices(ranks.shape, COPIED_BLOCK)
        for_each(choose, blocks, min(resolve_threads(threads), -(-ranks.size // COPIED_BLOCK)))
    return ranks, fives
