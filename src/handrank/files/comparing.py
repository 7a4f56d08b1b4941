"""Settled deals beside what was recorded of them."""

import numpy as np
from numpy.typing import NDArray

from handrank.files.deal_tables import DealBlock
from handrank.files.money import column_of
from handrank.files.sources import Columns, Rows
from handrank.rulebook.errors import Message

_AGREES, _ODD_CHIPS, _DIFFERS = "agrees", "odd chips", "differs"
# How many places of differences are named.
_MOST_LISTED = 10


class RecordCheck:
    """How settled deals compare with what was recorded of them."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys((_AGREES, _ODD_CHIPS, _DIFFERS), 0)
        self._places: list[str] = []

    def judge(
        self,
        rows: Rows,
        collected: NDArray[np.int64],
        payouts: NDArray[np.int64],
        deals: DealBlock,
        known: NDArray[np.bool_],
    ) -> list[str | None]:
        """Return of each row how its results compare; None where nothing is `known` of them."""
        assert deals.recorded is not None
        recorded = np.maximum(deals.recorded, 0)
        apart = np.abs(collected - recorded)
        # Some sites count a blind that nobody called as won.
        same = (apart == 0).all(axis=1) | (payouts == recorded).all(axis=1)
        # Odd chips move by less than a unit for each player, between those who are paid anyway.
        few = apart <= (~deals.folded).sum(axis=1, keepdims=True)
        odd = (few & ((collected > 0) == (recorded > 0))).all(axis=1)
        verdicts = np.where(same, _AGREES, np.where(odd, _ODD_CHIPS, _DIFFERS))
        for row in np.flatnonzero(known & ~same & ~odd).tolist():
            if len(self._places) < _MOST_LISTED:
                self._places.append(rows.place(row))
        for verdict in self._counts:
            self._counts[verdict] += int(np.count_nonzero(known & (verdicts == verdict)))
        told = zip(verdicts.tolist(), known.tolist(), strict=True)
        return [verdict if there else None for verdict, there in told]

    def notes(self) -> list[Message]:
        """Return what the user should know."""
        total = sum(self._counts.values())
        notes = [
            Message(
                "of {n:,} recorded results {same:,} agree, {odd:,} but for odd chips, {other:,} "
                "differ",
                n=total,
                same=self._counts[_AGREES],
                odd=self._counts[_ODD_CHIPS],
                other=self._counts[_DIFFERS],
            )
        ]
        return notes + [Message("it differs in {place}", place=place) for place in self._places]


def recorded_columns(
    seats: tuple[int, ...], decimals: int, recorded: NDArray[np.int64], verdicts: list[str | None]
) -> Columns:
    """Return the columns that tell what was recorded."""
    columns: Columns = [
        (f"recorded_{seat}", column_of(recorded[:, i], decimals, recorded[:, i] < 0))
        for i, seat in enumerate(seats)
    ]
    return [*columns, ("compared", verdicts)]
