"""What ``handrank showdown`` finds out about one deal, as its JSON has it."""

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.legality import bad_row_reason
from handrank.arrays.unknown_cards import is_missing, is_unknown
from handrank.cli.language import FIRST_SEAT, spoken_lang
from handrank.cli.parsing import request_error, wrong_values
from handrank.cli.showdown_money import DealMoney
from handrank.files.cells import placeholder, read_cell
from handrank.files.jobs import category_names
from handrank.lookup.encoding import FLUSH_SIZE, HAND_SIZES
from handrank.ranking.fives import best_five, ranked_best_five
from handrank.rulebook.cards import Lang, format_cards, lowest_card
from handrank.rulebook.errors import Message, Seat, counted, value_error
from handrank.rulebook.games import Game, get_game
from handrank.rulebook.rules import RulesName, get_rules
from handrank.showdowns.play import award, play
from handrank.showdowns.pots import side_pots
from handrank.showdowns.showdown_result import Showdown
from handrank.showdowns.winning import winners
from handrank.words.descriptions import describe_fives, describe_rank
from handrank.words.reasons import decided_by

Report = dict[str, Any]
Hand = NDArray[np.uint8]


def make_report(arguments: Namespace) -> Report:
    """Return all that is to be said of the showdown of the arguments, as JSON has it."""
    # The hands are hole cards, or whole hands without a board. Seats count from 1.
    game = get_game(arguments.game)
    hands = [
        None
        if is_unknown(text)
        else _read(text, Message("seat {seat} ({text!r})", seat=Seat(seat), text=text))
        for seat, text in enumerate(arguments.hands)
    ]
    boards = [
        _read(text, Message("board ({text!r})", text=text))
        for text in arguments.board or ()
        if not is_missing(text)
    ]
    _check_options(arguments)
    folded = np.zeros(len(hands), dtype=np.bool_)
    folded[[seat - FIRST_SEAT for seat in arguments.folded or ()]] = True
    if folded.all():
        raise request_error("--folded: everyone has folded; somebody must be left to take the pot")
    money = None if arguments.bets is None else DealMoney(arguments)
    with wrong_values():
        result, fives = _play(game, hands, boards, folded, money)
    runs = _runs(game, result, fives, spoken_lang())
    # What one run-out made of the hands stands with the players.
    of_hands = runs if len(runs) == 1 else [[dict.fromkeys(hand) for hand in runs[0]]]
    players = [
        {
            "seat": seat + FIRST_SEAT,
            "hole": None if hand is None else _names(hand),
            "folded": bool(folded[seat]),
            **of_hands[0][seat],
            "share": float(result.shares[seat]),
            **({"bet": None, "payout": None, "returned": None} if money is None else {}),
            **({} if money is None else money.of_player(seat, result)),
        }
        for seat, hand in enumerate(hands)
    ]
    return {
        "game": game.name,
        "rules": game.rules,
        "low_rules": game.low_rules,
        "board": _names(boards[0]) if len(boards) == 1 else None,
        "button": arguments.button,
        "players": players,
        "runs": None
        if len(boards) < 2
        else [
            {"board": _names(board), "players": run}
            for board, run in zip(boards, runs, strict=True)
        ],
        "dead_money": None if money is None else money.said(money.dead),
        "rake": None if result.rake is None or money is None else money.said(int(result.rake)),
        "pots": None if money is None else _pots(money, folded, result),
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
    if bets is None:
        for option in ("button", "dead_money", "rake", "rake_cap", "stacks", "unit"):
            if getattr(arguments, option) is not None:
                name = option.replace("_", "-")
                raise request_error("--{option} goes with --bets", option=name)
    for option, amounts in (("--bets", bets), ("--stacks", arguments.stacks)):
        if amounts is not None and len(amounts) != n:
            raise request_error(
                "{option} has {given} numbers for {n} players",
                option=option,
                given=len(amounts),
                n=n,
            )
    if arguments.rake_cap is not None and not isinstance(arguments.rake, str):
        raise request_error("--rake-cap goes with a rate, --rake 5%")


def _read(text: str, where: Message) -> Hand:
    try:
        return read_cell(text)
    except ValueError as error:
        raise request_error("{where}: {reason}", where=where, reason=error.args[0]) from None


def _play(
    game: Game,
    hands: Sequence[Hand | None],
    boards: Sequence[Hand],
    folded: NDArray[np.bool_],
    money: DealMoney | None,
) -> tuple[Showdown, list[NDArray[np.uint8]]]:
    """Play the deal; return what comes of it and the best five cards by run-out and player."""
    stakes = None if money is None else money.stakes
    known = [hand for hand in hands if hand is not None]
    n_hole = game.hole_cards - (len(boards[0]) if boards and not game.board_cards else 0)
    whole = not boards and game.board_cards > 0 and any(len(hand) != n_hole for hand in known)
    for seat, hand in enumerate(hands):
        if hand is not None and (reason := _problem(game, hand, n_hole, whole=whole)):
            where = Message("seat {seat}", seat=Seat(seat))
            raise value_error("{where}: {reason}", where=where, reason=reason)
    unknown = np.array([hand is None for hand in hands])
    if whole:
        if game.two_from_hand:
            raise value_error("{game} needs --board", game=game.name)
        # Each for itself: they may be of different sizes.
        ranks, five = np.zeros(len(hands), np.uint16), np.zeros((len(hands), FLUSH_SIZE), np.uint8)
        for seat, hand in enumerate(hands):
            if hand is not None:
                ranks[seat], five[seat] = ranked_best_five(hand, rules=game.rules)
        missing = unknown if unknown.any() else None
        return award(ranks, folded=folded, unknown=missing, stakes=stakes), [five]
    holes = np.stack([placeholder(n_hole) if hand is None else hand for hand in hands])
    if len({*map(len, boards)}) > 1:
        raise value_error("the boards have different numbers of cards")
    result = play(
        *(game, holes, np.stack(boards) if boards else None),
        folded=folded,
        unknown=unknown if unknown.any() else None,
        stakes=stakes,
        threads=1,
    )
    fives = []
    run_outs: Sequence[Hand | None] = boards or [None]
    for ranks, board in zip(np.atleast_2d(result.ranks), run_outs, strict=True):
        five = np.zeros((len(hands), FLUSH_SIZE), dtype=np.uint8)
        if (shown := ranks > 0).any():
            five[shown] = best_five(holes[shown], board, game=game, threads=1)
        fives.append(five)
    return result, fives


def _problem(game: Game, hand: Hand, n_hole: int, *, whole: bool) -> str | None:
    """Say what is wrong with a whole hand or hole cards, if anything is."""
    n, lowest = len(hand), lowest_card(get_rules(game.rules))
    if not whole and n != n_hole:
        wanted = {"game": game.name, "wanted": n_hole}
        return Message("{game} is played with {wanted} hole cards, got {n}", n=n, **wanted)
    if whole and n not in HAND_SIZES:
        return counted(
            "{n} card; a hand without --board has 5, 6 or 7",
            "{n} cards; a hand without --board has 5, 6 or 7",
            n,
        )
    return bad_row_reason(hand, lowest) if whole else None


def _runs(
    game: Game, result: Showdown, fives: Sequence[NDArray[np.uint8]], lang: Lang
) -> list[list[Report]]:
    """Return what each run-out makes of each player's hand."""
    runs = []
    low_ranks, low_winners = result.low_ranks, result.low_winners
    nothing = [None] * len(fives)
    for ranks, won, low, low_won, five in zip(
        np.atleast_2d(result.ranks),
        np.atleast_2d(result.winners),
        nothing if low_ranks is None else np.atleast_2d(low_ranks),
        nothing if low_winners is None else np.atleast_2d(low_winners),
        fives,
        strict=True,
    ):
        shown = ranks > 0
        columns: dict[str, Sequence[Any]] = {
            "rank": ranks.tolist(),
            "category": category_names(ranks, game.rules),
            "description": _where(shown, describe_fives(ranks, five, rules=game.rules, lang=lang)),
            "remark": _remarks(ranks, game.rules, lang),
            "best_five": _where(shown, [_names(cards) for cards in five]),
            "winner": won.tolist(),
            **_low_columns(ranks, low, low_won, game, lang),
        }
        runs.append(
            [
                dict(zip(columns, values, strict=True))
                for values in zip(*columns.values(), strict=True)
            ]
        )
    return runs


def _low_columns(
    ranks: NDArray[np.uint16],
    low_ranks: NDArray[np.uint16] | None,
    low_winners: NDArray[np.bool_] | None,
    game: Game,
    lang: Lang,
) -> dict[str, Sequence[Any]]:
    names = ("low_rank", "low_description", "low_remark", "low_winner")
    rules = game.low_rules
    if low_ranks is None or low_winners is None or rules is None:
        return dict.fromkeys(names, [None] * len(ranks))
    texts = _where(ranks > 0, describe_rank(low_ranks, rules=rules, lang=lang))
    columns = (low_ranks.tolist(), texts, _remarks(low_ranks, rules, lang), low_winners.tolist())
    return dict(zip(names, columns, strict=True))


def _where(there: NDArray[np.bool_], values: Sequence[Any] | NDArray[Any]) -> list[Any]:
    """Return values as JSON has them, None where they do not apply."""
    given = values.tolist() if isinstance(values, np.ndarray) else values
    return [value if here else None for here, value in zip(there.tolist(), given, strict=True)]


def _remarks(ranks: NDArray[np.uint16], rules: RulesName, lang: Lang) -> list[str | None]:
    return [remark or None for remark in decided_by(ranks, rules=rules, lang=lang).tolist()]


def _pots(money: DealMoney, folded: NDArray[np.bool_], result: Showdown) -> list[Report]:
    pots = side_pots(money.bets, dead_money=money.dead, folded=folded)
    return [
        {
            "amount": money.said(int(amount)),
            "contenders": _seats(contenders),
            "winners": _best(result.ranks, contenders),
            "low_winners": _best(result.low_ranks, contenders),
        }
        for amount, contenders in zip(pots.amounts, pots.contenders, strict=True)
        if amount
    ]


def _best(ranks: NDArray[np.uint16] | None, contenders: NDArray[np.bool_]) -> list[int] | None:
    """Return the seats that win a pot, in any of the run-outs; a single contender does."""
    if ranks is None:
        return None
    won = np.logical_or.reduce(np.atleast_2d(winners(np.where(contenders, ranks, 0))))
    return _seats(contenders if contenders.sum() == 1 else won)


def _seats(chosen: NDArray[np.bool_]) -> list[int]:
    seats: list[int] = (np.flatnonzero(chosen) + FIRST_SEAT).tolist()
    return seats


def _names(cards: Hand) -> list[str]:
    return str(format_cards(cards)).split()
