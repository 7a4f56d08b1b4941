"""``handrank tables``: where the lookup tables are, and whether they are right."""

import argparse
import sys
import time

from handrank.cli.common import Commands, format_table


def add_parser(commands: Commands) -> None:
    """Add the command and its two actions."""
    parser = commands.add_parser(
        "tables",
        help="print where the lookup tables are, or verify them",
        description="path prints the folder of the lookup tables. verify ranks every five-, six- "
        "and seven-card hand with them and compares with the exact figures.",
        allow_abbrev=False,
    )
    parser.add_argument("action", choices=("path", "verify"))
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    return _print_path() if arguments.action == "path" else _verify()


def _print_path() -> int:
    from handrank.tables import tables_path

    print(tables_path())
    return 0


def _verify() -> int:
    from handrank.verification import verify

    start = time.perf_counter()
    rows = []
    wrong = []
    for result in verify():
        title = f"{result.rules}, {result.n_cards} cards"
        print(f"{title}: {'as it must be' if result.agrees else 'WRONG'}", file=sys.stderr)
        hands, *_ = result.comparisons
        rows.append(
            [result.rules, str(result.n_cards), f"{hands.counted:,}", str(len(result.comparisons))]
        )
        wrong += [
            [title, item.what, f"{item.counted:,}", f"{item.exact:,}"]
            for item in result.comparisons
            if not item.agrees
        ]
    print(format_table(["rules", "cards", "hands ranked", "figures compared"], rows, "lrrr"))
    if wrong:
        print(format_table(["hands", "figure", "counted", "exact"], wrong, "llrr"))
        print(f"{len(wrong)} figures differ: the tables are wrong")
        return 1
    print(f"all figures are exact ({time.perf_counter() - start:.1f} s)")
    return 0
