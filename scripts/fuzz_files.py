"""Damaged files through the command line: it ends in 0 or 2, with one line, and leaves nothing."""

import contextlib
import io
import random
from pathlib import Path
from typing import Any

import numpy as np

import handrank
from fuzz_functions import Failure, check_line
from handrank.cli import main

_OUTPUTS = ("out.npy", "out.csv", "out.parquet", "-")


def try_file(rng: random.Random, folder: Path) -> str:
    """Write a file, damage it, and have it worked through."""
    make = rng.choice([_npy, _csv, _csv, _parquet, _phh, _log])
    deals = make in (_phh, _log) or (rng.random() < 0.3 and make is not _npy)
    path, content = folder / f"in{_SUFFIXES[make]}", make(rng, deals)
    sound = rng.random() < 0.15
    path.write_bytes(content if sound else _damaged(rng, content))
    output = rng.choice(_OUTPUTS[1:] if deals else _OUTPUTS)
    arguments = ["showdown" if deals else "evaluate", path.name, "-o", output]
    for option in _OPTIONS["showdown" if deals else "evaluate"]:
        if rng.random() < 0.15:
            arguments += rng.choice(option)
    code, _, error = _call(arguments)
    problem = f"handrank {' '.join(map(repr, arguments))}: exit code {code}, {error[-1500:]!r}"
    left = {entry.name for entry in folder.iterdir()} - {path.name, output}
    if left:
        raise Failure(f"{problem}; left behind: {left}")
    if code == 0:
        if output != "-" and not (folder / output).exists():
            raise Failure(f"{problem}; no output")
        return f"files: {arguments[0]} {path.suffix}, done"
    if code != 2:
        raise Failure(problem)
    if error.count("\n") != 1 or not error.endswith("\n"):
        raise Failure(f"{problem}; not one line")
    check_line(error[:-1], problem)
    if output != "-" and (folder / output).exists():
        raise Failure(f"{problem}; the output is there")
    return f"files: {arguments[0]} {path.suffix}, refused"


_OPTIONS: dict[str, list[list[list[str]]]] = {
    "evaluate": [
        [["--rules", rules] for rules in handrank.RULE_SETS],
        [["--class-number"]],
        [["--no-check"]],
        [["--on-error", "null"]],
        [["--columns", names] for names in ("1,2,3,4,5", "1", "hand", "1\x1b[2J", "9" * 5000)],
        [["--header", "yes"], ["--header", "no"]],
        [["--lang", "fr"]],
    ],
    "showdown": [
        [["--game", game] for game in handrank.GAMES],
        [["--on-error", "null"]],
        [["--lang", "fr"]],
        [["--rake", "5%"], ["--rake", "2.5%", "--rake-cap", "0.5"]],
        [["--unit", "5"], ["--unit", "0.01"]],
        [["--odd-chips", "earliest-seat"], ["--odd-chips", "one-winner"]],
        [["--compare"]],
    ],
}


def _call(arguments: list[str]) -> tuple[int, str, str]:
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            code: object = main(arguments)
        except SystemExit as end:
            code = end.code
    return int(str(code)), out.getvalue(), error.getvalue()


def _hands(rng: random.Random) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return handrank.deal(rng.choice([0, 1, 3, 40]), rng.choice([5, 6, 7]), seed=rng.randrange(99))


def _deal_rows(rng: random.Random) -> dict[str, list[Any]]:
    n_players, n = rng.choice([2, 3]), rng.choice([1, 3, 40])
    cards = handrank.deal(n, 5 + 2 * n_players, seed=rng.randrange(99))
    texts = [str(text).split() for text in handrank.format_cards(cards)]
    columns: dict[str, list[Any]] = {"board": ["".join(row[:5]) for row in texts]}
    for seat in range(1, n_players + 1):
        columns[f"hole_{seat}"] = ["".join(row[3 + 2 * seat : 5 + 2 * seat]) for row in texts]
    if rng.random() < 0.7:
        for seat in range(1, n_players + 1):
            columns[f"bet_{seat}"] = [rng.randrange(500) for _ in texts]
        columns["button"] = [rng.randint(1, n_players) for _ in texts]
    if rng.random() < 0.5:
        some = rng.choice(["", "0.5", "12,50", "$1,200", "7", "-"])
        columns[rng.choice(["dead", "dead_1", "rake", "board_2", "folded", "fold_2", "bord"])] = [
            rng.choice([some, ""]) for _ in texts
        ]
    for name in ("board", "hole_1", "hole_2"):
        if rng.random() < 0.2:
            gone = rng.choice(["", "??", "????", "-", "nan", "Xx", "Ah??"])
            columns[name] = [rng.choice([text, gone]) for text in columns[name]]
    return columns


def _phh(rng: random.Random, deals: bool) -> bytes:
    hands = []
    for number in range(rng.choice([1, 1, 3, 40])):
        cards = str(handrank.format_cards(handrank.deal(1, 9, seed=rng.randrange(99))[0])).split()
        stacks = [rng.choice([5, 100, 1000.5]) for _ in range(2)]
        actions = [
            "d dh p1 " + "".join(cards[:2]),
            "d dh p2 " + rng.choice(["????", cards[2] + cards[3]]),
        ]
        actions += rng.choice([["p2 f"], ["p2 cc", "p1 cc"], ["p2 cbr 5", "p1 f"], ["p2 cbr 9.5"]])
        actions += rng.choice(
            [[], ["d db " + "".join(cards[4:9])], ["d db " + "".join(cards[4:7])]]
        )
        actions += rng.choice([[], ["p1 cc", "p2 cc"], ["p1 sm", "p2 sm ????"], ["p1 sd 2c"]])
        hands.append(
            f"[{number}]\nvariant = '{rng.choice(['NT', 'NT', 'PO', 'FR', 'XX'])}'\n"
            f"antes = [0, {rng.choice([0, 1.5])}]\nblinds_or_straddles = [1, 2]\n"
            f"starting_stacks = {stacks}\nactions = {actions}\n"
            + rng.choice(["", "winnings = [0, 3]\n", "finishing_stacks = [99, 101]\n"])
        )
    return "\n".join(hands).encode()


def _log(rng: random.Random, deals: bool) -> bytes:
    line = "STATE:0:cr300c/cc/cc/cr900c:AhAs|KdKc/2c7d9h/Js/3d:900|-900:Bill|Nick\n"
    fold = "STATE:7:ffr225fff:2c3c|4c5c|6c7c|8c9c|TcJc|QcKc:-50|-100|0|0|150|0:A|B|C|D|E|F\n"
    text = "PokerStars Hand #1: Hold'em No Limit ($0.50/$1.00 USD)\nSeat 1: a ($5 in chips)\n"
    return "".join(rng.choices([line, fold, "SCORE\n", text], k=rng.choice([1, 3, 60]))).encode()


def _npy(rng: random.Random, deals: bool) -> bytes:
    stream = io.BytesIO()
    array = _hands(rng).astype(rng.choice(["u1", "i1", "<i4", ">i8", "u8", "f8", "S1", "U2"]))
    array = np.asfortranarray(array) if rng.random() < 0.2 else array
    version = rng.choice([(1, 0), (2, 0), (3, 0)])
    np.lib.format.write_array(stream, array, version=version)
    return stream.getvalue()


def _csv(rng: random.Random, deals: bool) -> bytes:
    if deals:
        columns = _deal_rows(rng)
        rows = [list(columns), *map(list, zip(*columns.values(), strict=True))]
    else:
        hands = _hands(rng)
        texts = [str(text) for text in handrank.format_cards(hands)]
        layouts: list[list[list[Any]]] = [
            [[text] for text in texts],
            [text.split() for text in texts],
            hands.tolist(),
            [["deal", "hole", "board"], *([i, t[:5], t[6:]] for i, t in enumerate(texts))],
        ]
        rows = rng.choice(layouts)
    comma, end = rng.choice(",;\t"), rng.choice(["\n", "\r\n", "\r"])
    text = end.join(comma.join(map(str, row)) for row in rows) + rng.choice([end, ""])
    return text.encode(rng.choice(["utf-8", "utf-8-sig", "utf-16", "latin-1"]))


def _parquet(rng: random.Random, deals: bool) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if deals:
        table = pa.table(_deal_rows(rng))
    else:
        hands = _hands(rng)
        n_cards = hands.shape[1]
        strange = [
            pa.array([1.5] * len(hands)),
            pa.array([10**15] * len(hands), pa.timestamp("ns", tz="Nowhere/Land")),
            pa.array([b"\xff\xfe"] * len(hands)),
        ]
        columns: list[dict[str, Any]] = [
            {f"card{i + 1}": hands[:, i] for i in range(n_cards)},
            {"hand": [str(text) for text in handrank.format_cards(hands)]},
            {"cards": hands.tolist()},
            {"cards": pa.array([row.tobytes() for row in hands], pa.binary(n_cards))},
        ]
        chosen = rng.choice(columns)
        if rng.random() < 0.3:
            chosen["other"] = rng.choice(strange)
        table = pa.table(chosen)
    stream = io.BytesIO()
    pq.write_table(
        table,
        stream,
        compression=rng.choice(["none", "snappy", "gzip", "zstd"]),
        version=rng.choice(["1.0", "2.6"]),
        write_page_checksum=rng.random() < 0.5,
        use_dictionary=rng.random() < 0.5,
    )
    return stream.getvalue()


_SUFFIXES: dict[Any, str] = {
    _npy: ".npy",
    _csv: ".csv",
    _parquet: ".parquet",
    _phh: ".phhs",
    _log: ".log",
}
_PIECES = (
    b"\x00", b"\xff", b"\n", b"\r", b'"', b",", b";", b"\x1b[2J", b"\xe2\x80\xae", b"9" * 400,
    b"-1", b"1e9", b"nan", b"A", b"As", b"(", b")", b"{", b"'", b"\xef\xbb\xbf", b"\xc3", b"L",
    b"1" * 5000, b"hole_" + b"9" * 4301, b"," * 3000, b"descr", b"\xed\xa0\x80", b"As" * 40,
)  # fmt: skip


def _damaged(rng: random.Random, content: bytes) -> bytes:
    data = bytearray(content)
    for _ in range(rng.choice([1, 1, 2, 5, 30])):
        # Headers and footers are small beside the rest, and break in more ways.
        size = len(data)
        near = rng.choice([size, min(size, 130), min(size, 12)])
        at = rng.randrange(near + 1)
        at = size - at if rng.random() < 0.3 else at
        match rng.randrange(6):
            case 0 if at < size:
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                data[at:at] = rng.choice(_PIECES)
            case 2:
                del data[at : at + rng.choice([1, 2, 8, 100])]
            case 3 if at < size:
                data[at : at + 1] = rng.randbytes(1)
            case 4:
                piece = rng.choice(_PIECES)
                data[at : at + len(piece)] = piece
            case 5 if rng.random() < 0.2:
                del data[at:]
    return bytes(data)
