"""Equity results in words: every language says everything."""

from dataclasses import asdict
from string import Formatter
from typing import Any

import pytest

from handrank import equity
from handrank.words.equity_wording import get_equity_wording


def test_languages_fill_in_the_same_blanks() -> None:
    english, french = asdict(get_equity_wording("en")), asdict(get_equity_wording("fr"))
    for name, text in english.items():
        blanks = [[part[2] for part in Formatter().parse(words)] for words in (text, french[name])]
        assert blanks[0] == blanks[1], name
    assert sum(english[name] != french[name] for name in english) > len(english) / 2


def test_tables_in_french() -> None:
    exact = equity(["AhKh", "QsQd"], board="2h 7h Jc", dead="3c")
    assert exact.to_text("fr").startswith(
        "holdem, tableau 2♥ 7♥ V♣, mortes 3♣ : exact, 946 tableaux"
    )
    assert "équité" in exact.to_text("fr")
    assert exact.to_text() == str(exact)
    sampled = equity(["AhKh", "random"], method="sampled", trials=1000, seed=1)
    assert "échantillon, 1\u00a0000 donnes, erreur type" in sampled.to_text("fr")
    low = equity(["As2s3h4h", "KsKhQsQh"], board="5c6c7d8d9s", game="omaha-hilo")
    assert "pas de low sur 0,00\u00a0%" in low.to_text("fr")


def test_unknown_languages() -> None:
    unknown: Any = "tlh"
    with pytest.raises(ValueError, match="unknown language 'tlh'; known: 'en', 'fr'"):
        equity(["AA", "KK"], board="2c3c4c").to_text(unknown)
