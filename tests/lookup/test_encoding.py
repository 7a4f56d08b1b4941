"""The keys of cards: their sums name a hand, count its suits and show what is not a card."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from handrank.lookup import encoding
from handrank.lookup.encoding import EMPTY_HAND, FLUSH_BITS, HASH_SHAPES, card_keys
from handrank.lookup.tables import load_tables

MakeHands = Callable[..., NDArray[np.uint8]]


def test_keys_add_up_in_any_order_to_name_a_hand(all_fives: NDArray[np.uint8]) -> None:
    sums = card_keys()[all_fives].sum(axis=1)
    # Every rank multiset and suit count that occurs has a key of its own.
    ranks = np.sort(all_fives // 4, axis=1).astype(np.int64) @ 13 ** np.arange(5)
    suits = (all_fives[:, :, None] % 4 == np.arange(4)).sum(axis=1) @ [1, 6, 36, 216]
    assert len(np.unique(sums)) == len(np.unique(ranks * 6**4 + suits))


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_a_counters_top_bit_says_five_of_a_suit(n_cards: int, make_hands: MakeHands) -> None:
    cards = make_hands(20_000, n_cards)
    keys = card_keys()[cards].sum(axis=1) + np.uint64(EMPTY_HAND)
    suits = (cards[:, :, None] % 4 == np.arange(4)).sum(axis=1)
    flush = (suits >= 5).any(axis=1)
    assert flush.any()
    np.testing.assert_array_equal((keys & np.uint64(FLUSH_BITS)) != 0, flush)


def test_cards_that_are_none_show_in_a_sum() -> None:
    keys = card_keys()
    assert keys.shape == (256,)
    assert (keys[:52] > 0).all()
    most = 7 * int(keys[:52].max())
    assert (keys[52:] > most).all()
    assert most + 7 * int(keys[52:].max()) < 1 << 63
    assert len(np.unique(keys[:52])) == 52


def test_keys_are_what_the_tables_were_made_for() -> None:
    # The bytes of the ranks, read as signed numbers; all else follows from the docstrings.
    signed = [-110, 2, 56, 116, -57, 71, -99, 97, 126, -118, -115, -59, -128]
    for card, key in enumerate(card_keys()[:52].tolist()):
        byte = signed[card // 4]
        rank_key = (byte * 2**18 + byte % 256 * byte) % 2**32
        assert key == rank_key * 2**16 + 16 ** (card % 4)
    assert (EMPTY_HAND, FLUSH_BITS, encoding.SUIT_COUNTERS) == (0x3333, 0x8888, 0xFFFF)
    assert encoding.at_least(4) == 0x4444
    assert set(card_keys()[52:].tolist()) == {1 << 59}


def test_suit_fields_hold_16_bits_a_suit() -> None:
    fields = encoding.suit_fields()
    assert fields.shape == (256,)
    assert fields[:52].tolist() == [1 << 16 * (card % 4) + card // 4 for card in range(52)]
    assert not fields[52:].any()


def test_numbers_that_ranks_are_made_of() -> None:
    assert (encoding.CATEGORY_SHIFT, encoding.PLACE_MASK) == (12, 0xFFF)
    assert (encoding.SUITED_SLOTS, encoding.SUITED_MASK) == (8192, 0x1FFF)
    assert (encoding.RANK_SHIFT, encoding.SUIT_MASK) == (2, 3)
    # A register of 16 entries holds a number a card rank.
    assert 13 <= 1 << encoding.RANK_BITS == 16
    assert (encoding.HOLE_CARDS, encoding.BOARD_CARDS, encoding.HAND_SIZES) == (2, 5, (5, 6, 7))


@pytest.mark.parametrize("n_cards", [5, 6, 7])
def test_hashes_fit_their_tables(n_cards: int) -> None:
    tables, shape = load_tables("high").for_hands(n_cards), HASH_SHAPES[n_cards]
    assert len(tables.displacements) == shape.n_buckets + 1
    assert len(tables.ranks) == shape.n_slots + 1
    # Vector kernels read two entries at a time, the last one with the padding.
    assert tables.displacements[-1] == tables.ranks[-1] == 0
    assert encoding.PADDING == 1
    # No slot past the last, and no bits of a rank key past its 32.
    assert shape.slot_shift + shape.slot_bits <= 32
    assert tables.displacements.max() < shape.n_slots


def test_pairs_of_ranks_have_places_in_a_row() -> None:
    pairs = [(high, low) for high in range(13) for low in range(high + 1)]
    assert [encoding.pair_place(*pair) for pair in pairs] == list(range(91))
    # Three registers of 32 entries.
    assert encoding.ROW_ENTRIES == 96


def test_bytes_with_a_sign() -> None:
    bytes_and_numbers = [(0, 0), (1, 1), (127, 127), (128, -128), (255, -1)]
    assert [(byte, encoding.signed_byte(byte)) for byte, _ in bytes_and_numbers] == (
        bytes_and_numbers
    )
