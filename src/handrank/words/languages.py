"""The languages that the package speaks; a further one is a line here and in `rulebook.cards`."""

from typing import TYPE_CHECKING

from handrank.words.english import ENGLISH
from handrank.words.french import FRENCH
from handrank.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang

VOCABULARIES: dict["Lang", Vocabulary] = {"en": ENGLISH, "fr": FRENCH}


def vocabulary_of(lang: "Lang") -> Vocabulary:
    """Return the words of a language.

    Examples
    --------
    >>> vocabulary_of("fr").ranks[12].at_one
    "à l'as"
    """
    try:
        return VOCABULARIES[lang]
    except (KeyError, TypeError):
        from handrank.rulebook.cards import check_lang

        check_lang(lang)
        raise
