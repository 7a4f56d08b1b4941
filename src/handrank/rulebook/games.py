"""The games as data: what is dealt, which cards count, and which rule sets order the hands.

A further game is a further entry in `GAMES`; no other module branches on a game's name. This module
stays light: the command line's --help needs it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, cast

from handrank.rulebook.errors import public, type_error, value_error
from handrank.rulebook.rules import RulesName, get_rules

# What `game=` takes beside a `Game`; the names of `GAMES`.
GameName = Literal[
    "holdem",
    "holdem-no-wheel",
    "holdem-low",
    "holdem-deuce-to-seven",
    "short-deck",
    "short-deck-trips",
    "omaha",
    "omaha-hilo",
    "omaha5",
    "omaha5-hilo",
    "omaha6",
    "omaha6-hilo",
    "big-o",
    "courchevel",
    "courchevel-hilo",
    "stud",
    "stud-hilo",
    "razz",
    "draw",
    "deuce-to-seven",
]


_FEWEST_HOLE_CARDS = 2
BOARD_CARDS = 5


@public
@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: what is dealt, which cards count, and what orders the hands.

    Attributes
    ----------
    name : str
        What users write in ``game=``; a name of your own in a game of your own.
    rules : RulesName
        The rule set that orders the hands.
    hole_cards : int
        Cards that a player holds at the end, up cards of stud games and drawn cards included.
    board_cards : int
        Cards of a full board: 5, or 0 in games without one.
    shared_cards : int
        How many of the players' cards may be common to all: in stud the last card, where the deck
        runs out. They are given as the board, beside hole cards that are fewer by as many.
    two_from_hand : bool
        Whether exactly two hole cards count, with exactly three of the board, as in Omaha; the best
        of all cards otherwise.
    low_rules : RulesName or None
        The rule set of the low half of the pot, eight or better, in a high/low game.

    Raises
    ------
    TypeError
        If a number of cards is not a whole number.
    ValueError
        If a rule set is unknown, there are fewer hole cards than count, or the board has another
        number of cards than 0 or 5.
    """

    name: str
    rules: RulesName
    hole_cards: int = 2
    board_cards: int = BOARD_CARDS
    shared_cards: int = 0
    two_from_hand: bool = False
    low_rules: RulesName | None = None

    def __post_init__(self) -> None:
        for rules in filter(None, (self.rules, self.low_rules)):
            get_rules(rules)
        for name, lowest in (
            ("hole_cards", _FEWEST_HOLE_CARDS),
            ("board_cards", 0),
            ("shared_cards", 0),
        ):
            n = getattr(self, name)
            if type(n) is not int:
                kind = type(n).__name__
                raise type_error("{name} must be an integer, got {kind}", name=name, kind=kind)
            if n < lowest:
                raise value_error(
                    "{name} must be at least {lowest}, got {n}", name=name, lowest=lowest, n=n
                )
        if self.board_cards not in (0, BOARD_CARDS):
            raise value_error("a full board has 5 cards, or 0, got {n}", n=self.board_cards)
        if (self.board_cards and self.shared_cards) or self.shared_cards >= self.hole_cards:
            raise value_error("shared cards are for games without a board, and fewer than all")

    @property
    def has_equity(self) -> bool:
        """Whether `equity` counts the game."""
        plain = self.hole_cards == _FEWEST_HOLE_CARDS and self.low_rules is None
        return self.two_from_hand or (
            plain and self.board_cards > 0 and get_rules(self.rules).suited_decide
        )

    @property
    def lowest_rank(self) -> int:
        """The lowest card rank in the deck, 0 for the deuce."""
        return get_rules(self.rules).lowest_rank

    @property
    def low(self) -> "Game | None":
        """The game that the low half of the pot is played as, or None without one."""
        if self.low_rules is None:
            return None
        return replace(self, rules=self.low_rules, low_rules=None)


def _omaha(name: str, hole_cards: int) -> tuple[Game, Game]:
    """Return a game of Omaha and its high/low form."""
    high = Game(name=name, rules="high", hole_cards=hole_cards, two_from_hand=True)
    return high, replace(high, name=f"{name}-hilo", low_rules="ace-to-five")


def _stud(name: str, rules: RulesName, low_rules: RulesName | None = None) -> Game:
    """Return a game of seven cards, the last of which may be common to all."""
    return Game(
        name=name, rules=rules, hole_cards=7, board_cards=0, shared_cards=1, low_rules=low_rules
    )


def _draw(name: str, rules: RulesName, hole_cards: int = 5) -> Game:
    """Return a game of cards that are drawn, once or several times."""
    return Game(name=name, rules=rules, hole_cards=hole_cards, board_cards=0)


# The rules of each are those of Robert's Rules of Poker, version 11, but for: short deck (Triton
# Poker), Courchevel (Omaha with five hole cards, whose first board card is dealt before the first
# bets) and big O (its high/low form with three cards on the flop, as players call it).
_BY_NAME: dict[str, Game] = {
    game.name: game
    for game in (
        Game(name="holdem", rules="high"),
        Game(name="holdem-no-wheel", rules="high-no-wheel"),
        Game(name="holdem-low", rules="ace-to-five"),
        Game(name="holdem-deuce-to-seven", rules="deuce-to-seven"),
        Game(name="short-deck", rules="short-deck"),
        Game(name="short-deck-trips", rules="short-deck-trips"),
        *_omaha("omaha", 4),
        *_omaha("omaha5", 5),
        *_omaha("omaha6", 6),
        replace(_omaha("big-o", 5)[1], name="big-o"),
        *_omaha("courchevel", 5),
        _stud("stud", "high"),
        _stud("stud-hilo", "high", "ace-to-five"),
        _stud("razz", "ace-to-five"),
        _draw("draw", "high"),
        _draw("deuce-to-seven", "deuce-to-seven"),
    )
}
GAMES = MappingProxyType(cast(Mapping[GameName, Game], _BY_NAME))


def get_game(game: str | Game) -> Game:
    """Return the game of that name in `GAMES`; a `Game` is returned as it is."""
    if isinstance(game, Game):
        return game
    try:
        return _BY_NAME[game]
    except (KeyError, TypeError):
        known = ", ".join(map(repr, GAMES))
        raise value_error(
            "unknown game {name!r}; known games: {known}", name=game, known=known
        ) from None


def rules_and_game(
    game: GameName | Game | None, rules: RulesName | None
) -> tuple[RulesName, Game | None]:
    """Return by which rules hands are ordered, and what is played if that is said."""
    # With neither given, the rules are "high".
    if game is None:
        return "high" if rules is None else get_rules(rules).name, None
    if rules is not None:
        raise value_error("give game or rules, not both")
    played = get_game(game)
    return played.rules, played


def check_hole_cards(game: Game, shape: tuple[int, ...], n_board: int) -> None:
    """Refuse hole cards of `shape` (..., n) where the game deals another number than n."""
    # In a game without a board, those of the "board" are the last of the players' cards.
    wanted = game.hole_cards if game.board_cards else game.hole_cards - n_board
    if not game.board_cards and n_board not in (0, game.shared_cards):
        raise value_error("{game} is played without a board", game=game.name)
    if shape[-1] != wanted:
        raise value_error(
            "{game} is played with {wanted} hole cards, got {n} (shape {shape})",
            game=game.name,
            wanted=wanted,
            n=shape[-1],
            shape=shape,
        )
