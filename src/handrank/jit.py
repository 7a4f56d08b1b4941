"""Functions for users' own Numba code: callable from Python and from any ``@njit`` function.

=============================  =============================================================
``evaluate5(c0, ..., c4)``     hand rank of five card ids
``evaluate6``, ``evaluate7``   the same for six and seven
``evaluate_row(cards)``        hand rank of a one-dimensional array of 5, 6 or 7 card ids
``EMPTY_HAND``                 a hand of no cards
``add_card(hand, card)``       the hand with one card more
``join_hands(hand, other)``    the hand of both hands' cards, a board and hole cards say
``rank_hand(hand)``            its hand rank; 0 where it has fewer than 5 or more than 7 cards
``deal_into(rng, deck, out)``  cards drawn without replacement, from a `numpy.random.Generator`
=============================  =============================================================

They trust their arguments: a number that is not a card id, or a card given twice, gives a
meaningless rank but no crash, a row of another length 0. `handrank.evaluate` is the
function that checks.

A hand that grows card by card is a pair of integers, the same in Python and in Numba:

>>> from handrank import jit
>>> board = jit.EMPTY_HAND
>>> for card in (51, 47, 43, 0, 5):  # As Ks Qs 2c 3d
...     board = jit.add_card(board, card)
>>> hole = jit.add_card(jit.add_card(jit.EMPTY_HAND, 39), 35)  # Js Ts
>>> jit.rank_hand(jit.join_hands(board, hole))
36865
>>> jit.evaluate7(51, 47, 43, 0, 5, 39, 35)
36865

All rank under the rules ``"high"``; `for_rules` gives them for another rule set. The tables, about
200 KB, are compiled into the functions, so that functions which use these can be cached
(``@njit(cache=True)``). Numba does not see that handrank changed beneath such a function: what it
has cached keeps the code, and the tables, of the version that it was compiled with.
"""

from handrank.kernels.portable.deal_cards import deal_into
from handrank.kernels.portable.single_hands import HandFunctions, hand_functions, join_hands
from handrank.lookup.encoding import EMPTY_HAND as _EMPTY_KEY
from handrank.rulebook.rules import RulesName, get_rules

__all__ = [
    "EMPTY_HAND",
    "add_card",
    "deal_into",
    "evaluate5",
    "evaluate6",
    "evaluate7",
    "evaluate_row",
    "for_rules",
    "join_hands",
    "rank_hand",
]

EMPTY_HAND = (_EMPTY_KEY, 0)


def for_rules(rules: RulesName) -> HandFunctions:
    """Return the functions that rank, for any rule set.

    Parameters
    ----------
    rules : str
        Name of the rule set.

    Returns
    -------
    HandFunctions
        With the attributes ``evaluate5``, ``evaluate6``, ``evaluate7``, ``evaluate_row``,
        ``add_card`` and ``rank_hand``, which do what the functions of this module do. Give one a
        name of its own to use it in an ``@njit`` function. The functions of one rule set are made
        once.

    Raises
    ------
    ValueError
        If no rule set has that name.

    Examples
    --------
    >>> evaluate5 = for_rules("high-no-wheel").evaluate5
    >>> evaluate5(51, 0, 5, 10, 12) < 1 << 12  # A-2-3-4-5 is a mere high card
    True
    """
    return hand_functions(get_rules(rules).name)


_high = for_rules("high")
evaluate5 = _high.evaluate5
evaluate6 = _high.evaluate6
evaluate7 = _high.evaluate7
evaluate_row = _high.evaluate_row
add_card = _high.add_card
rank_hand = _high.rank_hand
