"""The report of ``handrank showdown`` as tables of text."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from handrank.cli.language import print_table, say, say_number, spoken_lang, tell
from handrank.rulebook.cards import format_cards, parse_cards
from handrank.rulebook.errors import Message

Report = Mapping[str, Any]


def print_report(report: Report) -> None:
    """Print a report."""
    high_low, runs = report["low_rules"] is not None, report["runs"] or ()
    for run in runs:
        tell("board: {cards}", cards=_spelled(run["board"]))
        print()
        _print_rows(
            [
                _cards(player) | _hand({**player, **hand}, high_low)
                for player, hand in zip(report["players"], run["players"], strict=True)
            ]
        )
        print()
    if report["board"] is not None:
        tell("board: {cards}", cards=_spelled(report["board"]))
        print()
    rows = []
    some_returned = any(float(player["returned"] or 0) for player in report["players"])
    for player in report["players"]:
        row = _cards(player) | ({} if runs else _hand(player, high_low))
        row[Message("share")] = say_number(player["share"], ".1%")
        if report["pots"] is not None:
            row[Message("bet")] = _amount(player["bet"])
            row[Message("payout")] = _amount(player["payout"])
            if some_returned:
                row[Message("returned")] = _amount(player["returned"])
        rows.append(row)
    _print_rows(rows)
    if report["pots"]:
        print()
        _print_rows([_pot(pot, n, high_low) for n, pot in enumerate(report["pots"])])
    for name in ("dead_money", "rake"):
        if report[name] is not None and float(report[name]):
            text = Message("dead money") if name == "dead_money" else Message("rake")
            tell("{name}: {amount}", name=text, amount=_amount(report[name]))


def _cards(player: Report) -> dict[Message, str]:
    hole = player["hole"]
    return {
        Message("seat"): str(player["seat"]),
        Message("cards"): "??" if hole is None else _spelled(hole),
    }


def _hand(player: Report, high_low: bool) -> dict[Message, str]:
    hand = player["description"] or say(Message("no hand shown"))
    row = {Message("hand"): say(Message("folded")) if player["folded"] else hand}
    if high_low:
        row[Message("low")] = player["low_description"] or ""
    row[Message("result")] = _result(player, high_low)
    return row


def _print_rows(rows: Sequence[Mapping[Message, str]]) -> None:
    """Print rows of cells by their headings."""
    cells = [list(row.values()) for row in rows]
    print_table([*rows[0]], cells, right=["share", "bet", "payout", "returned", "chips"])


def _amount(amount: int | str) -> str:
    """Say an amount, with its decimals where it has some."""
    number = Decimal(amount)
    return say_number(number, f",.{-int(number.as_tuple().exponent)}f")  # type: ignore[arg-type]


def _result(player: Report, high_low: bool) -> str:
    parts = []
    for won, remark, text in (
        (player["winner"], player["remark"], Message("wins high") if high_low else Message("wins")),
        (player["low_winner"], player["low_remark"], Message("wins low")),
    ):
        if won:
            parts.append(", ".join([say(text), *([remark] if remark else [])]))
    if len(parts) == 2:
        return say(Message("{high}; {low}", high=parts[0], low=parts[1]))
    return "".join(parts)


def _pot(pot: Report, number: int, high_low: bool) -> dict[Message, str]:
    name = Message("side pot {number}", number=number) if number else Message("main pot")
    row = {
        Message("pot"): say(name),
        Message("chips"): _amount(pot["amount"]),
        Message("contenders"): _listed(pot["contenders"]),
        Message("high") if high_low else Message("winners"): _listed(pot["winners"]),
    }
    return row | {Message("low"): _listed(pot["low_winners"])} if high_low else row


def _spelled(names: Sequence[str]) -> str:
    return str(format_cards(parse_cards(" ".join(names)), lang=spoken_lang()))


def _listed(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))
