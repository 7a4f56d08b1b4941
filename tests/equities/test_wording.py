"""Equity results in words: in French, with cards in French letters."""

from typing import Any

import pytest

from handrank import equity
from handrank.equities.wording import grid_title, in_letters


def test_cards_in_the_letters_of_a_language() -> None:
    assert in_letters("KhKs, QdJd:0.5, AKs, TT+", "fr") == "R♥R♠, D♦V♦:0.5, AKs, TT+"
    assert in_letters("Th 9h", "fr") == "10♥ 9♥"
    assert in_letters("K♥K♠", "en") == "K♥K♠"
    title = grid_title("QdQc", "Qh 7s 2d", "As", "fr")
    assert title == "équité contre D♦D♣, tableau D♥ 7♠ 2♦, mortes A♠"


def test_tables_in_french() -> None:
    exact = equity(["AhKh", "QsQd"], board="2h 7h Jc", dead="3c")
    assert exact.to_text("fr").startswith(
        "holdem, tableau 2♥ 7♥ V♣, mortes 3♣\u00a0: exact, 946 tableaux"
    )
    assert "équité" in exact.to_text("fr")
    assert "A♥R♥" in exact.to_text("fr")
    assert "AhKh" in exact.to_text()
    assert "board 2h 7h Jc" in exact.to_text()
    assert exact.to_text() == str(exact)
    sampled = equity(["AhKh", "random"], method="sampled", trials=1000, seed=1)
    assert "échantillon, 1\u00a0000 donnes, erreur type" in sampled.to_text("fr")
    low = equity(["As2s3h4h", "KsKhQsQh"], board="5c6c7d8d9s", game="omaha-hilo")
    assert "pas de low sur 0,00\u00a0%" in low.to_text("fr")


def test_unknown_languages() -> None:
    unknown: Any = "tlh"
    with pytest.raises(ValueError, match="unknown language 'tlh'; known: 'en', 'fr'"):
        equity(["AA", "KK"], board="2c3c4c").to_text(unknown)


def test_players_are_counted_from_0_or_as_asked() -> None:
    result = equity(["AhKh", "QsQd"], "2h 7h Jc")
    assert [line.split()[0] for line in str(result).splitlines()[2:]] == ["0", "1"]
    lines = result.to_text(first_player=1).splitlines()[2:]
    assert [line.split()[0] for line in lines] == ["1", "2"]
