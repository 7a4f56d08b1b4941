"""The parser of the command line, and reading single arguments."""

import argparse
import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Any, NoReturn

from handrank.cli.language import say
from handrank.rulebook.errors import Message
from handrank.words.catalogue import LANGS

# The exit code.
WRONG = 2
# What a command does: it gets its arguments and returns the exit code.
Run = Callable[[argparse.Namespace], int]

Fields = Mapping[str, Any]
NONE: Fields = MappingProxyType({})

# Python would read other digits and 1_0, too.
_NUMBERS = re.compile(r"\s*-?[0-9]{1,30}\s*(,\s*-?[0-9]{1,30}\s*)*")


class RequestError(Exception):
    """What is asked for cannot be done, or not so."""


def request_error(template: str, /, **fields: Any) -> RequestError:
    """Return a RequestError that carries a message."""
    return RequestError(Message(template, **fields))


@contextlib.contextmanager
def wrong_values() -> Iterator[None]:
    """Let what the library finds wrong with its arguments inside the block be a wrong request."""
    try:
        yield
    except ValueError as error:
        raise RequestError(*error.args) from None


class Parser(argparse.ArgumentParser):
    """A parser, and those of its commands."""

    def __init__(self, *, description: str, **options: Any) -> None:
        super().__init__(description=say(description), allow_abbrev=False, **options)

    def option(self, name: str, help: str, *short: str, fields: Fields = NONE, **how: Any) -> None:
        """Add an option or a positional argument; the template of its help may have fields."""
        self.add_argument(*short, name, help=say(Message(help, **fields)), **how)

    def refuse_two_dashes(self, arguments: Sequence[str]) -> None:
        """Refuse a value ``--``, which Python before 3.13 takes for nothing at all."""
        for text in arguments:
            option, sign, value = text.partition("=")
            if option.startswith("-") and sign and value == "--":
                reason = Message(
                    "argument {option}: {value!r} is no value", option=option, value=value
                )
                self.error(say(reason))

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, without the usage, and end the program."""
        self.exit(WRONG, f"{self.prog}: {message}\n")


def add_command(commands: Any, run: Run, name: str, help: Message, description: Message) -> Parser:
    """Add a command to what `argparse` returns from ``add_subparsers``; return its parser."""
    parser: Parser = commands.add_parser(name, help=say(help), description=description)
    parser.set_defaults(run=run)
    # Given before the command it must stay, so no default.
    add_lang(parser)
    return parser


def add_lang(parser: Parser) -> None:
    """Add ``--lang``, which is read before all others: see `handrank.cli.language.asked_lang`."""
    parser.option(
        "--lang",
        "the language of what is printed (default: that of the environment, as LANG names it); "
        "French card text, such as R♠, is read in any case",
        choices=LANGS,
        default=argparse.SUPPRESS,
    )


def mistake(template: str, text: str) -> argparse.ArgumentTypeError:
    """Return the error of an argument that cannot be read, whose text the template names."""
    return argparse.ArgumentTypeError(say(Message(template, text=text)))


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
            raise mistake("{text!r} is not a whole number", text) from None
    if number < 0:
        raise mistake("{text!r} is negative", text)
    return number


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise mistake("{text!r} is not a number", text) from None


def whole_numbers(text: str) -> list[int]:
    """Read whole numbers with commas between."""
    if not _NUMBERS.fullmatch(text):
        raise mistake("{text!r} is not a list of whole numbers with commas between", text)
    return [int(part) for part in text.split(",")]


def amount(text: str) -> Decimal:
    """Read an amount of money, with decimals or without."""
    from handrank.files.money import read_amount

    found = read_amount(text)
    if found is None:
        raise mistake("{text!r} is not an amount", text)
    return found


def amounts(text: str) -> list[Decimal]:
    """Read amounts with ``;`` or spaces between, or with commas where they have none inside."""
    parts = text.split(";") if ";" in text else text.split()
    return list(map(amount, parts if len(parts) > 1 else text.split(",")))


def rate_or_amount(text: str) -> str | Decimal:
    """Read a rate, which ends in ``%`` and stays a text, or an amount."""
    if not text.rstrip().endswith("%"):
        return amount(text)
    rate = amount(text.rstrip().removesuffix("%"))
    if rate > 100:
        raise mistake("{text!r} is more than everything", text)
    return f"{rate}%"


def card_text(text: str) -> str:
    """Read cards or a range in English or French letters, for functions that know English ones."""
    from handrank.rulebook.cards import with_english_letters

    return with_english_letters(text)
