"""The vector kernels give the bits of the portable ones, at every length and for every rule set.

That both rank every hand of the deck alike is tested in `test_counting`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handrank import RULE_SETS, deal
from handrank.kernels.portable.family import PORTABLE
from handrank.kernels.protocols import NO_BAD_ROW
from handrank.kernels.vector.avx512.family import AVX512
from handrank.lookup.board_pairs import load_river_tables
from handrank.lookup.tables import HandTables, load_tables
from handrank.rulebook.rules import RulesName

if not AVX512.available:
    pytest.skip("this CPU has not the instructions of the vector kernels", allow_module_level=True)

SIZES = [5, 6, 7]
# Around the block of 16 hands and the chunk of 512 blocks.
LENGTHS = [0, 1, 15, 16, 17, 31, 32, 33, 8191, 8192, 8193, 20_011]


def tables_of(n_cards: int, rules: RulesName = "high") -> HandTables:
    return load_tables(rules).for_hands(n_cards)


def deal_kernels(
    n_cards: int, players: int, *, checked: bool, rules: RulesName = "high"
) -> list[Callable[..., int]]:
    """Return the vector kernels for deals, to be called with hole cards, boards and `out`."""
    tables = tables_of(n_cards, rules)

    def rank(kernel: Callable[..., int], *more: Any) -> Callable[..., int]:
        return lambda hole, board, out: kernel(hole, board, tables, *more, out)

    kernels = [rank(AVX512.deals(n_cards, checked))]
    if n_cards == 7 and players <= 16:
        assert AVX512.rivers
        kernels.append(rank(AVX512.rivers(checked), load_river_tables(rules)))
    return kernels


def as_masks(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    bits: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return bits


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("n_cards", SIZES)
def test_hands_and_masks_of_every_length(n_cards: int, checked: bool) -> None:
    tables = tables_of(n_cards)
    all_hands = deal(LENGTHS[-1], n_cards, rng=np.random.default_rng(n_cards))
    for length in LENGTHS:
        hands = all_hands[:length].copy()
        expected = np.zeros(length, dtype=np.uint16)
        assert PORTABLE.hands(n_cards, checked)(hands, tables, expected) == NO_BAD_ROW
        kernels: list[tuple[Any, Any]] = [
            (AVX512.hands, hands),
            (AVX512.masks, as_masks(hands)),
            (PORTABLE.masks, as_masks(hands)),
        ]
        for kernel, given in kernels:
            # A guard behind the result: nothing is written past its end.
            found = np.full(length + 64, 7, dtype=np.uint16)
            assert kernel(n_cards, checked)(given, tables, found[:length]) == NO_BAD_ROW
            np.testing.assert_array_equal(found[:length], expected)
            assert (found[length:] == 7).all()


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("n_cards", SIZES)
def test_every_rule_set(n_cards: int, rules: RulesName) -> None:
    tables = tables_of(n_cards, rules)
    hands = deal(50_000, n_cards, rng=np.random.default_rng(1), rules=rules)
    expected, found, of_masks = np.zeros((3, len(hands)), dtype=np.uint16)
    PORTABLE.hands(n_cards, False)(hands, tables, expected)
    AVX512.hands(n_cards, False)(hands, tables, found)
    AVX512.masks(n_cards, False)(as_masks(hands), tables, of_masks)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(of_masks, expected)
    hole, board = hands[:, None, :2].copy(), hands[:, 2:].copy()
    for kernel in deal_kernels(n_cards, 1, checked=False, rules=rules):
        of_deals = np.zeros((len(hands), 1), dtype=np.uint16)
        kernel(hole, board, of_deals)
        np.testing.assert_array_equal(of_deals[:, 0], expected)


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("n_cards", SIZES)
@pytest.mark.parametrize("players", [1, 2, 3, 5, 6, 8, 9, 15, 16, 17, 22])
def test_deals_of_any_number_of_players(players: int, n_cards: int, checked: bool) -> None:
    tables = tables_of(n_cards)
    n_board = n_cards - 2
    cards = deal(3001, n_board + 2 * players, rng=np.random.default_rng(players))
    for n_deals in (0, 1, 2, 7, 16, 100, 1024, 1025, 3001):
        board = cards[:n_deals, :n_board].copy()
        hole = cards[:n_deals, n_board:].reshape(n_deals, players, 2).copy()
        expected = np.zeros((n_deals, players), dtype=np.uint16)
        row = PORTABLE.deals(n_cards, checked)(hole, board, tables, expected)
        assert row == NO_BAD_ROW
        for kernel in deal_kernels(n_cards, players, checked=checked):
            found = np.full((n_deals + 16, players), 7, dtype=np.uint16)
            assert kernel(hole, board, found[:n_deals]) == NO_BAD_ROW
            np.testing.assert_array_equal(found[:n_deals], expected)
            assert (found[n_deals:] == 7).all()


@pytest.mark.parametrize("n_cards", SIZES)
@pytest.mark.parametrize("players", [100, 8192, 70_001])
def test_very_many_players_of_one_board(players: int, n_cards: int) -> None:
    n_board = n_cards - 2
    board = np.arange(n_board, dtype=np.uint8)[None] * np.uint8(3)
    hole = deal(players, 2, rng=np.random.default_rng(players), dead=board[0])[None]
    expected, found = np.zeros((2, 1, players), dtype=np.uint16)
    PORTABLE.deals(n_cards, True)(hole, board, tables_of(n_cards), expected)
    assert AVX512.deals(n_cards, True)(hole, board, tables_of(n_cards), found) == -1
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("n_cards", SIZES)
def test_every_pair_of_places_is_compared(n_cards: int) -> None:
    tables = tables_of(n_cards)
    clean = deal(48, n_cards, rng=np.random.default_rng(3))
    out = np.zeros(48, dtype=np.uint16)
    for row in range(48):
        for first in range(n_cards):
            for second in range(first):
                hands = clean.copy()
                hands[row, first] = hands[row, second]
                assert 0 <= AVX512.hands(n_cards, True)(hands, tables, out) <= row


@pytest.mark.parametrize("n_cards", SIZES)
@pytest.mark.parametrize("card", [52, 53, 63, 64, 127, 128, 255])
def test_every_number_that_is_no_card_is_seen(n_cards: int, card: int) -> None:
    tables = tables_of(n_cards)
    clean = deal(40, n_cards, rng=np.random.default_rng(4))
    out = np.zeros(40, dtype=np.uint16)
    for row in (0, 7, 8, 15, 16, 31, 32, 39):
        for place in range(n_cards):
            hands = clean.copy()
            hands[row, place] = card
            assert 0 <= AVX512.hands(n_cards, True)(hands, tables, out) <= row


@pytest.mark.parametrize("n_cards", SIZES)
def test_bad_deals_are_seen(n_cards: int) -> None:
    n_board = n_cards - 2
    rng = np.random.default_rng(5)
    for trial in range(300):
        players = int(rng.integers(1, 12))
        cards = deal(300, n_board + 2 * players, rng=rng)
        board, hole = cards[:, :n_board].copy(), cards[:, n_board:].reshape(300, players, 2).copy()
        row, player, place = (int(rng.integers(most)) for most in (300, players, 2))
        if trial % 5 == 0:
            hole[row, player, 0] = hole[row, player, 1]
        elif trial % 5 == 1:
            hole[row, player, place] = board[row, rng.integers(n_board)]
        elif trial % 5 == 2:
            one, other = rng.choice(n_board, 2, replace=False)
            board[row, one] = board[row, other]
        elif trial % 5 == 3:
            board[row, rng.integers(n_board)] = rng.integers(52, 256)
        else:
            hole[row, player, place] = rng.integers(52, 256)
        out = np.zeros((300, players), dtype=np.uint16)
        for kernel in deal_kernels(n_cards, players, checked=True):
            assert 0 <= kernel(hole, board, out) < (row + 1) * players


@pytest.mark.parametrize("kernels", [AVX512.masks, PORTABLE.masks])
@pytest.mark.parametrize("n_cards", SIZES)
def test_bad_masks_are_seen(n_cards: int, kernels: Any) -> None:
    tables = tables_of(n_cards)
    clean = as_masks(deal(10_000, n_cards, rng=np.random.default_rng(6)))
    out = np.zeros(10_000, dtype=np.uint16)
    one_less, one_more = (1 << n_cards - 1) - 1, (1 << n_cards + 1) - 1
    for bad in (0, 1, 1 << 63, one_less, one_more, one_less | 1 << 52, (1 << 64) - 1):
        for row in (0, 15, 5000, 9999):
            given = clean.copy()
            given[row] = bad
            assert 0 <= kernels(n_cards, True)(given, tables, out) <= row


@pytest.mark.parametrize("n_cards", SIZES)
def test_unchecked_garbage_gives_garbage_and_no_crash(n_cards: int) -> None:
    tables = tables_of(n_cards)
    rng = np.random.default_rng(7)
    rows = rng.integers(0, 256, (20_000, n_cards), dtype=np.uint8)
    # The same card over and over: its bits sum up to more than a rank mask holds.
    rows[::2] = rows[::2, :1]
    out = np.zeros(20_000, dtype=np.uint16)
    AVX512.hands(n_cards, False)(rows, tables, out)
    AVX512.masks(n_cards, False)(rng.integers(0, 1 << 64, 20_000, np.uint64), tables, out)
    for players in (1, 10):
        hole = rows[:, :2].copy().reshape(-1, players, 2)
        board = rows[: len(hole), 2:].copy()
        for kernel in deal_kernels(n_cards, players, checked=False):
            kernel(hole, board, out.reshape(-1, players))
