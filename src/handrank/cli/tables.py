"""``handrank tables``: where the lookup tables are, and whether they are right."""

import argparse
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

from handrank.cli.common import Commands, add_lang, format_table
from handrank.cli.words import say, say_count
from handrank.words.numbers import write_number

if TYPE_CHECKING:
    from handrank.ranking.verification import Comparison
    from handrank.rulebook.cards import Lang


def add_parser(commands: Commands) -> None:
    """Add the command and its two actions."""
    parser = commands.add_parser(
        "tables",
        help="print where the lookup tables are, or verify them",
        description="path prints the folder of the lookup tables. verify ranks with "
        "them every hand of the rule sets and sizes whose exact figures are known, and compares.",
        allow_abbrev=False,
    )
    parser.add_argument("action", choices=("path", "verify"))
    add_lang(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    return _print_path() if arguments.action == "path" else _verify(arguments.lang)


def _print_path() -> int:
    from handrank.lookup.tables import tables_path

    print(tables_path())
    return 0


def _verify(lang: "Lang") -> int:
    from handrank.ranking.verification import verify

    write = partial(write_number, lang=lang)
    start = time.perf_counter()
    rows = []
    wrong = []
    for result in verify():
        title = say("{}, {} cards", lang).format(result.rules, result.n_cards)
        found = say("{}: as it must be" if result.agrees else "{}: WRONG", lang)
        print(found.format(title), file=sys.stderr)
        hands, *_ = result.comparisons
        n_figures = len(result.comparisons)
        rows.append([result.rules, str(result.n_cards), write(hands.counted), str(n_figures)])
        wrong += [
            [title, _figure(item, lang), write(item.counted), write(item.exact)]
            for item in result.comparisons
            if not item.agrees
        ]
    _print_table(["rules", "cards", "hands ranked", "figures compared"], rows, "lrrr", lang)
    if wrong:
        _print_table(["hands", "figure", "counted", "exact"], wrong, "llrr", lang)
        print(say_count(len(wrong), "{} figures differ: the tables are wrong", lang))
        return 1
    seconds = write(time.perf_counter() - start, ".1f")
    print(say("all figures are exact ({} s)", lang).format(seconds))
    return 0


def _figure(item: "Comparison", lang: "Lang") -> str:
    from handrank.words.languages import vocabulary_of

    figure = say(item.figure, lang)
    if item.category is None:
        return figure
    return f"{vocabulary_of(lang).categories[item.category]}, {figure}"


def _print_table(names: list[str], rows: list[list[str]], right: str, lang: "Lang") -> None:
    print(format_table([say(name, lang) for name in names], rows, right))
