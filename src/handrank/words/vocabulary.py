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
    """The forms of a card rank's name that the sentences of a language need.

    Attributes
    ----------
    letter : str
        How it is written in a row of cards: 8-6-4-3-A.
    one, many : str
        Singular and plural: "king", "kings"; "dame", "dames".
    of_many : str
        With "of" before it where a language contracts that: "de dames", "d'as".
    at_one, at_many : str
        With "at the" before it where a language contracts that: "à la dame", "aux dames".
    """

    letter: str
    one: str
    many: str
    of_many: str = ""
    at_one: str = ""
    at_many: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """One language.

    Attributes
    ----------
    ranks : tuple of RankNames
        Deuce to ace.
    suits : tuple of str
        Clubs, diamonds, hearts, spades.
    categories : mapping of HandCategory to str
        The name of each category.
    hands : mapping of HandCategory to str
        The sentence of each category.
    wheel, steel_wheel : str
        A-2-3-4-5 as a straight, and suited as a straight flush.
    in_suit : str
        What follows the sentence of a hand of one suit.
    low : str
        Five different cards where the low hand wins.
    no_low, no_hand : str
        Hand rank 0 where the low hand wins, and where the high hand does.
    kicker : str
        The kicker ``{0}`` decided.
    split_pot : str
        Several winners share the pot.
    folded : str
        What a player who folded has in place of a hand.
    and_then, and_low : str
        What stands between a hand and a remark on it, and between a high hand and a low one.
    number_signs : mapping of str to str
        What stands for the signs of numbers, as English writes them: thousands, decimals, percent.
    """

    ranks: tuple[RankNames, ...]
    suits: tuple[str, ...]
    categories: Mapping[HandCategory, str]
    hands: Mapping[HandCategory, str]
    wheel: str
    steel_wheel: str
    in_suit: str
    low: str
    no_low: str
    no_hand: str
    kicker: str
    split_pot: str
    folded: str
    and_then: str
    and_low: str
    number_signs: Mapping[str, str]
