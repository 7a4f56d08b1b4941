"""The catalogues of other languages: every template has its entry, and fields are said in them."""

import argparse
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import numpy as np
import polib
import pytest
from babel.messages.extract import extract, extract_from_dir

import handrank
from handrank.rulebook.cards import CardName, Lang
from handrank.rulebook.errors import Message, Seat, counted
from handrank.words.catalogue import CATALOGUES, LANGS, in_language

OTHER_LANGS = [lang for lang in LANGS if lang != "en"]
KEYWORDS = {
    "counted": (1, 2),
    "in_file": (2,),
    "option": (2,),
    "reworded": (2,),
    **dict.fromkeys(("Message", "value_error", "type_error", "table_error", "request_error"), (1,)),
    "card_error": (1,),
    **dict.fromkeys(("FileError", "HistoryError", "WriteError", "mistake", "tell"), (1,)),
}

# A template, or the one for one thing and the one for several.
Template = str | tuple[str, ...]


def templates() -> set[Template]:
    """Return the templates of the package."""
    package = Path(handrank.__file__).parent
    found = extract_from_dir(package, method_map=[("**.py", "python")], keywords=KEYWORDS)
    return {template for _, _, template, _, _ in found}


def entries(lang: str, context: str | None = None) -> dict[Template, list[str]]:
    """Return what a catalogue has for each template."""
    return {
        (entry.msgid, entry.msgid_plural) if entry.msgid_plural else entry.msgid: (
            [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]
        )
        for entry in polib.pofile(str(CATALOGUES / f"{lang}.po"))
        if entry.msgctxt == context
    }


def all_texts(lang: str) -> Iterator[tuple[str, str]]:
    """Yield each template that is said in English and in a language."""
    for context in (None, "argparse", "system"):
        for template, texts in entries(lang, context).items():
            one = template if isinstance(template, str) else template[-1]
            yield from ((one, text) for text in texts)


def fields(template: str) -> set[tuple[str, str, str | None]]:
    return {
        (name, spec or "", conversion)
        for _, name, spec, conversion in Formatter().parse(template)
        if name is not None
    }


def test_the_languages_are_those_of_cards() -> None:
    assert get_args(Lang) == LANGS


@pytest.mark.parametrize("lang", OTHER_LANGS)
class TestCatalogue:
    def test_no_template_is_missing(self, lang: str) -> None:
        assert templates() - entries(lang).keys() == set()

    def test_no_entry_is_obsolete(self, lang: str) -> None:
        assert entries(lang).keys() - templates() == set()

    def test_every_entry_is_said(self, lang: str) -> None:
        assert all(text for _, text in all_texts(lang))

    def test_fields_are_the_same(self, lang: str) -> None:
        for template, texts in entries(lang).items():
            one = template if isinstance(template, str) else template[-1]
            for text in texts:
                assert fields(text) == fields(one), text

    def test_argparse_says_nothing_else(self, lang: str) -> None:
        keywords: dict[str, Any] = {"_": None, "ngettext": (1, 2)}
        with Path(argparse.__file__).open("rb") as source:
            said = {found[1] for found in extract("python", source, keywords)}
        missing = said - entries(lang, "argparse").keys()
        # The parameter of argparse's own stand-in for gettext.
        assert missing <= {"message"}


def test_french_has_its_spaces() -> None:
    for _, text in all_texts("fr"):
        # None that breaks, and one before the signs that have one.
        assert not re.search(r"[^\u00a0:;?!][:;?!](?=[\s\u00a0]|$)(?<!%\(heading\)s:)", text), text
        assert not re.search(r" [:;?!»]| %(?![(a-z])", text), text


class TestInLanguage:
    @pytest.mark.parametrize(
        ("message", "french"),
        [
            ("as it is", "as it is"),
            (Message("{where}: {reason}", where="a: {b}.csv", reason="{}"), "a: {b}.csv : {}"),
            (Message("{where}: {reason}", where=CardName(34), reason=1.5), "10♥ : 1,5"),
            (Message("{where}: {reason}", where=np.float64(0.5), reason=True), "0,5 : True"),
            (
                Message("{rate:,.0f} {things}/s", rate=12345.6, things=Message("hands")),
                "12 346 mains/s",
            ),
            (
                Message("{where}: {reason}", where="x", reason=Message("interrupted")),
                "x : interrompu",
            ),
            (
                Message("{where}: {reason}", where="x", reason=[Message("seat"), Message("pot")]),
                "x : siège, pot",
            ),
            (
                Message("{where}: {reason}", where="x", reason=OSError(13, "Permission denied")),
                "x : permission refusée",
            ),
            (
                Message("{where}: {reason}", where="x", reason=ValueError(Message("folded"))),
                "x : couché",
            ),
            (Message("{where}: {reason}", where=Path("x"), reason=(2, 3)), "x : (2, 3)"),
            (
                counted("{n:,} bad row without a rank", "{n:,} bad rows without a rank", 0),
                "0 ligne incorrecte sans rang",
            ),
            (
                counted("{n:,} bad row without a rank", "{n:,} bad rows without a rank", 2000),
                "2 000 lignes incorrectes sans rang",
            ),
            (
                Message("a template that no catalogue has, {n}", n=0.5),
                "a template that no catalogue has, 0,5",
            ),
            (Message(""), ""),
        ],
    )
    def test_french(self, message: str, french: str) -> None:
        assert in_language(message, "fr").replace("\u00a0", " ") == french

    def test_english_is_the_text_of_the_message(self) -> None:
        message = Message("{where}: {reason}", where=CardName(34), reason=[Message("seat"), "x"])
        assert in_language(message, "en") == message == "Th: seat, x"

    @pytest.mark.parametrize(("lang", "text"), [("en", "seat 1"), ("fr", "siège 1")])
    def test_seats_are_counted_from_where_one_says(self, lang: Lang, text: str) -> None:
        assert in_language(Message("seat {seat}", seat=Seat(0)), lang, first_seat=1) == text
        assert str(Message("seat {seat}", seat=Seat(0))) == "seat 0"

    def test_messages_can_be_pickled(self) -> None:
        message = Message("seat {seat}", seat=Seat(0))
        copy = pickle.loads(pickle.dumps(message))
        assert in_language(copy, "fr", first_seat=1) == "siège 1"
