"""What ``handrank showdown`` prints of one deal: its report as tables."""

from collections.abc import Mapping, Sequence

from handrank.cli.language import say, say_number, spoken_lang
from handrank.cli.showdown_report import Report
from handrank.cli.text_tables import format_table
from handrank.rulebook.cards import format_cards, parse_cards
from handrank.rulebook.errors import Message

# The headings of columns: those of text, and those of numbers, which stand flush right.
_TEXTS = {
    "seat": Message("seat"),
    "hole": Message("cards"),
    "hand": Message("hand"),
    "low hand": Message("low"),
    "result": Message("result"),
    "pot": Message("pot"),
    "contenders": Message("contenders"),
    "winners": Message("winners"),
    "high winners": Message("high"),
    "low winners": Message("low"),
}
_NUMBERS = {
    "share": Message("share"),
    "bet": Message("bet"),
    "payout": Message("payout"),
    "amount": Message("chips"),
}


def print_report(report: Report) -> None:
    """Print a report as tables."""
    players, high_low = report["players"], report["low_rules"] is not None
    if report["board"] is not None:
        print(say(Message("board: {cards}", cards=_cards(report["board"]))), end="\n\n")
    rows = []
    for player in players:
        row = {
            "seat": str(player["seat"]),
            "hole": _cards(player["hole"]),
            "hand": say(Message("folded")) if player["folded"] else player["description"],
        }
        if high_low:
            row["low hand"] = player["low_description"] or ""
        row["result"] = _result(player, high_low)
        row["share"] = say_number(player["share"], ".1%")
        if report["pots"] is not None:
            row |= {name: say_number(player[name]) for name in ("bet", "payout")}
        rows.append(row)
    _print_table(rows)
    if report["pots"]:
        print()
        _print_table([_pot(pot, n, high_low) for n, pot in enumerate(report["pots"])])


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


def _pot(pot: Report, number: int, high_low: bool) -> dict[str, str]:
    name = Message("side pot {number}", number=number) if number else Message("main pot")
    row = {
        "pot": say(name),
        "amount": say_number(pot["amount"]),
        "contenders": _seats(pot["contenders"]),
        "high winners" if high_low else "winners": _seats(pot["winners"]),
    }
    return row | {"low winners": _seats(pot["low_winners"])} if high_low else row


def _print_table(rows: Sequence[Mapping[str, str]]) -> None:
    columns = list(rows[0])
    sides = "".join("r" if column in _NUMBERS else "l" for column in columns)
    header = [(_TEXTS | _NUMBERS)[column] for column in columns]
    print(format_table(header, [list(row.values()) for row in rows], sides))


def _cards(names: Sequence[str]) -> str:
    return str(format_cards(parse_cards(" ".join(names)), lang=spoken_lang()))


def _seats(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))
