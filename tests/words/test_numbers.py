"""Numbers in the signs of each language."""

from typing import Any

import pytest

from handrank.words.numbers import write_number


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


def test_an_unknown_language_is_an_error() -> None:
    lang: Any = "de"
    with pytest.raises(ValueError, match="unknown language 'de'; known: 'en', 'fr'"):
        write_number(1, lang=lang)
