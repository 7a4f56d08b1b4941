"""What kernels count, and what it says of each player: for one pot and for a pot split high/low."""

import math
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from handrank.rulebook.games import Game

# Whole numbers, of Python's own where a product of weights may not fit into int64.
Counts = NDArray[np.int64]
# On how many deals a player shares each half of the pot, by how many share the high half and how
# many the low half: 0 where the player does not, and beyond the players where nobody has a low.
Outcomes = dict[tuple[int, int], int]


def tally_shape(game: Game, n_players: int) -> tuple[int, ...]:
    """Return the shape of the counts of outcomes; `add_outcome` says what stands where."""
    if game.low_rules is None:
        return (1 << n_players,)
    return (n_players, n_players + 1, n_players + 2)


def read_outcomes(counts: list[int], n_players: int, *, low: bool) -> list[Outcomes]:
    """Return each player's outcomes from flat counts; a pot that is not split knows no low."""
    width = n_players + 2
    if low:
        size = (n_players + 1) * width
        return [
            {divmod(place, width): counts[player * size + place] for place in range(size)}
            for player in range(n_players)
        ]
    outcomes = [Counter[tuple[int, int]]() for _ in range(n_players)]
    for winners, count in enumerate(counts):
        for player in range(n_players):
            won = winners >> player & 1
            outcomes[player][won * winners.bit_count(), width - 1] += count
    return list(outcomes)


def by_sharers(outcomes: list[Outcomes], half: int) -> list[tuple[int, ...]]:
    """Return by player on how many deals k share a half with the player, k from 1 on."""
    sharers = range(1, len(outcomes) + 1)
    return [
        tuple(sum(n for shared, n in of_player.items() if shared[half] == k) for k in sharers)
        for of_player in outcomes
    ]


def moments(outcomes: list[Outcomes]) -> tuple[list[float], list[float]]:
    """Return each player's mean share of the pot and its standard error."""
    # One more trial counts as won and one as lost (Laplace's rule of succession): no error is 0.
    n_players, total = len(outcomes), sum(outcomes[0].values())
    # Shares in units of which half a pot splits evenly among any number of players.
    unit = 2 * math.lcm(*range(1, n_players + 1))
    equities, errors = [], []
    for of_player in outcomes:
        points, squares = 0, unit * unit
        for (of_high, of_low), count in of_player.items():
            share = unit // of_high if of_high else 0
            if of_low <= n_players:
                share = share // 2 + (unit // (2 * of_low) if of_low else 0)
            points += share * count
            squares += share * share * count
        equities.append(points / (unit * total))
        points, trials = points + unit, total + 2
        variance = (squares * trials - points * points) / (unit * trials) ** 2
        errors.append(math.sqrt(variance / (trials - 1)))
    return equities, errors
