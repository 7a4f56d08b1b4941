"""``handrank tables``: where the lookup tables are, and whether they are right."""

import argparse
from time import perf_counter
from typing import TYPE_CHECKING, Any

from handrank.cli.language import print_table, say, say_number, spoken_lang, tell, tell_aside
from handrank.cli.parsing import add_command
from handrank.rulebook.errors import Message, counted

if TYPE_CHECKING:
    from handrank.ranking.verification import Comparison


def add_parser(commands: Any) -> None:
    """Add the command and its two actions."""
    parser = add_command(
        commands,
        _run,
        "tables",
        Message("print where the lookup tables are, or verify them"),
        Message(
            "path prints the folder of the lookup tables. verify compares their files with those "
            "that the generator wrote, ranks with them every hand of the rule sets and sizes whose "
            "exact figures are known, and compares."
        ),
    )
    parser.add_argument("action", choices=("path", "verify"))


def _run(arguments: argparse.Namespace) -> int:
    if arguments.action == "verify":
        return _verify()
    from handrank.lookup.tables import tables_path

    print(tables_path())
    return 0


def _verify() -> int:
    from handrank.lookup.tables import changed_files, tables_path
    from handrank.ranking.verification import verify

    start = perf_counter()
    changed = changed_files(tables_path())
    for name in changed:
        tell("{file} is not what the generator wrote", file=str(tables_path() / name))
    rows = []
    wrong = []
    for result in verify():
        title = Message("{rules}, {n} cards", rules=result.rules, n=result.n_cards)
        found = Message("correct") if result.agrees else Message("WRONG")
        tell_aside(Message("{where}: {reason}", where=title, reason=found))
        hands, *_ = result.comparisons
        n_figures = len(result.comparisons)
        rows.append([result.rules, str(result.n_cards), say_number(hands.counted), str(n_figures)])
        wrong += [
            [say(title), _figure(item), say_number(item.counted), say_number(item.exact)]
            for item in result.comparisons
            if not item.agrees
        ]
    header = [Message("rules"), Message("cards"), Message("hands ranked")]
    header.append(Message("figures compared"))
    print_table(header, rows, right=header[1:])
    if wrong:
        header = [Message("hands"), Message("figure"), Message("counted"), Message("exact")]
        print_table(header, wrong, right=header[2:])
        differ = counted("{n} figure differs", "{n} figures differ", len(wrong))
        tell("{differ}: the tables are wrong", differ=differ)
    if wrong or changed:
        return 1
    tell("all figures are exact ({seconds:.1f} s)", seconds=perf_counter() - start)
    return 0


def _figure(item: "Comparison") -> str:
    from handrank.words.languages import vocabulary_of

    if item.category is None:
        return say(item.figure)
    return f"{vocabulary_of(spoken_lang()).hands[item.category][0]}, {say(item.figure)}"
