"""Check the package against hands that others have classed and deals that others have settled.

`python scripts/check_recorded_hands.py FOLDER` looks for these files, which have licences of their
own and are therefore no part of the project:

* `uci_poker_training.npy`: the "Poker Hand" data of the UCI Machine Learning Repository (Cattral,
  Oppacher; CC BY 4.0) as int8 rows S1, C1, ..., S5, C5, class;
* any `.csv` with a row a player, in columns `hand_id`, `seat`, `hole`, `board`, `contributed`,
  `folded`, `payoff` (what the player won or lost), such as the logs of Pluribus (Brown, Sandholm,
  Science 2019) or of the Annual Computer Poker Competition.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

import handrank

CLASSED_HANDS = "uci_poker_training.npy"


def check_classed_hands(path: Path) -> int:
    """Compare the categories of hands with their recorded classes; return how many there are."""
    rows = np.load(path)
    # Suits 1..4 are hearts, spades, diamonds, clubs; ranks 1..13 go from the ace to the king.
    suits = np.array([2, 3, 1, 0])[rows[:, 0:10:2] - 1]
    ranks = (rows[:, 1:10:2] + 11) % 13
    # Their classes 0..9 are the categories: nothing is high card, 9 is the royal flush.
    categories = handrank.hand_category(handrank.evaluate(4 * ranks + suits))
    np.testing.assert_array_equal(categories, rows[:, 10], err_msg=str(path))
    return len(rows)


def check_settled_deals(path: Path) -> int:
    """Compare what deals pay with what was recorded; return how many deals there are."""
    deals: dict[str, list[dict[str, str]]] = defaultdict(list)
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            deals[row["hand_id"]].append(row)
    for name, players in deals.items():
        players.sort(key=lambda row: int(row["seat"]))
        # Some payoffs end in .5, so they are counted in half chips.
        bets = [round(2 * float(row["contributed"])) for row in players]
        payoffs = [round(2 * float(row["payoff"])) for row in players]
        result = handrank.showdown(
            [row["hole"] for row in players],
            players[0]["board"],
            bets=bets,
            folded=[row["folded"] == "1" for row in players],
        )
        assert result.payouts is not None
        np.testing.assert_array_equal(result.payouts - bets, payoffs, err_msg=f"{path}: {name}")
    return len(deals)


def main(folder: str) -> None:
    """Check the files of a folder and print how much each of them holds."""
    found = sorted(path for path in Path(folder).iterdir() if path.suffix in (".csv", ".npy"))
    if not found:
        sys.exit(f"{folder} has no recorded hands")
    for path in found:
        check = check_classed_hands if path.name == CLASSED_HANDS else check_settled_deals
        print(f"{path.name}: all {check(path):,} agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
