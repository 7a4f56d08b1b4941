"""The words of poker in each language, as data: names of cards, grammar and sentences.

A sentence is a format string. ``{0}`` .. ``{4}`` are the five cards of the hand, the most
significant first, each a `RankWords`; ``{suit}`` is the name of the suit.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from handrank.rulebook.cards import Lang
from handrank.rulebook.rules import HandCategory


@dataclass(frozen=True)
class RankWords:
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
class Wording:
    """One language.

    Attributes
    ----------
    ranks : tuple of RankWords
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
    and_then : str
        What stands between a hand and a remark on it.
    """

    ranks: tuple[RankWords, ...]
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


def get_wording(lang: Lang) -> Wording:
    """Return the words of a language.

    Raises
    ------
    ValueError
        If the language is unknown.

    Examples
    --------
    >>> get_wording("fr").ranks[12].at_one
    "à l'as"
    """
    if not isinstance(lang, str) or lang not in _WORDINGS:
        known = ", ".join(map(repr, _WORDINGS))
        raise ValueError(f"unknown language {lang!r}; known: {known}")
    return _WORDINGS[lang]


_CARDS_IN_A_ROW = "{0.letter}-{1.letter}-{2.letter}-{3.letter}-{4.letter}"

_ENGLISH = Wording(
    ranks=(
        RankWords("2", "deuce", "deuces"),
        RankWords("3", "three", "threes"),
        RankWords("4", "four", "fours"),
        RankWords("5", "five", "fives"),
        RankWords("6", "six", "sixes"),
        RankWords("7", "seven", "sevens"),
        RankWords("8", "eight", "eights"),
        RankWords("9", "nine", "nines"),
        RankWords("10", "ten", "tens"),
        RankWords("J", "jack", "jacks"),
        RankWords("Q", "queen", "queens"),
        RankWords("K", "king", "kings"),
        RankWords("A", "ace", "aces"),
    ),
    suits=("clubs", "diamonds", "hearts", "spades"),
    categories={
        HandCategory.HIGH_CARD: "high card",
        HandCategory.ONE_PAIR: "one pair",
        HandCategory.TWO_PAIR: "two pair",
        HandCategory.THREE_OF_A_KIND: "three of a kind",
        HandCategory.STRAIGHT: "straight",
        HandCategory.FLUSH: "flush",
        HandCategory.FULL_HOUSE: "full house",
        HandCategory.FOUR_OF_A_KIND: "four of a kind",
        HandCategory.STRAIGHT_FLUSH: "straight flush",
        HandCategory.ROYAL_FLUSH: "royal flush",
    },
    hands={
        HandCategory.HIGH_CARD: "{0.one} high",
        HandCategory.ONE_PAIR: "pair of {0.many}",
        HandCategory.TWO_PAIR: "two pair, {0.many} and {2.many}",
        HandCategory.THREE_OF_A_KIND: "three of a kind, {0.many}",
        HandCategory.STRAIGHT: "straight, {0.one} high",
        HandCategory.FLUSH: "flush, {0.one} high",
        HandCategory.FULL_HOUSE: "full house, {0.many} full of {3.many}",
        HandCategory.FOUR_OF_A_KIND: "four of a kind, {0.many}",
        HandCategory.STRAIGHT_FLUSH: "straight flush, {0.one} high",
        HandCategory.ROYAL_FLUSH: "royal flush",
    },
    wheel="straight, {0.one} high",
    steel_wheel="straight flush, {0.one} high",
    in_suit=", in {suit}",
    low=_CARDS_IN_A_ROW + " low",
    no_low="no low",
    no_hand="no hand",
    kicker="kicker: {0.one}",
    split_pot="split pot",
    folded="folded",
    and_then=", ",
)

_FRENCH = Wording(
    ranks=(
        RankWords("2", "deux", "deux", "de deux", "au deux", "aux deux"),
        RankWords("3", "trois", "trois", "de trois", "au trois", "aux trois"),
        RankWords("4", "quatre", "quatre", "de quatre", "au quatre", "aux quatre"),
        RankWords("5", "cinq", "cinq", "de cinq", "au cinq", "aux cinq"),
        RankWords("6", "six", "six", "de six", "au six", "aux six"),
        RankWords("7", "sept", "sept", "de sept", "au sept", "aux sept"),
        RankWords("8", "huit", "huit", "de huit", "au huit", "aux huit"),
        RankWords("9", "neuf", "neuf", "de neuf", "au neuf", "aux neuf"),
        RankWords("10", "dix", "dix", "de dix", "au dix", "aux dix"),
        RankWords("V", "valet", "valets", "de valets", "au valet", "aux valets"),
        RankWords("D", "dame", "dames", "de dames", "à la dame", "aux dames"),
        RankWords("R", "roi", "rois", "de rois", "au roi", "aux rois"),
        RankWords("A", "as", "as", "d'as", "à l'as", "aux as"),
    ),
    suits=("trèfle", "carreau", "cœur", "pique"),
    categories={
        HandCategory.HIGH_CARD: "carte haute",
        HandCategory.ONE_PAIR: "paire",
        HandCategory.TWO_PAIR: "double paire",
        HandCategory.THREE_OF_A_KIND: "brelan",
        HandCategory.STRAIGHT: "suite",
        HandCategory.FLUSH: "couleur",
        HandCategory.FULL_HOUSE: "full",
        HandCategory.FOUR_OF_A_KIND: "carré",
        HandCategory.STRAIGHT_FLUSH: "quinte flush",
        HandCategory.ROYAL_FLUSH: "quinte flush royale",
    },
    hands={
        HandCategory.HIGH_CARD: "{0.one}",
        HandCategory.ONE_PAIR: "paire {0.of_many}",
        HandCategory.TWO_PAIR: "double paire {0.of_many} par les {2.many}",
        HandCategory.THREE_OF_A_KIND: "brelan {0.of_many}",
        HandCategory.STRAIGHT: "suite {0.at_one}",
        HandCategory.FLUSH: "couleur {0.at_one}",
        HandCategory.FULL_HOUSE: "full {0.at_many} par les {3.many}",
        HandCategory.FOUR_OF_A_KIND: "carré {0.of_many}",
        HandCategory.STRAIGHT_FLUSH: "quinte flush {0.at_one}",
        HandCategory.ROYAL_FLUSH: "quinte flush royale",
    },
    wheel="suite blanche",
    steel_wheel="quinte flush blanche",
    in_suit=" à {suit}",
    low="low " + _CARDS_IN_A_ROW,
    no_low="pas de low",
    no_hand="pas de main",
    kicker="kicker : {0.one}",
    split_pot="pot partagé",
    folded="couché",
    and_then=", ",
)

_WORDINGS: Mapping[str, Wording] = {"en": _ENGLISH, "fr": _FRENCH}
