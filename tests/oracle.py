"""A naive evaluator in plain Python, to test against: the best of all five-card subsets.

It shares no code and no constant with the package; slow and short on purpose. A hand rank here is a
tuple, and in every rule set the larger tuple wins.

>>> rank(ids("As Ks Qs Js Ts 2c 3d")) > rank(ids("As Ad Ah Ac Ks 2c 3d"))
True
>>> category(ids("Ad 2d 3d 4d 5d"), "high-no-wheel")
'flush'
"""

from collections.abc import Iterable
from itertools import combinations

Rank = tuple[int, ...]

# What a rule set may change. Categories are listed from the one that loses to all others.
HIGH = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
SHORT_DECK = (*HIGH[:5], "full house", "flush", *HIGH[7:])
SHORT_DECK_TRIPS = (*HIGH[:3], "straight", "three of a kind", *SHORT_DECK[5:])
LOW = HIGH[::-1]

# By rule set: the order of categories and the lowest straight, as (its ranks, the rank it counts
# as). Aces are 14.
ORDERS = {
    "high": (HIGH, ({14, 2, 3, 4, 5}, 5)),
    "high-no-wheel": (HIGH, None),
    "short-deck": (SHORT_DECK, ({14, 6, 7, 8, 9}, 9)),
    "short-deck-trips": (SHORT_DECK_TRIPS, ({14, 6, 7, 8, 9}, 9)),
    "ace-to-five": (LOW, None),
    "deuce-to-seven": (LOW, None),
}
RULES = tuple(ORDERS)


def ids(text: str) -> list[int]:
    """Return the card ids of cards separated by spaces: "As" is 51."""
    return [
        "23456789TJQKA".index(rank) * 4 + "cdhs".index(suit)
        for rank, suit in map(tuple, text.split())
    ]


def deck(rules: str = "high") -> list[int]:
    """Return the ids of the deck's cards: short decks start at the sixes."""
    return list(range(16 if rules.startswith("short-deck") else 0, 52))


def five(cards: Iterable[int], rules: str = "high") -> tuple[str, Rank]:
    """Return the category and the rank of exactly five cards."""
    cards = list(cards)
    assert len(set(cards)) == 5
    order, wheel = ORDERS[rules]
    ace = 1 if rules == "ace-to-five" else 14
    values = [ace if card // 4 == 12 else card // 4 + 2 for card in cards]
    suits = {card % 4 for card in cards}
    # The rank held most often first, then the higher one.
    grouped = sorted(set(values), key=lambda value: (values.count(value), value), reverse=True)
    shape = sorted((values.count(value) for value in grouped), reverse=True)
    name = {
        (1, 1, 1, 1, 1): "high card",
        (2, 1, 1, 1): "one pair",
        (2, 2, 1): "two pair",
        (3, 1, 1): "three of a kind",
        (3, 2): "full house",
        (4, 1): "four of a kind",
    }[tuple(shape)]
    if rules != "ace-to-five" and name == "high card":
        flush = len(suits) == 1
        straight = max(values) - min(values) == 4
        if wheel is not None and set(values) == wheel[0]:
            straight, grouped = True, [wheel[1]]
        if straight and flush:
            name = "royal flush" if min(values) == 10 else "straight flush"
        elif flush:
            name = "flush"
        elif straight:
            name = "straight"
    if order is LOW:
        return name, (order.index(name), *(-value for value in grouped))
    return name, (order.index(name), *grouped)


def best(cards: Iterable[int], rules: str = "high") -> tuple[Rank, str, list[int]]:
    """Return rank, category and cards of the best five of the cards."""
    found = []
    for chosen in combinations(cards, 5):
        name, rank_of_five = five(chosen, rules)
        found.append((rank_of_five, name, list(chosen)))
    return max(found)


def rank(cards: Iterable[int], rules: str = "high") -> Rank:
    """Return the rank of the best five of the cards."""
    return best(cards, rules)[0]


def category(cards: Iterable[int], rules: str = "high") -> str:
    """Return the category of the best five of the cards."""
    return best(cards, rules)[1]


def omaha(hole: Iterable[int], board: Iterable[int], rules: str = "high") -> tuple[Rank, str]:
    """Return rank and category of the best of exactly two hole and exactly three board cards."""
    hole, board = list(hole), list(board)
    return max(
        five((*two, *three), rules)[::-1]
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )


def is_eight_or_better(ace_to_five_rank: Rank) -> bool:
    """Say whether a rank under "ace-to-five" is five different cards, none above an eight."""
    place, *values = ace_to_five_rank
    return LOW[place] == "high card" and max(-value for value in values) <= 8


def winners(ranks: list[Rank]) -> list[int]:
    """Return who holds the best rank: several where they tie."""
    return [player for player, rank_held in enumerate(ranks) if rank_held == max(ranks)]
