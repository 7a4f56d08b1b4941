"""Whole deals, from cards to winners and payouts."""

import tracemalloc
from typing import Any

import numpy as np
import pytest

from handrank import CardError, Rake, deal, evaluate, pot_shares, settle, showdown, winners

BOARD = "Th 7d 2c 2s Kd"
HANDS = ["AhKh", "TcTd", "KsKc"]


def _random_deals(n: int, n_players: int, seed: int = 1) -> tuple[Any, Any]:
    """Return hole cards (n, P, 2) and boards (n, 5)."""
    cards = deal(n, 2 * n_players + 5, rng=np.random.default_rng(seed))
    return cards[:, :-5].reshape(n, n_players, 2), np.ascontiguousarray(cards[:, -5:])


def test_showdown_of_one_deal_from_text() -> None:
    result = showdown(HANDS, BOARD, bets=[100, 250, 250], button=0)
    np.testing.assert_array_equal(result.ranks, evaluate([hand + BOARD for hand in HANDS]))
    assert result.winners.tolist() == [False, False, True]
    assert result.shares.tolist() == [0, 0, 1]
    assert result.payouts is not None
    assert result.payouts.tolist() == [0, 0, 600]
    assert result.low_ranks is None
    assert result.low_winners is None


def test_showdown_without_bets_has_no_payouts() -> None:
    assert showdown(HANDS, BOARD).payouts is None


def test_folded_players_rank_0() -> None:
    result = showdown(HANDS, BOARD, folded=[False, False, True], bets=[5, 5, 4])
    assert result.ranks[2] == 0
    assert result.winners.tolist() == [False, True, False]
    assert result.payouts is not None
    assert result.payouts.tolist() == [0, 14, 0]


def test_tie_on_the_board() -> None:
    result = showdown(["2c3c", "2d3d"], "AsKsQsJsTs", bets=[[5, 5]], button=0)
    assert result.shares.tolist() == [0.5, 0.5]


def test_odd_chip_goes_left_of_the_button() -> None:
    for button, expected in [(0, [2, 3]), (1, [3, 2]), (None, [3, 2])]:
        result = showdown(
            ["2c3c", "2d3d", "4c4d"],
            "AsKsQsJsTs",
            bets=[2, 2, 1],
            folded=[False, False, True],
            button=button,
        )
        assert result.payouts is not None
        assert result.payouts.tolist() == [*expected, 0]


def test_high_low() -> None:
    """A low half goes to the best low rank; with none, the high hand takes everything."""
    low_ranks = np.array([[7, 0, 7], [0, 0, 0], [0, 0, 9]], dtype=np.uint16)
    holes = np.array([_ids(HANDS)] * 3)
    folded = [[False] * 3, [False] * 3, [False, False, True]]
    result = showdown(holes, BOARD, bets=[8, 8, 8], low_ranks=low_ranks, folded=folded)
    assert result.shares.tolist() == [[0.25, 0, 0.75], [0, 0, 1], [0, 1, 0]]
    assert result.payouts is not None
    assert result.payouts.tolist() == [[6, 0, 18], [0, 0, 24], [0, 24, 0]]
    assert result.low_winners is not None
    assert result.low_winners.tolist() == [[True, False, True], [False] * 3, [False] * 3]
    assert low_ranks[2, 2] == 9, "the argument is left alone"


def _ids(hands: list[str]) -> list[list[int]]:
    letters = "23456789TJQKA"
    return [
        [4 * letters.index(hand[at]) + "cdhs".index(hand[at + 1]) for at in (0, 2)]
        for hand in hands
    ]


@pytest.mark.parametrize("n_board", [3, 4, 5])
def test_bulk_agrees_with_hands_ranked_one_by_one(n_board: int) -> None:
    holes, boards = _random_deals(3000, 6)
    boards = boards[:, :n_board]
    rng = np.random.default_rng(8)
    bets = rng.integers(0, 9, (3000, 6))
    folded = rng.random((3000, 6)) < 0.3
    folded[:, 0] = False
    button = rng.integers(0, 6, 3000)
    result = showdown(holes, boards, bets=bets, folded=folded, button=button)
    joined = np.concatenate((holes, np.repeat(boards[:, None], 6, axis=1)), axis=2)
    ranks = np.where(folded, 0, evaluate(joined))
    np.testing.assert_array_equal(result.ranks, ranks)
    np.testing.assert_array_equal(result.winners, winners(ranks))
    np.testing.assert_array_equal(result.shares, pot_shares(ranks))
    np.testing.assert_array_equal(result.payouts, settle(ranks, bets, folded=folded, button=button))


def test_board_shapes() -> None:
    holes, boards = _random_deals(50, 4)
    expected = showdown(holes, boards).ranks
    np.testing.assert_array_equal(showdown(holes, boards[:, None]).ranks, expected)
    for i in range(50):
        np.testing.assert_array_equal(showdown(holes[i], boards[i]).ranks, expected[i])
    run_outs = showdown(holes[:1], boards[:, None], check=False)
    assert run_outs.ranks.shape == (50, 4)
    one_board = showdown(holes[:1], boards[0])
    np.testing.assert_array_equal(one_board.ranks, expected[:1])


def test_any_integer_dtype_and_read_only() -> None:
    holes, boards = _random_deals(50, 4)
    expected = showdown(holes, boards).ranks
    wide = holes.astype(">i8")
    wide.flags.writeable = False
    np.testing.assert_array_equal(showdown(wide, boards.astype(np.int16)).ranks, expected)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_card_twice_in_a_deal_is_refused(threads: int) -> None:
    holes, boards = _random_deals(30_000, 6)
    showdown(holes, boards, threads=threads)
    holes[25_000, 4, 1] = holes[25_000, 0, 0] = 51
    holes[25_001, 4, 1] = holes[25_001, 0, 0] = 51
    boards[25_000] = [0, 1, 2, 3, 4]
    holes[25_000, 1:4] = [[10, 11], [12, 13], [14, 15]]
    holes[25_000, 0, 1], holes[25_000, 4, 0], holes[25_000, 5] = 20, 21, [22, 23]
    for dtype in (np.uint8, np.int32):
        with pytest.raises(
            CardError, match=r"^row 25000: As \(card id 51\) is given twice"
        ) as info:
            showdown(holes.astype(dtype), boards, threads=threads)
        assert info.value.index == (25_000,)
    assert showdown(holes, boards, check=False).ranks.shape == (30_000, 6)


@pytest.mark.parametrize("card", [52, 63, 64, 116, 255])
@pytest.mark.parametrize("of_board", [False, True])
def test_a_byte_that_is_no_card_is_refused(card: int, of_board: bool) -> None:
    holes, boards = _random_deals(20, 3)
    (boards if of_board else holes[:, 2])[7, 1] = card
    with pytest.raises(CardError, match=rf"^row 7: card id {card} is outside 0\.\.51"):
        showdown(holes, boards)


@pytest.mark.parametrize(
    ("hole", "board", "options", "error", "message"),
    [
        (["AhKh", "AhTd"], BOARD, {}, ValueError, r"^Ah \(card id 50\) is given twice"),
        (["AhKh", "KdTd"], BOARD, {}, ValueError, r"^Kd \(card id 45\) is given twice"),
        ("AhKh", BOARD, {}, ValueError, r"hole cards need an axis of players"),
        (["AhKhQh", "TcTdTs"], BOARD, {}, ValueError, r"2 hole cards, got 3"),
        (np.zeros((4, 0, 2), np.uint8), BOARD, {}, ValueError, r"need an axis of players"),
        (np.zeros((2, 0), np.uint8), [7, 8, 9], {}, ValueError, r"2 hole cards, got 0"),
        (np.zeros((2, 0), np.uint8), [[]], {}, ValueError, r"3, 4 or 5 cards, got 0"),
        (HANDS, None, {}, ValueError, r"a showdown needs a board"),
        (HANDS, "", {}, ValueError, r"a showdown needs a board"),
        (HANDS, [], {}, ValueError, r"a showdown needs a board"),
        (HANDS, "2c3c", {}, ValueError, r"3, 4 or 5 cards, got 2"),
        ([[51, 52], [0, 1]], [7, 8, 9], {}, ValueError, r"card id 52 is outside 0\.\.51"),
        ([[51, -1], [0, 1]], [7, 8, 9], {}, ValueError, r"card id -1 is outside 0\.\.51"),
        ([[51, 300], [0, 1]], [7, 8, 9], {}, ValueError, r"card id 300 is outside 0\.\.51"),
        ([[51.0, 50.0]], BOARD, {}, TypeError, r"hole must be integer card ids"),
        (HANDS, BOARD, {"game": "low"}, ValueError, r"unknown game 'low'"),
        (HANDS, BOARD, {"bets": [1, 2]}, ValueError, r"numbers of players"),
        (HANDS, BOARD, {"bets": [1, 2, 0.5]}, TypeError, r"bets must be integers"),
        (HANDS, BOARD, {"folded": [True] * 2}, ValueError, r"numbers of players"),
        (HANDS, BOARD, {"folded": [[True] * 3]}, ValueError, r"folded \(1, 3\) has more deals"),
        (HANDS, BOARD, {"folded": [True] * 3, "bets": [1] * 3}, ValueError, r"everyone has folded"),
        (HANDS, BOARD, {"low_ranks": [[1] * 3]}, ValueError, r"low_ranks \(1, 3\) has more deals"),
        (HANDS, BOARD, {"low_ranks": [1, 2, -1]}, ValueError, r"low_ranks: -1 is outside"),
        ([[[51, 50], [47, 46]]] * 2, [[0, 1, 2]] * 3, {}, ValueError, r"do not broadcast"),
    ],
)
def test_showdown_refuses(
    hole: Any, board: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        showdown(hole, board, **options)


def test_memory_is_the_results_and_little_more() -> None:
    n, n_players = 200_000, 9
    holes, boards = _random_deals(n, n_players)
    # Deals enough for every table to be made.
    showdown(holes[:1000], boards[:1000], bets=[1] * n_players)
    tracemalloc.start()
    try:
        result = showdown(holes, boards, bets=[1] * n_players, threads=1)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert result.payouts is not None
    assert result.returned is not None
    kept = result.ranks.nbytes + result.payouts.nbytes + result.returned.nbytes + 8 * n
    assert peak < kept + 6_000_000
    # Seven-card arrays would take n * n_players * 7 bytes on top.
    assert n * n_players * 7 > 6_000_000


def test_rare_ties_are_split() -> None:
    """Three pairs on 6c Qc Ad 6s Ac: both play aces and sixes with the queen."""
    assert showdown(["TdJs", "3s3d"], "6c Qc Ad 6s Ac").winners.tolist() == [True, True]
    assert showdown(["TsTh", "9s9h"], "2s 3s 2h 3h 3d").winners.tolist() == [True, False]


def test_a_button_without_bets_is_refused() -> None:
    with pytest.raises(ValueError, match="button goes with bets, which are not given"):
        showdown(["AhKh", "TcTd"], "Th7d2c2sKd", button=1)


@pytest.mark.parametrize("check", [2, 0, None, "yes"])
def test_check_is_a_truth_value(check: Any) -> None:
    with pytest.raises(TypeError, match="check must be True or False"):
        showdown(HANDS, BOARD, check=check)
    assert showdown(HANDS, BOARD, check=np.True_).winners.tolist() == [False, False, True]  # type: ignore[arg-type]


# Deals as they are played: several run-outs, no board yet, hands that nobody saw.


def test_every_run_out_pays_its_part() -> None:
    boards = ["Ah2h4cKc8c", "2s7s3cQh9c"]
    result = showdown(["AsKd", "7d7c"], boards, bets=[50, 50])
    assert result.ranks.shape == (2, 2)
    assert result.winners.tolist() == [[True, False], [False, True]]
    assert result.shares.tolist() == [0.5, 0.5]
    assert result.payouts is not None
    assert result.payouts.tolist() == [50, 50]
    for run in (0, 1):
        np.testing.assert_array_equal(
            result.ranks[run], showdown(["AsKd", "7d7c"], boards[run]).ranks
        )


def test_run_outs_of_many_deals() -> None:
    n, n_players, n_runs = 500, 4, 3
    cards = deal(n, 2 * n_players + 5 * n_runs, rng=np.random.default_rng(5))
    holes = cards[:, : 2 * n_players].reshape(n, n_players, 2)
    boards = cards[:, 2 * n_players :].reshape(n, n_runs, 5).copy()
    # All in on the flop: the run-outs share it.
    boards[:250, 1:, :3] = boards[:250, :1, :3]
    rng = np.random.default_rng(6)
    folded = rng.random((n, n_players)) < 0.3
    folded[:, 1] = False
    bets = rng.integers(0, 4, (n, n_players)) * 60
    result = showdown(holes, boards, bets=bets, folded=folded)
    assert result.ranks.shape == (n, n_runs, n_players)
    alone = [showdown(holes, boards[:, r], bets=bets, folded=folded) for r in range(n_runs)]
    for run, one in enumerate(alone):
        np.testing.assert_array_equal(result.ranks[:, run], one.ranks)
        np.testing.assert_array_equal(result.winners[:, run], one.winners)
    np.testing.assert_allclose(result.shares, np.mean([one.shares for one in alone], axis=0))
    paid = settle(result.ranks, bets, folded=folded, runs=True)
    np.testing.assert_array_equal(result.payouts, paid)
    np.testing.assert_array_equal(paid.sum(axis=1), bets.sum(axis=1))


def test_cards_of_other_run_outs_are_gone() -> None:
    holes = ["AsKd", "7d7c"]
    flop = "Ah 2h 4c"
    showdown(holes, [flop + "Kc8c", flop + "Kh8h"])
    for second in (flop + "8h8c", "2s7s3cQh9c".replace("2s", "Ks"), "2s 7s 3c Qh Kc"):
        if "Kc" in second or "8c" in second:
            with pytest.raises(CardError, match="given twice"):
                showdown(holes, [flop + "Kc8c", second])
        else:
            showdown(holes, [flop + "Kc8c", second])


@pytest.mark.parametrize("board", [None, "", (), [], "2c7d9h", "2c7d9hJs"])
def test_the_one_player_left_wins_without_a_showdown(board: Any) -> None:
    for hole in (["????", "AhAs"], ["????", "????"], ["KdKc", "AhAs"]):
        result = showdown(hole, board, bets=[30, 100], dead_money=5, folded=[True, False])
        assert result.winners.tolist() == [False, True]
        assert result.shares.tolist() == [0, 1]
        assert [
            None if part is None else part.tolist() for part in (result.payouts, result.returned)
        ] == [[0, 135], [0, 70]]
        assert result.collected is not None
        assert result.collected.tolist() == [0, 65]


def test_all_in_without_a_board_is_refused() -> None:
    folded = [[False, True], [False, False]]
    with pytest.raises(ValueError, match=r"^row 1: a showdown needs a board; several players"):
        showdown([["AhAs", "KdKc"]] * 2, bets=[10, 10], folded=folded)
    with pytest.raises(CardError, match="given twice"):
        showdown(["AhAs", "AhKc"], bets=[10, 10], folded=[True, False])


def test_a_mucked_hand_loses_to_a_shown_one() -> None:
    result = showdown(
        ["AhKs", "????", "3c4d"], BOARD, bets=[10, 10, 5], folded=[False, False, True]
    )
    assert result.payouts is not None
    assert result.payouts.tolist() == [25, 0, 0]
    with pytest.raises(ValueError, match=r"^no hand of those who are left is known"):
        showdown(["????", "Xx", "3c4d"], BOARD, folded=[False, False, True])


def test_a_side_pot_that_only_unknown_hands_contest_has_no_result() -> None:
    hole = ["AhKs", "????", "????"]
    assert showdown(hole, BOARD, bets=[10, 10, 10]).winners.tolist() == [True, False, False]
    assert showdown(hole, BOARD, bets=[10, 20, 30], folded=[False, True, False]).payouts is not None
    with pytest.raises(ValueError, match=r"^row 1: no hand of those who are left is known"):
        showdown(hole, BOARD, bets=[[10, 10, 10], [10, 20, 20]])


def test_whole_hands_are_played_as_well() -> None:
    result = showdown(["AsKsQsJsTs", "AdAhAcKdKh"], bets=[7, 7])
    assert result.payouts is not None
    assert result.payouts.tolist() == [14, 0]


def test_rake_and_dead_money_stand_in_the_result() -> None:
    result = showdown(
        HANDS, BOARD, bets=[[100, 250, 250]] * 2, dead_money=[10, 20], rake=Rake("5%", 20)
    )
    assert result.rake is not None
    assert result.payouts is not None
    assert result.rake.tolist() == [20, 20]
    assert result.payouts.tolist() == [[0, 0, 590], [0, 0, 600]]
    for name, value in (("dead_money", 5), ("rake", 5), ("stacks", [1, 2, 3])):
        with pytest.raises(ValueError, match=f"{name} goes with bets"):
            showdown(HANDS, BOARD, **{name: value})  # type: ignore[arg-type]
