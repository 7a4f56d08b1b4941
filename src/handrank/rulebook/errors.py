"""The errors of the library, and the messages that they carry.

A message is an English sentence that remembers its template and its fields. So an error reads well
as it stands, and the sentence can be said in another language without being taken apart.
"""

import copyreg
from os import PathLike
from typing import Any, TypeGuard, TypeVar

_Class = TypeVar("_Class", bound=type)

# Signs that a field of a message may have.
_LONGEST = 300
# Spaces that do not break a line.
_SPACES = "\u00a0\u202f"


def public(cls: _Class) -> _Class:
    """Name a class as users know it: of `handrank`, not of one of its modules."""
    cls.__module__ = "handrank"
    return cls


class Seat(int):
    """The number of a seat or player, which Python counts from 0 and the command line from 1."""


class Message(str):
    """A sentence: a template in English with its fields filled in."""

    # The key of the sentence in the catalogues of other languages. A field may be a message itself,
    # or a list of texts, which are shown with commas between.
    template: str
    fields: dict[str, Any]
    # Where one thing is said otherwise than several: the template for one, and how many there are.
    singular: str | None
    number: int

    __slots__ = ("fields", "number", "singular", "template")

    def __new__(cls, template: str, /, **fields: Any) -> "Message":
        """Fill in a template."""
        return _filled(template, fields, None, 0)

    def __reduce__(self) -> tuple[Any, ...]:
        return _filled, (self.template, self.fields, self.singular, self.number)


def counted(singular: str, plural: str, n: int, /, **fields: Any) -> Message:
    """Return a message about `n` things, which fills in the field ``n``: "1 row", "3 rows"."""
    return _filled(plural, {"n": n, **fields}, singular, n)


def _filled(template: str, fields: dict[str, Any], singular: str | None, number: int) -> Message:
    text = singular if singular is not None and number == 1 else template
    fields = {name: _kept(value) for name, value in fields.items()}
    shown = {name: _Field(value) for name, value in fields.items()}
    message = str.__new__(Message, text.format_map(shown))
    message.template, message.fields = template, fields
    message.singular, message.number = singular, number
    return message


class _Shown(str):
    """How something is shown that a message cannot keep."""

    __slots__ = ()
    __repr__ = str.__str__


def _kept(value: Any) -> Any:
    """Return a field that can be pickled, and is no larger than what it says."""
    if isinstance(value, tuple):
        plain = all(isinstance(part, (int, str)) for part in value)
    else:
        plain = isinstance(value, (str, int, float, BaseException, PathLike)) or is_list(value)
    # Numbers and dtypes of NumPy.
    plain = plain or value is None or (hasattr(value, "itemsize") and not getattr(value, "ndim", 0))
    return value if plain else _Shown(presentable(repr(value)))


class _Field:
    """A field as English shows it."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        if isinstance(self.value, Message):
            return format(str(self.value), spec)
        if is_list(self.value):
            return presentable(", ".join(map(str, self.value)))
        return presentable(format(self.value, spec))

    def __repr__(self) -> str:
        return presentable(repr(self.value))


def presentable(text: str) -> str:
    """Return a text on one line, cut off where it is too long, without signs that do not show."""
    text = text if "\n" not in text else " ".join(text.split())
    if not text.isprintable():
        signs = (s if s.isprintable() or s in _SPACES else ascii(s)[1:-1] for s in text[:_LONGEST])
        text = "".join(signs) + text[_LONGEST:]
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def is_list(value: object) -> TypeGuard[list[Any] | tuple[Any, ...]]:
    """Say whether a field is a list of texts, and not, say, the shape of an array."""
    return isinstance(value, (list, tuple)) and any(isinstance(part, str) for part in value)


def value_error(template: str, /, **fields: Any) -> ValueError:
    """Return a ValueError that carries a message."""
    return ValueError(Message(template, **fields))


def type_error(template: str, /, **fields: Any) -> TypeError:
    """Return a TypeError that carries a message."""
    return TypeError(Message(template, **fields))


@public
class CardError(ValueError):
    """Cards cannot be read, are not in the deck or are used twice: not a card, a hand or a deal.

    Attributes
    ----------
    index : tuple of int
        The row's index in the array of hands; empty for a single hand, and where `reason` says
        which cards are meant: those of a board, of a player.
    reason : str
        What is wrong with them.
    """

    def __init__(self, index: tuple[int, ...], reason: str) -> None:
        self.index = index
        self.reason = reason
        super().__init__(at_row(index, reason))

    def __reduce__(self) -> tuple[Any, ...]:
        # Without `__init__`, which does not take `args`; attributes and notes are the state.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


@public
class TableError(RuntimeError):
    """A table file is missing or is not what the manifest says."""


def table_error(template: str, /, **fields: Any) -> TableError:
    """Return a TableError that carries a message."""
    return TableError(Message(template, **fields))


def card_error(template: str, /, **fields: Any) -> CardError:
    """Return a CardError that carries a message, which says what cards are meant."""
    return CardError((), Message(template, **fields))


def reworded(error: Exception, template: str, /, **fields: Any) -> TypeError | ValueError:
    """Return an error of the same kind, with the caught one's message as the field ``reason``."""
    message = Message(template, reason=error.args[0], **fields)
    if isinstance(error, CardError):
        return CardError((), message)
    return TypeError(message) if isinstance(error, TypeError) else ValueError(message)


def at_row(index: tuple[int, ...], reason: str) -> str:
    """Return what is wrong with a row, the row named; a single hand has no row to name."""
    if not index:
        return reason
    return Message("row {row}: {reason}", row=index[0] if len(index) == 1 else index, reason=reason)
