"""Which five cards make a hand, and in which order they count."""

import itertools
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.blocks import Index, for_each_block, to_native
from handrank.arrays.output import Ranks
from handrank.arrays.reading import Cards, as_board, as_cards
from handrank.kernels.portable.find_fives import find_fives
from handrank.lookup.encoding import CATEGORY_SHIFT, FLUSH_SIZE, HOLE_CARDS
from handrank.ranking.hands import evaluate
from handrank.rulebook.cards import N_SUITS
from handrank.rulebook.games import Game, GameName, rules_and_game
from handrank.rulebook.rules import N_RANKS, RANK_LETTERS, HandCategory, Rules, RulesName, get_rules

_ACE = RANK_LETTERS.index("A")
_KING = RANK_LETTERS.index("K")

_SUITED = (HandCategory.FLUSH, HandCategory.STRAIGHT_FLUSH, HandCategory.ROYAL_FLUSH)
# An Omaha hand's choices of five are tried one after the other: so many hands' work.
_OMAHA_WEIGHT = 16


def best_five(
    cards: ArrayLike,
    board: ArrayLike | None = None,
    *,
    game: GameName | Game | None = None,
    rules: RulesName | None = None,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Return the five cards that make each hand, the most significant first.

    Pairs, three and four of a kind come before the other cards, higher ranks before lower ones; in
    A-2-3-4-5 and wherever else the ace counts below the deuce, it comes last. Low hands are read
    the same way: 8-6-4-3-A. Of cards of equal rank the one given first is chosen, hole cards before
    the board; only where that made a flush that counts against the hand is the least significant
    card that has an equal swapped for it. In Omaha two of the five are hole cards and three are
    from the board: of choices of equal rank the one with the hole cards given first, then with the
    board cards given first. `describe` puts them in words.

    Parameters
    ----------
    cards : array_like of int or str, shape (..., n)
        Hands of 5, 6 or 7 cards, or hole cards, as `evaluate` takes them.
    board : array_like of int or str, shape (..., 3..5), optional
        Board cards; the leading dimensions broadcast.
    game : GameName or Game, optional
        What is played, as in `evaluate`.
    rules : RulesName, optional
        The rule set, where no game is meant; ``"high"`` without either.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    ndarray of uint8, shape (..., 5)
        Card ids.

    Raises
    ------
    TypeError
        If a dtype is not allowed.
    ValueError
        As `evaluate` does: a wrong number of cards, a shape that does not fit, a row that is not a
        hand, an unknown game or unknown rules.

    Examples
    --------
    >>> from handrank import describe, format_cards
    >>> format_cards(best_five("KcAd 9h9s3c9d2s"))
    '9h 9s 9d Ad Kc'
    >>> format_cards(best_five(["AsKd", "7d6s"], board="5h4d3c2sKs"))
    array(['5h 4d 3c 2s As', '7d 6s 5h 4d 3c'], dtype='<U14')
    >>> five = best_five("AhAsKd3c", "2h5h9hJhKc", game="omaha")
    >>> format_cards(five), describe(five), describe(five, lang="fr")
    ('Ah As Kc Jh 9h', 'pair of aces', "paire d'as")
    """
    return ranked_best_five(cards, board, game=game, rules=rules, threads=threads)[1]


def ranked_best_five(
    cards: ArrayLike,
    board: ArrayLike | None = None,
    *,
    game: GameName | Game | None = None,
    rules: RulesName | None = None,
    threads: int | None = None,
) -> tuple[Ranks, NDArray[np.uint8]]:
    """Return hand ranks, shape (...), and the five cards behind them; see `best_five`."""
    ordered_by, played = rules_and_game(game, rules)
    given = [part for part in (as_cards(cards), as_board(board)) if part is not None]
    ranks: Ranks = np.asarray(evaluate(*given, game=game, rules=rules, threads=threads))
    parts = [np.broadcast_to(part, (*ranks.shape, part.shape[-1])) for part in given]
    two_from_hand = played is not None and played.two_from_hand
    tables = significant_ranks(ordered_by), is_suited(ordered_by)
    fives = np.empty((*ranks.shape, FLUSH_SIZE), dtype=np.uint8)

    def choose(index: Index) -> None:
        rows = [to_native(part[index].reshape(-1, part.shape[-1])) for part in parts]
        block = ranks[index].reshape(-1)
        if two_from_hand:
            hands = _first_choice(rows[0], rows[1], block, ordered_by)
        else:
            hands = rows[0] if len(rows) == 1 else np.concatenate(rows, axis=1)
        find_fives(hands, block, *tables, fives[index].reshape(-1, FLUSH_SIZE))

    for_each_block(choose, ranks.shape, threads, weight=_OMAHA_WEIGHT if two_from_hand else 1)
    return ranks, fives


def _first_choice(holes: Cards, boards: Cards, ranks: Ranks, rules: RulesName) -> NDArray[np.uint8]:
    """Return, of each hand, the first two hole and three board cards that have its rank."""
    fives = np.empty((len(ranks), FLUSH_SIZE), dtype=np.uint8)
    left = np.arange(len(ranks))
    pairs = itertools.combinations(range(holes.shape[1]), HOLE_CARDS)
    triples = itertools.combinations(range(boards.shape[1]), FLUSH_SIZE - HOLE_CARDS)
    for pair, triple in itertools.product(pairs, triples):
        tried = np.concatenate((holes[left][:, pair], boards[left][:, triple]), axis=1)
        found = evaluate(tried, rules=rules, check=False, threads=1) == ranks[left]
        fives[left[found]] = tried[found]
        left = left[~found]
        if not left.size:
            break
    return fives


@cache
def significant_ranks(rules: RulesName) -> NDArray[np.uint8]:
    """Return the card ranks behind each hand rank, (65536, 5), read-only, zeros elsewhere."""
    # The cards that come more often come first, then the higher ones.
    rule_set = get_rules(rules)
    deck = range(rule_set.lowest_rank, N_RANKS)
    multisets = np.array(
        list(itertools.combinations_with_replacement(deck, FLUSH_SIZE)), dtype=np.uint8
    )
    multisets = multisets[multisets[:, 0] != multisets[:, -1]]
    # Sorted cards of these suits are five different cards without a flush.
    mixed = N_SUITS * multisets + np.array([0, 1, 2, 3, 0], dtype=np.uint8)
    distinct = multisets[(np.diff(multisets, axis=1) > 0).all(axis=1)]
    hands = np.concatenate((mixed, N_SUITS * distinct))
    table = np.zeros((1 << 16, FLUSH_SIZE), dtype=np.uint8)
    table[evaluate(hands, rules=rules, threads=1)] = _in_order(hands // N_SUITS, rule_set)
    table.flags.writeable = False
    return table


@cache
def is_suited(rules: RulesName) -> NDArray[np.bool_]:
    """Return whether a hand is five cards of one suit, by the category's place: bits 12..15."""
    suited = np.zeros(1 << 16 - CATEGORY_SHIFT, dtype=np.bool_)
    categories = get_rules(rules).categories
    suited[: len(categories)] = np.isin(categories, _SUITED)
    suited.flags.writeable = False
    return suited


def _in_order(card_ranks: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
    """Return the card ranks of each hand, the most significant first."""
    masks = np.bitwise_or.reduce(1 << card_ranks.astype(np.int64), axis=1)
    # A straight with an ace but no king has the ace at its foot.
    ace_is_low = np.isin(masks, rules.straights) & (masks >> _KING & 1 == 0) | rules.ace_low
    counts = (card_ranks[:, :, None] == card_ranks[:, None, :]).sum(axis=2)
    heights = card_ranks + 1
    heights[ace_is_low[:, None] & (card_ranks == _ACE)] = 0
    order = np.argsort(-(counts * (N_RANKS + 1) + heights), axis=1, kind="stable")
    ordered: NDArray[np.uint8] = np.take_along_axis(card_ranks, order, axis=1)
    return ordered
