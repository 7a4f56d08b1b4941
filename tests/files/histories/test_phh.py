"""Hands of the open hand history format are read, one or many, and bad ones are named."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

import pytest

from handrank.files.histories.phh import read_hands
from handrank.files.histories.recorded import RecordedDeal


def floats(amounts: Iterable[Decimal] | None) -> list[float]:
    return [float(amount) for amount in amounts or ()]


HAND = """\
variant = 'NT'
ante_trimming_status = false
antes = [2.50, 2.50, 2.50]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1462.50, 2154.40, 300]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 7c7d', 'p3 cbr 35', 'p1 cc', 'p2 f',
  'd db 7s2d3h', 'p1 cc', 'p3 cbr 262.50', 'p1 cc # all in', 'd db 5h', 'd db Ah', 'p3 sm 7c7d',
  'p1 sm AhKh']
hand = 17
winnings = [0, 0, 612.50]
"""


def read(text: str) -> list[object]:
    return list(read_hands(text.splitlines(keepends=True)))


def test_a_hand() -> None:
    (deal,) = read(HAND)
    assert isinstance(deal, RecordedDeal)
    assert (deal.name, deal.game) == ("17", "holdem")
    assert deal.holes == ("AhKh", "", "7c7d")
    assert deal.board == "7s2d3h5hAh"
    assert floats(deal.bets) == [297.5, 10, 297.5]
    assert deal.dead_money == Decimal("7.5")
    assert deal.folded == (False, True, False)
    assert floats(deal.collected) == [0, 0, 612.5]


def test_antes_that_are_trimmed_are_bets() -> None:
    (deal,) = read(HAND.replace("status = false", "status = true"))
    assert isinstance(deal, RecordedDeal)
    assert floats(deal.bets) == [300, 12.5, 300]
    assert deal.dead_money == 0


def test_finishing_stacks_tell_what_was_collected() -> None:
    text = HAND.replace("winnings = [0, 0, 612.50]", "finishing_stacks = [1162.5, 2141.9, 612.5]")
    (deal,) = read(text)
    assert isinstance(deal, RecordedDeal)
    assert floats(deal.collected) == [0, 0, 612.5]
    # Nobody called the last 20: they come back, and are not won.
    short = HAND.replace("262.50", "262.5").replace("1462.50", "280")
    (deal,) = read(
        short.replace("winnings = [0, 0, 612.50]", "finishing_stacks = [0, 2141.9, 592.5]")
    )
    assert isinstance(deal, RecordedDeal)
    assert floats(deal.bets[::2]) == [277.5, 297.5]
    assert floats(deal.collected) == [0, 0, 572.5]


def test_two_players_have_the_button_last() -> None:
    (deal,) = read(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\n"
        "starting_stacks = [100, 100]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n"
    )
    assert isinstance(deal, RecordedDeal)
    assert floats(deal.bets) == [10, 5]
    assert deal.folded == (False, True)
    assert deal.collected is None


def test_draws_and_stud() -> None:
    (draw,) = read(
        "variant = 'N2L1D'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\n"
        "starting_stacks = [50, 50, 50]\n"
        "actions = ['d dh p1 7s6cQh4hAd', 'd dh p2 ??????????', 'd dh p3 4d2c3h5dKc', 'p3 cbr 5', "
        "'p1 cc', 'p2 f', 'p1 sd QhAd', 'd dh p1 8c9c', 'p3 sd Kc', 'd dh p3 Tc', 'p1 cc', "
        "'p3 cbr 4', 'p1 cc']\n"
    )
    assert isinstance(draw, RecordedDeal)
    assert draw.game == "deuce-to-seven"
    assert draw.holes == ("7s6c4h8c9c", "", "4d2c3h5dTc")
    assert floats(draw.bets) == [9, 2, 9]
    (stud,) = read(
        "variant = 'F7S'\nantes = [1, 1]\nbring_in = 2\nsmall_bet = 4\nbig_bet = 8\n"
        "starting_stacks = [40, 40]\n"
        "actions = ['d dh p1 ????2c', 'd dh p2 ????Kd', 'p1 pb', 'p2 cbr 4', 'p1 cc', "
        "'d dh p1 3c', 'd dh p2 Ks', 'p2 cbr 4', 'p1 cc', 'd dh p1 4c', 'd dh p2 9h', 'p2 cc', "
        "'p1 cc', 'd dh p1 5c', 'd dh p2 8h', 'p2 cc', 'p1 cc', 'd dh p1 ??', 'd dh p2 ??', "
        "'p2 cc', 'p1 cc', 'p2 sm KcKh2h', 'p1 sm AsAc6d2c3c4c5c']\n"
    )
    assert isinstance(stud, RecordedDeal)
    assert stud.game == "stud"
    assert stud.holes == ("AsAc6d2c3c4c5c", "KcKhKdKs9h8h2h")
    assert floats([*stud.bets, stud.dead_money]) == [8, 8, 2]


def test_many_hands_and_bad_ones_between() -> None:
    hands = [
        HAND,
        "variant = 'XX'\n",
        "actions = [\n",
        HAND,
        HAND.replace("'p1 cc',", "'p9 cc',", 1),
    ]
    found = read("".join(f"[{i}]\n{hand}\n" for i, hand in enumerate(hands)))
    assert [isinstance(hand, RecordedDeal) for hand in found] == [True, False, False, True, False]
    assert str(found[1]) == "no game is known for the variant 'XX'"
    assert str(found[2]).startswith("it is not TOML: ")
    assert str(found[4]) == "'p9 cc' names no player"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[2.50, 2.50, 2.50]", "[2.50]", "its antes are not a list of an amount a player"),
        ("[5, 10, 0]", "[5, true, 0]", "its blinds_or_straddles are not a list"),
        ("300]", "nan]", "its starting_stacks are not a list"),
        ("[1462.50, 2154.40, 300]", "[5]", "it has 1 players, not 2 to 10"),
        ("'p3 cbr 35'", "'p3 cbr 3500'", "'p3 cbr 3500' is not in the stack"),
        ("'p3 cbr 35'", "'p3 cbr many'", "'p3 cbr many' has no amount"),
        ("'p3 cbr 35'", "'p3 bets'", "'p3 bets' is no action"),
        ("'p3 cbr 35'", "'d dh'", "'d dh' is no action"),
        ("'p3 cbr 35'", "'p3 sd 2c'", "'p3 sd 2c' discards a card that is not held"),
        ("'d db 7s2d3h'", "'d db 7s2d3x'", "'7s2d3x' in 'd db 7s2d3x' is not cards"),
        ("'d db 7s2d3h'", "5", "its actions are not a list of texts"),
        ("hand = 17", "winnings = 5", "it is not TOML"),
    ],
)
def test_what_is_wrong_with_a_hand(old: str, new: str, message: str) -> None:
    assert old in HAND
    (found,) = read(HAND.replace(old, new))
    assert message in str(found)


def test_hands_are_read_one_after_the_other() -> None:
    seen = 0

    def lines() -> Iterator[str]:
        nonlocal seen
        for i in range(1000):
            seen += 1
            yield f"[{i}]\n"
            yield from HAND.splitlines(keepends=True)

    hands = read_hands(lines())
    next(hands)
    assert seen <= 3
    assert sum(1 for _ in hands) == 999


def test_a_hand_without_end_is_cut_off() -> None:
    hands = read_hands(["[1]\n", *["# nothing\n"] * 200_000, "x = 1\n", "[2]\n", HAND])
    first, second = hands
    assert not isinstance(first, RecordedDeal)
    assert isinstance(second, RecordedDeal)
