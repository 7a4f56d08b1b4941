"""The games as data: what is dealt and which rule set orders the hands."""

from dataclasses import dataclass

from handrank.encoding import HOLE_CARDS
from handrank.rules import get_rules


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game with hole cards and a board of five.

    Attributes
    ----------
    name : str
        What users write in ``game=``.
    rules : str
        The rule set that orders the hands.
    hole_cards : int
        Hole cards a player.
    """

    name: str
    rules: str
    hole_cards: int = HOLE_CARDS

    @property
    def lowest_rank(self) -> int:
        """The lowest card rank in the deck, 0 for the deuce."""
        return get_rules(self.rules).lowest_rank


GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game(name="holdem", rules="high"),
        Game(name="holdem-no-wheel", rules="high-no-wheel"),
        Game(name="short-deck", rules="short-deck"),
        Game(name="short-deck-trips", rules="short-deck-trips"),
    )
}


def get_game(name: str) -> Game:
    """Return a game by name.

    Raises
    ------
    ValueError
        If no game has that name.

    Examples
    --------
    >>> get_game("holdem").rules
    'high'
    """
    try:
        return GAMES[name]
    except (KeyError, TypeError):
        known = ", ".join(repr(known) for known in GAMES)
        raise ValueError(f"unknown game {name!r}; known games: {known}") from None
