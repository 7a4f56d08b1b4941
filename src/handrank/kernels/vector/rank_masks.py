"""The vector kernels for hands given as masks: sixteen hands a step, as in `vector.rank_hands`."""

import numpy as np

from handrank.kernels.compiling import Kernel, kernel
from handrank.kernels.portable.bits import count_bits
from handrank.kernels.portable.rank_hands import NO_BAD_ROW
from handrank.kernels.portable.rank_masks import CLUBS, RANK_MASKS
from handrank.kernels.vector.card_lanes import find_slots
from handrank.kernels.vector.lanes import all_zeros, any_lane, look_up, prefetch, store_words
from handrank.kernels.vector.mask_lanes import (
    check_masks,
    extract_bits,
    flush_masks,
    load_masks,
    mask_keys,
)
from handrank.kernels.vector.rank_hands import (
    CACHE_LINE,
    CHUNK,
    LAG,
    RANKS_AHEAD,
    flush_bits_of,
    list_flushes,
)
from handrank.kernels.vector.registers import N_LANES
from handrank.lookup.encoding import FLUSH_SIZE, HAND_SIZES, SUITED_MASK

_MASKS_AHEAD = 1536
_MASK_BYTES = 8


def _make_rank_masks(n_cards: int, *, checked: bool) -> Kernel:
    rank_rest = RANK_MASKS[n_cards, checked]

    @kernel
    def rank_masks(masks, tables, out):
        card_keys, displacements, ranks, suited = tables
        all_blocks = len(masks) // N_LANES
        suits_count = flush_bits_of(card_keys) != 0
        clubs = np.uint64(CLUBS)
        flushes = np.zeros(CHUNK + 2 * LAG + 2, dtype=np.uint16)
        listed = np.zeros(N_LANES * (CHUNK + 4), dtype=np.uint16)
        for first_block in range(0, all_blocks, CHUNK):
            n_blocks = min(CHUNK, all_blocks - first_block)
            chunk = N_LANES * first_block
            keys1 = keys2 = keys3 = slots1 = slots2 = slots3 = all_zeros()
            bad = all_zeros()
            for block in range(n_blocks + 2 * LAG):
                hand = chunk + N_LANES * min(block, n_blocks - 1)
                prefetch(masks, _MASK_BYTES * hand + _MASKS_AHEAD)
                prefetch(masks, _MASK_BYTES * hand + _MASKS_AHEAD + CACHE_LINE)
                prefetch(out, 2 * hand + RANKS_AHEAD)
                low, high, suits = load_masks(masks, hand)
                if checked:
                    bad = check_masks(bad, high, suits, n_cards)
                flushes[block] = flush_masks(suits, suits_count)
                keys = mask_keys(low, high)
                slots = find_slots(keys3, displacements, n_cards)
                done = chunk + N_LANES * max(block - 2 * LAG, 0)
                store_words(out, done, look_up(ranks, slots3))
                keys1, keys2, keys3 = keys, keys1, keys2
                slots1, slots2, slots3 = slots, slots1, slots2
            if checked and any_lane(bad):
                return np.int64(chunk)
            n_flushes = list_flushes(flushes, n_blocks, listed)
            for number in listed[:n_flushes]:
                mask = masks[chunk + number]
                # No branch: the suit that has five cards, clubs if none of the others has.
                suit = np.uint64(0)
                for other in range(1, 4):
                    suited_cards = count_bits(mask & clubs << np.uint64(other))
                    suit += np.uint64(other) * np.uint64(suited_cards >= FLUSH_SIZE)
                suited_ranks = extract_bits(mask >> (suit & np.uint64(3)), clubs)
                out[chunk + number] = suited[suited_ranks & np.uint64(SUITED_MASK)]
        rest = N_LANES * all_blocks
        row = rank_rest(masks[rest:], tables, out[rest:])
        return NO_BAD_ROW if row == NO_BAD_ROW else np.int64(rest + row)

    return rank_masks


# By hand size and by whether the masks are checked; as `portable.rank_masks.RANK_MASKS`.
RANK_MASKS_16 = {
    (size, checked): _make_rank_masks(size, checked=checked)
    for size in HAND_SIZES
    for checked in (False, True)
}
