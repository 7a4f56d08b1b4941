"""Tables of text."""

from collections.abc import Sequence

from handrank.cli.language import say


def format_table(header: Sequence[str], rows: Sequence[Sequence[str]], sides: str) -> str:
    """Align columns of text: `sides` has an ``r`` for each flush right, an ``l`` for others.

    Examples
    --------
    >>> print(format_table(["hand", "class"], [["AsKs", "1"], ["9c", "7462"]], "lr"))
    hand  class
    AsKs      1
    9c     7462
    """
    table = [[say(name) for name in header], *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        cells = [
            cell.rjust(width) if side == "r" else cell.ljust(width)
            for cell, width, side in zip(row, widths, sides, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
