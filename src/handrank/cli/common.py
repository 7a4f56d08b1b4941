"""What several commands share: arguments, progress, rates, tables of text."""

import argparse
import contextlib
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol

from handrank.cli.words import LANGS, say, say_count
from handrank.files.errors import FileError
from handrank.files.formats import FORMATS, format_of
from handrank.rulebook.rules import RULE_SETS
from handrank.words.numbers import write_number

if TYPE_CHECKING:
    from handrank.rulebook.cards import Lang

STANDARD_STREAM = "-"


class Commands(Protocol):
    """Where a command adds its parser: what `argparse` returns from ``add_subparsers``."""

    def add_parser(
        self, name: str, *, help: str, description: str, allow_abbrev: bool
    ) -> argparse.ArgumentParser:
        """Add a parser."""
        ...


def add_rules(parser: argparse.ArgumentParser, default: str | None = "high") -> None:
    """Add ``--rules``; without a default the game says how hands are ordered."""
    parser.add_argument(
        "--rules",
        choices=list(RULE_SETS),
        default=default,
        help=f"how hands are ordered (default: {default or 'as the game has it'})",
    )


def add_lang(parser: argparse.ArgumentParser) -> None:
    """Add ``--lang``."""
    parser.add_argument(
        "--lang",
        choices=LANGS,
        default="en",
        help="the language of what is printed (default: en); French card text, such as R♠, is "
        "read in any case",
    )


def is_file(text: str) -> bool:
    """Say whether an argument is a file rather than card text."""
    if text == STANDARD_STREAM or text.lower().endswith(FORMATS):
        return True
    try:
        return bool(text) and Path(text).exists()
    except (OSError, ValueError):
        return False


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add ``-o``."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default=STANDARD_STREAM,
        help=f"the file to write ({', '.join(FORMATS)}); '-', the default, prints CSV",
    )


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
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is negative")
    return number


def card_text(text: str) -> str:
    """Read cards or a range in English or French letters, for functions that know English ones."""
    from handrank.rulebook.cards import with_english_letters

    return with_english_letters(text)


@contextlib.contextmanager
def output_file(name: str, source: Path | None = None) -> Iterator[tuple[Path | IO[str], str]]:
    """Give where to write and in which format; a file takes its place when it is whole.

    Parameters
    ----------
    name : str
        The file, or ``-`` for standard output.
    source : Path, optional
        The file being read, which must be another one.
    """
    if name == STANDARD_STREAM:
        if isinstance(sys.stdout, io.TextIOWrapper):
            # As in a file: UTF-8, and bytes that were none in the input leave as they came.
            sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
        yield sys.stdout, ".csv"
        return
    from handrank.files.saving import written_whole

    path = Path(name)
    if path.is_dir():
        raise FileError(f"cannot write {path}: it is a folder")
    kind = format_of(path)
    with written_whole(path, source) as part:
        yield part, kind


@contextlib.contextmanager
def progress_bar(
    total: int | None, unit: str, lang: "Lang" = "en"
) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal; give a function that takes how far the work has come."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from tqdm import tqdm

    name = say(unit, lang)
    with tqdm(total=total, unit=name, unit_scale=True, leave=False, file=sys.stderr) as bar:

        def show(done: int) -> None:
            bar.update(done - bar.n)

        yield show


def print_rate(
    verb: str, n: int, seconds: float, *remarks: str, unit: str = "hands", lang: "Lang" = "en"
) -> None:
    """Print, on stderr, how many hands, or what `unit` says, went through and how fast."""
    rate = format_rate(n / seconds if seconds > 0 else 0.0, unit, lang)
    took = write_number(seconds, ".2f", lang)
    done = say_count(n, f"{verb} {{}} {unit} in {{}} s ({{}})", lang, took, rate)
    print(", ".join([done, *remarks]), file=sys.stderr)


def format_rate(rate: float, unit: str = "hands", lang: "Lang" = "en") -> str:
    """Write a number of hands, or what `unit` says, a second.

    Examples
    --------
    >>> format_rate(253_400_000.0), format_rate(950.2)
    ('253.4 million hands/s', '950 hands/s')
    """
    if rate >= 1e5:
        return say(f"{{}} million {unit}/s", lang).format(write_number(rate / 1e6, ",.1f", lang))
    return say(f"{{}} {unit}/s", lang).format(write_number(rate, ",.0f", lang))


def format_table(header: Sequence[str], rows: Sequence[Sequence[str]], right: str) -> str:
    """Align columns of text.

    Parameters
    ----------
    header : sequence of str
        The names of the columns.
    rows : sequence of sequences of str
        The cells.
    right : str
        One letter a column: ``r`` for flush right, ``l`` for flush left.

    Examples
    --------
    >>> print(format_table(["hand", "class"], [["AsKs", "1"], ["9c", "7462"]], "lr"))
    hand  class
    AsKs      1
    9c     7462
    """
    table = [header, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        cells = [
            cell.rjust(width) if side == "r" else cell.ljust(width)
            for cell, width, side in zip(row, widths, right, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
