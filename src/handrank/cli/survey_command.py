"""``handrank survey``: rank random hands and set their categories beside the exact frequencies."""

import argparse
import math
import time
from typing import TYPE_CHECKING

from handrank.cli.language import say, say_number, spoken_lang, tell
from handrank.cli.options import add_rules
from handrank.cli.parsing import Commands, add_command, count
from handrank.cli.progress import hands_a_second, progress_bar
from handrank.cli.text_tables import format_table
from handrank.rulebook.errors import Message

if TYPE_CHECKING:
    from handrank.rulebook.rules import HandCategory, RulesName

# Hands dealt and then ranked in one call: far more than fit in any cache, so that the rate is that
# of fresh hands from memory.
_BLOCK = 10_000_000


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "survey",
        Message("rank random hands; print the rate, and categories beside exact frequencies"),
        Message(
            "Deal N random hands from a seed, rank them, and print hands per second and how often "
            "each category came, beside the exact frequencies."
        ),
    )
    parser.add_argument(
        "n",
        type=count,
        nargs="?",
        default=_BLOCK,
        metavar="N",
        help=Message("how many hands (default: {default:,})", default=_BLOCK),
    )
    parser.add_argument(
        "--cards",
        type=count,
        choices=(5, 6, 7),
        default=7,
        help=Message("cards a hand (default: 7)"),
    )
    parser.add_argument(
        "--seed", type=count, default=1, metavar="S", help=Message("the seed (default: 1)")
    )
    add_rules(parser)
    parser.set_defaults(run=_run, rules="high")


def _run(arguments: argparse.Namespace) -> int:
    n, n_cards, rules = arguments.n, arguments.cards, arguments.rules
    counts, dealing, ranking = _survey(n, n_cards, rules, arguments.seed)
    tell(
        Message(
            "{n:,} random hands of {n_cards} cards, rules {rules!r}, seed {seed}",
            n=n,
            n_cards=n_cards,
            rules=rules,
            seed=arguments.seed,
        )
    )
    if n:
        rates = [hands_a_second(n, seconds) for seconds in (dealing, ranking)]
        tell(Message("dealt in {seconds:.2f} s ({rate})", seconds=dealing, rate=rates[0]))
        tell(
            Message(
                "ranked in {seconds:.3f} s ({rate}), every card checked",
                seconds=ranking,
                rate=rates[1],
            )
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
    return counts, dealing, ranking


def _print_frequencies(
    counts: "dict[HandCategory, int]", n: int, n_cards: int, rules: "RulesName"
) -> None:
    from handrank.rulebook.figures import EXACT_FIGURES
    from handrank.words.languages import vocabulary_of

    def percent(part: int, whole: int) -> str:
        return say_number(part / whole, ".5%") if whole else "-"

    exact = EXACT_FIGURES.get((rules, n_cards))
    rows = []
    for category, number in reversed(counts.items()):
        name = vocabulary_of(spoken_lang()).categories[category]
        row = [name, say_number(number), percent(number, n)]
        if exact is not None:
            share = exact.hands[category] / exact.total
            deviation = _deviation(number, n, share)
            row.append(percent(exact.hands[category], exact.total))
            row.append("-" if deviation is None else say_number(deviation, "+.2f"))
        rows.append(row)
    unranked = n - sum(counts.values())
    if unranked:
        rows.append([say(Message("no qualifying hand")), say_number(unranked)])
        rows[-1] += [percent(unranked, n), *([] if exact is None else ["-", "-"])]
    header = [Message("category"), Message("hands"), Message("frequency")]
    header += [] if exact is None else [Message("exact"), Message("deviation")]
    print(format_table(header, rows, "l" + "r" * (len(header) - 1)))
    if exact is not None:
        print()
        tell(
            Message(
                "deviation: from the exact frequency, in standard errors of a sample of this size"
            )
        )


def _deviation(number: int, n: int, share: float) -> float | None:
    """Return how many standard errors a count is off; None where there can be no error."""
    error = math.sqrt(n * share * (1 - share))
    return (number - n * share) / error if error else None
