"""The amounts of one deal on the command line."""

from argparse import Namespace
from decimal import Decimal
from typing import Any

from handrank.cli.language import FIRST_SEAT
from handrank.cli.parsing import request_error, wrong_values
from handrank.files.money import decimals_for, in_decimals, in_units
from handrank.showdowns.showdown_result import Showdown
from handrank.showdowns.stakes import Rake, Stakes


class DealMoney:
    """The amounts of a deal, in units of their last decimal."""

    def __init__(self, arguments: Namespace) -> None:
        bets, stacks, rake = arguments.bets, arguments.stacks, arguments.rake
        given = [*bets, *(stacks or ()), arguments.dead_money, arguments.rake_cap, arguments.unit]
        if isinstance(rake, Decimal):
            given.append(rake)
        self._decimals = decimals_for(amount for amount in given if amount is not None)
        self.bets = [self._units(bet) for bet in bets]
        self.dead = 0 if arguments.dead_money is None else self._units(arguments.dead_money)
        cap = None if arguments.rake_cap is None else self._units(arguments.rake_cap)
        button = arguments.button
        with wrong_values():
            self.stakes = Stakes(
                bets=self.bets,
                dead_money=self.dead,
                button=None if button is None else button - FIRST_SEAT,
                rake=self._units(rake) if isinstance(rake, Decimal) else rake and Rake(rake, cap),
                odd_chips=arguments.odd_chips,
                stacks=None if stacks is None else [self._units(stack) for stack in stacks],
                unit=1 if arguments.unit is None else self._units(arguments.unit),
            )

    def _units(self, amount: Decimal) -> int:
        units = in_units(amount, self._decimals)
        if units is None:
            raise request_error("{amount} has too many decimals", amount=amount)
        return units

    def said(self, units: int) -> int | str:
        """Return an amount as JSON has it: a number, or a text that keeps its decimals."""
        return f"{in_decimals(units, self._decimals):f}" if self._decimals else units

    def of_player(self, seat: int, result: Showdown) -> dict[str, Any]:
        """Return what a player put in and gets."""
        assert result.payouts is not None
        assert result.returned is not None
        return {
            "bet": self.said(self.bets[seat]),
            "payout": self.said(int(result.payouts[seat])),
            "returned": self.said(int(result.returned[seat])),
        }
