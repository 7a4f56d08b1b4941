"""The vector kernels for arrays of hands: sixteen hands a step, on CPUs with AVX-512.

A step sums the rank keys and counts the suits of sixteen hands, and looks up two tables: the
displacements, then the ranks. Each look-up waits for the one before, so the steps overlap::

    block    b       keys, suits
    block    b - 3                 displacements -> slots
    block    b - 6                                          ranks -> out

Hands with a flush go the same way first. Their bits are kept, and at the end of a chunk of blocks
they are listed and looked up again by their suited ranks. No branch depends on the cards.
"""

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.portable.rank_hands import NO_BAD_ROW, RANK_HANDS
from handrank.kernels.vector.card_lanes import (
    add_suits,
    find_slots,
    flush_lanes,
    gather_cards,
    hand_keys,
    no_suits,
    spread_cards,
    suited_ranks,
)
from handrank.kernels.vector.checking_lanes import any_bad, check_cards
from handrank.kernels.vector.lanes import (
    all_ones,
    all_zeros,
    append_set_bits,
    load_words,
    look_up,
    prefetch,
    scatter_words,
    store_words,
)
from handrank.kernels.vector.registers import BYTES_A_LANE, N_LANES
from handrank.lookup.encoding import FLUSH_BITS, HAND_SIZES, SUIT_COUNTERS

# Blocks between two steps of the same hands: enough for a look-up in the L2 cache to come back.
LAG = 3
# Blocks a chunk: the cards of its flushes are still in the cache when they are looked up again.
CHUNK = 512
# How far ahead, in bytes, the hands to come and the places of their ranks are asked for. Measured.
HANDS_AHEAD = 2048
RANKS_AHEAD = 512
CACHE_LINE = 64


@inlined
def flush_bits_of(card_keys):
    """Return the bits that tell a flush: none where the card keys count no suits."""
    counts = card_keys[0] & np.uint64(SUIT_COUNTERS) != 0
    return np.uint32(FLUSH_BITS) if counts else np.uint32(0)


@inlined
def list_flushes(flush_bits_by_block, n_blocks, listed):
    """List the hands of a chunk that have a flush; return how many.

    The list is filled up to a whole block with its first entry, so that all lanes are safe to use.
    """
    flush_bits_by_block[n_blocks] = 0
    two_blocks = flush_bits_by_block.view(np.uint32)
    count = 0
    for pair in range((n_blocks + 1) // 2):
        count = append_set_bits(listed, count, 2 * N_LANES * pair, two_blocks[pair])
    listed[count : count + N_LANES] = listed[0]
    return count


def _make_rank_hands(n_cards: int, *, checked: bool) -> Kernel:
    n_high = n_cards - BYTES_A_LANE
    rank_rest = RANK_HANDS[n_cards, checked]

    @kernel
    def rank_hands(hands, tables, out):
        card_keys, displacements, ranks, suited = tables
        all_blocks = len(hands) // N_LANES
        flush_bits = flush_bits_of(card_keys)
        # One entry more for an odd number of blocks, and the steps that only drain the others.
        flushes = np.zeros(CHUNK + 2 * LAG + 2, dtype=np.uint16)
        listed = np.zeros(N_LANES * (CHUNK + 4), dtype=np.uint16)
        for first_block in range(0, all_blocks, CHUNK):
            n_blocks = min(CHUNK, all_blocks - first_block)
            chunk = N_LANES * first_block
            keys1 = keys2 = keys3 = slots1 = slots2 = slots3 = all_zeros()
            closest, largest = all_ones(), all_zeros()
            for block in range(n_blocks + 2 * LAG):
                # The last steps do the last block's first part again, to no effect.
                hand = chunk + N_LANES * min(block, n_blocks - 1)
                prefetch(hands, n_cards * hand + HANDS_AHEAD)
                prefetch(hands, n_cards * hand + HANDS_AHEAD + CACHE_LINE)
                prefetch(out, 2 * hand + RANKS_AHEAD)
                low = spread_cards(hands, hand, n_cards, 0)
                high = spread_cards(hands, hand, n_cards, 1)
                if checked:
                    closest, largest = check_cards(closest, largest, hands, hand, n_cards)
                suits = add_suits(add_suits(no_suits(), low, BYTES_A_LANE), high, n_high)
                flushes[block] = flush_lanes(suits, flush_bits)
                keys = hand_keys(low, high, n_high)
                slots = find_slots(keys3, displacements, n_cards)
                # The first steps write rubbish where the first block's ranks will stand.
                done = chunk + N_LANES * max(block - 2 * LAG, 0)
                store_words(out, done, look_up(ranks, slots3))
                keys1, keys2, keys3 = keys, keys1, keys2
                slots1, slots2, slots3 = slots, slots1, slots2
            if checked and any_bad(closest, largest):
                return np.int64(chunk)
            n_flushes = list_flushes(flushes, n_blocks, listed)
            for first in range(0, n_flushes, N_LANES):
                numbers = load_words(listed, first)
                low = gather_cards(hands, chunk, numbers, n_cards, 0)
                high = gather_cards(hands, chunk, numbers, n_cards, 1)
                suits = add_suits(add_suits(no_suits(), low, BYTES_A_LANE), high, n_high)
                masks = suited_ranks(low, high, suits, n_high)
                scatter_words(out, chunk, listed, first, look_up(suited, masks))
        rest = N_LANES * all_blocks
        row = rank_rest(hands[rest:], tables, out[rest:])
        return NO_BAD_ROW if row == NO_BAD_ROW else np.int64(rest + row)

    return rank_hands


# By hand size and by whether the cards are checked; as `portable.rank_hands.RANK_HANDS`.
RANK_HANDS_16 = {
    (size, checked): _make_rank_hands(size, checked=checked)
    for size in HAND_SIZES
    for checked in (False, True)
}
