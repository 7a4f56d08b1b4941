"""What a language has words for: names of cards and hands, and sentences about them.

A further language is a further module of data and a line in `handrank.words.languages`. A sentence
is a format string. ``{0}`` .. ``{4}`` are the five cards of the hand, the most significant first,
each a `RankNames`; ``{suit}`` is the name of the suit.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from handrank.rulebook.rules import HandCategory

# Five cards read one by one.
CARDS_IN_A_ROW = "{0.letter}-{1.letter}-{2.letter}-{3.letter}-{4.letter}"


@dataclass(frozen=True)
class RankNames:
    """The forms of a card rank's name that the sentences of a language need."""

    letter: str  # in a row of cards: 8-6-4-3-A
    one: str  # "king", "dame"
    many: str  # "kings", "dames"
    # With "of" and "at the" before it, where a language contracts those.
    of_many: str = ""  # "de dames", "d'as"
    at_one: str = ""  # "à la dame"
    at_many: str = ""  # "aux dames"


@dataclass(frozen=True)
class Vocabulary:
    """The words and sentences of one language."""

    ranks: tuple[RankNames, ...]  # deuce to ace
    suits: tuple[str, ...]  # clubs, diamonds, hearts, spades
    hands: Mapping[HandCategory, tuple[str, str]]  # the name, and the sentence about a hand
    # A-2-3-4-5 as a straight, and suited as a straight flush.
    wheel: str
    steel_wheel: str
    in_suit: str  # follows the sentence of a hand of one suit
    low: str  # five different cards where the low hand wins
    # Hand rank 0 where the low hand wins, and where the high hand does.
    no_low: str
    no_hand: str
    kicker: str  # the kicker {0} decided
    split_pot: str
    folded: str
    not_shown: str
    # What stands between a hand and a remark on it, and between a high hand and a low one.
    and_then: str
    and_low: str
    # What stands for the signs of numbers, as English writes them: thousands, decimals, percent.
    number_signs: Mapping[str, str]
