"""Bring blocks of rows to the one layout that the kernels read, and find those that are no hands.

The kernels read C-contiguous uint8 card ids. Everything else (other integer types, strides,
read-only and memory-mapped arrays) is brought to it block by block, so memory stays bounded.
"""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handrank.arrays.reading import Cards, range_message
from handrank.rulebook.cards import N_CARDS, format_cards

Index = tuple[int | slice, ...]

# Rows a block. A block in the kernels' own layout is only a view, and small enough that Ctrl-C is
# answered soon; a block that has to be copied should stay in the cache.
NATIVE_BLOCK = 1 << 20
COPIED_BLOCK = 1 << 15


def is_native(array: NDArray[Any]) -> bool:
    """Say whether a kernel can read the array as it stands.

    Numba compiles a kernel anew for read-only arrays, so they count as foreign.
    """
    return array.dtype == np.uint8 and array.flags.c_contiguous and array.flags.writeable


def block_indices(shape: tuple[int, ...], limit: int) -> Iterator[Index]:
    """Yield indices that cut an array of rows, in order, into blocks of at most `limit` rows.

    Parameters
    ----------
    shape : tuple of int
        The leading dimensions, the axis of cards left out.
    limit : int
        Rows a block.

    Examples
    --------
    >>> list(block_indices((2, 3), 2))[:2]
    [(0, slice(0, 2, None)), (0, slice(2, 4, None))]
    """
    if not shape:
        yield ()
        return
    inner = math.prod(shape[1:])
    if inner <= limit:
        step = max(1, limit // max(1, inner))
        for start in range(0, shape[0], step):
            yield (slice(start, start + step),)
    else:
        for i in range(shape[0]):
            for rest in block_indices(shape[1:], limit):
                yield (i, *rest)


def row_index(index: Index, row: int, lead: tuple[int, ...]) -> tuple[int, ...]:
    """Return where a row of the block at `index` stands among all rows."""
    if not lead:
        return ()
    starts = [part.start if isinstance(part, slice) else part for part in index]
    starts += [0] * (len(lead) - len(starts))
    first = int(np.ravel_multi_index(starts, lead))
    return tuple(map(int, np.unravel_index(first + row, lead)))


def fits_a_byte(block: Cards, lowest: int = 0) -> bool:
    """Say whether narrowing to uint8 keeps every id, and none is below `lowest`.

    Ids past 51 that fit a byte may pass: the kernels find them, at less cost than here.
    """
    if block.dtype == np.uint8 and lowest == 0:
        return True
    return block.size == 0 or (int(block.min()) >= lowest and int(block.max()) < N_CARDS)


def to_native(block: Cards) -> NDArray[np.uint8]:
    """Return a block as writeable, C-contiguous uint8, copied where it is not."""
    if is_native(block):
        return block.view(np.uint8)
    return (
        np.array(block, dtype=np.uint8, order="C")
        if block.dtype == np.uint8
        else block.astype(np.uint8, order="C", casting="unsafe")
    )


def bad_rows(rows: Cards, lowest: int = 0) -> NDArray[np.bool_]:
    """Return which rows hold a card outside the deck or a card twice.

    Parameters
    ----------
    rows : ndarray of int, shape (n, n_cards)
    lowest : int
        The lowest card id in the deck, see `handrank.rulebook.cards.lowest_card`.
    """
    ordered = np.sort(rows, axis=1)
    outside = (ordered[:, 0] < lowest) | (ordered[:, -1] >= N_CARDS)
    bad: NDArray[np.bool_] = outside | (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    return bad


def bad_row_reason(row: Cards, lowest: int = 0) -> str:
    """Return what is wrong with a row that `bad_rows` found."""
    seen: set[int] = set()
    for card in row.tolist():
        if not 0 <= card < N_CARDS:
            return range_message(card)
        if card < lowest:
            deck = f"{format_cards([lowest])} to {format_cards([N_CARDS - 1])}"
            return f"{format_cards([card])} (card id {card}) is not in the deck, which is {deck}"
        if card in seen:
            return f"{format_cards([card])} (card id {card}) is given twice"
        seen.add(card)
    raise AssertionError("the row is a hand")
