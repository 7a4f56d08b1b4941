"""The words of French: every rank in every form, suit and category, as literals."""

from handrank.rulebook.rules import HandCategory
from handrank.words.french import FRENCH
from handrank.words.vocabulary import RankNames

RANKS = [
    "2, deux, deux, de deux, au deux, aux deux",
    "3, trois, trois, de trois, au trois, aux trois",
    "4, quatre, quatre, de quatre, au quatre, aux quatre",
    "5, cinq, cinq, de cinq, au cinq, aux cinq",
    "6, six, six, de six, au six, aux six",
    "7, sept, sept, de sept, au sept, aux sept",
    "8, huit, huit, de huit, au huit, aux huit",
    "9, neuf, neuf, de neuf, au neuf, aux neuf",
    "10, dix, dix, de dix, au dix, aux dix",
    "V, valet, valets, de valets, au valet, aux valets",
    "D, dame, dames, de dames, à la dame, aux dames",
    "R, roi, rois, de rois, au roi, aux rois",
    "A, as, as, d'as, à l'as, aux as",
]


def forms(names: RankNames) -> tuple[str, ...]:
    return names.letter, names.one, names.many, names.of_many, names.at_one, names.at_many


def test_ranks() -> None:
    assert [", ".join(forms(names)) for names in FRENCH.ranks] == RANKS


def test_suits() -> None:
    assert FRENCH.suits == ("trèfle", "carreau", "cœur", "pique")


def test_names_of_categories() -> None:
    assert [FRENCH.hands[category][0] for category in HandCategory] == [
        "carte haute",
        "paire",
        "double paire",
        "brelan",
        "suite",
        "couleur",
        "full",
        "carré",
        "quinte flush",
        "quinte flush royale",
    ]
