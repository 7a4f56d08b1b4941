"""DealBlock of a table are settled: who won, and what everybody gets."""

from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

import numpy as np
from numpy import ma
from numpy.typing import NDArray

from handrank.arrays.legality import bad_deals
from handrank.files.board_columns import Problems
from handrank.files.comparing import RecordCheck, recorded_columns
from handrank.files.deal_tables import DealBlock, SettledTable
from handrank.files.file_errors import in_file
from handrank.files.jobs import Output, Progress, Results, run_job, which_are_bad
from handrank.files.money import MOST_UNITS, column_of, in_units
from handrank.files.sources import Columns, Rows
from handrank.rulebook.cards import lowest_card
from handrank.rulebook.errors import Message
from handrank.rulebook.games import Game
from handrank.rulebook.rules import get_rules
from handrank.showdowns.play import lack_result, play
from handrank.showdowns.pots import side_pots
from handrank.showdowns.showdown_result import Showdown
from handrank.showdowns.stakes import OddChips, Rake, Stakes, everyone_folded


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """How the deals of a table are settled."""

    # What is taken of each pot, at most an amount, where the table has no column of rakes.
    rate: str | None = None
    cap: Decimal | None = None
    odd_chips: OddChips = "left-of-button"
    # The smallest amount that pots are split by, where it is not the last decimal.
    unit: Decimal | None = None
    # Whether results are compared with those that were recorded.
    compare: bool = False
    # Whether a bad row gets no result instead of ending the work.
    keep_bad: bool = False

    def stakes(self, deals: DealBlock, at: NDArray[np.intp], decimals: int) -> Stakes | None:
        """Return the stakes of the deals in some rows, in units; None without bets."""
        if deals.bets is None:
            return None
        rake: Rake | NDArray[np.int64] | None = _at(deals.rake, at)
        if self.rate is not None:
            rake = Rake(self.rate, None if self.cap is None else in_units(self.cap, decimals))
        return Stakes(
            bets=deals.bets[at],
            dead_money=_at(deals.dead_money, at),
            button=_at(deals.button, at),
            rake=rake,
            odd_chips=self.odd_chips,
            unit=1 if self.unit is None else in_units(self.unit, decimals) or 1,
        )


class Outcome:
    """What came of a block of deals: an array of each thing, 0 in bad rows."""

    def __init__(self, n: int, n_players: int) -> None:
        self._shape = (n, n_players)
        self._arrays: dict[str, NDArray[Any]] = {}
        self.rake = np.zeros(n, dtype=np.int64)

    def add(self, at: NDArray[np.intp], result: Showdown) -> None:
        """Put the results of the deals in some rows where they belong."""
        # A player who wins one of several run-outs is a winner, too.
        won: list[NDArray[Any] | None] = [result.winners, result.low_winners]
        if result.has_runs:
            won = [None if part is None else np.logical_or.reduce(part, axis=1) for part in won]
        for stem, part in (
            ("winner", won[0]),
            ("low_winner", won[1]),
            ("share", result.shares),
            ("payout", result.payouts),
            ("returned", result.returned),
        ):
            if part is not None:
                if stem not in self._arrays:
                    self._arrays[stem] = np.zeros(self._shape, dtype=part.dtype)
                self._arrays[stem][at] = part
        if result.rake is not None:
            self.rake[at] = result.rake

    def add_low_winners(self) -> None:
        """Have columns of low winners, as another block may."""
        for stem in ("winner", "low_winner"):
            self._arrays[stem] = np.zeros(self._shape, dtype=np.bool_)

    @property
    def payouts(self) -> NDArray[np.int64]:
        """What each player got back."""
        return self._arrays["payout"]

    def collected(self) -> NDArray[np.int64]:
        """Return what each player won from the pots."""
        collected: NDArray[np.int64] = self._arrays["payout"] - self._arrays["returned"]
        return collected

    def columns(
        self, seats: tuple[int, ...], decimals: int, bad: NDArray[np.bool_], *, raked: bool
    ) -> Columns:
        """Return the columns that a table gains."""
        columns: Columns = []
        for stem, array in self._arrays.items():
            for player, seat in enumerate(seats):
                values: Any = array[:, player]
                if stem in ("payout", "returned"):
                    values = column_of(values, decimals, bad)
                elif bad.any():
                    values = ma.masked_array(values, bad)
                columns.append((f"{stem}_{seat}", values))
        if raked:
            columns.append(("rake", column_of(self.rake, decimals, bad)))
        return columns


def settle_table(
    table: SettledTable, output: Output, terms: Settlement, progress: Progress
) -> tuple[int, int]:
    """Settle every deal of a table, which gains the columns of `Outcome`; see `run_job`."""
    check = RecordCheck()

    def work(rows: Rows, deals: DealBlock) -> Results:
        game = table.game
        if terms.rate is not None and table.has_rakes:
            raise in_file(table.source.name, "--rake is for tables without a column 'rake'")
        groups = _alike(deals)
        problems = dict(deals.problems)
        for at in groups:
            problems = _problems(game, deals, at) | problems
        bad = which_are_bad(table.source.name, rows, problems, terms.keep_bad)
        outcome = Outcome(*deals.dealt.shape)
        if table.varies:
            outcome.add_low_winners()
        # A group without a good row tells which columns there are.
        for at in groups or [np.empty(0, dtype=np.intp)]:
            good = at[~bad[at]]
            outcome.add(good, _settle(game, deals, good, terms, table.decimals))
        raked = terms.rate is not None or table.varies
        added = partial(outcome.columns, table.seats, table.decimals, bad, raked=raked)
        if terms.compare and deals.recorded is not None:
            known = (deals.recorded >= 0).any(axis=1) & ~bad
            verdicts = check.judge(rows, outcome.collected(), outcome.payouts, deals, known)
            recorded = recorded_columns(table.seats, table.decimals, deals.recorded, verdicts)
            return bad, lambda: added() + recorded, bad
        return bad, added, bad

    done = run_job(table, output, work, progress)
    if terms.compare:
        table.notes += check.notes()
    return done


def _alike(deals: DealBlock) -> list[NDArray[np.intp]]:
    """Return the rows in groups whose boards are of one size and number."""
    kinds = deals.board_sizes * deals.boards.shape[1] + deals.n_runs
    return [np.flatnonzero(kinds == kind) for kind in np.unique(kinds).tolist()]


def _cards(
    game: Game, deals: DealBlock, at: NDArray[np.intp]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8] | None]:
    """Return the hole cards and the boards, if there are any, of rows that are alike."""
    n_board, n_runs = (
        int(part[at[0]]) if at.size else 0 for part in (deals.board_sizes, deals.n_runs)
    )
    holes = deals.holes[at]
    if not n_board:
        return holes, None
    if not game.board_cards:
        holes = holes[:, :, :-n_board]
    return holes, deals.boards[at, :n_runs, :n_board]


def _problems(game: Game, deals: DealBlock, at: NDArray[np.intp]) -> Problems:
    """Return which rows, of some that are alike, have no result, and why."""
    holes, boards = _cards(game, deals, at)
    if boards is None:
        boards = np.empty((len(at), 1, 0), dtype=np.uint8)
    lowest = lowest_card(get_rules(game.rules))
    problems = bad_deals(holes, boards, lowest, deals.dealt[at]) | _bad_money(deals, at)
    for i in np.flatnonzero(deals.folded[at].all(axis=1)).tolist():
        problems.setdefault(i, everyone_folded())
    unknown = ~deals.dealt[at]
    no_board = not boards.size and game.board_cards > 0
    if no_board:
        unknown[:] = True
    if unknown.any():
        bets = _at(deals.bets, at)
        if bets is not None:
            bets[list(problems)] = 0
        reason = Message("no hand of those who are left is known, so the deal has no result")
        if no_board:
            reason = Message("a showdown needs a board; several players are left")
        undecided = lack_result(~deals.folded[at], unknown, bets)
        problems = dict.fromkeys(np.flatnonzero(undecided).tolist(), reason) | problems
    return {int(at[i]): reason for i, reason in problems.items()}


def _bad_money(deals: DealBlock, at: NDArray[np.intp]) -> dict[int, Message]:
    """Return the places in `at` of rows whose amounts are too large, or whose rake is."""
    bets, dead, rake = (_at(part, at) for part in (deals.bets, deals.dead_money, deals.rake))
    problems: dict[int, Message] = {}
    if bets is None:
        return problems
    parts = bets if dead is None else np.concatenate((bets, dead[:, None]), axis=1)
    # A float's error is far below the distance to a sum that overflows.
    for i in np.flatnonzero(parts.astype(np.float64).sum(axis=1) > MOST_UNITS / 2).tolist():
        total = sum(parts[i].tolist())
        if total > MOST_UNITS:
            problems[i] = Message(
                "the bets sum to {total}, more than {most}", total=total, most=MOST_UNITS
            )
    if rake is not None:
        sound = np.array(~deals.folded[at].all(axis=1, keepdims=True))
        sound[list(problems)] = False
        # Somebody has to be left, and amounts that are too large count as none.
        pots = side_pots(np.where(sound, bets, 0), folded=deals.folded[at] & sound)
        held = pots.amounts.sum(axis=1) + (0 if dead is None else dead)
        for i in np.flatnonzero((rake > held) & sound[:, 0]).tolist():
            problems[i] = Message("the rake is more than the pots hold")
    return problems


def _settle(
    game: Game, deals: DealBlock, at: NDArray[np.intp], terms: Settlement, decimals: int
) -> Showdown:
    """Play the deals of good rows that are alike."""
    holes, boards = _cards(game, deals, at)
    dealt = deals.dealt[at]
    return play(
        *(game, holes, boards),
        folded=deals.folded[at],
        unknown=None if dealt.all() else ~dealt,
        stakes=terms.stakes(deals, at, decimals),
        check=False,
    )


def _at(values: NDArray[np.int64] | None, at: NDArray[np.intp]) -> NDArray[np.int64] | None:
    return None if values is None else values[at]
