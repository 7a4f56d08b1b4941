"""Read what `equity` is asked: the game, the players' ranges, the board and the dead cards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.equities.arguments import Combos, as_players, read_known, whole_weights
from handrank.equities.combos import all_combos
from handrank.equities.ranges import Range
from handrank.lookup.encoding import BOARD_CARDS, HOLE_CARDS, RANK_SHIFT
from handrank.rulebook.cards import N_CARDS, format_cards, parse_cards
from handrank.rulebook.games import Game, get_game

Weights = NDArray[np.float64]


@dataclass(frozen=True)
class Question:
    """An equity question in one normal form, whatever order its cards were given in.

    Attributes
    ----------
    game : Game
        The game.
    labels : tuple of str
        The players as the user named them.
    ranges : tuple of ndarray of int64, shape (1326,)
        The whole-number weight of each player's combos, without those that hold a known card.
    board, dead : ndarray of uint8
        Card ids in rising order.
    """

    game: Game
    labels: tuple[str, ...]
    ranges: tuple[NDArray[np.int64], ...]
    board: Combos
    dead: Combos

    @property
    def n_players(self) -> int:
        """How many players hold cards."""
        return len(self.ranges)

    @property
    def to_come(self) -> int:
        """How many board cards are to come."""
        return BOARD_CARDS - len(self.board)

    @property
    def deck(self) -> Combos:
        """The cards that are neither on the board nor dead, hole cards included."""
        return np.flatnonzero(~self._is_known).astype(np.uint8)

    @property
    def _is_known(self) -> NDArray[np.bool_]:
        """Which cards nobody can hold, shape (52,)."""
        known = np.zeros(N_CARDS, dtype=np.bool_)
        known[: self.game.lowest_rank << RANK_SHIFT] = True
        known[self.board] = True
        known[self.dead] = True
        return known


def read_question(
    players: Sequence[Any], board: ArrayLike = "", dead: ArrayLike = "", game: str = "holdem"
) -> Question:
    """Check the arguments of `handrank.equity` and bring them to one form.

    Raises
    ------
    TypeError
        If an argument is of a wrong kind.
    ValueError
        If cards or ranges are unreadable, a card is used twice, or a range is emptied by the known
        cards; the message names the player.
    """
    found = get_game(game)
    if found.hole_cards != HOLE_CARDS:
        raise ValueError(f"ranges are of {HOLE_CARDS} hole cards, {game} has {found.hole_cards}")
    players = as_players(players)
    known_board, known_dead = read_known(board, dead, found)
    ranges = [_read_player(player, f"player {i}") for i, player in enumerate(players, 1)]
    labels = tuple(
        player.strip() if isinstance(player, str) else str(hole)
        for player, hole in zip(players, ranges, strict=True)
    )
    question = Question(found, labels, (), np.sort(known_board), np.sort(known_dead))
    left = _without_known(question, [hole.weights for hole in ranges])
    needed = HOLE_CARDS * len(players) + question.to_come
    if needed > len(question.deck):
        raise ValueError(
            f"{len(players)} players and the board need {needed} cards, {len(question.deck)} are "
            "left"
        )
    # Only now: those that are left may be small beside those that are gone.
    return replace(question, ranges=tuple(map(whole_weights, left)))


def _read_player(player: Any, name: str) -> Range:
    try:
        if isinstance(player, Range):
            return player
        if isinstance(player, str):
            return _read_text(player)
        # Combos with weights; a tuple of two card ids is a hand.
        if isinstance(player, tuple) and len(player) == 2 and np.ndim(player[0]):
            return Range.from_combos(player[0], np.asarray(player[1]))
        return Range.from_combos(player)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _read_text(text: str) -> Range:
    try:
        cards = parse_cards(text)
    except ValueError:
        return Range.parse(text)
    # "Ah Kh" is a hand; several hands are entries of a range.
    return Range.from_combos(cards[None]) if len(cards) == HOLE_CARDS else Range.parse(text)


def _without_known(question: Question, ranges: Sequence[Weights]) -> list[Weights]:
    """Take known cards out of the ranges, also those of players with one combo left."""
    hidden = Range.hit_by(np.flatnonzero(question._is_known))
    left = [np.where(hidden, 0.0, weights) for weights in ranges]
    holders: dict[int, int] = {}
    for player, weights in enumerate(left):
        if not weights.any():
            raise ValueError(_emptied(question, player, ranges[player], {}))
    settled: set[int] = set()
    while True:
        single = [
            player
            for player, weights in enumerate(left)
            if player not in settled and np.count_nonzero(weights) == 1
        ]
        if not single:
            return left
        settled.add(single[0])
        hand = all_combos()[np.flatnonzero(left[single[0]])[0]]
        holders |= dict.fromkeys(hand.tolist(), single[0])
        hit = Range.hit_by(hand)
        for player in range(len(left)):
            if player != single[0]:
                left[player] = np.where(hit, 0.0, left[player])
                if not left[player].any():
                    raise ValueError(_emptied(question, player, ranges[player], holders))


def _emptied(question: Question, player: int, weights: Weights, holders: dict[int, int]) -> str:
    """Say why a player's range has no combo left."""
    name = f"player {player + 1} ({question.labels[player]})"
    outside = question.game.lowest_rank << RANK_SHIFT
    reasons = []
    for card in np.unique(all_combos()[weights > 0]).tolist():
        if card in question.board:
            reasons.append(f"{format_cards([card])} is on the board")
        elif card in question.dead:
            reasons.append(f"{format_cards([card])} is dead")
        elif card < outside:
            reasons.append(f"{format_cards([card])} is not in the deck of {question.game.name}")
        elif card in holders:
            holder = holders[card]
            reasons.append(f"player {holder + 1} holds {format_cards([card])}")
    return f"{name}: no combo is left: {', '.join(reasons)}"
