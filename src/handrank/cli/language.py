"""The language that the command line speaks: which one is asked for, and saying messages in it.

Python counts seats and players from 0; what the command line says counts them from 1.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, cast

from handrank.rulebook.errors import Message
from handrank.words.catalogue import LANGS, in_language, translations
from handrank.words.text_tables import align_columns

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang

FIRST_SEAT = 1
# Those that name a language, as gettext looks at them: the first that is set counts.
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
# The context of argparse's own sentences in the catalogues.
_ARGPARSE = "argparse"

_LANG: "ContextVar[Lang]" = ContextVar("lang", default="en")


def asked_lang(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> "Lang":
    """Return the language that arguments not parsed yet ask for, or else the environment."""
    asked = None
    for i, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == "--lang":
            asked = value if equals else "".join(arguments[i + 1 : i + 2])
    return cast("Lang", asked) if asked in LANGS else _lang_of(environment)


def _lang_of(environment: Mapping[str, str]) -> "Lang":
    names = next(filter(None, map(environment.get, _VARIABLES)), "")
    for name in names.split(":"):
        lang = name.partition(".")[0].partition("_")[0]
        if lang in LANGS:
            return cast("Lang", lang)
        if lang in ("C", "POSIX"):
            break
    return "en"


@contextlib.contextmanager
def speaking(lang: "Lang") -> Iterator[None]:
    """Let the command line, and `argparse` in it, speak a language inside the block."""
    words = translations(lang)
    # argparse takes its sentences from gettext, under these names.
    hooks = {
        "_": lambda text: words.pgettext(_ARGPARSE, text),
        "ngettext": lambda one, many, n: words.npgettext(_ARGPARSE, one, many, n),
    }
    before = {name: getattr(argparse, name) for name in hooks}
    token = _LANG.set(lang)
    try:
        for name, hook in hooks.items():
            setattr(argparse, name, hook)
        yield
    finally:
        for name, hook in before.items():
            setattr(argparse, name, hook)
        _LANG.reset(token)


def spoken_lang() -> "Lang":
    """Return the language that is spoken."""
    return _LANG.get()


def say(message: str) -> str:
    """Return a message in the language that is spoken; any other text as it is."""
    return in_language(message, spoken_lang(), first_seat=FIRST_SEAT)


def tell(template: str, /, **fields: Any) -> None:
    """Print a message."""
    print(say(Message(template, **fields)))


def tell_aside(*messages: str) -> None:
    """Print messages on stderr, with commas between."""
    print(", ".join(map(say, messages)), file=sys.stderr)


def complain(message: str, code: int) -> int:
    """Print on stderr why the program ends; return the exit code."""
    tell_aside(f"handrank: {say(message)}")
    return code


def print_json(value: object) -> None:
    """Print a result for programs."""
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))


def say_number(number: float, spec: str = ",") -> str:
    """Return a number as the language that is spoken writes it."""
    from handrank.words.languages import write_number

    return write_number(number, spec, spoken_lang())


def print_table(
    header: Sequence[Message], rows: Sequence[Sequence[str]], right: Collection[str]
) -> None:
    """Print a table; the columns of some headings stand flush right."""
    print(align_columns([[*map(say, header)], *rows], [name in right for name in header]))
