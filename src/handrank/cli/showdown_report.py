"""What ``handrank showdown`` finds out about one deal, as its JSON has it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.legality import bad_row_reason
from handrank.cli.language import FIRST_SEAT
from handrank.cli.parsing import RequestError, wrong_values
from handrank.files.cells import read_cell
from handrank.files.jobs import category_names
from handrank.lookup.encoding import HAND_SIZES
from handrank.ranking.fives import best_five, ranked_best_five
from handrank.rulebook.cards import Lang, format_cards, lowest_card
from handrank.rulebook.errors import Message, Seat, counted, value_error
from handrank.rulebook.games import Game, GameName, get_game
from handrank.rulebook.rules import RulesName, get_rules
from handrank.showdowns.play import Showdown, award, play
from handrank.showdowns.pots import side_pots
from handrank.showdowns.winning import winners
from handrank.words.descriptions import describe_fives, describe_rank
from handrank.words.reasons import decided_by

Report = dict[str, Any]
Hands = list[NDArray[np.uint8]]


def make_report(
    hands: Sequence[str],
    board: str | None,
    *,
    game: GameName,
    bets: Sequence[int] | None,
    folded: Sequence[int],
    button: int | None,
    lang: Lang,
) -> Report:
    """Return all that is to be said of a showdown, as JSON has it: there seats count from 1.

    `hands` are hole cards, or whole hands without a board; the seats in `folded` and `button` count
    from 0.
    """
    played = get_game(game)
    cards = [
        _read(text, Message("seat {seat} ({text!r})", seat=Seat(seat), text=text))
        for seat, text in enumerate(hands)
    ]
    board_cards = None if board is None else _read(board, Message("board ({text!r})", text=board))
    _check_options(len(cards), bets, folded, button)
    gone = np.zeros(len(cards), dtype=np.bool_)
    gone[list(folded)] = True
    if gone.all():
        raise RequestError(
            Message("--folded: everyone has folded; somebody must be left to take the pot")
        )
    with wrong_values():
        result, fives = _play(played, cards, board_cards, gone, bets, button)
    ranks, in_hand = result.ranks, ~gone
    nothing = [None] * len(cards)
    columns: dict[str, Sequence[Any]] = {
        "seat": [seat + FIRST_SEAT for seat in range(len(cards))],
        "hole": [_names(hand) for hand in cards],
        "folded": gone.tolist(),
        "rank": ranks.tolist(),
        "category": category_names(ranks, played.rules),
        "description": _where(in_hand, describe_fives(ranks, fives, rules=played.rules, lang=lang)),
        "remark": _remarks(ranks, played.rules, lang),
        "best_five": _where(in_hand, [_names(five) for five in fives]),
        "winner": result.winners.tolist(),
        "share": result.shares.tolist(),
        **_low_columns(result, played, lang),
        "bet": nothing if bets is None else bets,
        "payout": nothing if result.payouts is None else result.payouts.tolist(),
    }
    players = [
        dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)
    ]
    return {
        "game": game,
        "rules": played.rules,
        "low_rules": played.low_rules,
        "board": None if board_cards is None else _names(board_cards),
        "button": None if button is None else button + FIRST_SEAT,
        "players": players,
        "pots": None if bets is None else _pots(bets, gone, result),
    }


def _check_options(
    n: int, bets: Sequence[int] | None, folded: Sequence[int], button: int | None
) -> None:
    for option, seats in (("--folded", folded), ("--button", [] if button is None else [button])):
        for seat in seats:
            if not 0 <= seat < n:
                raise RequestError(
                    Message(
                        "{option}: there is no seat {seat}; seats are {first}..{last}",
                        option=option,
                        seat=Seat(seat),
                        first=Seat(0),
                        last=Seat(n - 1),
                    )
                )
    if button is not None and bets is None:
        raise RequestError(Message("--button goes with --bets: it is for odd chips"))
    if bets is not None and len(bets) != n:
        raise RequestError(
            Message("--bets has {n_bets} numbers for {n} players", n_bets=len(bets), n=n)
        )
    for seat, bet in enumerate(bets or ()):
        if bet < 0:
            raise RequestError(
                Message(
                    "--bets: seat {seat} bet {bet} chips; bets must not be negative",
                    seat=Seat(seat),
                    bet=bet,
                )
            )


def _read(text: str, where: Message) -> NDArray[np.uint8]:
    try:
        return read_cell(text)
    except ValueError as error:
        reason = error.args[0]
        raise RequestError(Message("{where}: {reason}", where=where, reason=reason)) from None


def _play(
    game: Game,
    hands: Hands,
    board: NDArray[np.uint8] | None,
    folded: NDArray[np.bool_],
    bets: Sequence[int] | None,
    button: int | None,
) -> tuple[Showdown, NDArray[np.uint8]]:
    """Play the deal; return what comes of it and the best five cards of each player."""
    if board is None and game.two_from_hand:
        raise value_error("{game} needs --board", game=game.name)
    for seat, hand in enumerate(hands):
        reason = _hand_problem(game, hand) if board is None else _hole_problem(game, hand)
        if reason:
            where = Message("seat {seat}", seat=Seat(seat))
            raise value_error("{where}: {reason}", where=where, reason=reason)
    if board is None:
        # Each for itself: they may be of different sizes.
        ranked = [ranked_best_five(hand, rules=game.rules) for hand in hands]
        ranks = np.array([rank for rank, _ in ranked])
        result = award(ranks, folded=folded, bets=bets, button=button)
        return result, np.stack([five for _, five in ranked])
    holes = np.stack(hands)
    result = play(game, holes, board[None], folded=folded, bets=bets, button=button, threads=1)
    return result, best_five(holes, board, game=game, threads=1)


def _hand_problem(game: Game, hand: NDArray[np.uint8]) -> str | None:
    lowest = lowest_card(get_rules(game.rules))
    if len(hand) not in HAND_SIZES:
        return counted(
            "{n} card; a hand without --board has 5, 6 or 7",
            "{n} cards; a hand without --board has 5, 6 or 7",
            len(hand),
        )
    return bad_row_reason(hand, lowest)


def _hole_problem(game: Game, hand: NDArray[np.uint8]) -> str | None:
    if len(hand) == game.hole_cards:
        return None
    return Message(
        "{game} is played with {wanted} hole cards, got {n}",
        game=game.name,
        wanted=game.hole_cards,
        n=len(hand),
    )


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
            "low_winners": None
            if result.low_ranks is None
            else _best(result.low_ranks, contenders),
        }
        for amount, contenders in zip(pots.amounts, pots.contenders, strict=True)
        if amount
    ]


def _best(ranks: NDArray[np.uint16], contenders: NDArray[np.bool_]) -> list[int]:
    return _seats(winners(np.where(contenders, ranks, 0)))


def _seats(chosen: NDArray[np.bool_]) -> list[int]:
    seats: list[int] = (np.flatnonzero(chosen) + FIRST_SEAT).tolist()
    return seats


def _names(cards: NDArray[np.uint8]) -> list[str]:
    return str(format_cards(cards)).split()
