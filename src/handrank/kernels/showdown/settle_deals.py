"""Who wins and what it pays, one deal a row.

All arrays are C-contiguous with the players of a deal along the last axis; the callers have checked
shapes and dtypes. A kernel that can refuse a row returns the first bad one, or `NO_BAD_ROW`.
"""

import numpy as np

from handrank.kernels.compiling import inlined, kernel
from handrank.kernels.protocols import NO_BAD_ROW
from handrank.rulebook.cards import N_CARDS

_MOST_CHIPS = np.int64(np.iinfo(np.int64).max)


@kernel
def mark_winners(ranks, won):
    """Mark the players who hold the best rank; nobody where all ranks are 0."""
    n_players = ranks.shape[1]
    for i in range(ranks.shape[0]):
        best = np.uint16(1)
        for p in range(n_players):
            best = max(best, ranks[i, p])
        for p in range(n_players):
            won[i, p] = ranks[i, p] == best


@kernel
def share_pots(ranks, shares):
    """Share a pot of 1 among the players who hold the best rank."""
    n_players = ranks.shape[1]
    for i in range(ranks.shape[0]):
        best = np.uint16(1)
        for p in range(n_players):
            best = max(best, ranks[i, p])
        n_winners = 0
        for p in range(n_players):
            n_winners += ranks[i, p] == best
        share = 1.0 / max(n_winners, 1)
        for p in range(n_players):
            shares[i, p] = share if ranks[i, p] == best else 0.0


@kernel
def find_bad_deal(hole, board):
    """Find the first deal with a card that is none or stands twice among its players and board."""
    for i in range(hole.shape[0]):
        seen = np.uint64(0)
        n_seen = 0
        bad = False
        for j in range(board.shape[1]):
            seen |= np.uint64(1) << np.uint64(board[i, j] & np.uint8(63))
            bad |= board[i, j] >= N_CARDS
        for j in range(hole.shape[1]):
            seen |= np.uint64(1) << np.uint64(hole[i, j] & np.uint8(63))
            bad |= hole[i, j] >= N_CARDS
        while seen:
            seen &= seen - np.uint64(1)
            n_seen += 1
        if bad or n_seen != hole.shape[1] + board.shape[1]:
            return i
    return NO_BAD_ROW


@inlined
def _pay_odd_chips(odd, best, level, claims, i, bets, buttons, payouts):
    """Pay odd chips, one each, to the winners nearest clockwise after the button."""
    n_players = len(claims)
    p = buttons[i]
    while odd > 0:
        p = 0 if p + 1 >= n_players else p + 1
        if claims[p] == best and bets[i, p] >= level:
            payouts[i, p] += 1
            odd -= 1


@inlined
def _pay(chips, level, claims, i, bets, buttons, payouts):
    """Pay chips to the best claim among the players of deal i who bet `level` or more."""
    n_players = len(claims)
    best, n_winners = np.uint32(0), 0
    for p in range(n_players):
        claim = claims[p] if bets[i, p] >= level else np.uint32(0)
        best = max(best, claim)
    for p in range(n_players):
        n_winners += claims[p] == best and bets[i, p] >= level
    each = chips if n_winners == 1 else chips // n_winners
    for p in range(n_players):
        payouts[i, p] += each if claims[p] == best and bets[i, p] >= level else np.int64(0)
    odd = chips - each * n_winners
    if odd > 0:
        _pay_odd_chips(odd, best, level, claims, i, bets, buttons, payouts)


@inlined
def _pay_pot(chips, level, claims, low_claims, i, bets, buttons, payouts):
    """Pay one pot: all of it to the high hand, or half to the low where one qualifies."""
    low_half = np.int64(0)
    for p in range(len(low_claims)):
        if low_claims[p] and bets[i, p] >= level:
            low_half = chips // 2
            break
    if low_half:
        _pay(low_half, level, low_claims, i, bets, buttons, payouts)
    _pay(chips - low_half, level, claims, i, bets, buttons, payouts)


@inlined
def _close_pot(below, level, highest, claims, i, bets):
    """Return what a pot holds, and the level at which the next one closes.

    The pot holds what everyone, folded or not, paid between the level below and its own. The next
    closes at the next higher bet of an unfolded player: one with a claim.
    """
    chips, above = np.int64(0), highest
    for p in range(len(claims)):
        bet = bets[i, p]
        chips += min(bet, level) - min(bet, below)
        above = min(above, bet) if bet > level and claims[p] else above
    return chips, above


@kernel
def settle_deals(ranks, low_ranks, bets, folded, buttons, payouts):
    """Write what each player collects; `low_ranks` has no columns where the high takes all.

    A deal is bad if a bet is negative, the bets' sum is past int64, everyone has folded or there is
    no such button.
    """
    n_players = bets.shape[1]
    # What a player claims a pot with, 0 for no claim. The high claim is one more than the rank:
    # an unfolded player without a hand stands above those who cannot win.
    claims = np.empty(n_players, dtype=np.uint32)
    low_claims = np.empty(low_ranks.shape[1], dtype=np.uint32)
    for i in range(bets.shape[0]):
        total, high_bits = np.uint64(0), np.uint64(0)
        lowest, highest = _MOST_CHIPS, np.int64(-1)
        for p in range(n_players):
            bet = bets[i, p]
            gone = folded[i, p]
            total += np.uint64(bet)
            high_bits |= np.uint64(bet) | total
            claims[p] = np.uint32(0) if gone else np.uint32(ranks[i, p]) + np.uint32(1)
            lowest = lowest if gone else min(lowest, bet)
            highest = highest if gone else max(highest, bet)
            payouts[i, p] = 0
        # As an unsigned number a negative bet has the top bit, and so has a sum that is too large
        # for int64; no sum of two smaller numbers can pass that bit unseen.
        if high_bits >> np.uint64(63) or highest < 0 or not 0 <= buttons[i] < n_players:
            return i
        for p in range(low_ranks.shape[1]):
            low_claims[p] = np.uint32(0) if folded[i, p] else np.uint32(low_ranks[i, p])
        if lowest == highest and not len(low_claims):
            # One pot for one hand, by far the most frequent kind of deal: no bets to look at.
            best, n_winners = np.uint32(0), 0
            for p in range(n_players):
                best = max(best, claims[p])
            for p in range(n_players):
                n_winners += claims[p] == best
            each = np.int64(total) if n_winners == 1 else np.int64(total) // n_winners
            for p in range(n_players):
                payouts[i, p] = each if claims[p] == best else np.int64(0)
            odd = np.int64(total) - each * n_winners
            if odd > 0:
                _pay_odd_chips(odd, best, lowest, claims, i, bets, buttons, payouts)
            continue
        left = np.int64(total)
        # A pot for each level that an unfolded player has bet. The last takes all that is left,
        # chips of folded players above every level included.
        below, level = np.int64(0), lowest
        while level < highest:
            chips, above = _close_pot(below, level, highest, claims, i, bets)
            if chips:
                _pay_pot(chips, level, claims, low_claims, i, bets, buttons, payouts)
                left -= chips
            below, level = level, above
        _pay_pot(left, level, claims, low_claims, i, bets, buttons, payouts)
    return NO_BAD_ROW


@kernel
def list_pots(bets, folded, amounts, contenders):
    """Write what each pot holds and who contests it, as `settle_deals` pays them, 0 after the last.

    A deal is bad if a bet is negative, the bets' sum is past int64 or everyone has folded.
    """
    n_players = bets.shape[1]
    claims = np.empty(n_players, dtype=np.uint32)
    for i in range(bets.shape[0]):
        total, high_bits = np.uint64(0), np.uint64(0)
        lowest, highest = _MOST_CHIPS, np.int64(-1)
        for p in range(n_players):
            bet = bets[i, p]
            gone = folded[i, p]
            total += np.uint64(bet)
            high_bits |= np.uint64(bet) | total
            claims[p] = np.uint32(0) if gone else np.uint32(1)
            lowest = lowest if gone else min(lowest, bet)
            highest = highest if gone else max(highest, bet)
            amounts[i, p] = 0
            for q in range(n_players):
                contenders[i, p, q] = False
        if high_bits >> np.uint64(63) or highest < 0:
            return i
        left = np.int64(total)
        n_pots = 0
        below, level = np.int64(0), lowest
        while left:
            chips, above = left, highest
            if level < highest:
                chips, above = _close_pot(below, level, highest, claims, i, bets)
            if chips:
                amounts[i, n_pots] = chips
                for p in range(n_players):
                    contenders[i, n_pots, p] = claims[p] and bets[i, p] >= level
                n_pots += 1
                left -= chips
            below, level = level, above
    return NO_BAD_ROW
