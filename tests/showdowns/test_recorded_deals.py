"""Deals that were recorded where they were played: the same players win, the same chips move."""

import csv
from pathlib import Path

import pytest

from handrank import format_cards, parse_cards, showdown
from handrank.rulebook.games import GameName

DEALS = Path(__file__).parents[1] / "data" / "recorded_deals.csv"


def read_deals() -> list[dict[str, str]]:
    with DEALS.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def integers(text: str) -> list[int]:
    return [int(number) for number in text.split("|") if number]


def fill_unknown(hole: list[str], board: str) -> list[str]:
    """Give players whose cards were not shown cards that nobody else holds."""
    size = max(map(len, hole))
    seen = {*parse_cards("".join(hole)).tolist(), *parse_cards(board).tolist()}
    unseen = str(format_cards([card for card in range(52) if card not in seen])).replace(" ", "")
    filled = []
    for cards in hole:
        filled.append(cards or unseen[-size:])
        unseen = unseen if cards else unseen[:-size]
    return filled


def button_place(seats: list[int], button: int) -> int:
    """Return the button's place; an empty seat's button stands for the seat before it."""
    return max((place for place, seat in enumerate(seats) if seat <= button), default=-1) % len(
        seats
    )


@pytest.mark.parametrize("game", sorted({row["game"] for row in read_deals()}))
def test_recorded_deals(game: GameName) -> None:
    for row in (row for row in read_deals() if row["game"] == game):
        bets, collected = integers(row["put_in"]), integers(row["collected"])
        gone = integers(row["folded"])
        result = showdown(
            fill_unknown(row["hole"].split("|"), row["board"]),
            row["board"],
            game=game,  # type: ignore[arg-type, unused-ignore]
            bets=bets,
            folded=[place in gone for place in range(len(bets))],
            button=button_place(integers(row["seats"]), int(row["button_seat"])),
        )
        assert result.payouts is not None
        rake = int(row["rake"])
        assert result.payouts.sum() == sum(bets) == sum(collected) + rake
        if not rake:
            assert result.payouts.tolist() == collected, row
        else:
            # A site takes its rake off each pot, so the same players are paid, and no one more.
            assert [paid > 0 for paid in result.payouts] == [paid > 0 for paid in collected], row
            assert all(result.payouts >= collected), row
