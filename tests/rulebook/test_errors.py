"""Complaints about cards are CardErrors, whatever function is given the cards, and in what form."""

import pickle
from collections.abc import Callable

import pytest

from handrank import (
    CardError,
    Range,
    best_five,
    deal,
    describe,
    describe_showdown,
    equity,
    equity_grid,
    evaluate,
    format_cards,
    parse_cards,
    showdown,
)

BOARD = "2c 3c 4c 5c 6c"
HUGE = 2**70

COMPLAINTS: dict[str, tuple[Callable[[], object], str]] = {
    "text": (lambda: parse_cards("AsXx"), "^'Xx' is not a card at position 2"),
    "no text": (lambda: parse_cards(" "), "^no cards: the text is empty$"),
    "ids": (lambda: format_cards([60]), "^card id 60 is outside"),
    "a hand": (lambda: evaluate("AsKsQsJsXx"), "^'Xx' is not a card"),
    "a board": (lambda: evaluate("AsKs", "QsJsXx"), "^'Xx' is not a card"),
    "a huge id": (lambda: evaluate([1, 2, 3, 4, HUGE]), f"^card id {HUGE} is outside"),
    "huge ids": (lambda: evaluate([[1, 2, 3, 4, 5], [1, 2, 3, 4, -HUGE]]), "^row 1: card id -"),
    "a best five": (lambda: best_five("AsAsQsJsTs"), "^As .* is given twice$"),
    "a description": (lambda: describe("AsKsQsJsXx"), "^'Xx' is not a card"),
    "a showdown": (lambda: showdown(["AsAd", "KsKd"], "2c3c4c5cXx"), "^'Xx' is not a card"),
    "its words": (lambda: describe_showdown(["AsAd", "AsKd"], BOARD), "^As .* is given twice$"),
    "dead text": (lambda: deal(2, dead="Xx"), "^dead: 'Xx' is not a card"),
    "dead ids": (lambda: deal(2, dead=[1, 60]), "^dead: card id 60 is outside"),
    "huge dead ids": (lambda: deal(2, dead=[HUGE]), f"^dead: card id {HUGE} is outside"),
    "dead cards twice": (lambda: deal(2, dead=[1, 1]), "^dead: 2d .* is given twice$"),
    "no dead card": (lambda: deal(2, dead=[0], rules="short-deck"), "^dead: 2c .* not in the deck"),
    "a range": (lambda: Range.parse("AsAs"), "^'AsAs': combo 0: As .* is given twice$"),
    "part of one": (lambda: Range.parse("QQ, AsAs"), "^'AsAs' at position 4 of .* given twice$"),
    "combos": (lambda: Range.from_combos([[0, 1], [0, 60]]), "^combo 1: card id 60 is outside"),
    "a combo": (lambda: "AsXx" in Range.parse("AA"), "^'Xx' is not a card"),
    "what goes": (lambda: Range.parse("AA").without("AsAs"), "^dead: As .* is given twice$"),
    "a player": (lambda: equity(["QQ", "AsAs"]), "^player 1: combo 0: As .* is given twice$"),
    "a player's ids": (lambda: equity(["QQ", [0, 60]]), "^player 1: combo 0: card id 60"),
    "Omaha": (
        lambda: equity(["AsKsQsXx", "KdKhQhQc"], game="omaha"),
        "^player 0: 'AsKsQsXx' at position 0 of .*: 'Xx' is not a card",
    ),
    "Omaha ids": (
        lambda: equity([[1, 2, 3, 3], "KdKhQhQc"], game="omaha"),
        "^player 0: hand 0: 2s .* is given twice$",
    ),
    "a player's board": (lambda: equity(["AA", "KK"], "2c2c3c"), "^board: 2c .* is given twice$"),
    "two players": (lambda: equity(["AsAd", "AsKd"]), "no hand is left: player 0 holds As$"),
    "player and board": (lambda: equity(["AsAd", "KK"], "As2c3c"), "left: As is on the board$"),
    "player and deck": (lambda: equity(["2s3d", "KK"], game="short-deck"), "2s is not in the deck"),
    "board and dead": (
        lambda: equity(["AA", "KK"], "2c3c4c", dead="2c"),
        "^2c is on the board and",
    ),
    "every deal": (
        lambda: equity(["AsAd, AsAc", "AsAh, AdAc", "AhAd, AcAs"]),
        "exclude each other: every deal uses a card twice$",
    ),
    "a grid": (lambda: equity_grid("KsKd", "Ks2c3c"), r"^opponent \(KsKd\): no hand is left"),
}


@pytest.mark.parametrize("complaint", COMPLAINTS)
def test_complaints_about_cards_are_card_errors(complaint: str) -> None:
    act, message = COMPLAINTS[complaint]
    with pytest.raises(CardError, match=message) as caught:
        act()
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (lambda: evaluate("AsKsQsJs"), ValueError),
        (lambda: Range.parse("AKx"), ValueError),
        (lambda: Range.parse("KK:0"), ValueError),
        (lambda: equity(["AA", "AKx"]), ValueError),
        (lambda: equity(["AsKsQs", "KdKhQhQc"], game="omaha"), ValueError),
        (lambda: equity(["AA", [0.5, 1.5]]), TypeError),
    ],
)
def test_other_complaints_keep_their_kind(act: Callable[[], object], kind: type) -> None:
    with pytest.raises(kind) as caught:
        act()
    assert caught.type is kind
