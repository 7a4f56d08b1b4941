"""What the package promises about speed, compared with what was measured."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from reporting import duration, markdown_table, significant
from timing import Timings, ratio


@dataclass(frozen=True)
class Goal:
    """The time of `of` is to be at most `at_most` times that of `against`.

    Where there is no `against`, `at_most` is in seconds for each unit. Ratios carry over from one
    machine to another; times do only roughly.
    """

    of: str
    at_most: float
    against: str | None = None


def goals_table(goals: Iterable[Goal], timings: Timings) -> str:
    """Return a Markdown table of the goals whose contestants were measured, or an empty text."""
    rows = []
    for goal in goals:
        if goal.of not in timings or goal.against not in (None, *timings):
            continue
        time = duration(median(timings[goal.of]))
        if goal.against is None:
            measured, beside = median(timings[goal.of]), "–"
            figures = [duration(measured), duration(goal.at_most)]
        else:
            measured = ratio(timings, goal.of, goal.against)
            beside = f"{duration(median(timings[goal.against]))} ({goal.against})"
            figures = [f"{significant(number)} times" for number in (measured, goal.at_most)]
        rows.append((goal.of, time, beside, *figures, "yes" if measured <= goal.at_most else "no"))
    heads = ("goal", "time", "beside", "measured", "at most", "met")
    return markdown_table(heads, rows) if rows else ""
