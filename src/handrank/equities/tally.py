"""From counts of outcomes to equities, wins and ties, for one pot and for a pot split high/low."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from handrank.rulebook.games import Game

# Whole numbers, of Python's own where a product of weights may not fit into int64.
Counts = NDArray[np.int64]
# By k - 1: on how many deals a player shares with k - 1 others.
BySharers = list[list[int]]


def tally_shape(game: Game, n_players: int) -> tuple[int, ...]:
    """Return the shape of the counts of outcomes that kernels write.

    Without low hands they stand by the bit mask of the winners. With them, by player, by how many
    share the high half with the player (0 if the player does not) and by how many share the low
    half, the last place standing for a deal without a low hand.
    """
    if game.low_rules is None:
        return (1 << n_players,)
    return (n_players, n_players + 1, n_players + 2)


def in_asked_order(counts: Counts, order: Sequence[int], game: Game) -> list[int]:
    """Return counts of the players in an order, `order[i]` the i-th, as counts of all in turn."""
    n = len(order)
    if game.low_rules is not None:
        sources = [order.index(player) for player in range(n)]
    else:
        sources = [
            sum(1 << i for i, p in enumerate(order) if winners >> p & 1)
            for winners in range(1 << n)
        ]
    rearranged: list[int] = counts[sources].reshape(-1).tolist()
    return rearranged


@dataclass(frozen=True)
class LowTally:
    """What low hands win in a high/low game, an entry for each player where it is a list."""

    by_sharers: BySharers
    no_low: int
    scoop: list[int]
    quartered: list[int]


@dataclass(frozen=True)
class Tally:
    """Counts by player.

    `total` deals were counted; `equity` is the mean share of the pot and `stderr` its standard
    error if the deals are a sample; `by_sharers` says how often the player is among the best high
    hands, and `low` the same of low hands and who wins both halves.
    """

    total: int
    equity: list[float]
    stderr: list[float]
    by_sharers: BySharers
    low: LowTally | None


def read_tally(counts: list[int], n_players: int, *, low: bool) -> Tally:
    """Read counts of the shape that `tally_shape` says, flattened.

    Examples
    --------
    >>> read_tally([0, 3, 1, 0], 2, low=False).equity
    [0.75, 0.25]
    """
    # Shares in units of which half a pot splits evenly among any number of players.
    unit = 2 * math.lcm(*range(1, n_players + 1))
    if low:
        return _read_high_low(counts, n_players, unit)
    total = sum(counts)
    by_sharers = [[0] * n_players for _ in range(n_players)]
    for winners, count in enumerate(counts):
        for player in range(n_players):
            if winners >> player & 1:
                by_sharers[player][winners.bit_count() - 1] += count
    shares = [{unit // k: n for k, n in enumerate(row, 1)} for row in by_sharers]
    return Tally(total, *_moments(shares, unit, total), by_sharers, None)


def _read_high_low(counts: list[int], n_players: int, unit: int) -> Tally:
    width = n_players + 2
    size = (n_players + 1) * width
    no_low = n_players + 1
    total = sum(counts[:size])
    high = [[0] * n_players for _ in range(n_players)]
    low = [[0] * n_players for _ in range(n_players)]
    scoop, quartered, without = [0] * n_players, [0] * n_players, 0
    shares: list[dict[int, int]] = [{} for _ in range(n_players)]
    for player in range(n_players):
        for place, count in enumerate(counts[player * size : (player + 1) * size]):
            of_high, of_low = divmod(place, width)
            has_low = of_low < no_low
            if of_high:
                high[player][of_high - 1] += count
            if has_low and of_low:
                low[player][of_low - 1] += count
            scoop[player] += count * (of_high == 1 and of_low in (1, no_low))
            quartered[player] += count * ((of_high, of_low) in ((0, 2), (2, 0)))
            without += count * (not has_low and player == 0)
            share = (unit // of_high if of_high else 0) // (2 if has_low else 1)
            share += unit // (2 * of_low) if has_low and of_low else 0
            shares[player][share] = shares[player].get(share, 0) + count
    moments = _moments(shares, unit, total)
    return Tally(total, *moments, high, LowTally(low, without, scoop, quartered))


def _moments(
    shares: list[dict[int, int]], unit: int, total: int
) -> tuple[list[float], list[float]]:
    """Return each player's mean share and its standard error.

    The error is estimated as if one more trial had been won and one more lost (Laplace's rule of
    succession): a sample whose trials all came out alike has an error above 0, about 1 / trials.
    """
    equities, errors = [], []
    for counts in shares:
        points = sum(share * n for share, n in counts.items())
        squares = sum(share * share * n for share, n in counts.items())
        equities.append(points / (unit * total))
        points, squares, trials = points + unit, squares + unit * unit, total + 2
        variance = (squares * trials - points * points) / (unit * trials) ** 2
        errors.append(math.sqrt(variance / (trials - 1)))
    return equities, errors
