"""The languages that the package speaks; a further one is a line here and in `rulebook.cards`."""

from typing import TYPE_CHECKING

from handrank.words.english import ENGLISH
from handrank.words.french import FRENCH
from handrank.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang

VOCABULARIES: dict["Lang", Vocabulary] = {"en": ENGLISH, "fr": FRENCH}


def vocabulary_of(lang: "Lang") -> Vocabulary:
    """Return the words of a language."""
    try:
        return VOCABULARIES[lang]
    except (KeyError, TypeError):
        from handrank.rulebook.cards import check_lang

        check_lang(lang)
        raise


def write_number(number: float, spec: str = ",", lang: "Lang" = "en") -> str:
    """Format a number, by a format specification, as a language writes it: 34,6 % in French."""
    signs = vocabulary_of(lang).number_signs
    return format(number, spec).translate({ord(sign): own for sign, own in signs.items()})
