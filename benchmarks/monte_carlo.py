"""How often do pocket aces beat one random hand? A Monte Carlo in a loop of one's own."""

import time

import numpy as np
from numba import njit

from handrank.jit import EMPTY_HAND, add_card, deal_into, join_hands, rank_hand


@njit(cache=True, nogil=True)
def equity_of_aces(rng: np.random.Generator, deals: int) -> float:
    """Return the share of the pots that As Ah win against one random hand."""
    aces = add_card(add_card(EMPTY_HAND, 51), 50)
    deck = np.arange(50, dtype=np.uint8)
    drawn = np.zeros(7, dtype=np.uint8)
    won = 0.0
    for _ in range(deals):
        deal_into(rng, deck, drawn)
        board = EMPTY_HAND
        for card in drawn[:5]:
            board = add_card(board, card)
        other = add_card(add_card(board, drawn[5]), drawn[6])
        ours, theirs = rank_hand(join_hands(board, aces)), rank_hand(other)
        won += 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0
    return won / deals


def main(deals: int = 10_000_000, seed: int = 3) -> None:
    """Print the equity, its standard error and the rate."""
    rng = np.random.default_rng(seed)
    equity_of_aces(rng, 1)
    start = time.perf_counter()
    equity = equity_of_aces(rng, deals)
    seconds = time.perf_counter() - start
    error = (equity * (1 - equity) / deals) ** 0.5
    rate = deals / seconds / 1e6
    print(f"equity {equity:.5f} ± {error:.5f}, {rate:.1f} million deals a second on one thread")


if __name__ == "__main__":
    main()
