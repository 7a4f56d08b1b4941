"""Test the script that searches the bytes of the rank keys."""

import numpy as np

from find_rank_bytes import SEED, equal_sums, find_rank_bytes
from five_card_ranks import all_multisets, counts_of
from handrank.lookup.encoding import RANK_BYTES


def test_the_search_ends_at_the_bytes_in_use() -> None:
    found = find_rank_bytes(SEED)
    assert found is not None
    assert tuple(found.tolist()) == RANK_BYTES


def test_equal_sums_are_counted() -> None:
    counts = counts_of(all_multisets(5))
    assert equal_sums(np.array(RANK_BYTES), counts) == 0
    # Deuce and trey with one byte: hands that differ in them alone have one sum.
    assert equal_sums(np.array([2, *RANK_BYTES[1:]]), counts) > 1000
