"""The keys of cards: their sums name a hand, count its suits and show what is not a card."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from handrank.lookup.encoding import EMPTY_HAND, FLUSH_BITS, card_keys

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
