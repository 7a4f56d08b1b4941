"""`EquityResult`: what each player wins, and how it is written."""

import json
import re
from dataclasses import asdict, dataclass
from typing import Any, Self

from handrank.equities.question import Question
from handrank.equities.tally import Outcomes, by_sharers, moments
from handrank.rulebook.cards import Lang, check_lang, format_cards, parse_cards, shortened
from handrank.rulebook.errors import Message, counted, public
from handrank.words.catalogue import in_language
from handrank.words.languages import write_number
from handrank.words.text_tables import align_columns

Counts = tuple[int, ...]
_LONGEST_LABEL = 40
# Hole cards and ranges are words: "KhKs", "AKs:0.5".
_WORD = re.compile(r"[^\s,;:]+")


@public
@dataclass(frozen=True)
class EquityResult:
    """The answer of `equity`; every tuple has an entry for each player.

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
         0  AcAd  81.26%  81.06%  0.38%  18.55%
         1  KhKs  18.74%  18.55%  0.38%  81.06%
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
    def from_outcomes(
        cls, question: Question, outcomes: list[Outcomes], *, seed: int | None = None
    ) -> Self:
        """Make the result from the players' outcomes, of a sample if there is a seed."""
        sampled, n_players = seed is not None, question.n_players
        total = sum(outcomes[0].values())
        equities, errors = moments(outcomes)
        win, tie, shared = _wins_and_ties(outcomes, 0)
        low: dict[str, Any] = {}
        if question.game.low_rules is not None:
            names = ("low_win", "low_tie", "low_shared")
            low = dict(zip(names, _wins_and_ties(outcomes, 1), strict=True))
            # Beyond the players stand the boards on which nobody has a low hand.
            none = n_players + 1
            low["scoop"] = tuple(player[1, 1] + player[1, none] for player in outcomes)
            low["quartered"] = tuple(player[0, 2] + player[2, 0] for player in outcomes)
            low["no_low"] = sum(outcomes[0][k, none] for k in range(none))
        return cls(
            equity=tuple(equities),
            win=win,
            tie=tie,
            lose=tuple(total - w - t for w, t in zip(win, tie, strict=True)),
            shared=shared,
            boards=None if sampled else total,
            trials=total if sampled else None,
            stderr=tuple(errors) if sampled else (0.0,) * n_players,
            method="sampled" if sampled else "exact",
            seed=seed,
            game=question.game.name,
            players=question.labels,
            board=str(format_cards(question.board)),
            dead=str(format_cards(question.dead)),
            **low,
        )

    def to_dict(self) -> dict[str, object]:
        """Return the fields as plain numbers, strings and lists, ready for JSON.

        Returns
        -------
        dict

        Examples
        --------
        >>> from handrank import equity
        >>> equity(["AdKd", "AcAs"], "6s Jc 5h").to_dict()["win"]
        [19, 971]
        """
        fields: dict[str, object] = json.loads(json.dumps(asdict(self)))
        return fields

    def to_text(self, lang: Lang = "en", *, first_player: int = 0) -> str:
        """Return a readable table.

        Parameters
        ----------
        lang : {"en", "fr"}, optional
            The language.
        first_player : int, optional
            The number of the first player.

        Returns
        -------
        str

        Raises
        ------
        ValueError
            If the language is unknown.

        Examples
        --------
        >>> from handrank import equity
        >>> print(equity(["AcAd", "KhKs"], "2c 3d 4h 5s Jc").to_text("fr"))
        holdem, tableau 2♣ 3♦ 4♥ 5♠ V♣ : exact, 1 tableau
        joueur  main    équité     gagne  partage      perd
             0  A♣A♦  100,00 %  100,00 %   0,00 %    0,00 %
             1  R♥R♠    0,00 %    0,00 %   0,00 %  100,00 %
        """
        total = (self.boards if self.trials is None else self.trials) or 1
        columns = self._columns()
        header = [Message("player"), Message("hand"), Message("equity")]
        rows = [[in_language(name, lang) for name in (*header, *(name for name, _ in columns))]]
        for i, label in enumerate(self.players):
            shares = [self.equity[i], *(count[i] / total for _, count in columns)]
            numbers = [write_number(share, ".2%", lang) for share in shares]
            name = shortened(in_letters(label, lang), _LONGEST_LABEL)
            rows.append([str(first_player + i), name, *numbers])
        # Labels flush left, all else flush right.
        table = align_columns(rows, [place != 1 for place in range(len(rows[0]))])
        heading = Message(
            "{game}, {street}: {how}",
            game=self.game,
            street=street(self.board, self.dead, lang),
            how=self._how(total),
        )
        return f"{in_language(heading, lang)}\n{table}"

    def _how(self, total: int) -> Message:
        """Say how the result was found."""
        if self.trials is None:
            how = counted("exact, {n:,} board", "exact, {n:,} boards", total)
        else:
            how = Message(
                "sampled, {n:,} deals, standard error up to {error:.3%}",
                n=total,
                error=max(self.stderr),
            )
        if self.no_low is None:
            return how
        return Message("{how}, no low on {share:.2%}", how=how, share=self.no_low / total)

    def _columns(self) -> list[tuple[Message, Counts]]:
        """Return the counts that the table shows, with their names."""
        win, tie, lose = Message("win"), Message("tie"), Message("lose")
        if self.scoop is None or self.low_win is None or self.low_tie is None:
            return [(win, self.win), (tie, self.tie), (lose, self.lose)]
        return [
            (Message("scoop"), self.scoop),
            (Message("high"), self.win),
            (tie, self.tie),
            (Message("low"), self.low_win),
            (tie, self.low_tie),
        ]

    def __str__(self) -> str:
        return self.to_text()


def _wins_and_ties(
    outcomes: list[Outcomes], half: int
) -> tuple[Counts, Counts, tuple[Counts, ...]]:
    rows = by_sharers(outcomes, half)
    tied = tuple(row[1:] for row in rows)
    return tuple(row[0] for row in rows), tuple(map(sum, tied)), tied


def in_letters(text: str, lang: Lang) -> str:
    """Return a text that names cards, such as a range, with the cards as a language writes them."""
    check_lang(lang)
    return text if lang == "en" else _WORD.sub(lambda word: _cards_in(word[0], lang), text)


def _cards_in(word: str, lang: Lang) -> str:
    try:
        return str(format_cards(parse_cards(word), lang=lang, sep=""))
    except ValueError:
        return word


def street(board: str, dead: str, lang: Lang) -> Message:
    """Return what is known of the cards to come: the board and the dead cards."""
    shown = in_letters(board, lang)
    place = Message("board {cards}", cards=shown) if board else Message("before the flop")
    if not dead:
        return place
    return Message("{place}, dead {cards}", place=place, cards=in_letters(dead, lang))
