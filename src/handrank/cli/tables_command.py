"""``handrank tables``: where the lookup tables are, and whether they are right."""

import argparse
from typing import TYPE_CHECKING

from handrank.cli.language import say, say_number, spoken_lang, tell
from handrank.cli.parsing import Commands, add_command
from handrank.cli.progress import Stopwatch
from handrank.cli.text_tables import format_table
from handrank.rulebook.errors import Message, counted

if TYPE_CHECKING:
    from handrank.ranking.verification import Comparison


def add_parser(commands: Commands) -> None:
    """Add the command and its two actions."""
    parser = add_command(
        commands,
        "tables",
        Message("print where the lookup tables are, or verify them"),
        Message(
            "path prints the folder of the lookup tables. verify ranks with them every hand of the "
            "rule sets and sizes whose exact figures are known, and compares."
        ),
    )
    parser.add_argument("action", choices=("path", "verify"))
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    return _print_path() if arguments.action == "path" else _verify()


def _print_path() -> int:
    from handrank.lookup.tables import tables_path

    print(tables_path())
    return 0


def _verify() -> int:
    from handrank.ranking.verification import verify

    watch = Stopwatch()
    rows = []
    wrong = []
    for result in verify():
        title = Message("{rules}, {n} cards", rules=result.rules, n=result.n_cards)
        found = Message("correct") if result.agrees else Message("WRONG")
        tell(Message("{where}: {reason}", where=title, reason=found), aside=True)
        hands, *_ = result.comparisons
        n_figures = len(result.comparisons)
        rows.append([result.rules, str(result.n_cards), say_number(hands.counted), str(n_figures)])
        wrong += [
            [say(title), _figure(item), say_number(item.counted), say_number(item.exact)]
            for item in result.comparisons
            if not item.agrees
        ]
    header = [Message("rules"), Message("cards"), Message("hands ranked")]
    print(format_table([*header, Message("figures compared")], rows, "lrrr"))
    if wrong:
        header = [Message("hands"), Message("figure"), Message("counted"), Message("exact")]
        print(format_table(header, wrong, "llrr"))
        tell(
            counted(
                "{n} figure differs: the tables are wrong",
                "{n} figures differ: the tables are wrong",
                len(wrong),
            )
        )
        return 1
    tell(Message("all figures are exact ({seconds:.1f} s)", seconds=watch.seconds))
    return 0


def _figure(item: "Comparison") -> str:
    from handrank.words.languages import vocabulary_of

    if item.category is None:
        return say(item.figure)
    return f"{vocabulary_of(spoken_lang()).categories[item.category]}, {say(item.figure)}"
