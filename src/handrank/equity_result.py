"""`EquityResult`: what each player wins."""

import math
from dataclasses import asdict, dataclass
from typing import Any, Self

from handrank.cards import format_cards
from handrank.equity_question import Question


@dataclass(frozen=True)
class EquityResult:
    """The answer of `handrank.equity`; every tuple has an entry for each player.

    Attributes
    ----------
    equity : tuple of float
        The expected share of the pot, 0 to 1; a tie between k players is worth 1 / k.
    win, tie, lose : tuple of int
        On how many boards the player wins alone, shares, and loses. Where ranges have weights,
        a deal counts as often as the product of its weights says, which are brought to the
        smallest whole numbers for each player (1 and 0.5 count as 2 and 1).
    shared : tuple of tuple of int
        The ties by how many players share them: ``shared[player][k - 2]`` with k players.
    boards : int or None
        How many boards were counted over all deals, if the result is exact.
    trials : int or None
        How many deals were sampled, if it is not.
    stderr : tuple of float
        The standard error of each equity; 0 if exact.
    method : str
        ``"exact"`` or ``"sampled"``.
    seed : int or None
        What a sampled result is reproduced from.
    game, players, board, dead
        The question.

    Examples
    --------
    >>> from handrank import equity
    >>> print(equity(["AcAd", "KhKs"]))
    holdem, before the flop: exact, 1,712,304 boards
    player  hand  equity    win    tie   lose
         1  AcAd  81.26%  81.06%  0.38%  18.55%
         2  KhKs  18.74%  18.55%  0.38%  81.06%
    """

    equity: tuple[float, ...]
    win: tuple[int, ...]
    tie: tuple[int, ...]
    lose: tuple[int, ...]
    shared: tuple[tuple[int, ...], ...]
    boards: int | None
    trials: int | None
    stderr: tuple[float, ...]
    method: str
    seed: int | None
    game: str
    players: tuple[str, ...]
    board: str
    dead: str

    @classmethod
    def from_tally(
        cls, question: Question, tally: list[int], *, seed: int | None = None, sampled: bool = False
    ) -> Self:
        """Make the result from how often each set of players, a bit mask, has the best hand."""
        n_players, total = question.n_players, sum(tally)
        by_sharers = [[0] * n_players for _ in range(n_players)]
        for winners, count in enumerate(tally):
            for player in range(n_players):
                if winners >> player & 1:
                    by_sharers[player][winners.bit_count() - 1] += count
        # Shares in units of which a pot splits evenly among any number of players.
        unit = math.lcm(*range(1, n_players + 1))
        equities, errors = [], []
        for counts in by_sharers:
            points = sum(n * (unit // k) for k, n in enumerate(counts, 1))
            squares = sum(n * (unit // k) ** 2 for k, n in enumerate(counts, 1))
            equities.append(points / (unit * total))
            variance = (squares * total - points * points) / (unit * total) ** 2
            errors.append(math.sqrt(variance / max(1, total - 1)) if sampled else 0.0)
        win = tuple(counts[0] for counts in by_sharers)
        tie = tuple(sum(counts[1:]) for counts in by_sharers)
        return cls(
            equity=tuple(equities),
            win=win,
            tie=tie,
            lose=tuple(total - w - t for w, t in zip(win, tie, strict=True)),
            shared=tuple(tuple(counts[1:]) for counts in by_sharers),
            boards=None if sampled else total,
            trials=total if sampled else None,
            stderr=tuple(errors),
            method="sampled" if sampled else "exact",
            seed=seed,
            game=question.game.name,
            players=question.labels,
            board=str(format_cards(question.board)),
            dead=str(format_cards(question.dead)),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain numbers, strings and lists, ready for JSON.

        Examples
        --------
        >>> from handrank import equity
        >>> equity(["AdKd", "AcAs"], board="6s Jc 5h").to_dict()["win"]
        [19, 971]
        """
        return {
            name: [list(item) if isinstance(item, tuple) else item for item in value]
            if isinstance(value, tuple)
            else value
            for name, value in asdict(self).items()
        }

    def __str__(self) -> str:
        total = self.boards if self.trials is None else self.trials
        where = f"board {self.board}" if self.board else "before the flop"
        dead = f", dead {self.dead}" if self.dead else ""
        how = (
            f"exact, {total:,} boards"
            if self.trials is None
            else f"sampled, {total:,} deals, standard error up to {max(self.stderr):.3%}"
        )
        width = max(4, *(len(_shortened(label)) for label in self.players))
        head = f"player  {'hand':<{width}}  equity    win    tie   lose"
        lines = [f"{self.game}, {where}{dead}: {how}", head]
        for i, label in enumerate(self.players):
            shares = (count[i] / (total or 1) for count in (self.win, self.tie, self.lose))
            lines.append(
                f"{i + 1:>6}  {_shortened(label):<{width}}  {self.equity[i]:>6.2%}  "
                + "  ".join(f"{share:.2%}" for share in shares)
            )
        return "\n".join(lines)


def _shortened(label: str, limit: int = 40) -> str:
    return label if len(label) <= limit else label[: limit - 1] + "…"
