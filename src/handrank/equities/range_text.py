"""Read and write ranges of hole cards in the players' notation."""

import re
from collections.abc import Callable
from functools import cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from handrank.equities.combos import N_COMBOS, all_combos, class_names, combo_classes, read_combos
from handrank.rulebook.cards import SUIT_LETTERS, format_cards, parse_cards
from handrank.rulebook.errors import Message, reworded, type_error, value_error
from handrank.rulebook.rules import N_RANKS, RANK_LETTERS

# The classes from strongest to weakest by exact equity against one random hand before the flop
# (the figures of `equity(["AA", "random"])` and so on; no two are equal). What "25%" is cut from.
_ORDER_TEXT = (
    "AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s "
    "A9o KJo 55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s "
    "QTo 44 A4o K6s K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o "
    "K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s "
    "T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o "
    "95s T3s 76s J3o 87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s "
    "T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s 54o 64o 52s 62s "
    "83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o "
)
CLASS_ORDER = tuple(_ORDER_TEXT.split())

_RANK = f"([{RANK_LETTERS}])"
_CLASS = re.compile(
    rf"{_RANK}{_RANK}([so]?)(?:(\+)|\s*[-–]\s*{_RANK}{_RANK}([so]?))?", re.IGNORECASE | re.ASCII
)
_COMBO = re.compile(rf"(?:(?:10|{_RANK})[{SUIT_LETTERS}♣♧♦♢♥♡♠♤]){{2}}", re.IGNORECASE | re.ASCII)
_WEIGHT = re.compile(r"\s*:\s*(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)")
_SEPARATOR = re.compile(r"[\s,;]+|$")
_WORD = re.compile(r"[^\s,;]+")
_END = re.compile(r"[\s,;:]|$")


@cache
def _class_combos() -> dict[str, NDArray[np.intp]]:
    classes = combo_classes()
    return {name: np.flatnonzero(classes == i) for i, name in enumerate(class_names())}


def parse_weights(text: object) -> NDArray[np.float64]:
    """Return the weight of each combo of a range in text, see `Range.parse` for the notation."""
    if not isinstance(text, str):
        kind = type(text).__name__
        raise type_error("range text must be a string, got {kind}", kind=kind)
    weights = np.zeros(N_COMBOS)
    leading = _SEPARATOR.match(text)
    position = leading.end() if leading else 0
    while position < len(text):
        combos, end = _read_entry(text, position)
        weight = 1.0
        match = _WEIGHT.match(text, end)
        if match:
            weight, end = float(match[1]), match.end()
            if not 0 < weight < float("inf"):
                cause = value_error(
                    "its weight {text} is not a finite number above 0", text=match[1]
                )
                raise _entry_error(text, position, cause)
        separator = _SEPARATOR.match(text, end)
        if separator is None:
            raise _entry_error(text, position)
        weights[combos] = np.maximum(weights[combos], weight)
        position = separator.end()
    if not weights.any():
        raise value_error("range {text!r} is empty", text=text)
    return weights


def _read_entry(text: str, position: int) -> tuple[NDArray[np.intp], int]:
    """Return the combos of the entry that stands at a position, and where it ends."""
    for pattern, combos_of in _READERS.items():
        match = pattern.match(text, position)
        # "25%" begins like a class and "AsKs" like two cards more: the whole entry has to match.
        if match is not None and _END.match(text, match.end()):
            try:
                return combos_of(match), match.end()
            except ValueError as error:
                raise _entry_error(text, position, error) from None
    raise _entry_error(text, position)


def _entry_error(text: str, position: int, cause: ValueError | None = None) -> Exception:
    entry = _WORD.findall(text, position)[0]
    where = Message(
        "{entry!r} at position {n} of range {text!r}", entry=entry, n=position, text=text
    )
    if entry == text:
        where = Message("{entry!r}", entry=entry)
    if cause is not None:
        return reworded(cause, "{where}: {reason}", where=where)
    return value_error(
        "{where} is not an entry of a range; entries are like QQ, QQ+, QQ-99, AKs, KTo+, "
        "A5s-A2s, AQ, AhKh, 25% or random, each with a weight if wanted, as KK:0.5",
        where=where,
    )


def _top_combos(match: re.Match[str]) -> NDArray[np.intp]:
    percent = float(match[1])
    if percent > 100:
        raise value_error("a share of all combos is at most 100%")
    ordered = [_class_combos()[name] for name in CLASS_ORDER]
    # 13 classes of pairs, say, are a fraction of 78 / 1326 that no decimal writes exactly.
    room = (percent / 100 + 1e-6) * N_COMBOS
    n_chosen = int(np.searchsorted(np.cumsum(list(map(len, ordered))), room, side="right"))
    if not n_chosen:
        raise value_error(
            "{percent} of the {n:,} combos holds no whole class", percent=match[0], n=N_COMBOS
        )
    return np.concatenate(ordered[:n_chosen])


def _combos_of_classes(match: re.Match[str]) -> NDArray[np.intp]:
    first, second, suits, plus, *end = (group and group.upper() for group in match.groups())
    high, low = RANK_LETTERS.index(first), RANK_LETTERS.index(second)
    if high < low:
        raise value_error("write the higher rank first")
    if high == low and suits:
        raise value_error("a pair is neither suited nor offsuit")
    pairs = [(high, low)]
    if plus:
        top = N_RANKS if high == low else high
        pairs = [(rank if high == low else high, rank) for rank in range(low, top)]
    elif end[0]:
        other_high, other_low = map(RANK_LETTERS.index, end[:2])
        if end[2] != suits:
            raise value_error("both ends must be suited, offsuit or neither")
        if other_high == high and high != low and other_low < other_high:
            pairs = [(high, rank) for rank in range(min(low, other_low), max(low, other_low) + 1)]
        elif other_high - other_low == high - low:
            shifts = range(min(0, other_high - high), max(0, other_high - high) + 1)
            pairs = [(high + shift, low + shift) for shift in shifts]
        else:
            raise value_error("the ends must share the higher card or the gap between the cards")
    names = []
    for one, two in pairs:
        name = RANK_LETTERS[one] + RANK_LETTERS[two]
        names += [name] if one == two else [name + suit for suit in suits.lower() or "so"]
    return np.concatenate([_class_combos()[name] for name in names])


_READERS: dict[re.Pattern[str], Callable[[re.Match[str]], NDArray[np.intp]]] = {
    re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*%"): _top_combos,
    re.compile("random", re.IGNORECASE | re.ASCII): lambda _: np.arange(N_COMBOS),
    _COMBO: lambda match: read_combos(parse_cards(match[0])[None]),
    _CLASS: _combos_of_classes,
}


def format_weights(weights: NDArray[np.float64]) -> str:
    """Write a range as text that `parse_weights` reads back to the same weights."""
    # Whole classes come as runs, what is left combo by combo, the largest weights first.
    entries = []
    for weight in sorted(set(weights[weights > 0].tolist()), reverse=True):
        suffix = "" if weight == 1 else f":{weight!r}"
        held = weights == weight
        if held.all():
            return f"random{suffix}"
        whole = {name for name, combos in _class_combos().items() if held[combos].all()}
        for name in whole:
            held[_class_combos()[name]] = False
        entries += [text + suffix for text in _runs(whole)]
        for combo in all_combos()[held][::-1, ::-1]:
            entries.append(str(format_cards(combo, sep="")) + suffix)
    return ", ".join(entries)


def _runs(names: set[str]) -> list[str]:
    """Return the shortest entries for some classes: pairs, then suited, then offsuit."""
    letters = RANK_LETTERS[::-1]
    lines = [[letter * 2 for letter in letters]]
    for suit in "so":
        lines += [[high + low + suit for low in letters[i:]] for i, high in enumerate(letters, 1)]
    entries = []
    for line in lines:
        for held, group in groupby(line, names.__contains__):
            run = list(group)
            if held and len(run) == 1:
                entries.append(run[0])
            elif held:
                entries.append(run[-1] + "+" if run[0] == line[0] else f"{run[0]}-{run[-1]}")
    return entries
