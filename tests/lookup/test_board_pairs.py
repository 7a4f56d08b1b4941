"""The table of full boards, and the way to it through `evaluate`."""

import numpy as np
import pytest

from handrank import RULE_SETS, CardError, deal, evaluate
from handrank.kernels.vector.avx512.family import AVX512
from handrank.lookup.board_pairs import load_river_tables
from handrank.lookup.encoding import pair_place
from handrank.lookup.multisets import deck_multisets, keys_of, slots_of
from handrank.lookup.tables import load_tables
from handrank.rulebook.cards import format_cards
from handrank.rulebook.rules import RulesName

RIVER_PLAYERS = AVX512.river_players


@pytest.mark.parametrize("rules", RULE_SETS)
def test_rows_start_at_cache_lines(rules: RulesName) -> None:
    table = load_river_tables(rules).pair_ranks
    assert table.ctypes.data % 64 == 0
    assert table.strides == (192, 2)
    assert not table.flags.writeable


def test_ranks_are_those_of_seven_cards() -> None:
    table = load_river_tables("high").pair_ranks
    rng = np.random.default_rng(1)
    boards = deck_multisets(5)
    # Suits that make no flush, whatever the ranks.
    suits = np.array([0, 1, 2, 3, 0, 1, 2])
    n_seen = 0
    rows = slots_of(keys_of(boards), 5, load_tables("high"))
    for board in rng.integers(len(boards), size=300):
        for low, high in deck_multisets(2):
            cards = np.array([*boards[board], low, high]) * 4 + suits
            if len(set(cards.tolist())) == 7:
                n_seen += 1
                rank = table[rows[board], pair_place(high, low)]
                assert rank == evaluate(cards.astype(np.uint8)), format_cards(cards)
    assert n_seen > 10_000


@pytest.mark.parametrize("players", range(RIVER_PLAYERS[0] - 1, RIVER_PLAYERS[-1] + 2))
@pytest.mark.parametrize("rules", ["high", "ace-to-five"])
def test_many_players_are_ranked_as_one_by_one(players: int, rules: RulesName) -> None:
    cards = deal(3000, 5 + 2 * players, rng=np.random.default_rng(players))
    board, hole = cards[:, None, :5], cards[:, 5:].reshape(-1, players, 2)
    ranks = evaluate(hole, board, rules=rules)
    for player in range(players):
        hands = np.concatenate((hole[:, player], board[:, 0]), axis=1)
        np.testing.assert_array_equal(ranks[:, player], evaluate(hands, rules=rules))


@pytest.mark.parametrize("deal_number", [0, 1500, 2999])
def test_the_first_bad_deal_among_many_players_is_named(deal_number: int) -> None:
    cards = deal(3000, 5 + 2 * 9, rng=np.random.default_rng(3))
    board, hole = cards[:, None, :5], cards[:, 5:].reshape(-1, 9, 2).copy()
    hole[deal_number, 8, 1] = board[deal_number, 0, 4]
    with pytest.raises(CardError, match="is given twice") as caught:
        evaluate(hole, board)
    assert caught.value.index == (deal_number, 8)
