"""Rank poker hands in bulk: arrays of cards in, arrays of hand ranks out.

>>> import handrank
>>> handrank.evaluate(["AsKsQsJsTs2c3d", "2s2d7h8c9dJhKs"])
array([36865,  4251], dtype=uint16)
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handrank.arrays.threads import get_threads, set_threads
    from handrank.equities.asking import equity
    from handrank.equities.grids import equity_grid, range_grid
    from handrank.equities.preflop import preflop_matrix
    from handrank.equities.ranges import Range
    from handrank.equities.result import EquityResult
    from handrank.ranking.classes import class_number, eight_or_better, hand_category, rank_of_class
    from handrank.ranking.counting import all_hands, count_ranks
    from handrank.ranking.dealing import deal
    from handrank.ranking.fives import best_five
    from handrank.ranking.hands import evaluate
    from handrank.ranking.masks import evaluate_masks
    from handrank.rulebook.cards import format_cards, parse_cards
    from handrank.rulebook.errors import CardError, TableError
    from handrank.rulebook.games import GAMES
    from handrank.rulebook.rules import RULE_SETS, HandCategory
    from handrank.showdowns.deals import showdown
    from handrank.showdowns.play import Showdown
    from handrank.showdowns.pot_list import Pots, side_pots
    from handrank.showdowns.pots import settle
    from handrank.showdowns.winning import pot_shares, winners
    from handrank.words.hands import describe, describe_rank
    from handrank.words.reasons import decided_by, describe_showdown

__version__ = "0.1.0"

# Where each public name lives. They are imported on first use, so that `import handrank` and the
# command line's --help do not wait for Numba.
_HOMES = {
    "CardError": "rulebook.errors",
    "EquityResult": "equities.result",
    "GAMES": "rulebook.games",
    "HandCategory": "rulebook.rules",
    "Pots": "showdowns.pot_list",
    "RULE_SETS": "rulebook.rules",
    "Range": "equities.ranges",
    "Showdown": "showdowns.play",
    "TableError": "rulebook.errors",
    "best_five": "ranking.fives",
    "all_hands": "ranking.counting",
    "class_number": "ranking.classes",
    "count_ranks": "ranking.counting",
    "deal": "ranking.dealing",
    "equity": "equities.asking",
    "equity_grid": "equities.grids",
    "decided_by": "words.reasons",
    "describe": "words.hands",
    "describe_rank": "words.hands",
    "describe_showdown": "words.reasons",
    "eight_or_better": "ranking.classes",
    "evaluate": "ranking.hands",
    "evaluate_masks": "ranking.masks",
    "format_cards": "rulebook.cards",
    "get_threads": "arrays.threads",
    "hand_category": "ranking.classes",
    "parse_cards": "rulebook.cards",
    "pot_shares": "showdowns.winning",
    "preflop_matrix": "equities.preflop",
    "range_grid": "equities.grids",
    "rank_of_class": "ranking.classes",
    "set_threads": "arrays.threads",
    "settle": "showdowns.pots",
    "showdown": "showdowns.deals",
    "side_pots": "showdowns.pot_list",
    "winners": "showdowns.winning",
}

__all__ = [
    "GAMES",
    "RULE_SETS",
    "CardError",
    "EquityResult",
    "HandCategory",
    "Pots",
    "Range",
    "Showdown",
    "TableError",
    "all_hands",
    "best_five",
    "class_number",
    "count_ranks",
    "deal",
    "decided_by",
    "describe",
    "describe_rank",
    "describe_showdown",
    "eight_or_better",
    "equity",
    "equity_grid",
    "evaluate",
    "evaluate_masks",
    "format_cards",
    "get_threads",
    "hand_category",
    "parse_cards",
    "pot_shares",
    "preflop_matrix",
    "range_grid",
    "rank_of_class",
    "set_threads",
    "settle",
    "showdown",
    "side_pots",
    "winners",
]


def __getattr__(name: str) -> Any:
    if name == "jit":
        return importlib.import_module(f"{__name__}.jit")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*(name for name in globals() if name.startswith("__")), *__all__, "jit"])
