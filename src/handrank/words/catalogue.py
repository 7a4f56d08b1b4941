"""Messages in another language: their templates are looked up in that language's catalogue.

A catalogue is a gettext file, ``catalogues/<language>.po``. It is read when a language other than
English is asked for, and not before.
"""

import gettext
import io
from functools import cache
from typing import TYPE_CHECKING, Any

from handrank.rulebook.errors import Message, Seat, is_list, presentable
from handrank.rulebook.package import package_files

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang

CATALOGUES = package_files() / "words" / "catalogues"

_FILES = (path.name for path in CATALOGUES.iterdir())
LANGS = ("en", *sorted(name[:-3] for name in _FILES if name.endswith(".po")))
# The context of what no template of ours says: the words of the operating system and of Python.
_SYSTEM = "system"


def in_language(message: str, lang: "Lang", *, first_seat: int = 0) -> str:
    """Say a message in a language, counting from `first_seat`; other text stays as it is."""
    if not isinstance(message, Message) or (lang == "en" and not (first_seat and message.fields)):
        return str(message)
    return _Speaker(lang, first_seat).say(message)


@cache
def translations(lang: str) -> gettext.NullTranslations:
    """Return the catalogue of a language; that of English is empty."""
    path = CATALOGUES / f"{lang}.po"
    if lang == "en" or not path.is_file():
        return gettext.NullTranslations()
    import polib

    catalogue = polib.pofile(path.read_text(encoding="utf-8"))
    return gettext.GNUTranslations(io.BytesIO(catalogue.to_binary()))


class _Speaker:
    """Says messages in a language."""

    def __init__(self, lang: "Lang", first_seat: int) -> None:
        self._lang: Lang = lang
        self._first_seat = first_seat
        self._words = translations(lang)

    def say(self, message: Message) -> str:
        if message.singular is None:
            template = self._words.gettext(message.template) if message.template else ""
        else:
            template = self._words.ngettext(message.singular, message.template, message.number)
        return template.format_map(
            {n: _SpokenField(value, self) for n, value in message.fields.items()}
        )

    def field(self, value: Any, spec: str) -> str:
        if isinstance(value, BaseException) and value.args:
            return self.field(getattr(value, "strerror", None) or value.args[0], spec)
        if isinstance(value, Message):
            return self.say(value)
        if is_list(value):
            return ", ".join(self.field(part, spec) for part in value)
        if isinstance(value, Seat):
            value = value + self._first_seat
        if hasattr(value, "__float__") and not isinstance(value, bool):
            return self._number(value, spec)
        text = format(value, spec)
        return self._words.pgettext(_SYSTEM, text) if text else text

    def _number(self, number: Any, spec: str) -> str:
        if self._lang == "en":
            return format(number, spec)
        from handrank.words.languages import write_number

        if isinstance(number, int) and type(number) is not int and not spec:
            # Loaded already where a message names a card.
            from handrank.rulebook.cards import CardName, format_cards

            if isinstance(number, CardName):
                return str(format_cards(number, lang=self._lang))
        return write_number(number, spec, self._lang)


class _SpokenField:
    """A field that is shown as a speaker says it."""

    def __init__(self, value: Any, speaker: _Speaker) -> None:
        self._value, self._speaker = value, speaker

    def __format__(self, spec: str) -> str:
        text = self._speaker.field(self._value, spec)
        return text if isinstance(self._value, Message) else presentable(text)

    def __repr__(self) -> str:
        return presentable(repr(self._value))
