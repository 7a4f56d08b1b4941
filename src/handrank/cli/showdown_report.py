"""What ``handrank showdown`` finds out about one deal: its JSON, and the tables it prints."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.legality import bad_row_reason
from handrank.cli.language import FIRST_SEAT, print_table, say, say_number, spoken_lang, tell
from handrank.cli.parsing import request_error, wrong_values
from handrank.files.cells import read_cell
from handrank.files.jobs import category_names
from handrank.lookup.encoding import HAND_SIZES
from handrank.ranking.fives import best_five, ranked_best_five
from handrank.rulebook.cards import Lang, format_cards, lowest_card, parse_cards
from handrank.rulebook.errors import Message, Seat, counted, value_error
from handrank.rulebook.games import Game, get_game
from handrank.rulebook.rules import RulesName, get_rules
from handrank.showdowns.play import Showdown, award, play
from handrank.showdowns.pots import side_pots
from handrank.showdowns.stakes import Stakes
from handrank.showdowns.winning import winners
from handrank.words.descriptions import describe_fives, describe_rank
from handrank.words.reasons import decided_by

Report = dict[str, Any]


def make_report(arguments: Namespace) -> Report:
    """Return all that is to be said of the showdown of the arguments, as JSON has it."""
    # The hands are hole cards, or whole hands without a board. Seats count from 1.
    game, bets, lang = get_game(arguments.game), arguments.bets, spoken_lang()
    cards = [
        _read(text, Message("seat {seat} ({text!r})", seat=Seat(seat), text=text))
        for seat, text in enumerate(arguments.hands)
    ]
    board = arguments.board
    if board is not None:
        board = _read(board, Message("board ({text!r})", text=board))
    _check_options(arguments)
    folded = [seat - FIRST_SEAT for seat in arguments.folded or ()]
    button = None if arguments.button is None else arguments.button - FIRST_SEAT
    gone = np.zeros(len(cards), dtype=np.bool_)
    gone[folded] = True
    if gone.all():
        raise request_error("--folded: everyone has folded; somebody must be left to take the pot")
    with wrong_values():
        result, fives = _play(game, cards, board, gone, bets, button)
    ranks, in_hand = result.ranks, ~gone
    nothing = [None] * len(cards)
    columns: dict[str, Sequence[Any]] = {
        "seat": [seat + FIRST_SEAT for seat in range(len(cards))],
        "hole": [_names(hand) for hand in cards],
        "folded": gone.tolist(),
        "rank": ranks.tolist(),
        "category": category_names(ranks, game.rules),
        "description": _where(in_hand, describe_fives(ranks, fives, rules=game.rules, lang=lang)),
        "remark": _remarks(ranks, game.rules, lang),
        "best_five": _where(in_hand, [_names(five) for five in fives]),
        "winner": result.winners.tolist(),
        "share": result.shares.tolist(),
        **_low_columns(result, game, lang),
        "bet": nothing if bets is None else bets,
        "payout": nothing if result.payouts is None else result.payouts.tolist(),
    }
    players = [
        dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)
    ]
    return {
        "game": game.name,
        "rules": game.rules,
        "low_rules": game.low_rules,
        "board": None if board is None else _names(board),
        "button": arguments.button,
        "players": players,
        "pots": None if bets is None else _pots(bets, gone, result),
    }


def _check_options(arguments: Namespace) -> None:
    n, bets, button = len(arguments.hands), arguments.bets, arguments.button
    buttons = [] if button is None else [button]
    for option, seats in (("--folded", arguments.folded or []), ("--button", buttons)):
        for seat in seats:
            if not 1 <= seat <= n:
                raise request_error(
                    "{option}: there is no seat {seat}; seats are 1..{n}",
                    option=option,
                    seat=seat,
                    n=n,
                )
    if button is not None and bets is None:
        raise request_error("--button goes with --bets: it is for odd chips")
    if bets is not None and len(bets) != n:
        raise request_error("--bets has {n_bets} numbers for {n} players", n_bets=len(bets), n=n)
    for seat, bet in enumerate(bets or (), FIRST_SEAT):
        if bet < 0:
            raise request_error(
                "--bets: seat {seat} bet {bet} chips; bets must not be negative", seat=seat, bet=bet
            )


def _read(text: str, where: Message) -> NDArray[np.uint8]:
    try:
        return read_cell(text)
    except ValueError as error:
        reason = error.args[0]
        raise request_error("{where}: {reason}", where=where, reason=reason) from None


def _play(
    game: Game,
    hands: list[NDArray[np.uint8]],
    board: NDArray[np.uint8] | None,
    folded: NDArray[np.bool_],
    bets: Sequence[int] | None,
    button: int | None,
) -> tuple[Showdown, NDArray[np.uint8]]:
    """Play the deal; return what comes of it and the best five cards of each player."""
    if board is None and game.two_from_hand:
        raise value_error("{game} needs --board", game=game.name)
    for seat, hand in enumerate(hands):
        if reason := _problem(game, hand, whole=board is None):
            where = Message("seat {seat}", seat=Seat(seat))
            raise value_error("{where}: {reason}", where=where, reason=reason)
    stakes = None if bets is None else Stakes(bets=bets, button=button)
    if board is None:
        # Each for itself: they may be of different sizes.
        ranked = [ranked_best_five(hand, rules=game.rules) for hand in hands]
        ranks = np.array([rank for rank, _ in ranked])
        result = award(ranks, folded=folded, stakes=stakes)
        return result, np.stack([five for _, five in ranked])
    holes = np.stack(hands)
    result = play(game, holes, board[None], folded=folded, stakes=stakes, threads=1)
    return result, best_five(holes, board, game=game, threads=1)


def _problem(game: Game, hand: NDArray[np.uint8], *, whole: bool) -> str | None:
    """Say what is wrong with a whole hand or hole cards, if anything is."""
    n, lowest = len(hand), lowest_card(get_rules(game.rules))
    if not whole and n != game.hole_cards:
        wanted = {"game": game.name, "wanted": game.hole_cards}
        return Message("{game} is played with {wanted} hole cards, got {n}", n=n, **wanted)
    if whole and n not in HAND_SIZES:
        return counted(
            "{n} card; a hand without --board has 5, 6 or 7",
            "{n} cards; a hand without --board has 5, 6 or 7",
            n,
        )
    return bad_row_reason(hand, lowest) if whole else None


def _low_columns(result: Showdown, game: Game, lang: Lang) -> dict[str, Sequence[Any]]:
    names = ("low_rank", "low_description", "low_remark", "low_winner")
    ranks, low_winners, rules = result.low_ranks, result.low_winners, game.low_rules
    if ranks is None or low_winners is None or rules is None:
        return dict.fromkeys(names, [None] * len(result.ranks))
    texts = _where(result.ranks > 0, describe_rank(ranks, rules=rules, lang=lang))
    columns = (ranks.tolist(), texts, _remarks(ranks, rules, lang), low_winners.tolist())
    return dict(zip(names, columns, strict=True))


def _where(there: NDArray[np.bool_], values: Sequence[Any] | NDArray[Any]) -> list[Any]:
    """Return values as JSON has them, None where they do not apply."""
    given = values.tolist() if isinstance(values, np.ndarray) else values
    return [value if here else None for here, value in zip(there.tolist(), given, strict=True)]


def _remarks(ranks: NDArray[np.uint16], rules: RulesName, lang: Lang) -> list[str | None]:
    return [remark or None for remark in decided_by(ranks, rules=rules, lang=lang).tolist()]


def _pots(bets: Sequence[int], folded: NDArray[np.bool_], result: Showdown) -> list[Report]:
    pots = side_pots(bets, folded=folded)
    return [
        {
            "amount": int(amount),
            "contenders": _seats(contenders),
            "winners": _best(result.ranks, contenders),
            "low_winners": _best(result.low_ranks, contenders),
        }
        for amount, contenders in zip(pots.amounts, pots.contenders, strict=True)
        if amount
    ]


def _best(ranks: NDArray[np.uint16] | None, contenders: NDArray[np.bool_]) -> list[int] | None:
    return None if ranks is None else _seats(winners(np.where(contenders, ranks, 0)))


def _seats(chosen: NDArray[np.bool_]) -> list[int]:
    seats: list[int] = (np.flatnonzero(chosen) + FIRST_SEAT).tolist()
    return seats


def _names(cards: NDArray[np.uint8]) -> list[str]:
    return str(format_cards(cards)).split()


# --- as text


def print_report(report: Report) -> None:
    """Print a report as tables."""
    players, high_low = report["players"], report["low_rules"] is not None
    if report["board"] is not None:
        tell("board: {cards}", cards=_spelled(report["board"]))
        print()
    rows: list[dict[Message, str]] = []
    for player in players:
        row = {
            Message("seat"): str(player["seat"]),
            Message("cards"): _spelled(player["hole"]),
            Message("hand"): say(Message("folded")) if player["folded"] else player["description"],
        }
        if high_low:
            row[Message("low")] = player["low_description"] or ""
        row[Message("result")] = _result(player, high_low)
        row[Message("share")] = say_number(player["share"], ".1%")
        if report["pots"] is not None:
            row[Message("bet")] = say_number(player["bet"])
            row[Message("payout")] = say_number(player["payout"])
        rows.append(row)
    _print_rows(rows)
    if report["pots"]:
        print()
        _print_rows([_pot(pot, n, high_low) for n, pot in enumerate(report["pots"])])


def _print_rows(rows: Sequence[Mapping[Message, str]]) -> None:
    """Print rows of cells by their headings."""
    cells = [list(row.values()) for row in rows]
    print_table([*rows[0]], cells, right=["share", "bet", "payout", "chips"])


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
        Message("chips"): say_number(pot["amount"]),
        Message("contenders"): _listed(pot["contenders"]),
        Message("high") if high_low else Message("winners"): _listed(pot["winners"]),
    }
    return row | {Message("low"): _listed(pot["low_winners"])} if high_low else row


def _spelled(names: Sequence[str]) -> str:
    return str(format_cards(parse_cards(" ".join(names)), lang=spoken_lang()))


def _listed(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))
