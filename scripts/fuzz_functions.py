"""Public functions: sound input of every form, whose results are known, and input of any kind."""

import inspect
import itertools
import random
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import handrank
from handrank import jit
from handrank.rulebook.errors import Message
from handrank.words.catalogue import in_language

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import oracle

_LONGEST_LINE = 700


class Failure(Exception):  # noqa: N818
    """The package does what it must not do."""


def check_line(text: str, case: str) -> None:
    """Refuse a message that is not one short line of signs that can be shown."""
    bad = [sign for sign in text if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    if bad:
        raise Failure(f"{case}; {bad[0]!r} in the message {text[:300]!r}")
    if len(text) > _LONGEST_LINE:
        raise Failure(f"{case}; a message of {len(text)} signs: {text[:300]!r}")


def check_error(error: Exception, case: str) -> None:
    """Refuse an error that is not one of the package's own."""
    if isinstance(error, MemoryError):
        return
    message = error.args[0] if error.args else ""
    if not isinstance(error, ValueError | TypeError) or not isinstance(message, Message | str):
        raise Failure(f"{case}: {type(error).__name__}: {error}") from error
    if not isinstance(message, Message):
        raise Failure(f"{case}: not our own {type(error).__name__}: {error}") from error
    check_line(str(error), case)
    check_line(in_language(message, "fr"), case)


# --- sound input


class _Own(np.ndarray):
    def __getitem__(self, index: Any) -> Any:
        return "an item"

    def reshape(self, *shape: Any, **options: Any) -> Any:
        return np.zeros(1)


class _Interface:
    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array
        self.__array_interface__ = array.__array_interface__


class _Array:
    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        return np.asarray(self.array).view(_Own)


def _dressed(rng: random.Random, numbers: NDArray[np.int64], dtypes: list[Any]) -> Any:
    """Return integers as users may hold them: some dtype, some layout, some class."""
    array: Any = np.asarray(numbers).astype(rng.choice(dtypes if numbers.size else dtypes[:-1]))
    layout = rng.randrange(7)
    if layout == 1 and array.ndim:
        array = np.asfortranarray(array)
    elif layout == 2:
        array = np.flip(np.array(np.flip(array)))
    elif layout == 3:
        wide = np.zeros((*array.shape, 3), dtype=array.dtype)
        wide[..., 1] = array
        array = wide[..., 1]
    elif layout == 4:
        array.flags.writeable = False
    elif layout == 5 and array.dtype != object:
        memory = np.zeros(array.nbytes + 1, dtype=np.uint8)[1:]
        unaligned = memory.view(array.dtype).reshape(array.shape)
        unaligned[...] = array
        array = unaligned
    # A list does not say how many cards a hand has where there are no hands.
    dress = rng.randrange(8) if array.size else 7
    if dress == 0:
        return array.tolist()
    if dress == 1 and array.ndim:
        return tuple(array.tolist())
    if dress == 2 and array.ndim == 2:
        return array.view(np.matrix)
    if dress == 3 and array.dtype != object:
        return array.view(_Own)
    if dress == 4:
        return np.ma.MaskedArray(array)
    if dress == 5 and array.dtype != object:
        return rng.choice([_Interface, _Array])(array)
    return array


_DTYPES = ["u1", "i1", "i2", "<u2", ">u2", "i4", ">u4", "i8", "u8", ">i8", "O"]
_WIDE = ["i8", "u8", ">i8", ">u8", "O"]


def _hands(rng: random.Random, n_cards: int, rules: str) -> NDArray[np.int64]:
    lead = rng.choice([(), (1,), (3,), (1, 4), (2, 2), (20,), (0,), (300,)])
    deck = oracle.deck(rules)
    n = int(np.prod(lead))
    hands = [rng.sample(deck, n_cards) for _ in range(n)]
    return np.array(hands, dtype=np.int64).reshape(*lead, n_cards)


def _check_order(
    ranks: Any, hands: NDArray[np.int64], rank: Callable[[list[int]], Any], case: str
) -> None:
    """Compare the order of hand ranks with that of the naive evaluator's."""
    found = np.asarray(ranks).reshape(-1).tolist()
    rows = hands.reshape(len(found), hands.shape[-1]).tolist()
    pairs = sorted((rank(row), n, row) for n, row in list(zip(found, rows, strict=True))[:12])
    for (low, a, one), (high, b, other) in itertools.pairwise(pairs):
        if (low < high) != (a < b) or (low == high) != (a == b):
            raise Failure(f"{case}: {one} has {a}, {other} has {b}")


def _with_out(rng: random.Random, shape: tuple[int, ...]) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {}
    out: Any = np.zeros((2, *shape, 3), dtype=np.uint16)[1, ..., 1]
    out = rng.choice([out, np.zeros(shape, dtype=np.uint16), np.zeros(shape, np.uint16, "F")])
    if rng.random() < 0.5 and out.ndim == 2:
        return {"out": out.view(np.matrix)}
    return {"out": out.view(_Own)} if rng.random() < 0.3 else {"out": out}


def _plain(result: Any) -> Any:
    return np.array(np.asarray(result))


def _evaluate(rng: random.Random) -> None:
    rules: Any = rng.choice(oracle.RULES)
    n_cards, threads = rng.choice([5, 6, 7]), rng.choice([None, 1, 2])
    hands = _hands(rng, n_cards, rules)
    options: dict[str, Any] = {"rules": rules, "check": rng.random() < 0.8, "threads": threads}
    out = _with_out(rng, hands.shape[:-1])
    masks = np.bitwise_or.reduce(1 << hands, axis=-1)
    kind = rng.choice(["ids", "text", "masks", "five", "short board"])
    if kind == "masks":
        ranks: Any = handrank.evaluate_masks(_dressed(rng, masks, _WIDE), **options, **out)
    elif kind == "five":
        fives = handrank.best_five(_dressed(rng, hands, _DTYPES), rules=rules, threads=threads)
        ranks = handrank.evaluate(fives, rules=rules)
        rows = zip(fives.reshape(-1, 5), hands.reshape(-1, n_cards), strict=True)
        if not all(set(five.tolist()) <= set(hand.tolist()) for five, hand in rows):
            raise Failure("best_five gives cards that the hand has not")
    elif kind == "text" and hands.size and hands.ndim > 1:
        texts = handrank.format_cards(hands, symbols=rng.random() < 0.5)
        read = handrank.evaluate(texts, rules=rules)
        if not np.array_equal(read, handrank.evaluate(hands, rules=rules)):
            raise Failure(f"{texts!r} is not read as written")
        ranks = handrank.evaluate(np.asarray(texts).tolist(), **options, **out)
    else:
        ranks = handrank.evaluate(_dressed(rng, hands, _DTYPES), **options, **out)
    if out and kind in ("ids", "masks") and ranks is not out["out"]:
        raise Failure("out is not what comes back")
    _check_order(_plain(ranks), hands, lambda hand: oracle.rank(hand, rules), f"{kind} {rules}")
    numbers = handrank.class_number(_plain(ranks), rules=rules)
    if not np.array_equal(handrank.rank_of_class(numbers, rules=rules), _plain(ranks)):
        raise Failure(f"class numbers and ranks differ: {ranks!r}")


def _deals(rng: random.Random) -> None:
    name: Any = rng.choice([name for name in handrank.GAMES if "6" not in name])
    game = handrank.GAMES[name]
    n_players = rng.choice([1, 2, 3, 6])
    n_board = rng.choice([3, 4, 5]) if game.board_cards else 0
    n_hole = game.hole_cards
    lead = rng.choice([(), (1,), (4,), (2, 3)])
    n = int(np.prod(lead))
    size = n_players * n_hole + n_board
    deck = oracle.deck(game.rules)
    cards = np.array([rng.sample(deck, size) for _ in range(n)], dtype=np.int64)
    hole = cards[:, n_board:].reshape(*lead, n_players, n_hole)
    board = cards[:, :n_board].reshape(*lead, 1, n_board)
    bets = np.array([rng.randrange(200) for _ in range(n * n_players)]).reshape(*lead, n_players)
    dead = np.array([rng.randrange(50) for _ in range(n)]).reshape(lead)
    rate: Any = rng.choice(["5%", 0.1, 1])
    odd_chips: Any = rng.choice(["left-of-button", "earliest-seat", "one-winner"])
    result = handrank.showdown(
        _dressed(rng, hole, _DTYPES),
        _dressed(rng, board, _DTYPES) if n_board else None,
        game=name,
        bets=_dressed(rng, bets, ["i2", "i8", ">u4", "O"]),
        dead_money=_dressed(rng, dead, ["i2", "i8", "O"]),
        rake=rng.choice([None, handrank.Rake(rate, rng.choice([None, 9]))]),
        odd_chips=odd_chips,
        unit=rng.choice([1, 1, 5]),
        button=rng.choice([None, 0, n_players - 1]),
        threads=rng.choice([None, 2]),
    )
    assert result.payouts is not None
    assert result.rake is not None
    assert result.returned is not None
    at_stake = bets.sum(axis=-1) + dead
    if not np.array_equal(result.payouts.sum(axis=-1) + result.rake, at_stake):
        raise Failure(f"{bets} and {dead} pay {result.payouts} and {result.rake}")
    pots = handrank.side_pots(_dressed(rng, bets, ["i2", "i8", "O"]), dead_money=dead)
    if not np.array_equal((pots.amounts + pots.returned).sum(axis=-1), at_stake):
        raise Failure(f"{bets} and {dead} have the pots {pots.amounts}")
    if not np.array_equal(pots.returned, result.returned):
        raise Failure(f"{bets} are returned as {pots.returned} and {result.returned}")
    winners = result.winners.reshape(-1, n_players)
    for row in range(min(n, 3)):
        hands = hole.reshape(n, n_players, n_hole)[row].tolist()
        common = board.reshape(n, n_board)[row].tolist()
        ranks = [
            oracle.omaha(hand, common, game.rules)[0]
            if game.two_from_hand
            else oracle.rank(hand + common, game.rules)
            for hand in hands
        ]
        if np.flatnonzero(winners[row]).tolist() != oracle.winners(ranks):
            raise Failure(f"{name}: {hands} on {common} is won by {winners[row]}")


def _ranks(rng: random.Random) -> None:
    shape = rng.choice([(2,), (3, 5), (1, 4), (2, 3, 2), (200, 6)])
    size = int(np.prod(shape))
    numbers = np.array([rng.choice([0, 1, 2, 65535, rng.randrange(65536)]) for _ in range(size)])
    ranks = numbers.astype(np.int64).reshape(shape)
    given = _dressed(rng, ranks, ["<u2", ">u2", "i4", ">u4", "i8", "u8", "O"])
    axis = rng.randrange(len(shape))
    best = ranks.max(axis=axis, keepdims=True)
    expected = (ranks == best) & (best > 0)
    if not np.array_equal(handrank.winners(given, axis=axis), expected):
        raise Failure(f"winners of {ranks}")
    shares = np.where(best > 0, expected / np.maximum(expected.sum(axis=axis, keepdims=True), 1), 0)
    if not np.allclose(handrank.pot_shares(given, axis=axis), shares):
        raise Failure(f"pot_shares of {ranks}")


def _ranges(rng: random.Random) -> None:
    names = rng.sample(handrank.class_names(), rng.randint(1, 9))
    text = ", ".join(name + rng.choice(["", ":0.5", ":0.25"]) for name in names)
    given = handrank.Range.parse(text)
    if handrank.Range.parse(str(given)) != given:
        raise Failure(f"{text} is written as {given}")
    board, *_ = handrank.deal(1, 5, seed=rng.randrange(999))
    try:
        result = handrank.equity([given, "random"], board)
    except ValueError as error:
        check_error(error, f"equity of {text} on {board}")
        return
    if abs(sum(result.equity) - 1) > 1e-9:
        raise Failure(f"equities of {text} on {board}: {result.equity}")


def try_sound_input(rng: random.Random, folder: Path) -> str:
    """Compare a result with what is known of it."""
    part = rng.choice([_evaluate, _evaluate, _evaluate, _deals, _deals, _ranks, _ranges])
    part(rng)
    return f"sound: {part.__name__[1:]}"


# --- wild input


def _wild_array(rng: random.Random) -> Any:
    shape = rng.choice([(), (0,), (1,), (5,), (7,), (2, 7), (3, 2), (1, 5), (2, 2, 2), (0, 7)])
    numbers: Any = np.random.randint(*rng.choice([(0, 52), (-3, 60), (0, 2)]), size=shape)  # noqa: NPY002
    dtype = rng.choice([*_DTYPES, "f4", "f8", "c8", "?", "S2", "U2", "M8[s]", "m8[s]", "V3", "O"])
    array = np.asarray(numbers).astype(dtype)
    if rng.random() < 0.2 and array.dtype.kind in "iu":
        array = array.view(rng.choice([f"u{array.itemsize}", f"i{array.itemsize}"]))
        array = array - array.dtype.type(1) if array.dtype.kind == "i" else ~array
    match rng.randrange(7):
        case 0:
            return np.ma.MaskedArray(array, mask=np.random.rand(*shape) < 0.2)  # noqa: NPY002
        case 1 if array.ndim == 2:
            return array.view(np.matrix)
        case 2 if array.ndim:
            return np.broadcast_to(array, (3, *array.shape))
        case 3:
            return array.tolist()
        case 4 if array.ndim:
            return list(array)
    return array


_WORDS = (
    "", " ", "As", "AsKs", "AsKsQsJsTs", "AsKsQsJsTs2c3d", "AsKsQsJsTs2c2c", "QQ+", "random", "25%",
    "As\x1b[2J", "Ks\n", "\x00", "\u202e", "\ud800", "A" * 5000, "As" * 400, "10♠", "R♠D♥", "high",
    "holdem", "omaha", "exact", "sampled", "en", "fr", "é" * 900, "AA:1e400", "AA:-1", "-", "22-55",
)  # fmt: skip
_THINGS: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 5, 7, -1, 51, 52, 2**31, 2**63, 2**64, 10**30, 10**400, -(2**63),
    0.5, float("nan"), float("inf"), 1j, b"As", bytearray(b"\x01\x02\x03\x04\x05"), (), [], {},
    set(), [[]], [[], []], [[1], [1, 2]], [None], [1, None], ["As", 3],
    [[[[1]]]], range(5), object(), int,
    np.True_, np.uint16(9), np.float32(0.5), np.nan, np.datetime64("2020"), np.ma.masked, slice(3),
    handrank.GAMES["omaha-hilo"], handrank.RULE_SETS["high"], handrank.Range.parse("AA"),
    Ellipsis,     np.zeros((1,) * 33), np.zeros((1,) * 64, "i8"), np.array([10**30, 1]), "x",
    memoryview(b"abcde"),
)  # fmt: skip


def _wild(rng: random.Random, depth: int = 0) -> Any:
    match rng.randrange(8):
        case 0 | 1 | 2:
            return _wild_array(rng)
        case 3:
            return rng.choice(_WORDS)
        case 4 if depth < 3:
            return [_wild(rng, depth + 1) for _ in range(rng.randrange(4))]
        case 5 if depth < 3:
            return tuple(_wild(rng, depth + 1) for _ in range(rng.randrange(4)))
    return rng.choice(_THINGS)


# Mostly sound values of arguments by name, so that others are looked at as well.
_SOUND: dict[str, tuple[Any, ...]] = {
    "cards": ([0, 1, 4, 8, 12], ["AsKsQsJsTs"], [[0, 1, 4, 8, 12, 13, 14]], [51, 50]),
    "hole": (["AsKs", "QdQh"], [[[0, 1], [2, 3]]]),
    "board": (None, "2h7d8sJcKc", [20, 25, 30, 35, 40], [[20, 25, 30, 35, 40]]),
    "bets": ([5, 10], [[1, 2]], None),
    "folded": (None, [True, False]),
    "ranks": ([4251, 28673], [[0, 1]], 36865),
    "low_ranks": (None, [1, 0]),
    "players": (["AsKs", "QdQh"], ["AA", "random"]),
    "opponent": ("QdQh", "AA"),
    "masks": (31, [31, 62]),
    "game": ("holdem", "omaha", "omaha-hilo", None, "short-deck"),
    "rules": ("high", "deuce-to-seven", "short-deck", None),
    "lang": ("en", "fr"),
    "method": ("exact", "sampled"),
    "trials": (1, 10, 2000),
    "threads": (None, 1, 2),
    "seed": (None, 1),
    "rng": (None, np.random.default_rng(1)),
    "axis": (-1, 0),
    "n_cards": (5,),
    "progress": (False,),
    "text": _WORDS,
}
# Arguments that may make the work endless.
_BOUNDED: dict[str, tuple[Any, ...]] = {
    "n": (0, 1, 9, -1, True, 2.5, "x", None, 2**63, 10**30, [3], np.array(3), np.ma.masked),
    "executor": (None, 3, "x", object()),
    "trials": (1, 100, 0, -1, True, 2.5, "x", [3], np.ma.masked),
    "progress": (False,),
    "n_cards": (5, 4, 99, -1, True, 5.0, "x", [5], np.array(5), 2**63, 10**30),
    "target_stderr": (None, 0.5, -1, 0, "x", True, float("nan"), [1]),
    "board": ("2h7d8sJcKc", [20, 25, 30, 35, 40], [1, 2], "AsAs", [99, 1, 2], "x\x07", 5, [None]),
}

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(handrank, name)
    for name in handrank.__all__
    if inspect.isfunction(getattr(handrank, name))
}
_SLOW = {"equity_grid", "preflop_matrix", "count_ranks"}
_FUNCTIONS |= {
    "Range": handrank.Range,
    "Range.parse": handrank.Range.parse,
    "Range.from_combos": handrank.Range.from_combos,
    "jit.for_rules": jit.for_rules,
}


def try_wild_input(rng: random.Random, folder: Path) -> str:
    """Call a function with arguments of any kind."""
    name = rng.choice(list(_FUNCTIONS))
    if name in _SLOW and rng.random() < 0.9:
        name = "evaluate"
    function = _FUNCTIONS[name]
    arguments: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        optional = parameter.default is not parameter.empty
        if parameter.kind is parameter.VAR_KEYWORD or (optional and rng.random() < 0.5):
            continue
        wild = rng.random() < 0.4
        if parameter.name in _BOUNDED and (wild or parameter.name not in _SOUND):
            endless = name.startswith("equity") or parameter.name != "board"
            values = _BOUNDED[parameter.name]
            arguments[parameter.name] = rng.choice(values) if endless else _wild(rng)
        elif wild or parameter.name not in _SOUND:
            arguments[parameter.name] = _wild(rng)
        else:
            arguments[parameter.name] = rng.choice(_SOUND[parameter.name])
    if name.startswith("equity"):
        arguments.setdefault("board", "2h7d8sJcKc")
        if arguments.get("board") is None:
            arguments["board"] = "2h7d8sJcKc"
        # Without a bound, and with one for the error, sampling may take for ever.
        if "target_stderr" in arguments:
            arguments.setdefault("trials", 100)
    case = f"{name}({', '.join(f'{key}={_shown(value)}' for key, value in arguments.items())})"
    try:
        result = function(**arguments)
        if inspect.isgenerator(result):
            next(result, None)
    except Exception as error:
        check_error(error, case)
        return f"wild: {name}, refused"
    finally:
        handrank.set_threads(None)
    return f"wild: {name}, done"


def _shown(value: Any) -> str:
    text = repr(value)
    if isinstance(value, np.ndarray):
        text = f"{type(value).__name__} {value.dtype} {value.shape} {text}"
    return text if len(text) < 200 else f"{text[:200]}..."
