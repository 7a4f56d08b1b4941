"""Results as text, in English and in French, and as plain data."""

import json
from typing import Any

import numpy as np
import pytest

from handrank import equity
from handrank.equities.result import in_letters


def test_results_as_text_and_as_plain_data() -> None:
    result = equity(["AdKd", "AcAs"], board="6s Jc 5h", dead="2c")
    text = str(result)
    assert "board 5h 6s Jc, dead 2c: exact, 946 boards" in text
    assert "AdKd" in text
    plain = result.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["players"] == ["AdKd", "AcAs"]
    assert plain["shared"] == [[0], [0]]
    sampled = equity(["AdKd", "random"], method="sampled", trials=1000, seed=1)
    assert "sampled, 1,000 deals, standard error up to" in str(sampled)
    assert json.loads(json.dumps(sampled.to_dict()))["trials"] == 1000
    with pytest.raises(AttributeError):
        result.method = "x"  # type: ignore[misc]


def test_a_seed_of_numpys_is_an_int_in_the_result() -> None:
    seed: Any = np.int64(3)
    result = equity(["AA", "KK", "QQ"], method="sampled", trials=1000, seed=seed)
    assert json.loads(json.dumps(result.to_dict()))["seed"] == 3


def test_cards_in_the_letters_of_a_language() -> None:
    assert in_letters("KhKs, QdJd:0.5, AKs, TT+", "fr") == "R♥R♠, D♦V♦:0.5, AKs, TT+"
    assert in_letters("Th 9h", "fr") == "10♥ 9♥"
    assert in_letters("K♥K♠", "en") == "K♥K♠"


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
