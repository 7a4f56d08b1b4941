"""What ``handrank showdown`` prints of one deal: its report as tables."""

from collections.abc import Sequence

from handrank.cli.common import format_table
from handrank.cli.showdown_report import Report
from handrank.cli.words import say
from handrank.rulebook.cards import Lang, format_cards, parse_cards
from handrank.words.numbers import write_number

# Columns that only a showdown with bets has.
_CHIPS = ("bet", "payout")


def print_report(report: Report, lang: Lang) -> None:
    """Print a report as tables."""
    players, high_low = report["players"], report["low_rules"] is not None
    if report["board"] is not None:
        print(say("board: {}", lang).format(_cards(report["board"], lang)), end="\n\n")
    columns = ["seat", "cards", "hand", *(["low"] if high_low else []), "result", "share"]
    columns += _CHIPS if report["pots"] is not None else []
    rows = []
    for player in players:
        hand = say("folded", lang) if player["folded"] else player["description"]
        row = [str(player["seat"]), _cards(player["hole"], lang), hand]
        row += [player["low_description"] or ""] if high_low else []
        row += [_result(player, high_low, lang), write_number(player["share"], ".1%", lang)]
        row += [write_number(player[name], lang=lang) for name in columns if name in _CHIPS]
        rows.append(row)
    _print_table(columns, rows, lang)
    if report["pots"]:
        print()
        _print_pots(report["pots"], high_low, lang)


def _result(player: Report, high_low: bool, lang: Lang) -> str:
    parts = []
    for won, remark, text in (
        (player["winner"], player["remark"], "wins high" if high_low else "wins"),
        (player["low_winner"], player["low_remark"], "wins low"),
    ):
        if won:
            parts.append(", ".join([say(text, lang), *([remark] if remark else [])]))
    return say("{}; {}", lang).format(*parts) if len(parts) == 2 else "".join(parts)


def _print_pots(pots: Sequence[Report], high_low: bool, lang: Lang) -> None:
    rows = []
    for number, pot in enumerate(pots):
        name = say("side pot {}", lang).format(number) if number else say("main pot", lang)
        row = [name, write_number(pot["amount"], lang=lang)]
        row += [_seats(pot["contenders"]), _seats(pot["winners"])]
        rows.append([*row, _seats(pot["low_winners"])] if high_low else row)
    columns = ["pot", "chips", "contenders", *(["high", "low"] if high_low else ["winners"])]
    _print_table(columns, rows, lang)


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], lang: Lang) -> None:
    numbers = {"share", "bet", "payout", "chips"}
    sides = "".join("r" if column in numbers else "l" for column in columns)
    print(format_table([say(column, lang) for column in columns], rows, sides))


def _cards(names: Sequence[str], lang: Lang) -> str:
    return str(format_cards(parse_cards(" ".join(names)), lang=lang))


def _seats(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))
