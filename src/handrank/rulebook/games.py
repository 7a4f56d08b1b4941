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
]


_FEWEST_HOLE_CARDS = 2


@public
@dataclass(frozen=True, kw_only=True)
class Game:
    """A game with hole cards and a board of up to five.

    Attributes
    ----------
    name : str
        What users write in ``game=``; a name of your own in a game of your own.
    rules : RulesName
        The rule set that orders the hands.
    hole_cards : int
        Hole cards a player.
    two_from_hand : bool
        Whether exactly two hole cards count, with exactly three of the board, as in Omaha; any five
        of all cards otherwise.
    low_rules : RulesName or None
        The rule set of the low half of the pot, eight or better, in a high/low game.

    Raises
    ------
    TypeError
        If the hole cards are not a whole number.
    ValueError
        If a rule set is unknown, or there are fewer hole cards than count.
    """

    name: str
    rules: RulesName
    hole_cards: int = 2
    two_from_hand: bool = False
    low_rules: RulesName | None = None

    def __post_init__(self) -> None:
        for rules in filter(None, (self.rules, self.low_rules)):
            get_rules(rules)
        if type(self.hole_cards) is not int:
            kind = type(self.hole_cards).__name__
            raise type_error("{name} must be an integer, got {kind}", name="hole_cards", kind=kind)
        if self.hole_cards < _FEWEST_HOLE_CARDS:
            raise value_error(
                "{name} must be at least {lowest}, got {n}",
                name="hole_cards",
                lowest=_FEWEST_HOLE_CARDS,
                n=self.hole_cards,
            )

    @property
    def has_equity(self) -> bool:
        """Whether `equity` counts the game."""
        plain = self.hole_cards == _FEWEST_HOLE_CARDS and self.low_rules is None
        return self.two_from_hand or (plain and get_rules(self.rules).suited_decide)

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


def check_hole_cards(game: Game, shape: tuple[int, ...]) -> None:
    """Refuse hole cards of `shape` (..., n) where the game deals another number than n."""
    if shape[-1] != game.hole_cards:
        raise value_error(
            "{game} is played with {wanted} hole cards, got {n} (shape {shape})",
            game=game.name,
            wanted=game.hole_cards,
            n=shape[-1],
            shape=shape,
        )
