"""All steps for AVX-512, as the vector kernels call them."""

import numpy as np

from handrank.kernels.vector.avx512.card_steps import (
    add_rank_keys,
    add_suits,
    find_slots,
    flush_lanes,
    gather_cards,
    hand_keys,
    no_suits,
    spread_cards,
    suited_ranks,
)
from handrank.kernels.vector.avx512.check_steps import (
    any_bad,
    check_cards,
)
from handrank.kernels.vector.avx512.deal_steps import (
    check_pairs,
    divide_lanes,
    gather_pairs,
    join_hands,
    load_four_lanes,
    load_lanes,
    load_pairs,
    look_up_lanes,
    pick_lanes,
    put_fifth,
    store_lanes,
)
from handrank.kernels.vector.avx512.lane_steps import (
    all_ones,
    all_zeros,
    any_lane,
    append_set_bits,
    load_words,
    look_up,
    prefetch,
    scatter_words,
    store_words,
)
from handrank.kernels.vector.avx512.mask_steps import (
    check_masks,
    extract_bits,
    flush_masks,
    load_masks,
    mask_keys,
)
from handrank.kernels.vector.avx512.registers import BYTES_A_LANE, N_LANES
from handrank.kernels.vector.avx512.river_steps import (
    cards_in,
    check_twins,
    flush_players,
    load_player_pairs,
    look_up_in_row,
    pair_places,
    prefetch_row,
    store_player_ranks,
)

# A bit a lane.
LANE_BITS = np.uint16

__all__ = [
    "BYTES_A_LANE",
    "LANE_BITS",
    "N_LANES",
    "add_rank_keys",
    "add_suits",
    "all_ones",
    "all_zeros",
    "any_bad",
    "any_lane",
    "append_set_bits",
    "cards_in",
    "check_cards",
    "check_masks",
    "check_pairs",
    "check_twins",
    "divide_lanes",
    "extract_bits",
    "find_slots",
    "flush_lanes",
    "flush_masks",
    "flush_players",
    "gather_cards",
    "gather_pairs",
    "hand_keys",
    "join_hands",
    "load_four_lanes",
    "load_lanes",
    "load_masks",
    "load_pairs",
    "load_player_pairs",
    "load_words",
    "look_up",
    "look_up_in_row",
    "look_up_lanes",
    "mask_keys",
    "no_suits",
    "pair_places",
    "pick_lanes",
    "prefetch",
    "prefetch_row",
    "put_fifth",
    "scatter_words",
    "spread_cards",
    "store_lanes",
    "store_player_ranks",
    "store_words",
    "suited_ranks",
]
