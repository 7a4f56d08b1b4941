"""Hands in files for tests: written, ranked, read back."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import handrank
from handrank.files.hand_tables import HandTable
from handrank.files.jobs import Options, rank_table
from handrank.files.saving import written_whole

HANDS = handrank.deal(50, rng=np.random.default_rng(5))


TEXTS = [str(text) for text in handrank.format_cards(HANDS)]


RANKS = handrank.evaluate(HANDS)


def ranked(path: Path, kind: str = ".npy", **options: Any) -> Path:
    """Rank a file and return the result's path."""
    out = path.with_name(f"out{kind}")
    table = HandTable(path)
    with written_whole(out, path) as part:
        rank_table(table, (part, kind), Options(**options))
    return out


def write_csv(path: Path, *lines: str, encoding: str = "utf-8", end: str = "\n") -> Path:
    path.write_bytes("".join(line + end for line in lines).encode(encoding))
    return path


def all_cards(table: HandTable) -> NDArray[Any]:
    return np.concatenate([cards for _, (cards, _) in table.blocks()])


LAYOUTS = {
    "text": TEXTS,
    "text without separators": [text.replace(" ", "") for text in TEXTS],
    "symbols": [str(t) for t in handrank.format_cards(HANDS, symbols=True, sep="")],
    "text, quoted": [f'"{text.replace(" ", ", ")}"' for text in TEXTS],
    "text with a header": ["hand", *TEXTS],
    "a column a card": [text.replace(" ", ",") for text in TEXTS],
    "a column a card, semicolons": [text.replace(" ", ";") for text in TEXTS],
    "a column a card, tabs": [text.replace(" ", "\t") for text in TEXTS],
    "a column an id": [",".join(map(str, hand)) for hand in HANDS.tolist()],
    "ids in one column": [" ".join(map(str, hand)) for hand in HANDS.tolist()],
    "named columns": [
        "a,card1,card2,card3,card4,card5,card6,card7,b",
        *(f"9,{','.join(map(str, hand))},9" for hand in HANDS.tolist()),
    ],
    "hole cards and board": [
        "deal,hole,board",
        *(f"{i},{text[:5]},{text[6:]}" for i, text in enumerate(TEXTS)),
    ],
    "ids of deals before, no header": [f"{i},{text}" for i, text in enumerate(TEXTS)],
    "blank lines": [line for text in TEXTS for line in (text, "", "  ")],
}
