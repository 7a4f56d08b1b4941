"""What ``handrank showdown`` finds out about one deal, as its JSON has it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.legality import bad_row_reason, bad_rows
from handrank.cli.language import FIRST_SEAT
from handrank.cli.parsing import RequestError, wrong_values
from handrank.files.cells import read_cell
from handrank.files.jobs import category_names
from handrank.lookup.encoding import HAND_SIZES
from handrank.ranking.fives import best_five, ranked_best_five
from handrank.rulebook.cards import Lang, format_cards, lowest_card
from handrank.rulebook.errors import Message, Seat
from handrank.rulebook.games import Game, GameName, get_game
from handrank.rulebook.rules import get_rules
from handrank.showdowns.play import Showdown, award, play
from handrank.showdowns.pots import side_pots
from handrank.showdowns.winning import winners
from handrank.words.hands import describe_fives, describe_rank
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
    ranks = result.ranks
    texts = describe_fives(ranks, fives, rules=played.rules, lang=lang)
    players = [
        {
            "seat": seat + FIRST_SEAT,
            "hole": _names(cards[seat]),
            "folded": bool(gone[seat]),
            "rank": int(ranks[seat]),
            "category": category,
            "description": None if gone[seat] else str(texts[seat]),
            "remark": str(remark) or None,
            "best_five": None if gone[seat] else _names(fives[seat]),
            "winner": bool(result.winners[seat]),
            "share": float(result.shares[seat]),
            **_low_part(result, seat, played, lang),
            "bet": None if bets is None else bets[seat],
            "payout": None if result.payouts is None else int(result.payouts[seat]),
        }
        for seat, (category, remark) in enumerate(
            zip(
                category_names(ranks, played.rules),
                decided_by(ranks, rules=played.rules, lang=lang),
                strict=True,
            )
        )
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
    lowest = lowest_card(get_rules(game.rules))
    if board is None:
        if game.two_from_hand:
            raise ValueError(Message("{game} needs --board", game=game.name))
        for seat, hand in enumerate(hands):
            if len(hand) not in HAND_SIZES:
                raise ValueError(
                    Message(
                        "seat {seat}: {n} cards; a hand without --board has 5, 6 or 7",
                        seat=Seat(seat),
                        n=len(hand),
                    )
                )
            if bad_rows(hand[None], lowest)[0]:
                where = Message("seat {seat}", seat=Seat(seat))
                reason = bad_row_reason(hand, lowest)
                raise ValueError(Message("{where}: {reason}", where=where, reason=reason))
        # Each for itself: they may be of different sizes.
        ranked = [ranked_best_five(hand, rules=game.rules) for hand in hands]
        ranks = np.array([rank for rank, _ in ranked])
        result = award(ranks, folded=folded, bets=bets, button=button)
        return result, np.stack([five for _, five in ranked])
    for seat, hand in enumerate(hands):
        if len(hand) != game.hole_cards:
            raise ValueError(
                Message(
                    "seat {seat}: {game} is played with {wanted} hole cards, got {n}",
                    seat=Seat(seat),
                    game=game.name,
                    wanted=game.hole_cards,
                    n=len(hand),
                )
            )
    holes = np.stack(hands)
    result = play(game, holes, board[None], folded=folded, bets=bets, button=button, threads=1)
    return result, best_five(holes, board, game=game, threads=1)


def _low_part(result: Showdown, seat: int, game: Game, lang: Lang) -> Report:
    if result.low_ranks is None or result.low_winners is None or game.low_rules is None:
        return {"low_rank": None, "low_description": None, "low_remark": None, "low_winner": None}
    text = describe_rank(result.low_ranks[seat], rules=game.low_rules, lang=lang)
    remark = decided_by(result.low_ranks, rules=game.low_rules, lang=lang)[seat]
    return {
        "low_rank": int(result.low_ranks[seat]),
        "low_description": str(text) if result.ranks[seat] else None,
        "low_remark": str(remark) or None,
        "low_winner": bool(result.low_winners[seat]),
    }


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
