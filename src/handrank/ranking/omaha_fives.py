"""`best_five_omaha`: which two hole cards and three board cards make a hand."""

import itertools

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import COPIED_BLOCK, Index, block_indices, to_native
from handrank.arrays.reading import as_cards
from handrank.arrays.threads import for_each, resolve_threads
from handrank.lookup.encoding import FLUSH_SIZE, HOLE_CARDS
from handrank.ranking.bulk import Natives, Ranks
from handrank.ranking.fives import best_five
from handrank.ranking.hands import evaluate
from handrank.ranking.omaha import evaluate_omaha


def best_five_omaha(
    hole: ArrayLike,
    board: ArrayLike,
    *,
    rules: str = "high",
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Return the two hole cards and three board cards that make each Omaha hand.

    They stand in the order of `best_five`, the most significant first. Of choices of equal rank
    it is the one with the hole cards given first, then with the board cards given first. `describe`
    puts them in words.

    Parameters
    ----------
    hole : array_like of int or str, shape (..., 4..6)
        Hole cards, as `evaluate_omaha` takes them.
    board : array_like of int or str, shape (..., 3..5)
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
        As `evaluate_omaha` does: a wrong number of cards, a shape that does not fit, a row that is
        no hand, unknown rules.

    Examples
    --------
    >>> from handrank import describe, format_cards
    >>> five = best_five_omaha("AhAsKd3c", "2h5h9hJhKc")
    >>> format_cards(five), describe(five), describe(five, lang="fr")
    ('Ah As Kc Jh 9h', 'pair of aces', "paire d'as")
    """
    holes, boards = as_cards(hole, name="hole"), as_cards(board, name="board")
    ranks = np.asarray(evaluate_omaha(holes, boards, rules=rules, threads=threads))
    holes = np.broadcast_to(holes, (*ranks.shape, holes.shape[-1]))
    boards = np.broadcast_to(boards, (*ranks.shape, boards.shape[-1]))
    fives = np.empty((*ranks.shape, FLUSH_SIZE), dtype=np.uint8)

    def choose(index: Index) -> None:
        hole_rows = to_native(holes[index].reshape(-1, holes.shape[-1]))
        board_rows = to_native(boards[index].reshape(-1, boards.shape[-1]))
        chosen = _first_choice(hole_rows, board_rows, ranks[index].reshape(-1), rules)
        ordered = best_five(chosen, rules=rules, threads=1)
        fives[index] = ordered.reshape(fives[index].shape)

    if ranks.size:
        blocks = block_indices(ranks.shape, COPIED_BLOCK)
        for_each(choose, blocks, min(resolve_threads(threads), -(-ranks.size // COPIED_BLOCK)))
    return fives


def _first_choice(holes: Natives, boards: Natives, ranks: Ranks, rules: str) -> Natives:
    """Return, of each hand, the first two hole and three board cards that have its rank."""
    fives = np.empty((len(ranks), FLUSH_SIZE), dtype=np.uint8)
    left = np.arange(len(ranks))
    pairs = itertools.combinations(range(holes.shape[1]), HOLE_CARDS)
    triples = itertools.combinations(range(boards.shape[1]), FLUSH_SIZE - HOLE_CARDS)
    for pair, triple in itertools.product(pairs, triples):
        tried = np.concatenate((holes[left][:, pair], boards[left][:, triple]), axis=1)
        found = evaluate(tried, rules=rules, check=False, threads=1) == ranks[left]
        fives[left[found]] = tried[found]
        left = left[~found]
        if not left.size:
            break
    return fives
