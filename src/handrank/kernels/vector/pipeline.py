"""Software pipelining, and what the kernels do with flushes.

A step sums the rank keys and counts the suits of a block of hands, and looks up two tables: the
displacements, then the ranks. Each look-up waits for the one before, so the steps overlap::

    block    b       keys, suits
    block    b - 3                 displacements -> slots
    block    b - 6                                          ranks -> out

Hands with a flush go the same way first. Their bits are kept, and at the end of a chunk of blocks
they are listed and ranked again by their suited ranks. No branch depends on the cards.
"""

from functools import cache
from types import ModuleType

import numpy as np

from handrank.kernels.compiling import Kernel, inlined, kernel
from handrank.kernels.protocols import NO_BAD_ROW
from handrank.lookup.encoding import FLUSH_BITS, SUIT_COUNTERS

# Blocks between two steps of the same hands: enough for a look-up in the L2 cache to come back.
LAG = 3
# Blocks a chunk: the cards of its flushes are still in the cache when they are looked up again.
CHUNK = 512
# How far ahead, in bytes, the places of the ranks to come are prefetched. Measured.
RANKS_AHEAD = 512
CACHE_LINE = 64
# More entries than the bits of a word: `append_set_bits` writes so many at once.
LIST_PADDING = 64


@inlined
def flush_bits_of(card_keys):
    """Return the bits that tell a flush: none where the card keys count no suits."""
    counts = card_keys[0] & np.uint64(SUIT_COUNTERS) != 0
    return np.uint32(FLUSH_BITS) if counts else np.uint32(0)


@cache
def flush_lister(steps: ModuleType) -> Kernel:
    """Make the function that lists the hands of a chunk that have a flush."""
    # The list is filled up to a whole block with its first entry, so that all lanes are safe to
    # use.
    n_lanes = steps.N_LANES
    blocks_a_word = 32 // n_lanes

    @inlined
    def list_flushes(bits_by_block, n_blocks, listed):
        """Return how many there are; `bits_by_block` has room for a whole word after the last."""
        bits_by_block[n_blocks : n_blocks + blocks_a_word - 1] = 0
        words = bits_by_block.view(np.uint32)
        count = 0
        for word in range((n_blocks + blocks_a_word - 1) // blocks_a_word):
            count = steps.append_set_bits(listed, count, 32 * word, words[word])
        listed[count : count + n_lanes] = listed[0]
        return count

    return list_flushes


def flush_ranker(steps: ModuleType, n_cards: int, gather: Kernel) -> Kernel:
    """Make the function that ranks the listed hands of a chunk by their suited ranks."""
    # `gather` returns their cards, four a lane and the rest.
    n_lanes, n_low = steps.N_LANES, steps.BYTES_A_LANE
    n_high = n_cards - n_low

    @inlined
    def rank_flushes(source, chunk, listed, n_flushes, suited, out):
        for first in range(0, n_flushes, n_lanes):
            low, high = gather(source, chunk, steps.load_words(listed, first))
            suits = steps.add_suits(steps.no_suits(), low, n_low)
            suits = steps.add_suits(suits, high, n_high)
            masks = steps.suited_rank_lanes(low, high, suits, n_high)
            steps.scatter_words(out, chunk, listed, first, steps.look_up(suited, masks))

    return rank_flushes


def chunk_ranker(steps: ModuleType, n_cards: int, look_at: Kernel) -> Kernel:
    """Make the function that ranks the blocks of a chunk as if without flushes."""
    # `look_at` returns a block's rank keys, flushes and two registers of faults.
    n_lanes = steps.N_LANES

    @inlined
    def rank_chunk(source, chunk, n_blocks, tables, flushes, out):
        """Return the faults; `flushes` gets the bits of the hands with a flush."""
        card_keys, displacements, ranks, _ = tables
        flush_bits = flush_bits_of(card_keys)
        keys1 = keys2 = keys3 = slots1 = slots2 = slots3 = steps.all_zeros()
        ones, zeros = steps.all_ones(), steps.all_zeros()
        for block in range(n_blocks + 2 * LAG):
            # The last steps do the last block's first part again, to no effect.
            hand = chunk + n_lanes * min(block, n_blocks - 1)
            steps.prefetch(out, 2 * hand + RANKS_AHEAD)
            keys, bits, ones, zeros = look_at(source, hand, flush_bits, ones, zeros)
            flushes[block] = bits
            slots = steps.find_slots(keys3, displacements, n_cards)
            # The first steps write rubbish where the first block's ranks will stand.
            done = chunk + n_lanes * max(block - 2 * LAG, 0)
            steps.store_words(out, done, steps.look_up(ranks, slots3))
            keys1, keys2, keys3 = keys, keys1, keys2
            slots1, slots2, slots3 = slots, slots1, slots2
        return ones, zeros

    return rank_chunk


def pipelined_kernel(
    steps: ModuleType,
    n_cards: int,
    checked: bool,
    *,
    look_at: Kernel,
    any_bad: Kernel,
    rank_flushes: Kernel,
    rank_rest: Kernel,
) -> Kernel:
    """Make the kernel that ranks hands, one a row; `look_at` is as in `chunk_ranker`."""
    # `any_bad` judges a chunk's faults, `rank_flushes` ranks its flushes, `rank_rest` the last
    # hands.
    n_lanes, lane_bits, list_flushes = steps.N_LANES, steps.LANE_BITS, flush_lister(steps)
    rank_chunk = chunk_ranker(steps, n_cards, look_at)

    @kernel
    def rank_rows(hands, tables, out):
        all_blocks = len(hands) // n_lanes
        flushes = np.zeros(CHUNK + LIST_PADDING, dtype=lane_bits)
        listed = np.zeros(n_lanes * CHUNK + LIST_PADDING, dtype=np.uint16)
        for first_block in range(0, all_blocks, CHUNK):
            n_blocks = min(CHUNK, all_blocks - first_block)
            chunk = n_lanes * first_block
            ones, zeros = rank_chunk(hands, chunk, n_blocks, tables, flushes, out)
            if checked and any_bad(ones, zeros):
                return np.int64(chunk)
            n_flushes = list_flushes(flushes, n_blocks, listed)
            rank_flushes(hands, chunk, listed, n_flushes, tables.suited, out)
        rest = n_lanes * all_blocks
        row = rank_rest(hands[rest:], tables, out[rest:])
        return NO_BAD_ROW if row == NO_BAD_ROW else np.int64(rest + row)

    return rank_rows
