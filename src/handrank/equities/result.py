"""`EquityResult`: what each player wins."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Self

from handrank.equities.omaha_question import HandsQuestion
from handrank.equities.question import Question
from handrank.equities.tally import BySharers, read_tally
from handrank.rulebook.cards import Lang, format_cards, parse_cards
from handrank.words.equity_wording import get_equity_wording
from handrank.words.numbers import write_number

Counts = tuple[int, ...]
_LONGEST_LABEL = 40


@dataclass(frozen=True)
class EquityResult:
    """The answer of `handrank.equity`; every tuple has an entry for each player.

    Attributes
    ----------
    equity : tuple of float
        The expected share of the pot, 0 to 1; a tie between k players is worth 1 / k, in a high/low
        game of the half that they share.
    win, tie, lose : tuple of int
        On how many boards the player wins alone, shares, and loses, with the high hand. Where
        ranges have weights, a deal counts as often as the product of its weights says, which are
        brought to the smallest whole numbers for each player (1 and 0.5 count as 2 and 1).
    shared : tuple of tuple of int
        The ties by how many players share them: ``shared[player][k - 2]`` with k players.
    boards : int or None
        How many boards were counted over all deals, if the result is exact.
    trials : int or None
        How many deals were sampled, if it is not.
    stderr : tuple of float
        The standard error of each equity; 0 if exact. It is estimated as if one more trial had
        been won and one more lost, so that trials which all came out alike do not count as
        certainty.
    method : str
        ``"exact"`` or ``"sampled"``.
    seed : int or None
        What a sampled result is reproduced from.
    game, players, board, dead
        The question.
    low_win, low_tie : tuple of int, or None
        In a high/low game, on how many boards the player has the best low hand alone, and shares
        it; None in other games, as are the following.
    low_shared : tuple of tuple of int, or None
        These ties by how many players share them.
    scoop : tuple of int, or None
        On how many boards the player wins the whole pot alone.
    quartered : tuple of int, or None
        On how many boards half of one half is all that the player wins.
    no_low : int or None
        On how many boards nobody has a low hand, so that the high hand wins all.

    Examples
    --------
    >>> from handrank import equity
    >>> print(equity(["AcAd", "KhKs"]))
    holdem, before the flop: exact, 1,712,304 boards
    player  hand  equity     win    tie    lose
         1  AcAd  81.26%  81.06%  0.38%  18.55%
         2  KhKs  18.74%  18.55%  0.38%  81.06%
    """

    equity: tuple[float, ...]
    win: Counts
    tie: Counts
    lose: Counts
    shared: tuple[Counts, ...]
    boards: int | None
    trials: int | None
    stderr: tuple[float, ...]
    method: str
    seed: int | None
    game: str
    players: tuple[str, ...]
    board: str
    dead: str
    low_win: Counts | None = None
    low_tie: Counts | None = None
    low_shared: tuple[Counts, ...] | None = None
    scoop: Counts | None = None
    quartered: Counts | None = None
    no_low: int | None = None

    @classmethod
    def from_tally(
        cls,
        question: Question | HandsQuestion,
        counts: list[int],
        *,
        seed: int | None = None,
        sampled: bool = False,
    ) -> Self:
        """Make the result from the outcomes that were counted; see `read_tally`."""
        has_low = question.game.low_rules is not None
        tally = read_tally(counts, question.n_players, low=has_low)
        win, tie, shared = _wins_and_ties(tally.by_sharers)
        low: dict[str, Any] = {}
        if tally.low is not None:
            names = ("low_win", "low_tie", "low_shared")
            low = dict(zip(names, _wins_and_ties(tally.low.by_sharers), strict=True))
            low["scoop"], low["quartered"] = tuple(tally.low.scoop), tuple(tally.low.quartered)
            low["no_low"] = tally.low.no_low
        return cls(
            equity=tuple(tally.equity),
            win=win,
            tie=tie,
            lose=tuple(tally.total - w - t for w, t in zip(win, tie, strict=True)),
            shared=shared,
            boards=None if sampled else tally.total,
            trials=tally.total if sampled else None,
            stderr=tuple(tally.stderr) if sampled else (0.0,) * question.n_players,
            method="sampled" if sampled else "exact",
            seed=seed,
            game=question.game.name,
            players=question.labels,
            board=str(format_cards(question.board)),
            dead=str(format_cards(question.dead)),
            **low,
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

    def to_text(self, lang: Lang = "en") -> str:
        """Return a readable table, in English as `str` does or in French.

        Examples
        --------
        >>> from handrank import equity
        >>> print(equity(["AcAd", "KhKs"], board="2c 3d 4h 5s Jc").to_text("fr"))
        holdem, tableau 2♣ 3♦ 4♥ 5♠ V♣ : exact, un seul tableau
        joueur  main    équité     gagne  partage      perd
             1  AcAd  100,00 %  100,00 %   0,00 %    0,00 %
             2  KhKs    0,00 %    0,00 %   0,00 %  100,00 %
        """
        words = get_equity_wording(lang)
        number = partial(write_number, lang=lang)
        total = (self.boards if self.trials is None else self.trials) or 1
        title = (
            words.board.format(_cards(self.board, lang)) if self.board else words.before_the_flop
        )
        title += words.dead.format(_cards(self.dead, lang)) if self.dead else ""
        if self.trials is None:
            how = words.exact_one if total == 1 else words.exact.format(number(total, ","))
        else:
            how = words.sampled.format(number(total, ","), number(max(self.stderr), ".3%"))
        columns: list[tuple[str, Sequence[int]]]
        if self.scoop is None or self.low_win is None or self.low_tie is None:
            columns = [(words.win, self.win), (words.tie, self.tie), (words.lose, self.lose)]
        else:
            how += ", " + words.no_low.format(number((self.no_low or 0) / total, ".2%"))
            columns = [(words.scoop, self.scoop)]
            columns += [(words.high_win, self.win), (words.high_tie, self.tie)]
            columns += [(words.low_win, self.low_win), (words.low_tie, self.low_tie)]
        rows = [[words.player, words.hand, words.equity, *(name for name, _ in columns)]]
        for i, label in enumerate(self.players):
            shares = [number(count[i] / total, ".2%") for _, count in columns]
            rows.append([str(i + 1), _shortened(label), number(self.equity[i], ".2%"), *shares])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                cell.ljust(width) if place == 1 else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        return "\n".join([words.heading.format(self.game, title, how), *lines])

    def __str__(self) -> str:
        return self.to_text()


def _wins_and_ties(by_sharers: BySharers) -> tuple[Counts, Counts, tuple[Counts, ...]]:
    win = tuple(counts[0] for counts in by_sharers)
    tie = tuple(sum(counts[1:]) for counts in by_sharers)
    return win, tie, tuple(tuple(counts[1:]) for counts in by_sharers)


def _cards(text: str, lang: Lang) -> str:
    return text if lang == "en" else str(format_cards(parse_cards(text), lang=lang))


def _shortened(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"
