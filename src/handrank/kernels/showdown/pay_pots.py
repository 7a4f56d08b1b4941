"""Who wins, what each player collects, and what each pot holds, one deal a row.

All arrays are C-contiguous with the players of a deal along the last axis; the callers have checked
shapes and dtypes. A kernel that refuses a row returns the first bad one, or `NO_BAD_ROW`.

A player's *claim* on a pot is 0 for those who cannot win it, and the larger claim wins. A *level*
is a bet of an unfolded player: each pot holds what everyone paid between two levels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import inlined, kernel
from handrank.kernels.protocols import NO_BAD_ROW

_MOST_CHIPS = np.int64(np.iinfo(np.int64).max)


class Payments(NamedTuple):
    """Where pots are paid: bets, the button of each deal, and what each player collects."""

    bets: NDArray[np.int64]
    buttons: NDArray[np.int64]
    payouts: NDArray[np.int64]


@inlined
def _best_rank(ranks, i):
    """Return the best rank of deal i; 1, which nobody has, where all are 0."""
    best = np.uint16(1)
    for p in range(ranks.shape[1]):
        best = max(best, ranks[i, p])
    return best


@kernel
def mark_winners(ranks, won):
    """Mark the players who hold the best rank; nobody where all ranks are 0."""
    for i in range(ranks.shape[0]):
        best = _best_rank(ranks, i)
        for p in range(ranks.shape[1]):
            won[i, p] = ranks[i, p] == best


@kernel
def share_pots(ranks, shares):
    """Share a pot of 1 among the players who hold the best rank."""
    for i in range(ranks.shape[0]):
        best = _best_rank(ranks, i)
        n_winners = 0
        for p in range(ranks.shape[1]):
            n_winners += ranks[i, p] == best
        share = 1.0 / max(n_winners, 1)
        for p in range(ranks.shape[1]):
            shares[i, p] = share if ranks[i, p] == best else 0.0


@inlined
def _sum_bets(bets, folded, i):
    """Return what deal i's bets sum to, the lowest and highest level, and whether it is bad."""
    # It is bad if a bet is negative, the bets' sum is past int64 or everyone has folded.
    total, high_bits = np.uint64(0), np.uint64(0)
    lowest, highest = _MOST_CHIPS, np.int64(-1)
    for p in range(bets.shape[1]):
        bet, gone = bets[i, p], folded[i, p]
        total += np.uint64(bet)
        high_bits |= np.uint64(bet) | total
        lowest = lowest if gone else min(lowest, bet)
        highest = highest if gone else max(highest, bet)
    # As an unsigned number a negative bet has the top bit, and so has a sum that is too large for
    # int64; no sum of two smaller numbers can pass that bit unseen.
    return np.int64(total), lowest, highest, high_bits >> np.uint64(63) != 0 or highest < 0


@inlined
def _write_claims(ranks, folded, i, least, claims):
    """Write the claims of unfolded players: their ranks and `least` on top."""
    for p in range(ranks.shape[1]):
        claims[p] = np.uint32(0) if folded[i, p] else np.uint32(ranks[i, p]) + least


@inlined
def _pay_odd_chips(odd, best, level, claims, i, payments):
    """Pay odd chips, one each, to the winners nearest clockwise after the button."""
    n_players = len(claims)
    p = payments.buttons[i]
    while odd > 0:
        p = 0 if p + 1 >= n_players else p + 1
        if claims[p] == best and payments.bets[i, p] >= level:
            payments.payouts[i, p] += 1
            odd -= 1


@inlined
def _pay_one_pot(chips, level, claims, i, payments):
    """Pay the one pot of a deal, by far the most frequent kind: there are no bets to look at."""
    best, n_winners = np.uint32(0), 0
    for p in range(len(claims)):
        best = max(best, claims[p])
    for p in range(len(claims)):
        n_winners += claims[p] == best
    each = chips if n_winners == 1 else chips // n_winners
    for p in range(len(claims)):
        payments.payouts[i, p] = each if claims[p] == best else np.int64(0)
    odd = chips - each * n_winners
    if odd > 0:
        _pay_odd_chips(odd, best, level, claims, i, payments)


@inlined
def _pay(chips, level, claims, i, payments):
    """Pay chips to the best claim among the players of deal i who bet `level` or more."""
    bets = payments.bets
    best, n_winners = np.uint32(0), 0
    for p in range(len(claims)):
        claim = claims[p] if bets[i, p] >= level else np.uint32(0)
        best = max(best, claim)
    for p in range(len(claims)):
        n_winners += claims[p] == best and bets[i, p] >= level
    each = chips if n_winners == 1 else chips // n_winners
    for p in range(len(claims)):
        wins = claims[p] == best and bets[i, p] >= level
        payments.payouts[i, p] += each if wins else np.int64(0)
    odd = chips - each * n_winners
    if odd > 0:
        _pay_odd_chips(odd, best, level, claims, i, payments)


@inlined
def _pay_halves(chips, level, claims, low_claims, i, payments):
    """Pay one pot: all of it to the high hand, or half to the low where one qualifies."""
    low_half = np.int64(0)
    for p in range(len(low_claims)):
        if low_claims[p] and payments.bets[i, p] >= level:
            low_half = chips // 2
            break
    if low_half:
        _pay(low_half, level, low_claims, i, payments)
    _pay(chips - low_half, level, claims, i, payments)


@inlined
def _close_pot(below, level, highest, claims, i, bets):
    """Return what a pot holds, and the level at which the next one closes."""
    # That is the next higher bet of an unfolded player: one with a claim.
    chips, above = np.int64(0), highest
    for p in range(len(claims)):
        bet = bets[i, p]
        chips += min(bet, level) - min(bet, below)
        above = min(above, bet) if bet > level and claims[p] else above
    return chips, above


@inlined
def _pay_levels(left, levels, claims, low_claims, i, payments):
    """Pay a pot for each level; the last takes all that is left."""
    # Chips of folded players above every level are part of that.
    level, highest = levels
    below = np.int64(0)
    while left:
        chips, above = left, highest
        if level < highest:
            chips, above = _close_pot(below, level, highest, claims, i, payments.bets)
        if chips:
            _pay_halves(chips, level, claims, low_claims, i, payments)
            left -= chips
        below, level = level, above


@inlined
def _pay_deal(i, ranks, low_ranks, folded, claims, low_claims, payments):
    """Pay deal i; return whether it is bad, which the lack of such a button makes it too."""
    total, lowest, highest, bad = _sum_bets(payments.bets, folded, i)
    if bad or not 0 <= payments.buttons[i] < len(claims):
        return True
    # An unfolded player without a hand stands above those who cannot win.
    _write_claims(ranks, folded, i, np.uint32(1), claims)
    if lowest == highest and not len(low_claims):
        _pay_one_pot(total, lowest, claims, i, payments)
        return False
    _write_claims(low_ranks, folded, i, np.uint32(0), low_claims)
    payments.payouts[i] = 0
    _pay_levels(total, (lowest, highest), claims, low_claims, i, payments)
    return False


@kernel
def pay_pots(ranks, low_ranks, bets, folded, buttons, payouts):
    """Write what each player collects; `low_ranks` has no columns where the high takes all."""
    claims = np.empty(ranks.shape[1], dtype=np.uint32)
    low_claims = np.empty(low_ranks.shape[1], dtype=np.uint32)
    payments = Payments(bets, buttons, payouts)
    for i in range(bets.shape[0]):
        if _pay_deal(i, ranks, low_ranks, folded, claims, low_claims, payments):
            return i
    return NO_BAD_ROW


@inlined
def _list_levels(left, levels, i, claims, bets, pots):
    """Write the pots of deal i in the order in which they close."""
    amounts, contenders = pots
    level, highest = levels
    below, n_pots = np.int64(0), 0
    while left:
        chips, above = left, highest
        if level < highest:
            chips, above = _close_pot(below, level, highest, claims, i, bets)
        if chips:
            amounts[i, n_pots] = chips
            for p in range(len(claims)):
                contenders[i, n_pots, p] = claims[p] and bets[i, p] >= level
            n_pots += 1
            left -= chips
        below, level = level, above


@kernel
def list_pots(bets, folded, amounts, contenders):
    """Write what each pot holds and who contests it, as `pay_pots` pays them, 0 after the last."""
    claims = np.empty(bets.shape[1], dtype=np.uint32)
    for i in range(bets.shape[0]):
        total, lowest, highest, bad = _sum_bets(bets, folded, i)
        if bad:
            return i
        for p in range(bets.shape[1]):
            claims[p] = np.uint32(not folded[i, p])
        amounts[i] = 0
        contenders[i] = False
        _list_levels(total, (lowest, highest), i, claims, bets, (amounts, contenders))
    return NO_BAD_ROW
