"""Texts of poker sites, read by pokerkit, which comes with the extra ``handrank[histories]``."""

import contextlib
import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from handrank.files.file_errors import FileError
from handrank.files.histories.phh import deal_of
from handrank.files.histories.recorded import Hand, HistoryError
from handrank.files.money import read_amount
from handrank.rulebook.errors import Message

# How the text of a hand begins, and the class of pokerkit that reads it.
_SITES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"PokerStars (?:Zoom )?(?:Hand|Game) #", "PokerStarsParser"),
        (r"Full Tilt Poker Game #", "FullTiltPokerParser"),
        (r"#Game No : |\*{5} Hand History for Game ", "PartyPokerParser"),
        (r"Stage #", "AbsolutePokerParser"),
        (r"\*{5} History for hand ", "OngameNetworkParser"),
        (r"<game gamecode=", "IPokerNetworkParser"),
    )
)
_MOST_CHARACTERS = 1 << 20
# PokerStars: "alice collected $35.25 from pot"; Full Tilt: "alice wins the pot ($35.25)";
# PartyPoker: "alice wins $35.25 USD from the main pot".
_COLLECTED = re.compile(
    r"(?P<player>.+?) (?:collected|wins) (?:the |main |side )*(?:pot(?: #?[0-9]+)? )?"
    r"\(?(?P<amount>\D?[0-9][0-9.,]*)\)?"
)
# What is taken of what pokerkit finds.
_FIELDS = (
    "variant",
    "ante_trimming_status",
    "antes",
    "blinds_or_straddles",
    "bring_in",
    "starting_stacks",
    "actions",
)


def site_of(line: str) -> str | None:
    """Return the class of pokerkit for a text whose hands begin like a line."""
    start = line.lstrip("\ufeff \t")
    return next((name for pattern, name in _SITES if pattern.match(start)), None)


def read_hands(lines: Iterable[str]) -> Iterator[Hand]:
    """Yield the hands of a text, each cut off where the next begins."""
    parsers = _parsers()
    part: list[str] = []
    site, size = None, 0
    for line in lines:
        found = site_of(line)
        if found is not None:
            if site is not None:
                yield _hand(parsers[site], "".join(part))
            site, part, size = found, [], 0
        size += len(line)
        if size <= _MOST_CHARACTERS:
            part.append(line)
    if site is not None:
        yield _hand(parsers[site], "".join(part))


def _parsers() -> Mapping[str, Callable[[str], Any]]:
    try:
        from pokerkit import notation
    except ImportError as error:
        raise FileError(
            "texts of sites need pokerkit ({reason}); install handrank[histories]",
            reason=str(error),
        ) from error
    return {name: getattr(notation, name)() for _, name in _SITES}


def _hand(parse: Callable[..., Any], text: str) -> Hand:
    """Return a hand, or why pokerkit cannot read it."""
    try:
        # It prints and warns of what it cannot read.
        with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            # It knows a hand by its first line's start and by the blank lines after it.
            whole = text.lstrip("\ufeff \t") + "\n\n\n"
            hands = parse(whole, parse_value=_amount, error_status=True)
            found = next(iter(hands), None)
        if found is None:
            return Message("pokerkit finds no hand in it")
        fields = {
            name: list(value) if isinstance(value, tuple) else value
            for name in _FIELDS
            if (value := getattr(found, name, None)) is not None
        }
        deal = deal_of(fields, str(getattr(found, "hand", None) or ""))
        return deal._replace(collected=_collected(text, getattr(found, "players", None) or ()))
    except HistoryError as error:
        message: Message = error.args[0]
        return message
    except Exception as error:
        # What pokerkit cannot read fails in any way it likes.
        return Message("pokerkit cannot read it: {reason}", reason=str(error.__context__ or error))


def _amount(text: str) -> Decimal:
    """Read an amount, in whatever form a site writes it."""
    found = read_amount(text)
    if found is None:
        raise ValueError(text)
    return found


def _collected(text: str, players: Sequence[str]) -> tuple[Decimal, ...] | None:
    """Return what each player collected, as the lines before the summary tell; None if none do."""
    collected = dict.fromkeys(players, Decimal(0))
    for line in text.partition("*** SUMMARY ***")[0].splitlines():
        match = _COLLECTED.match(line)
        if match is None:
            continue
        amount = read_amount(match["amount"])
        if amount is None or match["player"] not in collected:
            return None
        collected[match["player"]] += amount
    return tuple(collected.values()) if any(collected.values()) else None
