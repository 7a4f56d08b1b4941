"""``handrank survey``: rank random hands and set their categories beside the exact frequencies."""

import argparse
import math
import time
from functools import partial

from handrank.cli.common import (
    Commands,
    add_lang,
    add_rules,
    count,
    format_rate,
    format_table,
    progress_bar,
)
from handrank.cli.words import say
from handrank.words.numbers import write_number

# Hands dealt and then ranked in one call: far more than fit in any cache, so that the rate is that
# of fresh hands from memory.
_BLOCK = 10_000_000


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "survey",
        help="rank random hands; print the rate, and categories beside exact frequencies",
        description="Deal N random hands from a seed, rank them, and print hands per second and "
        "how often each category came, beside the exact frequencies.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "n",
        type=count,
        nargs="?",
        default=_BLOCK,
        metavar="N",
        help=f"how many hands (default: {_BLOCK:,})",
    )
    parser.add_argument("--cards", type=int, choices=(5, 6, 7), default=7, help="default: 7")
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="default: 1")
    add_rules(parser)
    add_lang(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import numpy as np

    from handrank.ranking.dealing import deal
    from handrank.ranking.hands import evaluate
    from handrank.ranking.verification import category_counts
    from handrank.rulebook.figures import EXACT_FIGURES
    from handrank.rulebook.rules import get_rules
    from handrank.words.languages import vocabulary_of

    n, n_cards, rules, lang = arguments.n, arguments.cards, arguments.rules, arguments.lang
    rng = np.random.default_rng(arguments.seed)
    # Compiling, or loading what was compiled before, is no part of the rate.
    evaluate(deal(1, n_cards, rng=np.random.default_rng(0), rules=rules), rules=rules)
    counts = dict.fromkeys(get_rules(rules).categories, 0)
    dealing = ranking = 0.0
    with progress_bar(n, "hands", lang) as show:
        for first in range(0, n, _BLOCK):
            start = time.perf_counter()
            hands = deal(min(_BLOCK, n - first), n_cards, rng=rng, rules=rules)
            # Fresh memory costs its first touch; the rate is of ranking alone.
            ranks = np.full(len(hands), 1, dtype=np.uint16)
            dealt = time.perf_counter()
            evaluate(hands, rules=rules, out=ranks)
            ranking += time.perf_counter() - dealt
            dealing += dealt - start
            for category, number in category_counts(ranks, rules).items():
                if number:
                    counts[category] += number
            show(first + len(hands))
    write = partial(write_number, lang=lang)

    def percent(part: int, whole: int) -> str:
        return write(part / whole, ".5%") if whole else "-"

    exact = EXACT_FIGURES.get((rules, n_cards))
    rows = []
    for category, number in reversed(counts.items()):
        row = [vocabulary_of(lang).categories[category], write(number), percent(number, n)]
        if exact is not None:
            share = exact.hands[category] / exact.total
            deviation = _deviation(number, n, share)
            row.append(percent(exact.hands[category], exact.total))
            row.append("-" if deviation is None else write(deviation, "+.2f"))
        rows.append(row)
    unranked = n - sum(counts.values())
    if unranked:
        rows.append([say("no qualifying hand", lang), write(unranked), percent(unranked, n)])
        rows[-1] += [] if exact is None else ["-", "-"]
    header = ["category", "hands", "frequency"]
    header += [] if exact is None else ["exact", "deviation"]
    title = say("{} random hands of {} cards, rules {!r}, seed {}", lang)
    print(title.format(write(n), n_cards, rules, arguments.seed))
    if n:
        rates = [format_rate(n / seconds, lang=lang) for seconds in (dealing, ranking)]
        print(say("dealt in {} s ({})", lang).format(write(dealing, ".2f"), rates[0]))
        line = say("ranked in {} s ({}), every card checked", lang)
        print(line.format(write(ranking, ".3f"), rates[1]))
    print()
    names = [say(name, lang) for name in header]
    print(format_table(names, rows, "l" + "r" * (len(header) - 1)))
    if exact is not None:
        note = "deviation: from the exact frequency, in standard errors of a sample of this size"
        print(f"\n{say(note, lang)}")
    return 0


def _deviation(number: int, n: int, share: float) -> float | None:
    """Return how many standard errors a count is off; None where there can be no error."""
    error = math.sqrt(n * share * (1 - share))
    return (number - n * share) / error if error else None
