"""`describe_showdown` and `decided_by`: what players hold and why the winner won."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handrank.arrays.output import Ranks
from handrank.lookup.encoding import CATEGORY_SHIFT, FLUSH_SIZE
from handrank.ranking.classes import ranks_or_0
from handrank.ranking.fives import best_five, significant_ranks
from handrank.rulebook.cards import Lang
from handrank.rulebook.errors import value_error
from handrank.rulebook.games import Game, GameName, get_game
from handrank.rulebook.rules import HandCategory, RulesName, get_rules
from handrank.showdowns.play import play, read_deals, read_folded
from handrank.words.descriptions import describe_fives, describe_rank
from handrank.words.languages import vocabulary_of
from handrank.words.vocabulary import Vocabulary

# How many of the five cards, the most significant first, the name of a hand tells: "two pair, kings
# and eights" tells four. The others are kickers.
_NAMED_CARDS = {
    HandCategory.HIGH_CARD: 1,
    HandCategory.ONE_PAIR: 2,
    HandCategory.TWO_PAIR: 4,
    HandCategory.THREE_OF_A_KIND: 3,
    HandCategory.STRAIGHT: FLUSH_SIZE,
    HandCategory.FLUSH: 1,
    HandCategory.FULL_HOUSE: FLUSH_SIZE,
    HandCategory.FOUR_OF_A_KIND: 4,
    HandCategory.STRAIGHT_FLUSH: FLUSH_SIZE,
    HandCategory.ROYAL_FLUSH: FLUSH_SIZE,
}


def describe_showdown(
    hole: ArrayLike,
    board: ArrayLike | None = None,
    *,
    game: GameName | Game = "holdem",
    folded: ArrayLike | None = None,
    lang: Lang = "en",
    threads: int | None = None,
) -> NDArray[np.str_]:
    """Say what each player holds, and of the winners why they won where the names do not tell.

    A winner's text ends with the kicker that decided, if the best losing hand has the same name,
    and with "split pot" where several win. In a high/low game the low hand stands after it.

    Parameters
    ----------
    hole : array_like of int or str, shape (..., players, n)
        Hole cards, as `showdown` takes them; without `board`, whole hands as `evaluate` takes them.
    board : array_like of int or str, shape (..., 3..5) or (..., 1, 3..5), optional
        The board of each deal, or one board for all of them.
    game : GameName or Game, optional
        What is played, one of `GAMES` or a game of your own.
    folded : array_like of bool, shape (..., players), optional
        Who has folded: nobody, by default. Their text says that they folded, and that of others
        whose hands are not known that they showed none.
    lang : {"en", "fr"}, optional
        English or French.
    threads : int, optional
        How many threads to use for large batches; see `set_threads` for what None means.

    Returns
    -------
    ndarray of str, shape (..., players)

    Raises
    ------
    TypeError
        If a dtype is not allowed.
    ValueError
        As `showdown` does; if the axis of players is missing, a game whose board matters comes
        without one, or the language is unknown.

    Examples
    --------
    >>> for text in describe_showdown(["8h Ks", "4d Qs"], "9c 7s 5h 5s 3c"):
    ...     print(text)
    pair of fives, kicker: king
    pair of fives
    >>> for text in describe_showdown(["8h Ks", "4d Qs"], "9c 7s 5h 5s 3c", lang="fr"):
    ...     print(text)
    paire de cinq, kicker : roi
    paire de cinq
    >>> print(describe_showdown(["Td Js", "3s 3d"], "6c Qc Ad 6s Ac")[0])
    two pair, aces and sixes, split pot
    >>> print(describe_showdown(["Td Js", "3s 3d"], "6c Qc Ad 6s Ac", lang="fr")[0])
    double paire d'as par les six, pot partagé
    >>> for text in describe_showdown(["AhAsKdQc", "4h5cTsTd"], "2h7d8sJcKc", game="omaha-hilo"):
    ...     print(text)
    pair of aces; no low
    pair of tens; 8-7-5-4-2 low
    """
    vocabulary_of(lang)
    played = get_game(game)
    deals = read_deals(hole, board, played)
    boards = deals.boards
    if boards is not None and boards.shape[-2] > 1:
        raise value_error(
            "one board a deal can be described, got {n} in shape {shape}",
            n=boards.shape[-2],
            shape=boards.shape,
        )
    gone = read_folded(folded, deals.shape)
    result = play(
        *(played, deals.holes, boards), folded=gone, unknown=deals.unknown, threads=threads
    )
    words, shown = vocabulary_of(lang), result.ranks > 0
    fives = np.zeros((*shown.shape, FLUSH_SIZE), dtype=np.uint8)
    if shown.any():
        parts = [part for part in (deals.holes, boards) if part is not None]
        cards = [np.broadcast_to(part, (*shown.shape, part.shape[-1]))[shown] for part in parts]
        fives[shown] = best_five(*cards, game=played, threads=threads)
    texts = describe_fives(result.ranks, fives, rules=played.rules, lang=lang)
    texts = _with_remarks(texts, result.ranks, played.rules, lang)
    if result.low_ranks is not None and played.low_rules is not None:
        low_texts = describe_rank(result.low_ranks, rules=played.low_rules, lang=lang)
        low_texts = _with_remarks(low_texts, result.low_ranks, played.low_rules, lang)
        texts = np.strings.add(np.strings.add(texts, words.and_low), low_texts)
    texts = np.where(shown, texts, words.not_shown)
    return texts if gone is None else np.where(gone, words.folded, texts)


def _with_remarks(
    texts: NDArray[np.str_], ranks: Ranks, rules: RulesName, lang: Lang
) -> NDArray[np.str_]:
    remarks = decided_by(ranks, rules=rules, lang=lang)
    links = np.where(remarks == "", "", vocabulary_of(lang).and_then)
    return np.strings.add(np.strings.add(texts, links), remarks)


def decided_by(
    ranks: ArrayLike, *, rules: RulesName = "high", lang: Lang = "en"
) -> NDArray[np.str_]:
    """Say of the winners of showdowns why they won, where the names of the hands do not tell.

    Parameters
    ----------
    ranks : array_like of int, shape (..., players)
        Hand ranks under the same `rules`; 0 for players who folded or hold no qualifying hand.
    rules : RulesName, optional
        The rule set.
    lang : {"en", "fr"}, optional
        English or French.

    Returns
    -------
    ndarray of str, shape (..., players)
        "kicker: king" where the winner and the best losing hand bear the same name: the first card
        that tells them apart; "split pot" where several win, after the kicker if there is one;
        empty for all others.

    Raises
    ------
    TypeError
        If the ranks are not integers.
    ValueError
        If no hand can have such a rank, the axis of players is missing, or the rules or the
        language are unknown.

    Examples
    --------
    >>> from handrank import evaluate
    >>> ranks = evaluate(["As Kd", "Ac Qh", "Ah Kc"], board="Ad 9c 7h 5s 2d")
    >>> decided_by(ranks)
    array(['kicker: king, split pot', '', 'kicker: king, split pot'], dtype='<U23')
    >>> decided_by(ranks[:2], lang="fr")
    array(['kicker : roi', ''], dtype='<U12')
    """
    words = vocabulary_of(lang)
    numbers = ranks_or_0(ranks, rules)
    if numbers.ndim == 0:
        raise value_error(
            "ranks must have an axis of players, got the single number {number}",
            number=int(numbers),
        )
    if numbers.size == 0:
        return np.full(numbers.shape, "", dtype=np.str_)
    best = numbers.max(axis=-1, keepdims=True)
    wins = (numbers == best) & (best > 0)
    runner_up = np.where(wins, 0, numbers).max(axis=-1, keepdims=True)
    shared = wins.sum(axis=-1, keepdims=True) > 1
    # The three in one number: each different case is put into words once.
    cases = (best.astype(np.int64) << 17) | (runner_up.astype(np.int64) << 1) | shared
    distinct, inverse = np.unique(cases, return_inverse=True)
    remarks = np.array(
        [
            _remark(case >> 17, case >> 1 & 0xFFFF, bool(case & 1), rules, words)
            for case in distinct.tolist()
        ]
    )
    return np.where(wins, remarks[inverse.reshape(best.shape)], "")


def _remark(best: int, runner_up: int, shared: bool, rules: RulesName, words: Vocabulary) -> str:
    parts = []
    kicker = _kicker(best, runner_up, rules)
    if kicker is not None:
        parts.append(words.kicker.format(words.ranks[kicker]))
    if shared:
        parts.append(words.split_pot)
    return words.and_then.join(parts)


def _kicker(best: int, runner_up: int, rules: RulesName) -> int | None:
    """Return the rank of the first card in which hands of the same name differ, if they do."""
    rule_set = get_rules(rules)
    place = best >> CATEGORY_SHIFT
    if runner_up == 0 or runner_up >> CATEGORY_SHIFT != place:
        return None
    category = rule_set.categories[place]
    # A low hand is read card by card: nothing is left to tell.
    in_full = rule_set.low and category == HandCategory.HIGH_CARD
    named = FLUSH_SIZE if in_full else _NAMED_CARDS[category]
    cards, others = significant_ranks(rules)[[best, runner_up]].tolist()
    first = next(i for i in range(FLUSH_SIZE) if cards[i] != others[i])
    return cards[first] if first >= named else None
