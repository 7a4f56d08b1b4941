"""The sentences above results, and cards in the letters of a language."""

import re

from handrank.rulebook.cards import Lang, check_lang, format_cards, parse_cards
from handrank.rulebook.errors import Message
from handrank.words.catalogue import in_language

GRID_NOTE = Message("suited above the diagonal, offsuit below; equity in %")

# Hole cards and ranges are words: "KhKs", "AKs:0.5".
_WORD = re.compile(r"[^\s,;:]+")


def in_letters(text: str, lang: Lang) -> str:
    """Return a text that names cards, such as a range, with the cards as a language writes them.

    Examples
    --------
    >>> in_letters("KhQd:0.5, AKs", "fr")
    'R♥D♦:0.5, AKs'
    """
    check_lang(lang)
    return text if lang == "en" else _WORD.sub(lambda word: _cards_in(word[0], lang), text)


def _cards_in(word: str, lang: Lang) -> str:
    try:
        return str(format_cards(parse_cards(word), lang=lang, sep=""))
    except ValueError:
        return word


def street(board: str, dead: str, lang: Lang) -> Message:
    """Return what is known of the cards to come: the board and the dead cards."""
    shown = in_letters(board, lang)
    place = Message("board {cards}", cards=shown) if board else Message("before the flop")
    if not dead:
        return place
    return Message("{place}, dead {cards}", place=place, cards=in_letters(dead, lang))


def grid_title(opponent: str, board: str = "", dead: str = "", lang: Lang = "en") -> str:
    """Return the title of an equity grid.

    Examples
    --------
    >>> grid_title("QdQc", "Qh 7s 2d")
    'equity against QdQc, board Qh 7s 2d'
    """
    title = Message("equity against {opponent}", opponent=in_letters(opponent.strip(), lang))
    if board or dead:
        place = street(board, dead, lang)
        title = Message("{title}, {place}", title=title, place=place)
    return in_language(title, lang)
