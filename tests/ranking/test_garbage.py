"""Without checks, and beside rows that are refused elsewhere: garbage stays in its own row."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handrank import GAMES, RULE_SETS, RulesName, best_five, evaluate, evaluate_masks, showdown

Make = Callable[..., NDArray[np.uint8]]
Ranker = Callable[[NDArray[Any]], NDArray[np.uint16]]

# One block of a vector kernel and many, on one thread and on two.
SIZES = [(1, 1), (37, 1), (300, 1), (140_000, 2)]


@pytest.fixture(params=["on", "off"], autouse=True)
def simd(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRANK_SIMD", request.param)


def check_beside_garbage(
    rank: Ranker, good: NDArray[Any], garbage: Callable[[int], NDArray[Any]], seed: int = 1
) -> None:
    """Rank good rows alone, and once more with as many rows of garbage among them."""
    alone = rank(good)
    rng = np.random.default_rng(seed)
    places = np.sort(rng.permutation(2 * len(good))[: len(good)])
    mixed = garbage(2 * len(good)).astype(good.dtype)
    mixed[places] = good
    np.testing.assert_array_equal(rank(mixed)[places], alone)


def _lowest(rules: RulesName) -> int:
    return 4 * RULE_SETS[rules].lowest_rank


@pytest.mark.parametrize(("n", "threads"), SIZES)
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_masks(n: int, threads: int, rules: RulesName, n_cards: int, make_hands: Make) -> None:
    hands = make_hands(n, n_cards, seed=n, low=_lowest(rules)).astype(np.uint64)
    masks = np.bitwise_or.reduce(np.uint64(1) << hands, axis=1)
    rng = np.random.default_rng(n_cards)

    def garbage(n: int) -> NDArray[np.uint64]:
        words = rng.integers(1 << 64, size=n, dtype=np.uint64)
        # Few bits and many, bits that are no cards, five and more of a suit, nothing, all.
        few = words & rng.integers(1 << 64, size=n, dtype=np.uint64)
        suited = few & np.uint64(0x1111111111111111)
        kinds = (words, few, few & few[::-1], suited, np.uint64(0), ~np.uint64(0))
        return np.choose(rng.integers(len(kinds), size=n), kinds)

    def rank(masks: NDArray[Any]) -> NDArray[np.uint16]:
        return evaluate_masks(masks, rules=rules, check=False, threads=threads)

    # The first mask that is a hand says how many cards there are.
    np.testing.assert_array_equal(rank(masks), evaluate(hands, rules=rules))
    not_hands = garbage(2 * n)
    sizes = np.bitwise_count(not_hands)
    not_hands[(sizes >= 5) & (sizes <= 7) & (not_hands >> np.uint64(52) == 0)] = 0
    check_beside_garbage(rank, masks, lambda n: not_hands[:n])
    check_beside_garbage(lambda rows: rank(rows[::-1])[::-1], masks, lambda n: not_hands[:n])
    # After that hand, hands of other sizes are garbage as well.
    first = masks[:1]
    check_beside_garbage(lambda rows: rank(np.concatenate((first, rows)))[1:], masks, garbage)


def _card_garbage(shape: tuple[int, ...], dtype: type) -> Callable[[int], NDArray[Any]]:
    rng = np.random.default_rng(shape[-1])
    info = np.iinfo(dtype)

    def garbage(n: int) -> NDArray[Any]:
        rows = rng.integers(info.min, info.max, size=(n, *shape), dtype=dtype, endpoint=True)
        # The same card many times, cards past the deck.
        rows[::3] = rows[::3, ..., :1]
        rows[1::5] = 52 + rows[1::5] % 12
        return rows

    return garbage


@pytest.mark.parametrize(("n", "threads"), SIZES)
@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_hands(
    n: int, threads: int, dtype: type, rules: RulesName, n_cards: int, make_hands: Make
) -> None:
    hands: NDArray[Any] = make_hands(n, n_cards, seed=n, low=_lowest(rules)).astype(dtype)

    def rank(rows: NDArray[Any]) -> NDArray[np.uint16]:
        return evaluate(rows, rules=rules, check=False, threads=threads)

    check_beside_garbage(rank, hands, _card_garbage((n_cards,), dtype))


@pytest.mark.parametrize(("n", "threads"), [(9, 1), (30_000, 2)])
@pytest.mark.parametrize("n_board", [3, 4, 5])
@pytest.mark.parametrize("name", ["holdem", "holdem-deuce-to-seven", "short-deck", "omaha"])
def test_deals(n: int, threads: int, n_board: int, name: Any, make_hands: Make) -> None:
    game = GAMES[name]
    n_players, n_hole = 3, game.hole_cards
    n_cards = n_players * n_hole + n_board
    deals = make_hands(n, n_cards, seed=n, low=_lowest(game.rules))

    def hole_and_board(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        return rows[:, n_board:].reshape(-1, n_players, n_hole), rows[:, None, :n_board]

    def rank(rows: NDArray[Any]) -> NDArray[np.uint16]:
        return evaluate(*hole_and_board(rows), game=game, check=False, threads=threads)

    def play(rows: NDArray[Any]) -> NDArray[np.uint16]:
        return showdown(*hole_and_board(rows), game=game, check=False, threads=threads).ranks

    garbage = _card_garbage((n_cards,), np.uint8)
    check_beside_garbage(rank, deals, garbage)
    check_beside_garbage(play, deals, garbage)
    if n_board == 5:
        # Other players' garbage beside good hands on a good board.
        alone = rank(deals)
        spoilt = deals.copy()
        spoilt[:, n_board : n_board + n_hole] = garbage(n)[:, :n_hole]
        np.testing.assert_array_equal(rank(spoilt)[:, 1:], alone[:, 1:])


def test_low_halves_of_garbage() -> None:
    deals = np.random.default_rng(1).integers(256, size=(500, 13), dtype=np.uint8)
    hole, board = deals[:, 5:].reshape(-1, 2, 4), deals[:, None, :5]
    result = showdown(hole, board, game="omaha-hilo", check=False)
    assert result.low_ranks is not None
    assert result.low_ranks.shape == (500, 2)


def test_errors_beside_garbage_name_the_first_bad_row(make_hands: Make) -> None:
    hands = make_hands(1000)
    hands[700:] = 51
    for function in (evaluate, best_five):
        with pytest.raises(ValueError, match=r"row 700: As .* is given twice"):
            function(hands)
