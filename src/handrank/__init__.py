"""Rank poker hands in bulk: arrays of cards in, arrays of hand ranks out.

>>> import handrank
>>> handrank.evaluate(["AsKsQsJsTs2c3d", "2s2d7h8c9dJhKs"])
array([36865,  4251], dtype=uint16)
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handrank.cards import format_cards, parse_cards
    from handrank.classes import class_number, eight_or_better, hand_category, rank_of_class
    from handrank.counting import all_hands, count_ranks
    from handrank.dealing import deal
    from handrank.decision import decided_by, describe_showdown
    from handrank.description import describe, describe_rank
    from handrank.equities import equity
    from handrank.equity_result import EquityResult
    from handrank.evaluation import evaluate
    from handrank.five_cards import best_five
    from handrank.games import GAMES
    from handrank.grids import equity_grid, range_grid
    from handrank.inputs import CardError
    from handrank.masks import evaluate_masks
    from handrank.omaha import evaluate_omaha
    from handrank.omaha_five import best_five_omaha
    from handrank.pot_list import Pots, side_pots
    from handrank.pots import settle
    from handrank.preflop import preflop_matrix
    from handrank.ranges import Range
    from handrank.rules import RULE_SETS, HandCategory
    from handrank.showdowns import Showdown, showdown
    from handrank.tables import TableError
    from handrank.threads import get_threads, set_threads
    from handrank.winning import pot_shares, winners

__version__ = "0.1.0"

# Where each public name lives. They are imported on first use, so that `import handrank` and the
# command line's --help do not wait for Numba.
_HOMES = {
    "CardError": "inputs",
    "EquityResult": "equity_result",
    "GAMES": "games",
    "HandCategory": "rules",
    "Pots": "pot_list",
    "RULE_SETS": "rules",
    "Range": "ranges",
    "Showdown": "showdowns",
    "TableError": "tables",
    "best_five": "five_cards",
    "best_five_omaha": "omaha_five",
    "all_hands": "counting",
    "class_number": "classes",
    "count_ranks": "counting",
    "deal": "dealing",
    "equity": "equities",
    "equity_grid": "grids",
    "decided_by": "decision",
    "describe": "description",
    "describe_rank": "description",
    "describe_showdown": "decision",
    "eight_or_better": "classes",
    "evaluate": "evaluation",
    "evaluate_masks": "masks",
    "evaluate_omaha": "omaha",
    "format_cards": "cards",
    "get_threads": "threads",
    "hand_category": "classes",
    "parse_cards": "cards",
    "pot_shares": "winning",
    "preflop_matrix": "preflop",
    "range_grid": "grids",
    "rank_of_class": "classes",
    "set_threads": "threads",
    "settle": "pots",
    "showdown": "showdowns",
    "side_pots": "pot_list",
    "winners": "winning",
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
    "best_five_omaha",
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
    "evaluate_omaha",
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
