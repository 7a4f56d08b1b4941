"""``handrank survey``: rank random hands and set their categories beside the exact frequencies."""

import argparse
import math
from time import perf_counter
from typing import TYPE_CHECKING, Any

from handrank.cli.language import print_table, say, say_number, spoken_lang, tell
from handrank.cli.options import add_shared
from handrank.cli.parsing import add_command, count
from handrank.cli.progress import progress_bar, rate
from handrank.rulebook.errors import Message

if TYPE_CHECKING:
    from handrank.rulebook.rules import HandCategory, RulesName

# Hands dealt and then ranked in one call: far more than fit in any cache, so that the rate is that
# of fresh hands from memory.
_BLOCK = 10_000_000


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        _run,
        "survey",
        Message("rank random hands; print the rate, and categories beside exact frequencies"),
        Message(
            "Deal N random hands from a seed, rank them, and print hands per second and how often "
            "each category came, beside the exact frequencies."
        ),
    )
    parser.option(
        "n",
        "how many hands (default: {default:,})",
        fields={"default": _BLOCK},
        type=count,
        nargs="?",
        default=_BLOCK,
        metavar="N",
    )
    parser.option("--cards", "cards a hand (default: 7)", type=count, choices=(5, 6, 7), default=7)
    parser.option("--seed", "the seed (default: 1)", type=count, default=1, metavar="S")
    add_shared(parser, "--rules", default="high")


def _run(arguments: argparse.Namespace) -> int:
    n, n_cards, rules, seed = arguments.n, arguments.cards, arguments.rules, arguments.seed
    counts, dealing, ranking = _survey(n, n_cards, rules, seed)
    tell(
        "{n:,} random hands of {n_cards} cards, rules {rules!r}, seed {seed}",
        n=n,
        n_cards=n_cards,
        rules=rules,
        seed=seed,
    )
    if n:
        tell("dealt in {seconds:.2f} s ({rate})", seconds=dealing, rate=rate(n, dealing))
        tell(
            "ranked in {seconds:.3f} s ({rate}), every card checked",
            seconds=ranking,
            rate=rate(n, ranking),
        )
    print()
    _print_frequencies(counts, n, n_cards, rules)
    return 0


def _survey(
    n: int, n_cards: int, rules: "RulesName", seed: int
) -> "tuple[dict[HandCategory, int], float, float]":
    """Return how often each category came, and the seconds of dealing and of ranking."""
    import numpy as np

    from handrank.ranking.dealing import deal
    from handrank.ranking.hands import evaluate
    from handrank.ranking.verification import category_counts
    from handrank.rulebook.rules import get_rules

    rng = np.random.default_rng(seed)
    # Compiling, or loading what was compiled before, is no part of the rate.
    evaluate(deal(1, n_cards, rng=np.random.default_rng(0), rules=rules), rules=rules)
    counts = dict.fromkeys(get_rules(rules).categories, 0)
    dealing = ranking = 0.0
    with progress_bar(n, "hands") as show:
        for first in range(0, n, _BLOCK):
            start = perf_counter()
            hands = deal(min(_BLOCK, n - first), n_cards, rng=rng, rules=rules)
            # Fresh memory costs its first touch; the rate is of ranking alone.
            ranks = np.full(len(hands), 1, dtype=np.uint16)
            dealt = perf_counter()
            evaluate(hands, rules=rules, out=ranks)
            ranking += perf_counter() - dealt
            dealing += dealt - start
            for category, number in category_counts(ranks, rules).items():
                if number:
                    counts[category] += number
            show(first + len(hands))
    return counts, dealing, ranking


def _print_frequencies(
    counts: "dict[HandCategory, int]", n: int, n_cards: int, rules: "RulesName"
) -> None:
    from handrank.rulebook.figures import EXACT_FIGURES
    from handrank.words.languages import vocabulary_of

    def percent(part: int, whole: int) -> str:
        return say_number(part / whole, ".5%") if whole else "-"

    exact = EXACT_FIGURES.get((rules, n_cards))
    header = [Message("category"), Message("hands"), Message("frequency")]
    header += [] if exact is None else [Message("exact"), Message("deviation")]
    rows = []
    for category, number in reversed(counts.items()):
        name = vocabulary_of(spoken_lang()).hands[category][0]
        cells = [name, say_number(number), percent(number, n)]
        if exact is not None:
            share = exact.hands[category] / exact.total
            cells.append(percent(exact.hands[category], exact.total))
            cells.append(_deviation(number, n, share))
        rows.append(cells)
    unranked = n - sum(counts.values())
    if unranked:
        cells = [say(Message("no qualifying hand")), say_number(unranked), percent(unranked, n)]
        rows.append([*cells, "-", "-"][: len(header)])
    print_table(header, rows, right=header[1:])
    if exact is not None:
        print()
        tell("deviation: from the exact frequency, in standard errors of a sample of this size")


def _deviation(number: int, n: int, share: float) -> str:
    """Say how many standard errors a count is off; a dash where there can be no error."""
    error = math.sqrt(n * share * (1 - share))
    return say_number((number - n * share) / error, "+.2f") if error else "-"
