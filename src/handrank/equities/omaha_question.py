"""Read what `equity` is asked about Omaha: whole hands instead of ranges."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.equities.arguments import as_players, read_known, whole_weights
from handrank.equities.omaha_hands import HandList, Hands, every_hand
from handrank.lookup.encoding import BOARD_CARDS, RANK_SHIFT
from handrank.rulebook.cards import N_CARDS, format_cards
from handrank.rulebook.games import Game


@dataclass(frozen=True)
class HandsQuestion:
    """A question about whole hands, in one normal form whatever order its cards were given in.

    Attributes
    ----------
    game : Game
        The game.
    labels : tuple of str
        The players as the user named them.
    hands : tuple of ndarray of uint8, shape (n, hole cards)
        What each player may hold, without hands of known cards; none for players who may hold
        anything.
    weights : tuple of ndarray of int64, shape (n,)
        Their weights in whole numbers.
    board, dead : ndarray of uint8
        Card ids in rising order.
    """

    game: Game
    labels: tuple[str, ...]
    hands: tuple[Hands, ...]
    weights: tuple[NDArray[np.int64], ...]
    board: Hands
    dead: Hands

    @property
    def n_players(self) -> int:
        """How many players hold cards."""
        return len(self.hands)

    @property
    def to_come(self) -> int:
        """How many board cards are to come."""
        return BOARD_CARDS - len(self.board)

    @property
    def deck(self) -> Hands:
        """The cards that are neither on the board nor dead, hole cards included."""
        live = np.ones(N_CARDS, dtype=np.bool_)
        live[: self.game.lowest_rank << RANK_SHIFT] = False
        live[self.board] = live[self.dead] = False
        return np.flatnonzero(live).astype(np.uint8)

    def holds_anything(self, player: int) -> bool:
        """Say whether a player may hold any hand."""
        return not len(self.hands[player])

    def listed(self) -> "HandsQuestion":
        """Return the question with every hand listed for players who may hold anything."""
        known = [hands[0] for hands in self.hands if len(hands) == 1]
        deck = np.setdiff1d(self.deck, np.concatenate(known)) if known else self.deck
        if not any(self.holds_anything(player) for player in range(self.n_players)):
            return self
        every = every_hand(deck.tolist(), self.game.hole_cards)
        ones = np.ones(len(every), dtype=np.int64)
        hands = tuple(hands if len(hands) else every for hands in self.hands)
        weights = tuple(weights if len(weights) else ones for weights in self.weights)
        return replace(self, hands=hands, weights=weights)

    def reordered(self, order: Sequence[int]) -> "HandsQuestion":
        """Return the question with the players in another order."""
        return replace(
            self,
            labels=tuple(self.labels[p] for p in order),
            hands=tuple(self.hands[p] for p in order),
            weights=tuple(self.weights[p] for p in order),
        )


def read_hands_question(
    players: Sequence[Any], board: ArrayLike, dead: ArrayLike, game: Game
) -> HandsQuestion:
    """Check the arguments of `handrank.equity` and bring them to one form.

    Raises
    ------
    TypeError
        If an argument is of a wrong kind.
    ValueError
        If cards or hands are unreadable, a card is used twice, or all hands of a player are made
        impossible by the known cards; the message names the player.
    """
    players = as_players(players)
    known_board, known_dead = read_known(board, dead, game)
    lists = [_read_player(player, i, game) for i, player in enumerate(players, 1)]
    question = HandsQuestion(
        game,
        tuple(
            player.strip() if isinstance(player, str) else str(hands)
            for player, hands in zip(players, lists, strict=True)
        ),
        tuple(hands.hands for hands in lists),
        (),
        np.sort(known_board),
        np.sort(known_dead),
    )
    needed = game.hole_cards * len(players) + question.to_come
    if needed > len(question.deck):
        raise ValueError(
            f"{len(players)} players and the board need {needed} cards, {len(question.deck)} are "
            "left"
        )
    return _without_known(question, [hands.weights for hands in lists])


def _read_player(player: Any, number: int, game: Game) -> HandList:
    try:
        return HandList.read(player, game)
    except TypeError as error:
        raise TypeError(f"player {number}: {error}") from None
    except ValueError as error:
        raise ValueError(f"player {number}: {error}") from None


def _without_known(question: HandsQuestion, given: Sequence[NDArray[np.float64]]) -> HandsQuestion:
    """Take out hands of known cards; the cards of players with one hand left are known, too."""
    holders: dict[int, str] = dict.fromkeys(range(N_CARDS), "is not in the deck")
    for card in question.deck.tolist():
        del holders[card]
    holders |= dict.fromkeys(question.board.tolist(), "is on the board")
    holders |= dict.fromkeys(question.dead.tolist(), "is dead")
    hands, weights = list(question.hands), list(given)
    asked = [not question.holds_anything(player) for player in range(question.n_players)]
    settled: set[int] = set()
    while True:
        known = np.isin(np.arange(N_CARDS), list(holders))
        for player in range(question.n_players):
            if not asked[player] or player in settled:
                continue
            left = ~known[hands[player]].any(axis=1)
            if not left.any():
                named = np.unique(hands[player][known[hands[player]]]).tolist()
                reasons = ", ".join(f"{format_cards([card])} {holders[card]}" for card in named)
                raise ValueError(
                    f"player {player + 1} ({question.labels[player]}): no hand is left: {reasons}"
                )
            hands[player], weights[player] = hands[player][left], weights[player][left]
        single = [p for p in range(question.n_players) if len(hands[p]) == 1 and p not in settled]
        if not single:
            # Only now: those that are left may be small beside those that are gone.
            whole = (
                whole_weights(left) if len(left) else np.zeros(0, dtype=np.int64)
                for left in weights
            )
            return replace(question, hands=tuple(hands), weights=tuple(whole))
        player = single[0]
        settled.add(player)
        holders |= dict.fromkeys(hands[player][0].tolist(), f"is held by player {player + 1}")
