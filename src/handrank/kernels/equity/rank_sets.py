"""The ways to choose cards by their ranks, and how to step through choices."""

from handrank.kernels.compiling import inlined


@inlined
def choose_next(chosen, n_chosen, n):
    """Turn rising places below `n` into the next ones in order; return False after the last."""
    j = n_chosen - 1
    while j >= 0 and chosen[j] == n - n_chosen + j:
        j -= 1
    if j < 0:
        return False
    chosen[j] += 1
    for following in range(j + 1, n_chosen):
        chosen[following] = chosen[following - 1] + 1
    return True


@inlined
def list_up_to_two(off, rank_key, off_key, off_ways):
    """List the rank multisets of no, one and two cards, given how many of each rank there are.

    Returns how many there are of one card and of two.
    """
    off_key[0, 0], off_ways[0, 0] = 0, 1
    n_single, n_double = 0, 0
    for rank in range(len(off)):
        if not off[rank]:
            continue
        off_key[1, n_single] = rank_key[rank]
        off_ways[1, n_single] = off[rank]
        n_single += 1
        for other in range(rank, len(off)):
            ways = off[rank] * off[other]
            if other == rank:
                ways = off[rank] * (off[rank] - 1) // 2
            if ways:
                off_key[2, n_double] = rank_key[rank] + rank_key[other]
                off_ways[2, n_double] = ways
                n_double += 1
    return n_single, n_double
