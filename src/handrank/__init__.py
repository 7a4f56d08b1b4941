"""Rank poker hands in bulk: arrays of cards in, arrays of hand ranks out.

>>> import handrank
>>> handrank.evaluate(["AsKsQsJsTs2c3d", "2s2d7h8c9dJhKs"])
array([36865,  4251], dtype=uint16)
"""

import importlib
from _thread import RLock
from typing import TYPE_CHECKING, Any

from handrank.arrays.forks import hold_across_forks

if TYPE_CHECKING:
    from handrank import jit as jit
    from handrank.arrays.threads import get_threads, set_threads
    from handrank.equities.asking import equity
    from handrank.equities.combos import all_combos, class_names
    from handrank.equities.grids import equity_grid, preflop_matrix, range_grid
    from handrank.equities.ranges import Range
    from handrank.equities.result import EquityResult
    from handrank.ranking.classes import class_number, eight_or_better, hand_category, rank_of_class
    from handrank.ranking.counting import all_hands, count_ranks
    from handrank.ranking.dealing import deal
    from handrank.ranking.fives import best_five
    from handrank.ranking.hands import evaluate
    from handrank.ranking.masks import evaluate_masks
    from handrank.rulebook.cards import Lang, format_cards, parse_cards
    from handrank.rulebook.errors import CardError, TableError
    from handrank.rulebook.games import GAMES, Game, GameName
    from handrank.rulebook.rules import RULE_SETS, HandCategory, Rules, RulesName
    from handrank.showdowns.play import showdown
    from handrank.showdowns.pots import Pots, settle, side_pots
    from handrank.showdowns.showdown_result import Showdown
    from handrank.showdowns.stakes import OddChips, Rake
    from handrank.showdowns.winning import pot_shares, winners
    from handrank.words.descriptions import describe, describe_rank
    from handrank.words.reasons import decided_by, describe_showdown

__version__ = "0.1.0"

# Where the public names live. They are imported on first use, so that `import handrank` and the
# command line's --help do not wait for Numba.
_NAMES_OF = {
    "arrays.threads": ("get_threads", "set_threads"),
    "equities.asking": ("equity",),
    "equities.combos": ("all_combos", "class_names"),
    "equities.grids": ("equity_grid", "preflop_matrix", "range_grid"),
    "equities.ranges": ("Range",),
    "equities.result": ("EquityResult",),
    "ranking.classes": ("class_number", "eight_or_better", "hand_category", "rank_of_class"),
    "ranking.counting": ("all_hands", "count_ranks"),
    "ranking.dealing": ("deal",),
    "ranking.fives": ("best_five",),
    "ranking.hands": ("evaluate",),
    "ranking.masks": ("evaluate_masks",),
    "rulebook.cards": ("Lang", "format_cards", "parse_cards"),
    "rulebook.errors": ("CardError", "TableError"),
    "rulebook.games": ("GAMES", "Game", "GameName"),
    "rulebook.rules": ("RULE_SETS", "HandCategory", "Rules", "RulesName"),
    "showdowns.play": ("showdown",),
    "showdowns.pots": ("Pots", "settle", "side_pots"),
    "showdowns.showdown_result": ("Showdown",),
    "showdowns.stakes": ("OddChips", "Rake"),
    "showdowns.winning": ("pot_shares", "winners"),
    "words.descriptions": ("describe", "describe_rank"),
    "words.reasons": ("decided_by", "describe_showdown"),
}
_HOMES = {name: module for module, names in _NAMES_OF.items() for name in names}

__all__ = [
    "GAMES",
    "RULE_SETS",
    "CardError",
    "EquityResult",
    "Game",
    "GameName",
    "HandCategory",
    "Lang",
    "OddChips",
    "Pots",
    "Rake",
    "Range",
    "Rules",
    "RulesName",
    "Showdown",
    "TableError",
    "all_combos",
    "all_hands",
    "best_five",
    "class_names",
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

# The child of a fork would wait for ever for a module that another thread was importing.
_importing = RLock()
hold_across_forks(_importing)

if not TYPE_CHECKING:
    # Type checkers know the names from above, and no others.
    def __getattr__(name: str) -> Any:
        if name != "jit" and name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        # Both say what is to be done at forks, which comes too late for one that waits for us.
        import concurrent.futures.thread  # noqa: F401
        import logging  # noqa: F401

        with _importing:
            if name == "jit":
                return importlib.import_module(f"{__name__}.jit")
            value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*(name for name in globals() if name.startswith("__")), *__all__, "jit"])
