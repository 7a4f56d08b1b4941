"""Deals that were recorded where they were played: every chip goes where it went."""

import csv
from pathlib import Path

import pytest

from handrank import GAMES, showdown

DEALS = Path(__file__).parents[1] / "data" / "recorded_deals.csv"


def read_deals() -> list[dict[str, str]]:
    with DEALS.open(newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["game"] in GAMES]


def integers(text: str) -> list[int]:
    return [int(number) for number in text.split("|") if number]


def button_place(seats: list[int], button: int) -> int:
    """Return the button's place; an empty seat's button stands for the seat before it."""
    return max((place for place, seat in enumerate(seats) if seat <= button), default=-1) % len(
        seats
    )


@pytest.mark.parametrize("game", sorted({row["game"] for row in read_deals()}))
def test_recorded_deals(game: str) -> None:
    for row in (row for row in read_deals() if row["game"] == game):
        bets, gone = integers(row["put_in"]), integers(row["folded"])
        result = showdown(
            row["hole"].split("|"),
            row["board"],
            game=game,  # type: ignore[arg-type]
            bets=bets,
            dead_money=int(row["dead_money"]),
            folded=[place in gone for place in range(len(bets))],
            button=button_place(integers(row["seats"]), int(row["button_seat"])),
            rake=int(row["rake"]),
        )
        assert result.payouts is not None
        assert result.payouts.tolist() == integers(row["collected"]), row
        assert result.collected is not None
        assert result.collected.tolist() == integers(row["collected"]), "nothing was uncalled"
