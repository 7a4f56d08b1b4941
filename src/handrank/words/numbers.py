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
    signs = vocabulary_of(lang).number_signs
    return format(number, spec).translate({ord(sign): own for sign, own in signs.items()})
