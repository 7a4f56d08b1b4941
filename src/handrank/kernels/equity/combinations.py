"""How to step through combinations."""

from handrank.kernels.compiling import inlined


@inlined
def next_combination(chosen, n_chosen, n):
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
