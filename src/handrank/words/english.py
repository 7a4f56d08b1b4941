"""English: the names of cards and hands, and the sentences about them."""

from handrank.rulebook.rules import HandCategory
from handrank.words.vocabulary import CARDS_IN_A_ROW, RankNames, Vocabulary

ENGLISH = Vocabulary(
    ranks=(
        RankNames("2", "deuce", "deuces"),
        RankNames("3", "three", "threes"),
        RankNames("4", "four", "fours"),
        RankNames("5", "five", "fives"),
        RankNames("6", "six", "sixes"),
        RankNames("7", "seven", "sevens"),
        RankNames("8", "eight", "eights"),
        RankNames("9", "nine", "nines"),
        RankNames("10", "ten", "tens"),
        RankNames("J", "jack", "jacks"),
        RankNames("Q", "queen", "queens"),
        RankNames("K", "king", "kings"),
        RankNames("A", "ace", "aces"),
    ),
    suits=("clubs", "diamonds", "hearts", "spades"),
    hands={
        HandCategory.HIGH_CARD: ("high card", "{0.one} high"),
        HandCategory.ONE_PAIR: ("one pair", "pair of {0.many}"),
        HandCategory.TWO_PAIR: ("two pair", "two pair, {0.many} and {2.many}"),
        HandCategory.THREE_OF_A_KIND: ("three of a kind", "three of a kind, {0.many}"),
        HandCategory.STRAIGHT: ("straight", "straight, {0.one} high"),
        HandCategory.FLUSH: ("flush", "flush, {0.one} high"),
        HandCategory.FULL_HOUSE: ("full house", "full house, {0.many} full of {3.many}"),
        HandCategory.FOUR_OF_A_KIND: ("four of a kind", "four of a kind, {0.many}"),
        HandCategory.STRAIGHT_FLUSH: ("straight flush", "straight flush, {0.one} high"),
        HandCategory.ROYAL_FLUSH: ("royal flush", "royal flush"),
    },
    wheel="straight, {0.one} high",
    steel_wheel="straight flush, {0.one} high",
    in_suit=", in {suit}",
    low=CARDS_IN_A_ROW + " low",
    no_low="no low",
    no_hand="no hand",
    kicker="kicker: {0.one}",
    split_pot="split pot",
    folded="folded",
    not_shown="no hand shown",
    and_then=", ",
    and_low="; ",
    number_signs={},
)
