"""Readers of hand histories, and their settling: hands a second, and the memory that it took.

`python benchmarks/history_rate.py` writes histories of so many hands to a folder of its own and
settles each from its file to a Parquet file.
"""

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

from handrank.files.histories.readers import read_history
from handrank.files.history_tables import HistoryTable
from handrank.files.settling import Settlement, settle_table
from reporting import ReportParser, conditions, markdown_table, positive, significant
from showdown_rate import peak_memory

PHH = """[{number}]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
starting_stacks = [1462.50, 2154.40, 300]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 7c7d', 'p3 cbr 35', 'p1 cc', 'p2 f',
  'd db 7s2d3h', 'p1 cc', 'p3 cbr 40', 'p1 cc', 'd db 5h', 'p1 cc', 'p3 cc', 'd db As', 'p1 cc',
  'p3 cc', 'p3 sm 7c7d', 'p1 sm AhKh']
winnings = [0, 0, 160]

"""
ACPC = "STATE:{number}:cr300c/cc/cc/cr900c:AhAs|KdKc/2c7d9h/Js/3d:900|-900:Bill|Nick\n"
FILES = {"PHH": ("hands.phhs", PHH), "ACPC": ("hands.log", ACPC)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the rates."""
    parser = ReportParser(__doc__, list(FILES), rounds=1)
    parser.add_argument(
        "--hands", type=positive, default=20_000, help="hands a file (default: %(default)s)"
    )
    options = parser.parse(arguments)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (file, hand) in FILES.items():
            path = Path(folder) / file
            with path.open("w") as lines:
                lines.writelines(hand.format(number=i) for i in range(options.hands))
            reading = options.hands / seconds(partial(read, path))
            settling = options.hands / seconds(partial(settle, path, Path(folder) / "out.parquet"))
            rows.append((name, f"{options.hands:,}", significant(reading), significant(settling)))
    heads = ("", "hands", "read, hands/s", "read, settled and written, hands/s")
    top = conditions(__file__, arguments, ("numpy", "handrank"), "Histories; one thread.")
    print(f"{top}\n\n{markdown_table(heads, rows)}\n\n{peak_memory():.0f} MiB of memory at most")


def seconds(work: partial[None]) -> float:
    """Return how long work takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def read(path: Path) -> None:
    """Read every hand of a file."""
    with path.open() as lines:
        for _ in read_history(lines, path.suffix, str(path)):
            pass


def settle(path: Path, out: Path) -> None:
    """Settle every hand of a file."""
    settle_table(HistoryTable(path), (out, ".parquet"), Settlement(compare=True), lambda done: None)


if __name__ == "__main__":
    main()
