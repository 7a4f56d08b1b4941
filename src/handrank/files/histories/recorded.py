"""What a hand history tells of a hand, once it is read to its end."""

from decimal import Decimal
from typing import NamedTuple

from handrank.rulebook.errors import Message

# The most players of any record, as in the PHH format.
MOST_SEATS = 10


class RecordedDeal(NamedTuple):
    """A hand as it was played: seats in the order of the blinds, the button last."""

    # What the source calls it, and the name of the game.
    name: str
    game: str
    # Card texts, "" where nobody saw the cards; the last ones held in games with draws.
    holes: tuple[str, ...]
    board: str
    # What each player bet, and what else is in the pot.
    bets: tuple[Decimal, ...]
    dead_money: Decimal
    folded: tuple[bool, ...]
    # What each player got from the pots, after the rake, where that is recorded.
    collected: tuple[Decimal, ...] | None


class HistoryError(Exception):
    """A hand cannot be read; the message says why."""

    def __init__(self, template: str, /, **fields: object) -> None:
        super().__init__(template if isinstance(template, Message) else Message(template, **fields))


# One hand of a history, or why it cannot be read.
Hand = RecordedDeal | Message
