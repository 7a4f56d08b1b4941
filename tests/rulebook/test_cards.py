"""Card ids and card text."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrank import format_cards, parse_cards
from handrank.rulebook.cards import Lang

NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def test_card_ids_are_four_times_rank_plus_suit() -> None:
    assert parse_cards("".join(NAMES)).tolist() == list(range(52))
    assert format_cards(range(52)) == " ".join(NAMES)


def test_parse_gives_bytes_of_its_own() -> None:
    cards = parse_cards("As Kd")
    assert cards.dtype == np.uint8
    assert cards.shape == (2,)
    cards[0] = 0
    assert parse_cards("As Kd").tolist() == [51, 45]


@pytest.mark.parametrize(
    "text", ["as", "AS", "aS", "A♠", "a♠", "A♤", "A♠\ufe0f", "A♠\ufe0e", " As", "As\n", "(As"[1:]]
)
def test_ways_to_write_the_ace_of_spades(text: str) -> None:
    assert parse_cards(text).tolist() == [51]


@pytest.mark.parametrize("text", ["Th", "th", "10h", "10H", "T♥", "10♥", "T♡", "10♡\ufe0f"])
def test_ways_to_write_the_ten_of_hearts(text: str) -> None:
    assert parse_cards(text).tolist() == [34]


@pytest.mark.parametrize(
    ("sign", "suit"),
    [("♣", 0), ("♧", 0), ("♦", 1), ("♢", 1), ("♥", 2), ("♡", 2), ("♠", 3), ("♤", 3)],
)
def test_suit_symbols(sign: str, suit: int) -> None:
    assert parse_cards(f"2{sign}K{sign}").tolist() == [suit, 44 + suit]


@pytest.mark.parametrize(
    "separator", ["", " ", ", ", ",", ";", " | ", "/", "-", "_", "\t", "\n", "  "]
)
def test_separators(separator: str) -> None:
    text = separator.join(["As", "10h", "2♣"])
    assert parse_cards(text).tolist() == [51, 34, 0]


def test_french() -> None:
    assert parse_cards("R♠D♥V♦A♣10♣", lang="fr").tolist() == [47, 42, 37, 48, 32]
    assert parse_cards("r♠ d♥ v♦ a♣", lang="fr").tolist() == [47, 42, 37, 48]
    assert parse_cards("Kd Qs", lang="fr").tolist() == [45, 43]
    # "D" before a letter that names a suit is not a rank; without lang no letter of these is.
    with pytest.raises(ValueError, match="Rc"):
        parse_cards("Rc", lang="fr")
    with pytest.raises(ValueError, match="R♠"):
        parse_cards("R♠")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_card_comes_back_from_every_way_of_writing_it(lang: Lang) -> None:
    for symbols, sep in itertools.product([False, True], ["", " ", ", "]):
        text = format_cards(range(52), lang=lang, symbols=symbols, sep=sep)
        assert isinstance(text, str)
        assert parse_cards(text, lang=lang).tolist() == list(range(52))


@given(st.lists(st.integers(0, 51), min_size=1, max_size=9), st.sampled_from(["", " ", "|", ","]))
def test_text_comes_back(cards: list[int], sep: str) -> None:
    text = format_cards(cards, sep=sep)
    assert isinstance(text, str)
    assert parse_cards(text).tolist() == cards


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Xx", "'Xx'"),
        ("AsK", "'K'"),
        ("As ??", "'\\?\\?'"),
        ("As Kx", "'Kx'"),
        ("1s", "'1s'"),
        ("10", "'10'"),
        ("11h", "'11'"),
        ("A s", "'A'"),
        ("0h", "'0h'"),
        ("sA", "'sA'"),
        ("As,,\u00e9t", "'ét'"),
        ("As\x00Kd", "x00"),
    ],
)
def test_unreadable_text_is_quoted(text: str, quoted: str) -> None:
    with pytest.raises(ValueError, match=f"^.*{quoted}.* is not a card"):
        parse_cards(text)


def test_unreadable_text_is_placed() -> None:
    with pytest.raises(ValueError, match=r"'Zz' is not a card at position 6 of 'As Kd Zz'"):
        parse_cards("As Kd Zz")
    with pytest.raises(ValueError, match="position 200") as caught:
        parse_cards("As" * 100 + "??")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["", " ", "\n", ", "])
def test_empty_text(text: str) -> None:
    with pytest.raises(ValueError, match="empty"):
        parse_cards(text)


@given(st.text(max_size=12))
def test_any_text_gives_cards_or_a_value_error(text: str) -> None:
    try:
        cards = parse_cards(text)
    except ValueError:
        return
    assert cards.size
    assert cards.max() < 52


@pytest.mark.parametrize("given", [b"As", 51, None, ["As"]])
def test_only_text_is_parsed(given: object) -> None:
    with pytest.raises(TypeError, match=type(given).__name__):
        parse_cards(given)  # type: ignore[arg-type]


def test_unknown_language() -> None:
    with pytest.raises(ValueError, match="'de'"):
        parse_cards("As", lang="de")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'de'"):
        format_cards([51], lang="de")  # type: ignore[call-overload]


def test_format_symbols_and_languages() -> None:
    cards = [51, 45, 42, 36, 34]
    assert format_cards(cards) == "As Kd Qh Jc Th"
    assert format_cards(cards, symbols=True) == "A♠ K♦ Q♥ J♣ T♥"
    assert format_cards(cards, lang="fr") == "A♠ R♦ D♥ V♣ 10♥"
    assert format_cards(cards, sep="") == "AsKdQhJcTh"


def test_format_shapes() -> None:
    assert format_cards(51) == "As"
    assert format_cards([]) == ""
    texts = format_cards(np.arange(12, dtype=np.int16).reshape(2, 3, 2))
    assert isinstance(texts, np.ndarray)
    assert texts.shape == (2, 3)
    assert texts[1, 2] == "4h 4s"
    assert list(format_cards(np.zeros((3, 0), dtype=np.uint8))) == ["", "", ""]
    empty = format_cards(np.zeros((0, 7), dtype=np.uint8))
    assert isinstance(empty, np.ndarray)
    assert empty.shape == (0,)
    assert empty.dtype.kind == "U"


@pytest.mark.parametrize("card", [52, -1, 255, 10**6])
def test_format_refuses_ids_that_are_no_cards(card: int) -> None:
    with pytest.raises(ValueError, match=rf"{card} is outside 0\.\.51"):
        format_cards([0, card])


@pytest.mark.parametrize("cards", [[0.5], [True], ["As"]])
def test_format_refuses_other_dtypes(cards: list[object]) -> None:
    with pytest.raises(TypeError, match=r"integers, got (dtype \S+|bool among them)$"):
        format_cards(cards)  # type: ignore[arg-type]


def test_options_of_a_wrong_kind_are_refused() -> None:
    with pytest.raises(TypeError, match="symbols must be True or False, got 'yes'"):
        format_cards([0, 1], symbols="yes")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="sep must be a text, got int"):
        format_cards([0, 1], sep=3)  # type: ignore[call-overload]
