"""What `equity` is asked, in one form for all games: players as weighted hands, known cards."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.legality import known_cards
from handrank.equities.combos import Weights
from handrank.equities.hand_lists import HandList, Hands, Player, every_hand, read_player
from handrank.equities.suit_isomorphism import fixing
from handrank.lookup.encoding import BOARD_CARDS, RANK_SHIFT
from handrank.rulebook.cards import N_CARDS, CardName, lowest_card
from handrank.rulebook.errors import Message, Seat, card_error, reworded, type_error, value_error
from handrank.rulebook.games import Game, GameName, get_game
from handrank.rulebook.rules import get_rules

MIN_PLAYERS, MAX_PLAYERS = 2, 10
# Weights are counted in whole numbers, so that exact results are exact and independent of order.
# Decimal fractions of up to three places are kept as they are; others are rounded. A sweep's sums,
# the largest, stay below 2**63 with these: up to 1,326 of them on each of C(50, 5) boards.
_LARGEST_DENOMINATOR = 1000
_LARGEST_WEIGHT = 1 << 26


@dataclass(frozen=True)
class Question:
    """An equity question in one normal form, whatever order its cards were given in."""

    game: Game
    # The players as the user named them.
    labels: tuple[str, ...]
    # Each player's hands (n, hole cards), without those that known cards rule out, and whole-number
    # weights (n,); none at all stand for any hand.
    hands: tuple[Hands, ...]
    weights: tuple[NDArray[np.int64], ...]
    # Card ids in rising order.
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

    @cached_property
    def deck(self) -> Hands:
        """The cards that are neither on the board nor dead, hole cards included."""
        live = np.ones(N_CARDS, dtype=np.bool_)
        live[: self.game.lowest_rank << RANK_SHIFT] = False
        live[self.board] = live[self.dead] = False
        return np.flatnonzero(live).astype(np.uint8)

    @cached_property
    def deck_left(self) -> Hands:
        """The deck without the cards of players with one hand."""
        known = [hands[0] for hands in self.hands if len(hands) == 1]
        return np.setdiff1d(self.deck, np.concatenate(known)) if known else self.deck

    @property
    def exchanges(self) -> NDArray[np.intp]:
        """Which of `suit_exchanges` change neither the board nor the dead cards."""
        return fixing(self.board.tobytes(), self.dead.tobytes())

    def holds_anything(self, player: int) -> bool:
        """Say whether a player may hold any hand that is left, each as likely as the others."""
        hands, weights = self.hands[player], self.weights[player]
        if len(hands) < 2:
            return not len(hands)
        every = math.comb(len(self.deck_left), self.game.hole_cards)
        return len(hands) == every and bool((weights == weights[0]).all())

    def listed(self) -> "Question":
        """Return the question with the hands listed of players who may hold any."""
        if all(map(len, self.hands)):
            return self
        every = every_hand(self.deck_left.tolist(), self.game.hole_cards)
        ones = np.ones(len(every), dtype=np.int64)
        hands = tuple(hands if len(hands) else every for hands in self.hands)
        weights = tuple(weights if len(weights) else ones for weights in self.weights)
        return replace(self, hands=hands, weights=weights)

    def of_players(self, players: Iterable[int]) -> "Question":
        """Return the question of some of the players, in some order."""
        players = list(players)
        return replace(
            self,
            labels=tuple(self.labels[p] for p in players),
            hands=tuple(self.hands[p] for p in players),
            weights=tuple(self.weights[p] for p in players),
        )


def read_question(
    players: Sequence[Player],
    board: ArrayLike | None = None,
    dead: ArrayLike | None = None,
    game: GameName | Game = "holdem",
    names: Sequence[str] | None = None,
) -> Question:
    """Check what `equity` is given and bring it to one form; errors call the players by `names`."""
    found = get_game(game)
    _check_game(found)
    players = _as_list(players)
    if names is None:
        names = [Message("player {player}", player=Seat(i)) for i in range(len(players))]
    known = _read_known(board, dead, found)
    read = [_read_named(player, name, found) for player, name in zip(players, names, strict=True)]
    question = Question(found, tuple(label for _, label in read), (), (), *known)
    needed = found.hole_cards * len(players) + question.to_come
    if needed > len(question.deck):
        raise value_error(
            "{players} players and the board need {needed} cards, {left} are left",
            players=len(players),
            needed=needed,
            left=len(question.deck),
        )
    left = _without_known(question, [hands for hands, _ in read], names)
    # Only now: the weights that are left may be small beside those that are gone.
    whole = tuple(whole_weights(hands.weights) for hands in left)
    return replace(question, hands=tuple(hands.hands for hands in left), weights=whole)


def _check_game(game: Game) -> None:
    """Refuse games for which there are no kernels."""
    if not game.has_equity:
        raise value_error(
            "equity does not count {game}: deal its cards with deal and settle them with showdown",
            game=game.name,
        )


def _as_list(players: Sequence[Player]) -> list[Player]:
    one = isinstance(players, str) or getattr(players, "ndim", 1) == 0
    if one or isinstance(players, set | frozenset | dict) or not isinstance(players, Iterable):
        raise type_error(
            "players must be a list with an entry for each player, got {kind}",
            kind=type(players).__name__,
        )
    players = list(players)
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise value_error(
            "equity is for {fewest} to {most} players, got {n}",
            fewest=MIN_PLAYERS,
            most=MAX_PLAYERS,
            n=len(players),
        )
    return players


def _read_named(player: Player, name: str, game: Game) -> tuple[HandList, str]:
    try:
        return read_player(player, game)
    except (TypeError, ValueError) as error:
        raise reworded(error, "{name}: {reason}", name=name) from None


def _read_known(board: ArrayLike | None, dead: ArrayLike | None, game: Game) -> tuple[Hands, Hands]:
    """Return the cards on the board and the dead ones, each in rising order."""
    on_board = known_cards(board, Message("board"), lowest_card(get_rules(game.rules)))
    gone = known_cards(dead, Message("dead"))
    if len(on_board) > BOARD_CARDS:
        raise value_error(
            "a board has at most {most} cards, got {n}", most=BOARD_CARDS, n=len(on_board)
        )
    for card in map(CardName, on_board.tolist()):
        if card in gone:
            raise card_error("{card} is on the board and among the dead cards", card=card)
    return np.sort(on_board), np.sort(gone)


def _without_known(
    question: Question, given: Sequence[HandList], names: Sequence[str]
) -> list[HandList]:
    """Take out hands of known cards; the cards of players with one hand left are known, too."""
    held = np.ones(N_CARDS, dtype=np.bool_)
    held[question.deck] = False
    holders: dict[int, str] = {}
    left, settled = list(given), set[int]()
    while True:
        for player, hands in enumerate(left):
            if player in settled or not len(given[player].hands):
                continue
            clear = ~held[hands.hands].any(axis=1)
            if not clear.any():
                reasons = _why_none_is_left(question, given[player], holders)
                raise card_error(
                    "{name} ({label}): no hand is left: {reasons}",
                    name=names[player],
                    label=question.labels[player],
                    reasons=reasons,
                )
            if not clear.all():
                left[player] = HandList(hands.hands[clear], hands.weights[clear])
        single = [p for p, hands in enumerate(left) if len(hands.hands) == 1 and p not in settled]
        if not single:
            return left
        settled.add(single[0])
        hand = left[single[0]].hands[0]
        held[hand] = True
        holders |= dict.fromkeys(hand.tolist(), names[single[0]])


def _why_none_is_left(
    question: Question, given: HandList, holders: dict[int, str]
) -> list[Message]:
    reasons = []
    for card in map(CardName, np.unique(given.hands).tolist()):
        if card in holders:
            reasons.append(Message("{name} holds {card}", name=holders[card], card=card))
        elif card in question.board:
            reasons.append(Message("{card} is on the board", card=card))
        elif card in question.dead:
            reasons.append(Message("{card} is dead", card=card))
        elif card >> RANK_SHIFT < question.game.lowest_rank:
            reasons.append(
                Message("{card} is not in the deck of {game}", card=card, game=question.game.name)
            )
    return reasons


def whole_weights(weights: Weights) -> NDArray[np.int64]:
    """Return the smallest whole numbers in the proportion of the weights."""
    held = weights > 0
    values = weights[held]
    if not len(values) or values.min() == values.max():
        return held.astype(np.int64)
    whole = _as_fractions(weights, 1.0)
    if whole is None:
        # 3e-7 and 1e-7 are no such fractions, but one is three times the other.
        whole = _as_fractions(weights, float(values.min()))
    if whole is None:
        whole = np.rint(weights / weights.max() * _LARGEST_WEIGHT)
        whole = np.where(held, np.maximum(whole, 1), 0)
    numbers: NDArray[np.int64] = whole.astype(np.int64)
    return numbers // math.gcd(*np.unique(numbers[held]).tolist())


def _as_fractions(weights: Weights, unit: float) -> Weights | None:
    """Return weights in units as whole numbers, if they are fractions of small denominators."""
    values = np.unique(weights[weights > 0]) / unit
    for denominator in range(1, _LARGEST_DENOMINATOR + 1):
        scaled = values * denominator
        if scaled[-1] > _LARGEST_WEIGHT:
            return None
        if np.allclose(scaled, np.rint(scaled), rtol=1e-12, atol=0):
            return np.rint(weights / unit * denominator)
    return None
