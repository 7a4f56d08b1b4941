"""Numbers as text, as each language writes them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang

# A space that does not break the line parts thousands and stands before the sign of per cent.
_FRENCH = str.maketrans({",": "\u00a0", ".": ",", "%": "\u00a0%"})


def write_number(number: float, spec: str = ",", lang: "Lang" = "en") -> str:
    r"""Format a number, by a format specification, as a language writes it.

    Examples
    --------
    >>> write_number(0.3456, ".1%"), write_number(0.3456, ".1%", "fr")
    ('34.6%', '34,6\xa0%')
    >>> write_number(1234567, lang="fr")
    '1\xa0234\xa0567'
    """
    text = format(number, spec)
    return in_french(text) if lang == "fr" else text


def in_french(number: str) -> str:
    """Return a number that is written in English as French writes it.

    Examples
    --------
    >>> in_french("0.5")
    '0,5'
    """
    return number.translate(_FRENCH)
