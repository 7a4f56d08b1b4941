"""What ``handrank showdown`` finds out about one deal, as its JSON has it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.legality import bad_row_reason, bad_rows
from handrank.files.cells import read_cell
from handrank.files.errors import FileError
from handrank.files.jobs import category_names
from handrank.lookup.encoding import HAND_SIZES
from handrank.ranking.fives import best_five, ranked_best_five
from handrank.rulebook.cards import Lang, format_cards, lowest_card
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
    folded: Sequence[int] | None,
    button: int | None,
    lang: Lang,
) -> Report:
    """Return all that is to be said of a showdown, as JSON has it.

    Parameters
    ----------
    hands : sequence of str
        Hole cards of each player; whole hands without a board.
    board : str or None
        The board.
    game : str
        As in `handrank.showdown`.
    bets : sequence of int or None
        What each player put in.
    folded : sequence of int or None
        The seats that have folded, counted from 0.
    button : int or None
        The button's seat.
    lang : {"en", "fr"}
        The language of descriptions.

    Raises
    ------
    FileError
        If something is wrong with what was asked; the message says where.
    """
    played = get_game(game)
    cards = [_read(text, f"seat {seat} ({text!r})") for seat, text in enumerate(hands)]
    board_cards = None if board is None else _read(board, f"board ({board!r})")
    gone = np.zeros(len(cards), dtype=np.bool_)
    for seat in folded or ():
        if not 0 <= seat < len(cards):
            raise FileError(f"--folded: there is no seat {seat}; seats are 0..{len(cards) - 1}")
        gone[seat] = True
    if gone.all():
        raise FileError("--folded: everyone has folded; somebody must be left to take the pot")
    if bets is not None and len(bets) != len(cards):
        raise FileError(f"--bets has {len(bets)} numbers for {len(cards)} players")
    for seat, bet in enumerate(bets or ()):
        if bet < 0:
            raise FileError(f"--bets: seat {seat} bet {bet} chips; bets must not be negative")
    if button is not None and not 0 <= button < len(cards):
        raise FileError(f"--button: there is no seat {button}; seats are 0..{len(cards) - 1}")
    if button is not None and bets is None:
        raise FileError("--button goes with --bets: it is for odd chips")
    try:
        result, fives = _play(played, cards, board_cards, gone, bets, button)
    except ValueError as error:
        raise FileError(str(error)) from None
    ranks = result.ranks
    texts = describe_fives(ranks, fives, rules=played.rules, lang=lang)
    players = [
        {
            "seat": seat,
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
        "button": button,
        "players": players,
        "pots": None if bets is None else _pots(bets, gone, result),
    }


def _read(text: str, where: str) -> NDArray[np.uint8]:
    try:
        return read_cell(text)
    except ValueError as error:
        raise FileError(f"{where}: {error}") from None


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
            raise ValueError(f"{game.name} needs --board")
        for seat, hand in enumerate(hands):
            if len(hand) not in HAND_SIZES:
                raise ValueError(
                    f"seat {seat}: {len(hand)} cards; a hand without --board has 5, 6 or 7"
                )
            if bad_rows(hand[None], lowest)[0]:
                raise ValueError(f"seat {seat}: {bad_row_reason(hand, lowest)}")
        # Each for itself: they may be of different sizes.
        ranked = [ranked_best_five(hand, rules=game.rules) for hand in hands]
        ranks = np.array([rank for rank, _ in ranked])
        result = award(ranks, folded=folded, bets=bets, button=button)
        return result, np.stack([five for _, five in ranked])
    for seat, hand in enumerate(hands):
        if len(hand) != game.hole_cards:
            raise ValueError(
                f"seat {seat}: {game.name} is played with {game.hole_cards} hole cards, got "
                f"{len(hand)}"
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
            "contenders": np.flatnonzero(contenders).tolist(),
            "winners": _best(result.ranks, contenders),
            "low_winners": None
            if result.low_ranks is None
            else _best(result.low_ranks, contenders),
        }
        for amount, contenders in zip(pots.amounts, pots.contenders, strict=True)
        if amount
    ]


def _best(ranks: NDArray[np.uint16], contenders: NDArray[np.bool_]) -> list[int]:
    seats: list[int] = np.flatnonzero(winners(np.where(contenders, ranks, 0))).tolist()
    return seats


def _names(cards: NDArray[np.uint8]) -> list[str]:
    return str(format_cards(cards)).split()
