"""Compare handrank with the floor, the baseline and its rivals, and print Markdown tables.

`python benchmarks/report.py` measures everything; `--only rank --only eval7` measures what has one
of the words in its name. Leave the machine alone meanwhile.
"""

from collections.abc import Sequence
from statistics import median

import numpy as np

import own
from contestants import Contestant, Rows
from fresh_process import SCRIPTS, time_script
from goals import Goal, goals_table
from handrank import deal
from handrank.arrays.threads import set_threads
from own import FLOOR, OWN
from reporting import ReportParser, conditions, markdown_table, positive, significant, wanted
from rivals import RIVALS
from timing import Entrant, Timings, Turn, ratio, time_rounds

CONTESTANTS = [FLOOR, *OWN, *RIVALS]
GOALS = [
    Goal(own.UNCHECKED.name, 1.9, FLOOR.name),
    Goal(own.UNCHECKED.name, 1 / 2.2, own.BASELINE.name),
    Goal(own.CHECKED.name, 1.4, own.UNCHECKED.name),
    Goal(own.SCALAR.name, 1.0, own.BASELINE.name),
    Goal(own.DEALS.name, 0.8, own.UNCHECKED.name),
    Goal(own.MASKS.name, 1.3, own.UNCHECKED.name),
    Goal(own.ALL_HANDS.name, 0.5, own.UNCHECKED.name),
    Goal(own.TWO_THREADS.name, 1 / 1.8, own.UNCHECKED.name),
    Goal(own.ONE_ARRAY.name, 3e-6),
    Goal(own.ONE_LIST.name, 6e-6),
    *(Goal(script.name, script.at_most) for script in SCRIPTS),
]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    names = [one.name for one in CONTESTANTS] + [script.name for script in SCRIPTS]
    parser = ReportParser(__doc__, names, rounds=7)
    parser.add_argument(
        "--hands",
        type=positive,
        default=10_000_000,
        help="hands a run, fewer for slow rivals (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the hands (default: %(default)s)"
    )
    options = parser.parse(arguments)
    chosen = [one for one in CONTESTANTS if one is FLOOR or wanted(one.name, options.only)]
    set_threads(1)
    try:
        entrants = hand_entrants(chosen, options.hands, np.random.default_rng(options.seed))
        timings = time_rounds(entrants, options.rounds)
    finally:
        set_threads(None)
    comparison = _comparison(chosen, timings, options.hands)
    for script in SCRIPTS:
        if wanted(script.name, options.only):
            timings[script.name] = time_script(script, options.rounds)
    what = (
        "Random hands of seven cards, uint8 (N, 7), new ones each round; one thread; medians of "
        f"{options.rounds} interleaved rounds."
    )
    top = conditions(__file__, arguments, ("numpy", "numba", "handrank"), what)
    print("\n\n".join(filter(None, [top, comparison, goals_table(GOALS, timings)])))


def hand_entrants(
    contestants: Sequence[Contestant], hands: int, rng: np.random.Generator
) -> dict[str, Entrant]:
    """Return entrants that rank hands, all of them the same hands, and new ones each round.

    A small or repeated set of hands would teach the branch predictor where the flushes are.
    """
    n_rows: dict[int, int] = {}
    for one in contestants:
        n_rows[one.n_cards] = max(one.rows_for(hands), n_rows.get(one.n_cards, 0))
    dealt: dict[int, dict[int, Rows]] = {}

    def rows_of(number: int, one: Contestant) -> Rows:
        if number not in dealt:
            dealt.clear()
            dealt[number] = {n_cards: deal(n, n_cards, rng=rng) for n_cards, n in n_rows.items()}
        return dealt[number][one.n_cards][: one.rows_for(hands)]

    def entrant(one: Contestant) -> Entrant:
        def turn(number: int) -> Turn:
            rows = rows_of(number, one)
            return Turn(one.prepare(rows), one.hands_ranked(len(rows)))

        return turn

    return {one.name: entrant(one) for one in contestants}


def _comparison(chosen: Sequence[Contestant], timings: Timings, hands: int) -> str:
    rows = []
    for one in sorted(chosen, key=lambda one: median(timings[one.name])):
        nanoseconds = 1e9 * median(timings[one.name])
        rows.append(
            (
                one.title,
                f"{one.hands_ranked(one.rows_for(hands)):,}",
                significant(nanoseconds),
                significant(1e3 / nanoseconds),
                significant(ratio(timings, one.name, FLOOR.name)),
            )
        )
    heads = ("", "hands a run", "ns a hand", "million hands/s", f"times {FLOOR.name}")
    return markdown_table(heads, rows)


if __name__ == "__main__":
    main()
