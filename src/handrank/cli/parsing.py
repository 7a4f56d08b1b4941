"""The parser of the command line, and reading single arguments."""

import argparse
import contextlib
import re
from collections.abc import Iterator
from typing import Any, NoReturn, Protocol

from handrank.cli.language import say
from handrank.rulebook.errors import Message
from handrank.words.catalogue import LANGS

# Python would read other digits and 1_0, too.
_NUMBERS = re.compile(r"\s*-?[0-9]{1,30}\s*(,\s*-?[0-9]{1,30}\s*)*")


class RequestError(Exception):
    """What is asked for cannot be done, or not so."""


@contextlib.contextmanager
def wrong_values() -> Iterator[None]:
    """Let what the library finds wrong with its arguments inside the block be a wrong request."""
    try:
        yield
    except ValueError as error:
        raise RequestError(*error.args) from None


class ParsingError(Exception):
    """The arguments are wrong."""

    def __init__(self, prog: str, message: str) -> None:
        super().__init__(prog, message)
        self.prog, self.message = prog, message


class Parser(argparse.ArgumentParser):
    """A parser, and those of its commands: they say messages, and `main` prints their errors."""

    def __init__(self, *, description: str, **options: Any) -> None:
        super().__init__(description=say(description), allow_abbrev=False, **options)

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Add an argument, its help said in the language that is spoken."""
        if "help" in options:
            options["help"] = say(options["help"])
        return super().add_argument(*names, **options)

    def error(self, message: str) -> NoReturn:
        """Leave it to `main` to print what is wrong."""
        raise ParsingError(self.prog, message)


class Commands(Protocol):
    """Where a command adds its parser: what `argparse` returns from ``add_subparsers``."""

    def add_parser(self, name: str, *, help: str, description: str) -> argparse.ArgumentParser:
        """Add a parser."""
        ...


def add_command(commands: Commands, name: str, help: str, description: str) -> Parser:
    """Add a command and give its parser."""
    parser = commands.add_parser(name, help=say(help), description=description)
    assert isinstance(parser, Parser)
    # Given before the command it must stay, so no default.
    add_lang(parser)
    return parser


def add_lang(parser: Parser) -> None:
    """Add ``--lang``, which is read before all others: see `handrank.cli.language.asked_lang`."""
    parser.add_argument(
        "--lang",
        choices=LANGS,
        default=argparse.SUPPRESS,
        help=Message(
            "the language of what is printed (default: that of the environment, as LANG names it); "
            "French card text, such as R♠, is read in any case"
        ),
    )


def mistake(message: Message) -> argparse.ArgumentTypeError:
    """Return the error of an argument that cannot be read."""
    return argparse.ArgumentTypeError(say(message))


def count(text: str) -> int:
    """Read a number of hands: ``1000000``, ``1_000_000`` or ``1e6``."""
    try:
        number = int(text)
    except ValueError:
        try:
            number = int(float(text))
            if number != float(text):
                raise ValueError
        except (ValueError, OverflowError):
            raise mistake(Message("{text!r} is not a whole number", text=text)) from None
    if number < 0:
        raise mistake(Message("{text!r} is negative", text=text))
    return number


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise mistake(Message("{text!r} is not a number", text=text)) from None


def whole_numbers(text: str) -> list[int]:
    """Read whole numbers with commas between."""
    if not _NUMBERS.fullmatch(text):
        raise mistake(
            Message("{text!r} is not a list of whole numbers with commas between", text=text)
        )
    return [int(part) for part in text.split(",")]


def card_text(text: str) -> str:
    """Read cards or a range in English or French letters, for functions that know English ones."""
    from handrank.rulebook.cards import with_english_letters

    return with_english_letters(text)
