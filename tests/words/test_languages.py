"""Every language has every word and every sentence, and writes numbers in its own signs."""

import string
from dataclasses import asdict
from typing import Any, get_args

import pytest

from handrank.rulebook.cards import Lang
from handrank.rulebook.rules import HandCategory
from handrank.words.languages import VOCABULARIES, vocabulary_of, write_number


@pytest.mark.parametrize("lang", VOCABULARIES)
def test_every_category_has_a_sentence_that_uses_only_forms_the_language_has(lang: Any) -> None:
    vocabulary = vocabulary_of(lang)
    assert set(vocabulary.hands) == set(HandCategory)
    sentences = [*(sentence for _, sentence in vocabulary.hands.values()), vocabulary.kicker]
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


@pytest.mark.parametrize(
    ("number", "spec", "english", "french"),
    [
        (1234567, ",", "1,234,567", "1\xa0234\xa0567"),
        (1234.5, ",.2f", "1,234.50", "1\xa0234,50"),
        (0.3456, ".1%", "34.6%", "34,6\xa0%"),
        (12, "", "12", "12"),
        (-0.5, ".1f", "-0.5", "-0,5"),
    ],
)
def test_numbers(number: float, spec: str, english: str, french: str) -> None:
    assert write_number(number, spec) == english
    assert write_number(number, spec, "fr") == french


def test_numbers_in_an_unknown_language_are_an_error() -> None:
    lang: Any = "de"
    with pytest.raises(ValueError, match="unknown language 'de'; known: 'en', 'fr'"):
        write_number(1, lang=lang)
