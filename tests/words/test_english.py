"""The words of English: every rank, suit and category, as literals."""

from handrank.words.english import ENGLISH

RANKS = [
    "2 deuce deuces",
    "3 three threes",
    "4 four fours",
    "5 five fives",
    "6 six sixes",
    "7 seven sevens",
    "8 eight eights",
    "9 nine nines",
    "10 ten tens",
    "J jack jacks",
    "Q queen queens",
    "K king kings",
    "A ace aces",
]


def test_ranks() -> None:
    assert [f"{names.letter} {names.one} {names.many}" for names in ENGLISH.ranks] == RANKS


def test_suits() -> None:
    assert ENGLISH.suits == ("clubs", "diamonds", "hearts", "spades")


def test_names_of_categories() -> None:
    for category, (name, _) in ENGLISH.hands.items():
        assert name == category.name.lower().replace("_", " ")
