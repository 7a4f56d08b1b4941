"""The money of deals as users give it: bets, dead money, rake, and how odd chips go."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, to_native
from handrank.arrays.counts import as_count
from handrank.arrays.reading import Integers, as_integers, with_players_last
from handrank.kernels.showdown.pay_pots import Chips, Terms
from handrank.rulebook.errors import Message, Seat, public, type_error, value_error

MOST_CHIPS = int(np.iinfo(np.int64).max)

OddChips = Literal["left-of-button", "earliest-seat", "largest-stack", "one-winner"]


@public
@dataclass(frozen=True)
class Rake:
    """What the house takes off the pots: a rate, and at most a cap.

    Attributes
    ----------
    rate : Fraction
        The part of the pots that is taken, 0 to 1; given as a Fraction, a Decimal, a text (``"5%"``
        or ``"0.05"``) or a float, which is read by its shortest decimal: 0.05 is exactly 1/20.
    cap : int or None
        The most that is taken off a deal, in chips.

    Raises
    ------
    TypeError
        If the rate is not a number, or the cap not an integer.
    ValueError
        If the rate is not in 0..1, or the cap is negative.

    Notes
    -----
    The rake of a deal is rounded down to whole units (see `settle`), and each pot bears its part.

    Examples
    --------
    >>> Rake("5%", cap=3)
    Rake(rate=Fraction(1, 20), cap=3)
    """

    rate: Fraction | Decimal | str | float
    cap: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", _as_rate(self.rate))
        if self.cap is not None:
            object.__setattr__(self, "cap", as_count(self.cap, "cap", 0))

    @property
    def fraction(self) -> Fraction:
        """The rate, as it is kept."""
        assert isinstance(self.rate, Fraction)
        return self.rate


def _as_rate(rate: object) -> Fraction:
    if isinstance(rate, bool) or not isinstance(rate, Fraction | Decimal | str | float | int):
        raise type_error(
            "rate must be a number or a text like '5%', got {kind}", kind=type(rate).__name__
        )
    text = str(rate).strip()
    try:
        found = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise value_error("rate {rate!r} is not a number", rate=rate) from None
    if not 0 <= found <= 1 or found.denominator > MOST_CHIPS:
        raise value_error("rate must be 0 to 1, or 0% to 100%, got {rate!r}", rate=rate)
    return found


_NO_RAKE = Rake(0)


@dataclass(frozen=True, kw_only=True)
class Stakes:
    """What `settle` takes beside the hands, as it was given."""

    bets: ArrayLike
    dead_money: ArrayLike | None = None
    button: ArrayLike | None = None
    rake: "Rake | ArrayLike | None" = None
    odd_chips: OddChips = "left-of-button"
    stacks: ArrayLike | None = None
    unit: int = 1

    @cached_property
    def bet_rows(self) -> Integers:
        """The bets, the players of a deal along the last axis."""
        return as_chips(self.bets, "bets")

    def money(self, shape: tuple[int, ...]) -> "Money":
        """Return the stakes of deals of players, shape (..., P), as kernels get them."""
        *lead, n_players = shape
        rule = self._rule()
        # After the last seat comes seat 0: seat order.
        last = n_players - 1
        button = _for_deals(last if self.button is None else self.button, "button", tuple(lead))
        assert button is not None
        rake = self.rake
        given = rake is not None and not isinstance(rake, Rake)
        return Money(
            bets=spread(self.bet_rows, shape),
            dead_money=as_dead_money(self.dead_money, shape),
            buttons=button,
            orders=self._orders(rule, shape, button),
            rake=_for_deals(rake, "rake", tuple(lead)) if given else None,  # type: ignore[arg-type]
            terms=self._terms(rule, rake if isinstance(rake, Rake) else _NO_RAKE),
        )

    def _rule(self) -> OddChips:
        known = get_args(OddChips)
        if self.odd_chips not in known:
            raise value_error(
                "unknown rule for odd chips {name!r}; known: {known}",
                name=self.odd_chips,
                known=", ".join(map(repr, known)),
            )
        if (self.odd_chips == "largest-stack") != (self.stacks is not None):
            raise value_error("stacks go with odd_chips='largest-stack', and it with stacks")
        return self.odd_chips

    def _terms(self, rule: OddChips, rake: Rake) -> Terms:
        unit = as_count(self.unit, "unit", 1)
        if unit > MOST_CHIPS // (1 << 16):
            raise value_error("unit is {unit}, more than any pot is split by", unit=unit)
        return Terms(
            numerator=np.int64(rake.fraction.numerator),
            denominator=np.int64(rake.fraction.denominator),
            cap=np.int64(MOST_CHIPS if rake.cap is None else min(rake.cap, MOST_CHIPS)),
            unit=np.int64(unit),
            odd_chips=np.int64(MOST_CHIPS if rule == "one-winner" else unit),
        )

    def _orders(
        self, rule: OddChips, shape: tuple[int, ...], button: Integers
    ) -> NDArray[np.int64] | None:
        """Return in which order players get odd chips, or None where that is clockwise."""
        seats = np.arange(shape[-1])
        if rule == "earliest-seat":
            return np.broadcast_to(seats, shape)
        if self.stacks is None:
            return None
        stacks = as_chips(self.stacks, "stacks")
        try:
            stacks = np.broadcast_to(stacks, shape)
        except ValueError:
            raise value_error(
                "stacks must have the shape of the deals' players, {shape}, got {given}",
                shape=shape,
                given=stacks.shape,
            ) from None
        # Of equal stacks the first left of the button; unsigned numbers hold every stack.
        steps = (seats - np.asarray(button, np.int64)[..., None] - 1) % len(seats)
        order: NDArray[np.int64] = np.lexsort((steps, ~stacks.astype(np.uint64)), axis=-1)
        return order


@dataclass(frozen=True, kw_only=True)
class Money:
    """The stakes of deals (..., P), read and broadcast."""

    bets: Integers
    # Shape (..., k): the columns of a deal are summed.
    dead_money: Integers | None
    # From which seat odd chips go clockwise, but where there is an order.
    buttons: Integers
    orders: NDArray[np.int64] | None
    rake: Integers | None
    terms: Terms

    def chips(self, index: Index) -> Chips:
        """Return the rows at `index`, a row a deal, as a kernel reads them."""
        bets = rows_at(self.bets, index, np.int64)
        none = bets[:, :0]
        return Chips(
            bets,
            none if self.dead_money is None else rows_at(self.dead_money, index, np.int64),
            np.array(self.buttons[index], dtype=np.int64).reshape(-1),
            none if self.orders is None else rows_at(self.orders, index, np.int64),
            none if self.rake is None else rows_at(self.rake[..., None], index, np.int64),
            self.terms,
        )

    def problem(self, row: tuple[int, ...], nobody_left: bool) -> Message:
        """Return what is wrong with a deal that a kernel refused."""
        bets = self.bets[row].tolist()
        dead = [] if self.dead_money is None else self.dead_money[row].tolist()
        n_players = len(bets)
        button = int(self.buttons[row])
        if (problem := bad_amounts(bets, dead)) is not None:
            return problem
        if not 0 <= button < n_players:
            return Message(
                "button is {button}; the seats are {first}..{last}",
                button=Seat(button),
                first=Seat(0),
                last=Seat(n_players - 1),
            )
        if nobody_left:
            return everyone_folded()
        assert self.rake is not None, "the deal is good"
        return Message("the rake is {rake}, which the pots do not hold", rake=int(self.rake[row]))


def bad_amounts(bets: list[int], dead: list[int]) -> Message | None:
    """Return what is wrong with a deal's bets or dead money, if anything is."""
    for player, bet in enumerate(bets):
        if bet < 0:
            return Message(
                "player {player} bet {bet} chips; bets must not be negative",
                player=Seat(player),
                bet=bet,
            )
    if any(chips < 0 for chips in dead):
        return Message("dead money must not be negative, got {chips}", chips=min(dead))
    if (total := sum(bets + dead)) > MOST_CHIPS:
        return Message(
            "the bets sum to {total}, more than {most} (int64)", total=total, most=MOST_CHIPS
        )
    return None


def everyone_folded() -> Message:
    """Return what is wrong with a deal that nobody is left in."""
    return Message("everyone has folded; somebody must be left to take the pot")


def as_chips(amounts: ArrayLike, name: str) -> Integers:
    """Return amounts of chips, the players of a deal along the last axis."""
    return with_players_last(as_integers(amounts, name, MOST_CHIPS), name)


def as_dead_money(dead_money: ArrayLike | None, shape: tuple[int, ...]) -> Integers | None:
    """Return dead money as columns to be summed, shape (..., k), for deals of shape (..., P)."""
    if dead_money is None:
        return None
    lead = shape[:-1]
    chips = as_integers(dead_money, "dead_money", MOST_CHIPS)
    by_seat = chips.ndim == len(shape)
    wanted = shape if by_seat else (*lead, 1)
    try:
        return np.broadcast_to(chips if by_seat else chips[..., None], wanted)
    except ValueError:
        raise value_error(
            "dead_money must have the shape of the deals, {lead}, or of their players, {shape}; "
            "got {given}",
            lead=lead,
            shape=shape,
            given=chips.shape,
        ) from None


def _for_deals(given: ArrayLike | None, name: str, lead: tuple[int, ...]) -> Integers | None:
    """Return numbers of deals, broadcast to their shape; None stays None."""
    if given is None:
        return None
    numbers = as_integers(given, name, MOST_CHIPS)
    try:
        return spread(numbers, lead)
    except ValueError:
        raise value_error(
            "{name} must be one number or one a deal, shape {shape}, got shape {given}",
            name=name,
            shape=lead,
            given=numbers.shape,
        ) from None


def spread(rows: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Return an array broadcast to a shape, which takes NumPy microseconds to find needless."""
    return rows if rows.shape == shape else np.broadcast_to(rows, shape)


def rows_at(rows: NDArray[Any], index: Index, dtype: type[np.generic]) -> NDArray[Any]:
    """Return the rows at `index`, a row a deal, as a kernel reads them."""
    return to_native(rows[index].reshape(-1, rows.shape[-1]), dtype)
