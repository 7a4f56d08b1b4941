"""French: the names of cards and hands, and the sentences about them."""

from handrank.rulebook.rules import HandCategory
from handrank.words.vocabulary import CARDS_IN_A_ROW, RankNames, Vocabulary

FRENCH = Vocabulary(
    ranks=(
        RankNames("2", "deux", "deux", "de deux", "au deux", "aux deux"),
        RankNames("3", "trois", "trois", "de trois", "au trois", "aux trois"),
        RankNames("4", "quatre", "quatre", "de quatre", "au quatre", "aux quatre"),
        RankNames("5", "cinq", "cinq", "de cinq", "au cinq", "aux cinq"),
        RankNames("6", "six", "six", "de six", "au six", "aux six"),
        RankNames("7", "sept", "sept", "de sept", "au sept", "aux sept"),
        RankNames("8", "huit", "huit", "de huit", "au huit", "aux huit"),
        RankNames("9", "neuf", "neuf", "de neuf", "au neuf", "aux neuf"),
        RankNames("10", "dix", "dix", "de dix", "au dix", "aux dix"),
        RankNames("V", "valet", "valets", "de valets", "au valet", "aux valets"),
        RankNames("D", "dame", "dames", "de dames", "à la dame", "aux dames"),
        RankNames("R", "roi", "rois", "de rois", "au roi", "aux rois"),
        RankNames("A", "as", "as", "d'as", "à l'as", "aux as"),
    ),
    suits=("trèfle", "carreau", "cœur", "pique"),
    hands={
        HandCategory.HIGH_CARD: ("carte haute", "hauteur {0.one}"),
        HandCategory.ONE_PAIR: ("paire", "paire {0.of_many}"),
        HandCategory.TWO_PAIR: ("double paire", "double paire {0.of_many} par les {2.many}"),
        HandCategory.THREE_OF_A_KIND: ("brelan", "brelan {0.of_many}"),
        HandCategory.STRAIGHT: ("suite", "suite {0.at_one}"),
        HandCategory.FLUSH: ("couleur", "couleur {0.at_one}"),
        HandCategory.FULL_HOUSE: ("full", "full {0.at_many} par les {3.many}"),
        HandCategory.FOUR_OF_A_KIND: ("carré", "carré {0.of_many}"),
        HandCategory.STRAIGHT_FLUSH: ("quinte flush", "quinte flush {0.at_one}"),
        HandCategory.ROYAL_FLUSH: ("quinte flush royale", "quinte flush royale"),
    },
    wheel="suite blanche",
    steel_wheel="quinte flush blanche",
    in_suit=" à {suit}",
    low="low " + CARDS_IN_A_ROW,
    no_low="pas de low",
    no_hand="pas de main",
    kicker="kicker : {0.one}",
    split_pot="pot partagé",
    folded="couché",
    not_shown="main non montrée",
    and_then=", ",
    and_low=" ; ",
    number_signs={",": "\N{NO-BREAK SPACE}", ".": ",", "%": "\N{NO-BREAK SPACE}%"},
)
