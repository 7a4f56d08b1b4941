"""Compare handrank's equity with its rivals' and print the goals as a Markdown table.

`python benchmarks/equity_report.py` measures everything, one thread, in interleaved rounds;
`--only omaha` measures what has the word in its name. Leave the machine alone meanwhile.
"""

from collections.abc import Sequence
from typing import Any

from contestants import installed
from equity_questions import QUESTIONS, Question, Run
from goals import Goal, goals_table
from reporting import ReportParser, conditions, wanted
from timing import CALLS_OF_A_SHORT_RUN, SHORT_RUN, Entrant, Turn, time_rounds


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    names = [question.name for question in QUESTIONS]
    options = ReportParser(__doc__, names, rounds=5).parse(arguments)
    chosen = [question for question in QUESTIONS if wanted(question.name, options.only)]
    timings = time_rounds(question_entrants(chosen), options.rounds, check_agreement)
    goals = [Goal(one.name, one.at_most, one.rival_name) for one in chosen]
    what = (
        f"Before the flop, one thread, warm; medians of {options.rounds} interleaved rounds, in "
        f"each of them the best of {CALLS_OF_A_SHORT_RUN} calls where one takes less than "
        f"{SHORT_RUN} s; sampled: for each board or deal."
    )
    rivals = [name for name in ("pokerfast", "poker-equity") if installed(name)]
    top = conditions(__file__, arguments, ("handrank", "numba", *rivals), what)
    print(f"{top}\n\n{goals_table(goals, timings)}")


def question_entrants(questions: Sequence[Question]) -> dict[str, Entrant]:
    """Return handrank's and the rivals' entrants by name."""

    def entrant(run: Run, *, each: bool) -> Entrant:
        units = (lambda answer: answer.looked_at) if each else 1.0
        return lambda _: Turn(run, units, repeatable=True)

    entrants = {}
    for question in questions:
        entrants[question.name] = entrant(question.own, each=question.each)
        if question.rival is not None and question.rival_name is not None:
            entrants[question.rival_name] = entrant(question.rival, each=question.each)
    return entrants


def check_agreement(answers: dict[str, Any]) -> None:
    """Compare handrank's equities with the rivals'."""
    for question in QUESTIONS:
        if question.rival_name in answers:
            own, other = answers[question.name], answers[question.rival_name]
            assert abs(own.share - other.share) < 1e-3, question.name


if __name__ == "__main__":
    main()
