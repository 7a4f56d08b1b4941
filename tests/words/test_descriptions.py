"""Hands in words: every rank in every sentence of both languages, as literals."""

from typing import Any

import numpy as np
import pytest

from handrank import (
    GAMES,
    RULE_SETS,
    CardError,
    class_number,
    deal,
    describe,
    describe_rank,
    eight_or_better,
    evaluate,
    rank_of_class,
)
from handrank.rulebook.rules import RulesName

RANKS = "23456789TJQKA"

PAIRS = [
    ("pair of deuces", "paire de deux"),
    ("pair of threes", "paire de trois"),
    ("pair of fours", "paire de quatre"),
    ("pair of fives", "paire de cinq"),
    ("pair of sixes", "paire de six"),
    ("pair of sevens", "paire de sept"),
    ("pair of eights", "paire de huit"),
    ("pair of nines", "paire de neuf"),
    ("pair of tens", "paire de dix"),
    ("pair of jacks", "paire de valets"),
    ("pair of queens", "paire de dames"),
    ("pair of kings", "paire de rois"),
    ("pair of aces", "paire d'as"),
]
TRIPS = [
    ("three of a kind, deuces", "brelan de deux"),
    ("three of a kind, threes", "brelan de trois"),
    ("three of a kind, fours", "brelan de quatre"),
    ("three of a kind, fives", "brelan de cinq"),
    ("three of a kind, sixes", "brelan de six"),
    ("three of a kind, sevens", "brelan de sept"),
    ("three of a kind, eights", "brelan de huit"),
    ("three of a kind, nines", "brelan de neuf"),
    ("three of a kind, tens", "brelan de dix"),
    ("three of a kind, jacks", "brelan de valets"),
    ("three of a kind, queens", "brelan de dames"),
    ("three of a kind, kings", "brelan de rois"),
    ("three of a kind, aces", "brelan d'as"),
]
QUADS = [
    ("four of a kind, deuces", "carré de deux"),
    ("four of a kind, threes", "carré de trois"),
    ("four of a kind, fours", "carré de quatre"),
    ("four of a kind, fives", "carré de cinq"),
    ("four of a kind, sixes", "carré de six"),
    ("four of a kind, sevens", "carré de sept"),
    ("four of a kind, eights", "carré de huit"),
    ("four of a kind, nines", "carré de neuf"),
    ("four of a kind, tens", "carré de dix"),
    ("four of a kind, jacks", "carré de valets"),
    ("four of a kind, queens", "carré de dames"),
    ("four of a kind, kings", "carré de rois"),
    ("four of a kind, aces", "carré d'as"),
]
# Each rank as the trips over the next lower rank (deuces over aces) as the pair: every rank stands
# in both places.
FULL_HOUSES = [
    ("full house, deuces full of aces", "full aux deux par les as"),
    ("full house, threes full of deuces", "full aux trois par les deux"),
    ("full house, fours full of threes", "full aux quatre par les trois"),
    ("full house, fives full of fours", "full aux cinq par les quatre"),
    ("full house, sixes full of fives", "full aux six par les cinq"),
    ("full house, sevens full of sixes", "full aux sept par les six"),
    ("full house, eights full of sevens", "full aux huit par les sept"),
    ("full house, nines full of eights", "full aux neuf par les huit"),
    ("full house, tens full of nines", "full aux dix par les neuf"),
    ("full house, jacks full of tens", "full aux valets par les dix"),
    ("full house, queens full of jacks", "full aux dames par les valets"),
    ("full house, kings full of queens", "full aux rois par les dames"),
    ("full house, aces full of kings", "full aux as par les rois"),
]
# Each rank from three up over the next lower one, then deuces under aces.
TWO_PAIRS = [
    ("two pair, threes and deuces", "double paire de trois par les deux"),
    ("two pair, fours and threes", "double paire de quatre par les trois"),
    ("two pair, fives and fours", "double paire de cinq par les quatre"),
    ("two pair, sixes and fives", "double paire de six par les cinq"),
    ("two pair, sevens and sixes", "double paire de sept par les six"),
    ("two pair, eights and sevens", "double paire de huit par les sept"),
    ("two pair, nines and eights", "double paire de neuf par les huit"),
    ("two pair, tens and nines", "double paire de dix par les neuf"),
    ("two pair, jacks and tens", "double paire de valets par les dix"),
    ("two pair, queens and jacks", "double paire de dames par les valets"),
    ("two pair, kings and queens", "double paire de rois par les dames"),
    ("two pair, aces and kings", "double paire d'as par les rois"),
]
# Five high to ace high.
STRAIGHTS = [
    ("straight, five high", "suite blanche"),
    ("straight, six high", "suite au six"),
    ("straight, seven high", "suite au sept"),
    ("straight, eight high", "suite au huit"),
    ("straight, nine high", "suite au neuf"),
    ("straight, ten high", "suite au dix"),
    ("straight, jack high", "suite au valet"),
    ("straight, queen high", "suite à la dame"),
    ("straight, king high", "suite au roi"),
    ("straight, ace high", "suite à l'as"),
]
STRAIGHT_FLUSHES = [
    ("straight flush, five high", "quinte flush blanche"),
    ("straight flush, six high", "quinte flush au six"),
    ("straight flush, seven high", "quinte flush au sept"),
    ("straight flush, eight high", "quinte flush au huit"),
    ("straight flush, nine high", "quinte flush au neuf"),
    ("straight flush, ten high", "quinte flush au dix"),
    ("straight flush, jack high", "quinte flush au valet"),
    ("straight flush, queen high", "quinte flush à la dame"),
    ("straight flush, king high", "quinte flush au roi"),
    ("royal flush", "quinte flush royale"),
]
# Seven high to ace high.
FLUSHES = [
    ("flush, seven high", "couleur au sept"),
    ("flush, eight high", "couleur au huit"),
    ("flush, nine high", "couleur au neuf"),
    ("flush, ten high", "couleur au dix"),
    ("flush, jack high", "couleur au valet"),
    ("flush, queen high", "couleur à la dame"),
    ("flush, king high", "couleur au roi"),
    ("flush, ace high", "couleur à l'as"),
]
HIGH_CARDS = [
    ("seven high", "hauteur sept"),
    ("eight high", "hauteur huit"),
    ("nine high", "hauteur neuf"),
    ("ten high", "hauteur dix"),
    ("jack high", "hauteur valet"),
    ("queen high", "hauteur dame"),
    ("king high", "hauteur roi"),
    ("ace high", "hauteur as"),
]
SUITS = {"c": ("clubs", "trèfle"), "d": ("diamonds", "carreau")}
SUITS |= {"h": ("hearts", "cœur"), "s": ("spades", "pique")}


def mixed(ranks: str) -> str:
    return "".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True))


def in_one_suit(ranks: str, suit: str) -> str:
    return "".join(rank + suit for rank in ranks)


def others(used: str, n: int) -> str:
    """Return the n lowest ranks that make neither a pair nor a straight with those used."""
    rest = [rank for rank in "2479QA" if rank not in used]
    return "".join(rest[:n])


def straight(top: str) -> str:
    high = RANKS.index(top)
    return RANKS[high - 4 : high + 1] if top != "5" else "A2345"


@pytest.mark.parametrize("rank", RANKS)
def test_pairs_trips_and_quads_of_every_rank(rank: str) -> None:
    i = RANKS.index(rank)
    hands = [mixed(rank * n + others(rank, 5 - n)) for n in (2, 3, 4)]
    texts = [PAIRS[i], TRIPS[i], QUADS[i]]
    for hand, (english, french) in zip(hands, texts, strict=True):
        assert (describe(hand), describe(hand, lang="fr")) == (english, french)


@pytest.mark.parametrize("rank", RANKS)
def test_full_houses_and_two_pairs_of_every_rank(rank: str) -> None:
    i = RANKS.index(rank)
    below = RANKS[i - 1]
    hand = mixed(rank * 3 + below * 2)
    assert (describe(hand), describe(hand, lang="fr")) == FULL_HOUSES[i]
    if i:
        hand = mixed(rank * 2 + below * 2 + others(rank + below, 1))
        assert (describe(hand), describe(hand, lang="fr")) == TWO_PAIRS[i - 1]


def test_deuces_beside_aces() -> None:
    hand = mixed("AA22K")
    assert describe(hand) == "two pair, aces and deuces"
    assert describe(hand, lang="fr") == "double paire d'as par les deux"


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("top", RANKS[3:])
def test_straights_of_every_rank_and_suit(top: str, suit: str) -> None:
    i = RANKS.index(top) - 3
    english, french = SUITS[suit]
    hand = in_one_suit(straight(top), suit)
    assert describe(mixed(straight(top))) == STRAIGHTS[i][0]
    assert describe(mixed(straight(top)), lang="fr") == STRAIGHTS[i][1]
    assert describe(hand) == f"{STRAIGHT_FLUSHES[i][0]}, in {english}"
    assert describe(hand, lang="fr") == f"{STRAIGHT_FLUSHES[i][1]} à {french}"


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("top", RANKS[5:])
def test_flushes_and_high_cards_of_every_rank_and_suit(top: str, suit: str) -> None:
    i = RANKS.index(top) - 5
    ranks = ("2346" if top == "A" else "2345") + top
    english, french = SUITS[suit]
    hand = in_one_suit(ranks, suit)
    assert (describe(mixed(ranks)), describe(mixed(ranks), lang="fr")) == HIGH_CARDS[i]
    assert describe(hand) == f"{FLUSHES[i][0]}, in {english}"
    assert describe(hand, lang="fr") == f"{FLUSHES[i][1]} à {french}"
    number = evaluate(hand)
    assert (describe_rank(number), describe_rank(number, lang="fr")) == FLUSHES[i]


def test_every_class_has_one_of_these_texts() -> None:
    texts = [PAIRS, TRIPS, QUADS, STRAIGHTS, STRAIGHT_FLUSHES, FLUSHES, HIGH_CARDS]
    ranks = rank_of_class(np.arange(1, 7463))
    langs: list[Any] = ["en", "fr"]
    for column, lang in enumerate(langs):
        known = {text[column] for table in texts for text in table}
        described = describe_rank(ranks, lang=lang)
        distinct = set(described.tolist())
        assert known <= distinct
        # The rest are two pairs (13 * 12 / 2) and full houses (13 * 12).
        assert len(distinct - known) == 78 + 156


def test_one_text_for_one_hand_and_arrays_for_more() -> None:
    assert type(describe("AsKsQsJsTs")) is str
    assert type(describe_rank(evaluate("AsKsQsJsTs"))) is str
    texts = describe([["AsAd", "KsKd"], ["QsQd", "JsJd"]], board="2c3c4h9hTs")
    assert texts.dtype.kind == "U"
    assert texts.tolist() == [
        ["pair of aces", "pair of kings"],
        ["pair of queens", "pair of jacks"],
    ]
    assert describe(np.empty((0, 7), dtype=np.uint8)).shape == (0,)
    assert describe_rank([]).shape == (0,)
    assert describe_rank([[0]]).tolist() == [["no hand"]]


@pytest.mark.parametrize(
    ("game", "cards", "board", "english", "french"),
    [
        ("omaha", "AhAsKd3c", "2h5h9hJhKc", "pair of aces", "paire d'as"),
        ("omaha-hilo", "AhAsKd3c", "2h5h9hJhKc", "pair of aces", "paire d'as"),
        (GAMES["omaha-hilo"].low, "Ah2sKd3c", "4h5h9hJhKc", "9-5-4-2-A low", "low 9-5-4-2-A"),
        ("short-deck", "As6d", "7d8d9dTsQc", "straight, ten high", "suite au dix"),
        ("holdem-low", "8s6d4c3hAsKdKh", None, "8-6-4-3-A low", "low 8-6-4-3-A"),
        ("holdem-deuce-to-seven", "7s5d", "4s3s2sKhKc", "7-5-4-3-2 low", "low 7-5-4-3-2"),
    ],
)
def test_games(game: Any, cards: str, board: str | None, english: str, french: str) -> None:
    assert describe(cards, board, game=game) == english
    assert describe(cards, board, game=game, lang="fr") == french
    assert describe([cards, cards], board, game=game).tolist() == [english] * 2


def test_the_suit_is_that_of_the_flush() -> None:
    assert describe("AsKsQd9d7d4d2d") == "flush, queen high, in diamonds"
    assert describe("AhAs", "Kh9h4h2hAd") == "flush, ace high, in hearts"
    assert describe("2c3c", "AhKh9h4h2h", lang="fr") == "couleur à l'as à cœur"


@pytest.mark.parametrize(
    ("rules", "hand", "english", "french"),
    [
        ("high-no-wheel", "As2d3d4d5d", "ace high", "hauteur as"),
        ("high-no-wheel", "As2s3s4s5s", "flush, ace high, in spades", "couleur à l'as à pique"),
        ("short-deck", "As6d7d8d9d", "straight, nine high", "suite au neuf"),
        (
            "short-deck",
            "Ac6c7c8c9c",
            "straight flush, nine high, in clubs",
            "quinte flush au neuf à trèfle",
        ),
        ("short-deck", "AcKcQcJcTc", "royal flush, in clubs", "quinte flush royale à trèfle"),
        ("short-deck-trips", "AcAdAhKc6d", "three of a kind, aces", "brelan d'as"),
        ("ace-to-five", "8s6s4s3sAs", "8-6-4-3-A low", "low 8-6-4-3-A"),
        ("ace-to-five", "5s4s3s2sAs", "5-4-3-2-A low", "low 5-4-3-2-A"),
        ("ace-to-five", "KsQsJsTs9s", "K-Q-J-10-9 low", "low R-D-V-10-9"),
        ("ace-to-five", "AsAd3s4s8s", "pair of aces", "paire d'as"),
        (
            "ace-to-five",
            "KsKdAsAd8s",
            "two pair, kings and aces",
            "double paire de rois par les as",
        ),
        (
            "ace-to-five",
            "AsAdAh2s2d",
            "full house, aces full of deuces",
            "full aux as par les deux",
        ),
        ("ace-to-five", "AsAdAhAc2d", "four of a kind, aces", "carré d'as"),
        ("deuce-to-seven", "7s5d4s3s2s", "7-5-4-3-2 low", "low 7-5-4-3-2"),
        ("deuce-to-seven", "As5d4s3s2s", "A-5-4-3-2 low", "low A-5-4-3-2"),
        ("deuce-to-seven", "6s5d4s3s2s", "straight, six high", "suite au six"),
        ("deuce-to-seven", "7s5s4s3s2s", "flush, seven high, in spades", "couleur au sept à pique"),
        ("deuce-to-seven", "AsKsQsJsTs", "royal flush, in spades", "quinte flush royale à pique"),
    ],
)
def test_other_rules(rules: RulesName, hand: str, english: str, french: str) -> None:
    assert describe(hand, rules=rules) == english
    assert describe(hand, rules=rules, lang="fr") == french


@pytest.mark.parametrize(
    ("rules", "english", "french"),
    [
        ("high", "no hand", "pas de main"),
        ("short-deck", "no hand", "pas de main"),
        ("ace-to-five", "no low", "pas de low"),
        ("deuce-to-seven", "no low", "pas de low"),
    ],
)
def test_rank_0(rules: RulesName, english: str, french: str) -> None:
    assert describe_rank(0, rules=rules) == english
    assert describe_rank(np.uint16(0), rules=rules, lang="fr") == french


def test_lows_that_do_not_qualify() -> None:
    lows = eight_or_better(evaluate(["Ac2d3h4s8c8dKs", "Ac2d3h4s9cJdKs"], rules="ace-to-five"))
    assert describe_rank(lows, rules="ace-to-five").tolist() == ["8-4-3-2-A low", "no low"]


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_cards_and_ranks_agree_but_for_the_suit(rules: RulesName, lang: Any) -> None:
    dead = np.arange(16) if rules.startswith("short-deck") else ()
    hands = deal(3_000, 7, rng=np.random.default_rng(2), dead=dead)
    texts = describe(hands, rules=rules, lang=lang)
    ranks = describe_rank(evaluate(hands, rules=rules), rules=rules, lang=lang)
    suits = ("", *(suit for pair in SUITS.values() for suit in pair))
    for text, rank in zip(texts.tolist(), ranks.tolist(), strict=True):
        assert text.startswith(rank)
        assert text[len(rank) :].removeprefix(", in ").removeprefix(" à ") in suits


def test_the_last_class_of_each_rule_set_has_a_text() -> None:
    assert describe_rank(rank_of_class(7462)) == "seven high"
    assert describe_rank(rank_of_class(6175, rules="ace-to-five"), rules="ace-to-five") == (
        "four of a kind, kings"
    )
    assert class_number(evaluate("KsKdKhKcQs", rules="ace-to-five"), rules="ace-to-five") == 6175


def test_wrong_input_is_named() -> None:
    with pytest.raises(ValueError, match="unknown language 'de'"):
        describe("AsKsQsJsTs", lang="de")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="unknown language 'de'"):
        describe_rank(1, lang="de")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="give game or rules, not both"):
        describe("AsKsQsJsTs", game="holdem", rules="high")
    with pytest.raises(ValueError, match="omaha needs a board"):
        describe("AsKsQsJs", game="omaha")
    with pytest.raises(ValueError, match="unknown rules 'hi'"):
        describe_rank(1, rules="hi")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="index 1: no hand has rank 65535 under 'high'"):
        describe_rank([0, 65535])
    with pytest.raises(ValueError, match=r"hand rank -1 is outside 0\.\.65535"):
        describe_rank(-1)
    with pytest.raises(TypeError, match="ranks must be integers, got dtype float64"):
        describe_rank([1.0])
    with pytest.raises(CardError, match=r"As \(card id 51\) is given twice"):
        describe("AsAsQsJsTs")
    with pytest.raises(ValueError, match="2c"):
        describe("2cAsQsJsTs", rules="short-deck")
