"""Rank the hands of a game: its high hands, and its low ones in a high/low game."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.blocks import Index
from handrank.arrays.reading import Cards
from handrank.ranking.bulk import Ranks
from handrank.ranking.classes import eight_or_better
from handrank.ranking.fives import best_five
from handrank.ranking.hands import evaluate
from handrank.ranking.omaha import evaluate_omaha
from handrank.ranking.omaha_fives import best_five_omaha
from handrank.rulebook.games import Game
from handrank.showdowns.players import for_each_block


def check_hole_cards(game: Game, holes: Cards) -> None:
    """Refuse hole cards (..., n) of another number than the game deals.

    Raises
    ------
    ValueError
        If n is not the game's number.
    """
    if holes.shape[-1] != game.hole_cards:
        raise ValueError(
            f"{game.name} is played with {game.hole_cards} hole cards, got {holes.shape[-1]} "
            f"(shape {holes.shape})"
        )


def game_ranks(
    game: Game, holes: Cards, boards: Cards, *, threads: int | None
) -> tuple[Ranks, Ranks | None]:
    """Return hand ranks, and the ranks of the low hands in a high/low game, 0 where none qualifies.

    The cards are not checked.

    Parameters
    ----------
    game : Game
    holes : ndarray of int, shape (..., n)
    boards : ndarray of int, shape (..., 3..5)
        The leading dimensions broadcast.
    threads : int or None
        See `handrank.set_threads`.

    Raises
    ------
    ValueError
        If a number of cards is not the game's.
    """
    check_hole_cards(game, holes)
    options: dict[str, Any] = {"check": False, "threads": threads}
    rank = evaluate_omaha if game.two_from_hand else evaluate
    high: Ranks = np.asarray(rank(holes, boards, rules=game.rules, **options))
    if game.low_rules is None:
        return high, None
    low: Ranks = np.asarray(rank(holes, boards, rules=game.low_rules, **options))

    def qualify(index: Index) -> None:
        low[index] = eight_or_better(low[index])

    for_each_block(qualify, low.shape, threads)
    return high, low


def game_fives(
    game: Game, holes: Cards, boards: Cards, *, threads: int | None
) -> NDArray[np.uint8]:
    """Return the five cards (..., 5) that make each high hand, the most significant first."""
    check_hole_cards(game, holes)
    choose = best_five_omaha if game.two_from_hand else best_five
    return choose(holes, boards, rules=game.rules, threads=threads)
