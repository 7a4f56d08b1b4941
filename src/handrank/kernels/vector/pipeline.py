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

from handrank.kernels.compiling import Kernel, inlined
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
    """Make the function that lists the hands of a chunk that have a flush.

    The list is filled up to a whole block with its first entry, so that all lanes are safe to use.
    """
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
