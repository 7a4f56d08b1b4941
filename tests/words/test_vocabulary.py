"""The words of each language: every rank in every form, as literals."""

import string
from dataclasses import asdict
from typing import Any, get_args

import pytest

from handrank.rulebook.cards import Lang
from handrank.rulebook.rules import HandCategory
from handrank.words.languages import VOCABULARIES, vocabulary_of
from handrank.words.vocabulary import RankNames

ENGLISH = [
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
FRENCH = [
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


def forms(words: RankNames) -> tuple[str, ...]:
    return words.letter, words.one, words.many, words.of_many, words.at_one, words.at_many


def test_english_rank_words() -> None:
    assert [" ".join(forms(words)).rstrip() for words in vocabulary_of("en").ranks] == ENGLISH


def test_french_rank_words() -> None:
    assert [", ".join(forms(words)) for words in vocabulary_of("fr").ranks] == FRENCH


def test_suits() -> None:
    assert vocabulary_of("en").suits == ("clubs", "diamonds", "hearts", "spades")
    assert vocabulary_of("fr").suits == ("trèfle", "carreau", "cœur", "pique")


def test_names_of_categories() -> None:
    assert [vocabulary_of("fr").categories[category] for category in HandCategory] == [
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
    for category, name in vocabulary_of("en").categories.items():
        assert name == category.name.lower().replace("_", " ")


@pytest.mark.parametrize("lang", VOCABULARIES)
def test_every_category_has_a_sentence_that_uses_only_forms_the_language_has(lang: Any) -> None:
    vocabulary = vocabulary_of(lang)
    assert set(vocabulary.hands) == set(vocabulary.categories) == set(HandCategory)
    sentences = [*vocabulary.hands.values(), vocabulary.kicker]
    sentences += [vocabulary.wheel, vocabulary.steel_wheel, vocabulary.low]
    for sentence in sentences:
        for _, field, _, _ in string.Formatter().parse(sentence):
            if field is not None:
                place, form = field.split(".")
                assert 0 <= int(place) < 5
                assert all(getattr(words, form) for words in vocabulary.ranks), sentence


def test_every_language_has_every_word() -> None:
    assert set(VOCABULARIES) == set(get_args(Lang))
    for lang, vocabulary in VOCABULARIES.items():
        assert len(vocabulary.ranks) == 13
        assert len(vocabulary.suits) == 4
        for name, words in asdict(vocabulary).items():
            if name != "number_signs":
                texts = list(words.values()) if isinstance(words, dict) else [words]
                assert all(texts), (lang, name)
        for _, blank, _, _ in string.Formatter().parse(vocabulary.in_suit):
            assert blank in (None, "suit")


@pytest.mark.parametrize("lang", ["de", "", None, 3, ["en"]])
def test_an_unknown_language_is_an_error(lang: Any) -> None:
    with pytest.raises(ValueError, match=r"unknown language .*; known: 'en', 'fr'"):
        vocabulary_of(lang)
