"""Numbers as text, as each language writes them."""

from typing import TYPE_CHECKING

from handrank.words.languages import vocabulary_of

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang


def write_number(number: float, spec: str = ",", lang: "Lang" = "en") -> str:
    r"""Format a number, by a format specification, as a language writes it.

    Examples
    --------
    >>> write_number(0.3456, ".1%"), write_number(0.3456, ".1%", "fr")
    ('34.6%', '34,6\xa0%')
    >>> write_number(1234567, lang="fr")
    '1\xa0234\xa0567'
    """
    return number_in(lang, format(number, spec))


def number_in(lang: "Lang", number: str) -> str:
    """Return a number that is written in English as another language writes it.

    Examples
    --------
    >>> number_in("fr", "0.5")
    '0,5'
    """
    signs = vocabulary_of(lang).number_signs
    return number.translate({ord(sign): own for sign, own in signs.items()})
