"""Who wins, what each player collects, and what each pot holds, one deal a row.

All arrays are C-contiguous with the players of a deal along the last axis; the callers have checked
shapes and dtypes. A kernel that refuses a row returns the first bad one, or `NO_BAD_ROW`.

A player's *claim* on a pot is 0 for those who cannot win it, and the larger claim wins. A *level*
is a bet of an unfolded player: each pot holds what everyone paid between two levels, the first one
the dead money too. What one player bet above all others is *uncalled*, and in no pot.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handrank.kernels.compiling import inlined, kernel
from handrank.kernels.protocols import NO_BAD_ROW

_MOST_CHIPS = np.int64(np.iinfo(np.int64).max)


class RankedHands(NamedTuple):
    """What players hold: R run-outs of n deals, P players."""

    # Shape (n, R, P); the low ranks have no players where the high hand takes all.
    ranks: NDArray[np.uint16]
    low_ranks: NDArray[np.uint16]
    # Shape (n, P).
    folded: NDArray[np.bool_]


class Terms(NamedTuple):
    """How pots are raked and split, for all deals alike."""

    # The rate is a fraction; the cap is in chips.
    numerator: np.int64
    denominator: np.int64
    cap: np.int64
    # What pots are split by, and the odd chips that a winner gets at once.
    unit: np.int64
    odd_chips: np.int64


class Chips(NamedTuple):
    """What players put in, and what decides about rake and odd chips."""

    bets: NDArray[np.int64]  # (n, P)
    # The columns, of which there may be none, are summed.
    dead_money: NDArray[np.int64]
    buttons: NDArray[np.int64]  # (n,)
    # In which order players get odd chips, (n, P); without columns, clockwise from the button.
    orders: NDArray[np.int64]
    # Given amounts, (n, 1); without columns, what the rate comes to.
    rake: NDArray[np.int64]
    terms: Terms


class Claims(NamedTuple):
    """The claims of one deal's players in each of its R run-outs; low ones as far as there are."""

    high: NDArray[np.uint32]  # (R, P)
    low: NDArray[np.uint32]


class Payments(NamedTuple):
    """Where the results go: what players get back, what of it is uncalled, and what was taken."""

    payouts: NDArray[np.int64]  # (n, P)
    # All 0 before, so that no memory is touched where all bets are called.
    returned: NDArray[np.int64]  # (n, P)
    rake: NDArray[np.int64]  # (n,)


@inlined
def _sum_chips(rows, i, total, high_bits):
    """Add the chips of row i to a total; a top bit of `high_bits` says that it went wrong."""
    # As an unsigned number a negative amount has the top bit, and so has a sum that is too large
    # for int64; no sum of two smaller numbers can pass that bit unseen.
    for p in range(rows.shape[1]):
        chips = np.uint64(rows[i, p])
        total += chips
        high_bits |= chips | total
    return total, high_bits


@inlined
def _find_levels(i, bets, folded):
    """Return the lowest and the highest level of deal i, who has an uncalled bet and how much."""
    # The highest level is -1 if everyone has folded.
    most, lowest, highest = np.int64(0), _MOST_CHIPS, np.int64(-1)
    for p in range(bets.shape[1]):
        bet, gone = bets[i, p], folded[i, p]
        most = max(most, bet)
        lowest = lowest if gone else min(lowest, bet)
        highest = highest if gone else max(highest, bet)
    n_most = 0
    for p in range(bets.shape[1]):
        n_most += bets[i, p] == most
    if n_most > 1 or highest < most:
        return lowest, highest, 0, np.int64(0)
    bettor, second = 0, np.int64(0)
    for p in range(bets.shape[1]):
        bettor = p if bets[i, p] == most else bettor
        second = second if bets[i, p] == most else max(second, bets[i, p])
    return min(lowest, second), second, bettor, most - second


@inlined
def _proportion(a, b, c):
    """Return a * b // c for 0 <= a <= c, whatever the product."""
    if a < np.int64(1) << np.int64(31) and b < np.int64(1) << np.int64(31):
        return a * b // c
    quotient, remainder, divisor = np.int64(0), np.uint64(0), np.uint64(c)
    for k in range(63):
        bit = b >> np.int64(62 - k) & np.int64(1)
        quotient += quotient
        # Both steps add less than the divisor, which is below 2**63.
        remainder += remainder
        if remainder >= divisor:
            remainder -= divisor
            quotient += np.int64(1)
        remainder += np.uint64(a) if bit else np.uint64(0)
        if remainder >= divisor:
            remainder -= divisor
            quotient += np.int64(1)
    return quotient


@inlined
def _find_rake(i, in_pots, chips):
    """Return what is taken off the pots of deal i."""
    if chips.rake.shape[1]:
        return chips.rake[i, 0]
    terms = chips.terms
    if terms.numerator == 0:
        return np.int64(0)
    rake = _proportion(terms.numerator, in_pots, terms.denominator)
    return min(rake - rake % terms.unit, terms.cap)


@inlined
def _write_claims(ranks, folded, i, least, claims):
    """Write the claims of unfolded players: their ranks and `least` on top."""
    for r in range(ranks.shape[1]):
        for p in range(ranks.shape[2]):
            claims[r, p] = np.uint32(0) if folded[i, p] else np.uint32(ranks[i, r, p]) + least


@inlined
def _pay_odd_chips(odd, best, level, claims, i, chips, payouts):
    """Pay odd chips to winners in the order that the rule says."""
    n_players = len(claims)
    turn, p = 0, chips.buttons[i]
    while odd > 0:
        p = np.int64(0) if p + 1 >= n_players else p + np.int64(1)
        place = chips.orders[i, turn] if chips.orders.shape[1] else p
        turn += 1
        if claims[place] == best and chips.bets[i, place] >= level:
            part = min(odd, chips.terms.odd_chips)
            payouts[i, place] += part
            odd -= part


@inlined
def _pay(amount, level, claims, i, chips, payouts):
    """Pay an amount to the best claim among the players of deal i who bet `level` or more."""
    bets = chips.bets
    best, n_winners = np.uint32(0), np.int64(0)
    for p in range(len(claims)):
        claim = claims[p] if bets[i, p] >= level else np.uint32(0)
        best = max(best, claim)
    for p in range(len(claims)):
        n_winners += claims[p] == best and bets[i, p] >= level
    each = amount
    if n_winners > 1:
        each = amount // (n_winners * chips.terms.unit) * chips.terms.unit
    for p in range(len(claims)):
        wins = claims[p] == best and bets[i, p] >= level
        payouts[i, p] += each if wins else np.int64(0)
    odd = amount - each * n_winners
    if odd > 0:
        _pay_odd_chips(odd, best, level, claims, i, chips, payouts)


@inlined
def _pay_all(amount, claims, i, chips, payouts):
    """Pay the one pot of a deal, by far the most frequent kind: no bet has to be looked at."""
    best, n_winners = np.uint32(0), np.int64(0)
    for p in range(len(claims)):
        best = max(best, claims[p])
    for p in range(len(claims)):
        n_winners += claims[p] == best
    each = amount
    if n_winners > 1:
        each = amount // (n_winners * chips.terms.unit) * chips.terms.unit
    for p in range(len(claims)):
        payouts[i, p] = each if claims[p] == best else np.int64(0)
    odd = amount - each * n_winners
    if odd > 0:
        _pay_odd_chips(odd, best, np.int64(0), claims, i, chips, payouts)


@inlined
def _pay_run(amount, level, claims, low_claims, i, chips, payouts):
    """Pay one run-out of a pot: all of it to the high hand, or half to the low if one qualifies."""
    low_half = np.int64(0)
    for p in range(len(low_claims)):
        if low_claims[p] and chips.bets[i, p] >= level:
            low_half = amount // (2 * chips.terms.unit) * chips.terms.unit
            break
    if low_half:
        _pay(low_half, level, low_claims, i, chips, payouts)
    _pay(amount - low_half, level, claims, i, chips, payouts)


@inlined
def _pay_pot(amount, level, claims, i, chips, payouts):
    """Pay one pot: each run-out pays its share, odd units to the first ones."""
    n_runs, unit = np.int64(claims.high.shape[0]), chips.terms.unit
    each, odd = amount, np.int64(0)
    if n_runs > 1:
        each = amount // (n_runs * unit) * unit
        odd = amount - each * n_runs
    for r in range(n_runs):
        part = min(odd, unit)
        odd -= part
        _pay_run(each + part, level, claims.high[r], claims.low[r], i, chips, payouts)


@inlined
def _close_pot(below, level, highest, claims, i, bets):
    """Return what a pot holds, and the level at which the next one closes."""
    # That is the next higher bet of an unfolded player: one with a claim.
    amount, above = np.int64(0), highest
    for p in range(len(claims)):
        bet = bets[i, p]
        amount += min(bet, level) - min(bet, below)
        above = min(above, bet) if bet > level and claims[p] else above
    return amount, above


@inlined
def _pay_levels(amounts, levels, claims, i, chips, payouts):
    """Pay a pot for each level; the last takes all that is left."""
    # Chips of folded players above every level are part of that. Each pot bears its part of the
    # rake, counted in units from the main pot on.
    total, dead, rake = amounts
    level, highest = levels
    left, taken, below = total, np.int64(0), np.int64(0)
    while left:
        amount, above = left, highest
        if level < highest:
            amount, above = _close_pot(below, level, highest, claims.high[0], i, chips.bets)
            amount += dead
            dead = np.int64(0)
        if amount:
            left -= amount
            due = rake
            if left and rake:
                due = _proportion(total - left, rake, total)
                due -= due % chips.terms.unit
            _pay_pot(amount - (due - taken), level, claims, i, chips, payouts)
            taken = due
        below, level = level, above


@inlined
def _pay_deal(i, hands, chips, claims, payments):
    """Pay deal i; return whether it is bad, which the lack of such a button makes it too."""
    bets = chips.bets
    dead, high_bits = _sum_chips(chips.dead_money, i, np.uint64(0), np.uint64(0))
    total, high_bits = _sum_chips(bets, i, dead, high_bits)
    lowest, highest, bettor, uncalled = _find_levels(i, bets, hands.folded)
    bad = high_bits >> np.uint64(63) != 0 or highest < 0
    if bad or not 0 <= chips.buttons[i] < bets.shape[1]:
        return True
    in_pots = np.int64(total) - uncalled
    rake = _find_rake(i, in_pots, chips)
    if not 0 <= rake <= in_pots:
        return True
    # An unfolded player without a hand stands above those who cannot win.
    _write_claims(hands.ranks, hands.folded, i, np.uint32(1), claims.high)
    _write_claims(hands.low_ranks, hands.folded, i, np.uint32(0), claims.low)
    payments.rake[i] = rake
    if lowest == highest and hands.ranks.shape[1] == 1 and not hands.low_ranks.shape[2]:
        _pay_all(in_pots - rake, claims.high[0], i, chips, payments.payouts)
    else:
        payments.payouts[i] = 0
        amounts, levels = (in_pots, np.int64(dead), rake), (lowest, highest)
        _pay_levels(amounts, levels, claims, i, chips, payments.payouts)
    if uncalled:
        payments.payouts[i, bettor] += uncalled
        payments.returned[i, bettor] = uncalled
    return False


@kernel
def pay_pots(hands, chips, payments):
    """Write what each player gets back, what of it was uncalled, and the rake."""
    claims = Claims(
        np.empty(hands.ranks.shape[1:], dtype=np.uint32),
        np.empty(hands.low_ranks.shape[1:], dtype=np.uint32),
    )
    for i in range(hands.folded.shape[0]):
        if _pay_deal(i, hands, chips, claims, payments):
            return i
    return NO_BAD_ROW


@inlined
def _list_levels(amounts, levels, i, claims, bets, pots):
    """Write the pots of deal i in the order in which they close."""
    left, dead = amounts
    level, highest = levels
    below, n_pots = np.int64(0), 0
    while left:
        amount, above = left, highest
        if level < highest:
            amount, above = _close_pot(below, level, highest, claims, i, bets)
            amount += dead
            dead = np.int64(0)
        if amount:
            pots.amounts[i, n_pots] = amount
            for p in range(len(claims)):
                pots.contenders[i, n_pots, p] = claims[p] and bets[i, p] >= level
            n_pots += 1
            left -= amount
        below, level = level, above


@kernel
def list_pots(bets, dead_money, folded, pots):
    """Write what each pot holds and who contests it, as `pay_pots` pays them, 0 after the last."""
    # As in `Payments`, what is returned is all 0 before.
    claims = np.empty(bets.shape[1], dtype=np.uint32)
    for i in range(bets.shape[0]):
        dead, high_bits = _sum_chips(dead_money, i, np.uint64(0), np.uint64(0))
        total, high_bits = _sum_chips(bets, i, dead, high_bits)
        lowest, highest, bettor, uncalled = _find_levels(i, bets, folded)
        if high_bits >> np.uint64(63) != 0 or highest < 0:
            return i
        for p in range(bets.shape[1]):
            claims[p] = np.uint32(not folded[i, p])
        pots.amounts[i] = 0
        pots.contenders[i] = False
        if uncalled:
            pots.returned[i, bettor] = uncalled
        amounts, levels = (np.int64(total) - uncalled, np.int64(dead)), (lowest, highest)
        _list_levels(amounts, levels, i, claims, bets, pots)
    return NO_BAD_ROW
