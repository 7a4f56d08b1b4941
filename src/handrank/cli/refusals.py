"""Turn errors and notes of the command line into its language.

A message is matched against the templates of `handrank.cli.french`. Where several fit, as "x is
empty" fits anything that ends so, the one counts that leaves the least text as it was.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from handrank.words.numbers import number_in

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang

_FIELD = re.compile(r"\{([a-z]+\d*)\}")
_QUOTED = r"'[^'\\]*(?:\\.[^'\\]*)*'|\"[^\"\\]*(?:\\.[^\"\\]*)*\""
# What may stand in a placeholder, by its kind: its name without digits.
_KINDS = {
    "n": r"[-+]?(?:\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?|inf|nan)",
    "quoted": _QUOTED,
    "quote": _QUOTED,
    "card": r"[2-9TJQKA][cdhs]",
    "signs": r"[^()]+",
    "shape": r"\([\d, -]*\)",
    "game": r"[a-z\d-]+",
    "option": r"[a-z]+",
}
# These have catalogues, but may be something that stands in none.
_OPEN = frozenset({"message", "file", "where"})
_LISTS = {"reasons": "reason"}
_COMMA = ", "
# A file's name may look like as many messages inside each other as it likes.
_DEEPEST = 6
# Or hold as many of the words that end it.
_MOST_WAYS = 50

# How many characters stay as they were, and the text.
_Found = tuple[int, str]


def asked_lang(arguments: Sequence[str]) -> "Lang":
    """Return the language that arguments ask for, before they are parsed.

    Examples
    --------
    >>> asked_lang(["equity", "--lang", "fr", "AA"]), asked_lang(["equity", "--", "--lang=fr"])
    ('fr', 'en')
    """
    lang: Lang = "en"
    for i, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == "--lang":
            value = value if equals else "".join(arguments[i + 1 : i + 2])
            lang = "fr" if value == "fr" else "en"
    return lang


def refusal(message: str, lang: "Lang") -> str:
    """Return an error or a note in a language; in English what has no translation.

    Examples
    --------
    >>> refusal("cannot read hands.csv: Permission denied", "fr")
    'impossible de lire hands.csv : permission refusée'
    >>> refusal("player 2: combo 0: Kh (card id 46) is given twice", "fr")
    'joueur 2 : combo 0 : R♥ (carte n° 46) est donnée deux fois'
    >>> refusal("the dog ate it", "fr")
    'the dog ate it'
    """
    return message if lang == "en" else _open("message", message, 0)[1]


@cache
def _catalogues() -> Mapping[str, Mapping[str, str]]:
    # Only who asks for French pays for it.
    from handrank.cli.french import MESSAGES, OTHERS, PHRASES

    def own_words(english: str) -> int:
        return len(_FIELD.sub("", english))

    return {
        kind: {english: catalogue[english] for english in sorted(catalogue, key=own_words)[::-1]}
        for kind, catalogue in {"message": {**MESSAGES, **OTHERS}, **PHRASES}.items()
    }


def _open(kind: str, text: str, depth: int) -> _Found:
    """Return what a catalogue has for a text, or the text as it is."""
    found = [*_translations(kind, text, depth)] if depth < _DEEPEST else []
    return min(found, key=lambda one: one[0], default=(len(text), text))


def _translations(kind: str, text: str, depth: int) -> Iterator[_Found]:
    """Yield what fits, the templates with the most words of their own first."""
    for english, french in _catalogues()[kind].items():
        if not all(part in text for part in _FIELD.split(english)[::2]):
            continue
        for fields in _matches(english, text):
            left, values = 0, {}
            for name, part in fields.items():
                cost, values[name] = _in_french(_kind(name), part, depth + 1)
                left += cost
            yield left, french.format_map(values)


def _matches(english: str, text: str) -> Iterator[dict[str, str]]:
    """Yield what stands in the placeholders of a template, in each way that it fits.

    A file's name may hold what stands after it in the template, and so may the rest of the text.
    """
    template = _compiled(english)
    start = template.head.match(text)
    end = -1 if start is None else start.end()
    for _ in range(_MOST_WAYS):
        if start is None:
            return
        if template.free:
            end = text.find(template.after, end) if template.after else len(text)
        rest = template.tail.fullmatch(text, end) if end >= 0 else None
        if rest is not None:
            fields = start.groupdict() | rest.groupdict()
            yield fields | ({template.free: text[start.end() : end]} if template.free else {})
        if end < 0 or not template.after:
            return
        end += 1


def _in_french(kind: str, text: str, depth: int) -> _Found:
    """Return what stands in a placeholder."""
    if kind in _LISTS:
        parts = [_open(_LISTS[kind], part, depth) for part in text.split(_COMMA) if part]
        return sum(cost for cost, _ in parts), _COMMA.join(part for _, part in parts)
    if kind in _catalogues():
        return _open(kind, text, depth)
    if kind == "card":
        # Loaded already where a message names a card.
        from handrank.rulebook.cards import format_cards, parse_cards

        return 0, str(format_cards(parse_cards(text), lang="fr"))
    if kind == "n":
        return 0, number_in("fr", text)
    return 0 if kind in _KINDS else len(text), text


def _kind(name: str) -> str:
    return name.rstrip("0123456789")


def _is_free(kind: str) -> bool:
    """Say whether any text may stand in a placeholder of a kind."""
    return kind in _OPEN or kind not in {*_KINDS, *_LISTS, *_catalogues()}


@dataclass(frozen=True)
class _Template:
    """An English template, cut at its first placeholder for any text.

    Attributes
    ----------
    head, tail : re.Pattern
        What stands before and after that; the tail is empty without one.
    free, after : str
        Its name, and the words after it up to the next one.
    """

    head: re.Pattern[str]
    tail: re.Pattern[str]
    free: str = ""
    after: str = ""


@cache
def _compiled(english: str) -> _Template:
    parts = _FIELD.split(english)
    names = [i for i in range(1, len(parts), 2) if _is_free(_kind(parts[i]))]
    if not names:
        return _Template(_pattern(parts), _pattern([]))
    cut = names[0]
    after = parts[cut + 1]
    return _Template(_pattern(parts[:cut]), _pattern(parts[cut + 1 :]), parts[cut], after)


def _pattern(parts: Sequence[str]) -> re.Pattern[str]:
    return re.compile(_expression(parts, named=True), re.DOTALL)


def _expression(parts: Sequence[str], named: bool = False) -> str:
    """Return the expression for words and, between them, names of placeholders."""
    found = []
    for i, part in enumerate(parts):
        group = f"?P<{part}>" if named else "?:"
        found.append(f"({group}{_inside(_kind(part))})" if i % 2 else re.escape(part))
    return "".join(found)


def _inside(kind: str) -> str:
    """Return the expression for what may stand in a placeholder of a kind."""
    if kind in _LISTS:
        one = _inside(_LISTS[kind])
        return f"(?:(?:{one})(?:{_COMMA}(?:{one}))*)?"
    if _is_free(kind):
        return ".*?"
    if kind in _KINDS:
        return _KINDS[kind]
    return "|".join(_expression(_FIELD.split(text)) for text in _catalogues()[kind])
