"""Tables of text."""

from collections.abc import Sequence


def align_columns(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> str:
    """Align cells in columns, each flush right or left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        [
            cell.rjust(width) if flush_right else cell.ljust(width)
            for cell, width, flush_right in zip(row, widths, right, strict=True)
        ]
        for row in rows
    ]
    return "\n".join("  ".join(cells).rstrip() for cells in lines)
