"""Equity agrees with other calculators on random questions."""

from typing import Any

import numpy as np
import pytest

from handrank import equity, format_cards
from handrank.equities.combos import class_names

# How many questions, each by three calculators.
N_QUESTIONS = 100


def random_question(rng: np.random.Generator) -> dict[str, Any]:
    """Return a question of two to four players; before the flop only with known hands."""
    n_players = int(rng.choice([2, 2, 2, 3, 4]))
    n_board = int(rng.choice([0, 3, 4, 5], p=[0.1, 0.3, 0.3, 0.3]))
    n_dead = int(rng.choice([0, 0, 1, 3]))
    cards = [str(format_cards([card])) for card in rng.permutation(52)]
    board, dead = cards[:n_board], cards[n_board : n_board + n_dead]
    hands = cards[n_board + n_dead :]
    players = []
    for i in range(n_players):
        if n_board == 0 or rng.random() < 0.4:
            players.append(hands[2 * i] + hands[2 * i + 1])
        else:
            most = 30 if n_players == 2 else 3
            # Each class once: some count a combo twice that is listed twice, and some read only
            # half of "A5s-A2s".
            n_classes = rng.integers(1, most)
            players.append(",".join(rng.choice(class_names(), n_classes, replace=False)))
    return {"players": players, "board": "".join(board), "dead": "".join(dead)}


def own_answer(question: dict[str, Any]) -> tuple[float, ...] | None:
    """Return the exact equities, or None if the cards exclude each other."""
    try:
        return equity(**question, method="exact").equity
    except ValueError as error:
        if "exclude each other" in str(error) or "no combo is left" in str(error):
            return None
        raise


QUESTIONS = [random_question(np.random.default_rng(seed)) for seed in range(N_QUESTIONS)]


def test_agreement_with_ompeval() -> None:
    rival = pytest.importorskip("pokerfast.equity", reason="pokerfast is not installed")
    if not rival.available():
        pytest.skip("pokerfast has no OMPEval library for this platform")
    agreed = 0
    for question in QUESTIONS:
        own = own_answer(question)
        if own is None:
            with pytest.raises(ValueError, match="no valid deal"):
                rival.equity(question["players"], question["board"], question["dead"])
            continue
        other = rival.equity(question["players"], question["board"], question["dead"])
        assert own == pytest.approx(other, abs=1e-12), question
        agreed += 1
    assert agreed > 80


@pytest.mark.slow
def test_agreement_with_poker_equity() -> None:
    rival = pytest.importorskip("poker_equity", reason="poker-equity is not installed")
    agreed = 0
    for question in QUESTIONS:
        own = own_answer(question)
        if own is None:
            continue
        # None where it has too many deals to walk.
        other = rival.exact_from_text(
            "holdem", question["players"], board=question["board"], dead=question["dead"]
        )
        if other is not None:
            assert own == pytest.approx([seat["equity"] for seat in other["players"]], abs=1e-10)
            agreed += 1
    assert agreed > 50
