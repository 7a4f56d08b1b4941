"""Messages in another language: their templates are looked up in that language's catalogue.

A catalogue is a gettext file, ``catalogues/<language>.po``. It is read when a language other than
English is asked for, and not before.
"""

import gettext
import io
from collections.abc import Mapping
from functools import cache
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handrank.rulebook.errors import FieldFormatter, Message, Seat
from handrank.words.languages import VOCABULARIES
from handrank.words.numbers import write_number

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang

CATALOGUES = Path(__file__).parent / "catalogues"

LANGS = tuple(VOCABULARIES)
# The context of what no template of ours says: the words of the operating system and of Python.
_SYSTEM = "system"


def in_language(message: str, lang: "Lang", *, first_seat: int = 0) -> str:
    r"""Say a message in a language; any other text stays as it is.

    Seats and players are counted from `first_seat`.

    Examples
    --------
    >>> reason = Message("no cards: the text is empty")
    >>> in_language(Message("{where}: {reason}", where="x.csv", reason=reason), "fr")
    'x.csv\xa0: pas de cartes\xa0: le texte est vide'
    >>> in_language(Message("player {player}", player=Seat(0)), "en", first_seat=1)
    'player 1'
    """
    if not isinstance(message, Message) or (lang == "en" and first_seat == 0):
        return str(message)
    return _FieldsIn(lang, first_seat).say(message)


@cache
def translations(lang: str) -> gettext.NullTranslations:
    """Return the catalogue of a language; that of English is empty."""
    path = CATALOGUES / f"{lang}.po"
    if lang == "en" or not path.exists():
        return gettext.NullTranslations()
    import polib

    return gettext.GNUTranslations(io.BytesIO(polib.pofile(str(path)).to_binary()))


class _FieldsIn(FieldFormatter):
    """Fills in templates in a language."""

    def __init__(self, lang: "Lang", first_seat: int) -> None:
        self._lang, self._first_seat = lang, first_seat
        self._words = translations(lang)

    def say(self, message: Message) -> str:
        if message.singular is None:
            template = self._words.gettext(message.template) if message.template else ""
        else:
            template = self._words.ngettext(message.singular, message.template, message.number)
        fields: Mapping[str, Any] = message.fields
        return self.vformat(template, (), fields)

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, BaseException) and value.args:
            value = getattr(value, "strerror", None) or value.args[0]
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, Seat):
            value = value + self._first_seat
        if isinstance(value, bool):
            return format(value, format_spec)
        if isinstance(value, Real):
            return self._number(value, format_spec)
        text = super().format_field(value, format_spec)
        return self._words.pgettext(_SYSTEM, text) if text else text

    def _number(self, number: Any, spec: str) -> str:
        if type(number) is int or not isinstance(number, int):
            return write_number(number, spec, self._lang)
        # Nothing but card ids has a class of its own; it is loaded where there is one.
        from handrank.rulebook.cards import CardName, format_cards

        if not isinstance(number, CardName) or spec:
            return write_number(number, spec, self._lang)
        return format(number) if self._lang == "en" else str(format_cards(number, lang=self._lang))
